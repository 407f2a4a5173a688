//! `-- CMD`: starts the service, waits until it answers, and stops it with everything it started.

use crate::cli::WhyArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::Progress;
use load::Scenario;
use std::net::TcpStream;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Longest wait for the port to open.
const LONGEST: Duration = Duration::from_secs(120);

/// A service that we started; dropping it stops its process group.
pub(super) struct Service(Child);

/// Starts the command of the arguments, if there is one, and waits until the port answers.
pub(super) fn start(args: &WhyArgs, scenario: &Scenario, progress: &Progress) -> Result<Option<Service>, Failure> {
    super::warm::check(&args.warmup)?;
    let Some((program, rest)) = args.command.split_first() else { return Ok(None) };
    let fail = |why: String| Failure::new(Exit::Target, "service-not-started", format!("start {program}: {why}"));
    let addresses = scenario.resolve().map_err(|e| fail(e.to_string()))?;
    if addresses.iter().any(|a| TcpStream::connect_timeout(a, Duration::from_millis(300)).is_ok()) {
        return Err(fail("something listens on its port already".to_owned())
            .help("stop that process, or leave out `-- CMD` to diagnose it as it is"));
    }
    let child = Command::new(program)
        .args(rest)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .process_group(0)
        .spawn()
        .map_err(|e| fail(e.to_string()))?;
    let mut service = Service(child);
    progress.say(&format!("start   {program} (pid {})", service.0.id()));
    let began = Instant::now();
    loop {
        if addresses.iter().any(|a| TcpStream::connect_timeout(a, Duration::from_millis(300)).is_ok()) {
            return Ok(Some(service));
        }
        if let Ok(Some(status)) = service.0.try_wait() {
            return Err(fail(format!("it ended with {status} before it listened")).help("run the command by hand and read its output"));
        }
        if began.elapsed() > LONGEST || interrupt::requested() {
            return Err(fail(format!(
                "nothing listened on {} for {:.0} s",
                scenario.endpoint().authority(),
                began.elapsed().as_secs_f64()
            )));
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

impl Drop for Service {
    #[expect(unsafe_code, reason = "signals the process group that we made")]
    fn drop(&mut self) {
        let group = -(self.0.id() as libc::pid_t);
        // SAFETY: kill has no memory effects; the group is ours, its leader has not been waited for.
        unsafe { libc::kill(group, libc::SIGTERM) };
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(10) {
            if !matches!(self.0.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        // SAFETY: as above.
        unsafe { libc::kill(group, libc::SIGKILL) };
        drop(self.0.wait());
    }
}
