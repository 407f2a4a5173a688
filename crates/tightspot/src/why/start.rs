//! `-- CMD`: starts the service, waits until it takes requests, and stops it with everything it started. No request of the scenario is sent
//! before the load begins: the first ones are what a start is judged by.

use crate::cli::WhyArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{interrupt, request};
use load::{RequestSpec, Scenario, Way, probe_once};
use std::net::TcpStream;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Longest wait for the port to open, and then for `--ready`.
const LONGEST: Duration = Duration::from_secs(120);
/// Between two looks at the port, and between two requests to `--ready`: each of these costs a cold service some tens of milliseconds.
const LOOK: Duration = Duration::from_millis(50);
const ASK: Duration = Duration::from_millis(250);

/// A service that we started; dropping it stops its process group.
pub(super) struct Service(Child);

/// Starts the command of the arguments, if there is one, and waits until the port answers and, where it was asked for, the service is ready.
pub(super) fn start(args: &WhyArgs, scenario: &Scenario, way: &Way, progress: &Progress) -> Result<Option<Service>, Failure> {
    super::warm::check(&args.warmup)?;
    let Some((program, rest)) = args.command.split_first() else { return Ok(None) };
    let fail = |why: String| Failure::new(Exit::Target, "service-not-started", format!("start {program}: {why}"));
    let readiness = args.ready.as_deref().map(|url| readiness(url, scenario, way, &args.request.allow_host)).transpose()?;
    let addresses = scenario.resolve().map_err(|e| fail(e.to_string()))?;
    let listens = || addresses.iter().any(|a| TcpStream::connect_timeout(a, Duration::from_millis(300)).is_ok());
    if listens() {
        return Err(fail("something listens on its port already".to_owned())
            .help("stop that process, or leave out `-- CMD` to diagnose it as it is"));
    }
    let mut service = Service(spawn(program, rest).map_err(|e| fail(e.to_string()))?);
    progress.say(&format!("start   {program} (pid {})", service.0.id()));
    let silent = || format!("nothing listened on {}", scenario.endpoint().authority());
    service.wait(LOOK, listens, silent, &fail)?;
    if let Some(readiness) = readiness {
        let mut last = String::new();
        let answers = || match probe_once(&readiness, way, args.request.timeout) {
            Ok(p) if p.accepted => true,
            Ok(p) => {
                last = format!("it answered {}", p.status);
                false
            }
            Err(e) => {
                last = e.to_string();
                false
            }
        };
        let asked = args.ready.as_deref().unwrap_or_default();
        service
            .wait(ASK, answers, || format!("{asked} did not answer 2xx"), &fail)
            .map_err(|f| if last.is_empty() { f } else { f.why(last) })?;
        progress.say(&format!("ready   {asked}"));
    }
    Ok(Some(service))
}

/// The request that asks whether the service is ready.
fn readiness(url: &str, scenario: &Scenario, way: &Way, allowed: &[String]) -> Result<Scenario, Failure> {
    let endpoint = scenario.endpoint();
    let url = if url.starts_with('/') { format!("{}://{}{url}", endpoint.scheme(), endpoint.authority()) } else { url.to_owned() };
    let readiness = Scenario::from_request(&RequestSpec { url, close: true, ..RequestSpec::default() })
        .map_err(|e| Failure::new(Exit::Usage, "ready", e.to_string()).help("--ready /health, or a URL"))?;
    request::check_host(&readiness, way, allowed)?;
    Ok(readiness)
}

/// In a group of its own, so that all it starts can be stopped; killed by the kernel when this process dies without stopping it.
#[expect(unsafe_code, reason = "the death signal of a child is set between fork and exec")]
fn spawn(program: &str, rest: &[String]) -> std::io::Result<Child> {
    let mut command = Command::new(program);
    command.args(rest).stdin(Stdio::null()).stdout(Stdio::null()).process_group(0);
    let with_us = || {
        // SAFETY: a system call with numbers; it is async-signal-safe.
        match unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) } {
            0 => Ok(()),
            _ => Err(std::io::Error::last_os_error()),
        }
    };
    // SAFETY: the closure allocates nothing, takes no lock, and makes one system call. The thread that forks is the main one, which lives as
    // long as this process, so that its end is that of the process.
    unsafe { command.pre_exec(with_us) };
    command.spawn()
}

impl Service {
    /// Waits until `is_so`; an error when the service ends, the user interrupts, or it takes too long.
    fn wait(
        &mut self,
        pause: Duration,
        mut is_so: impl FnMut() -> bool,
        what: impl Fn() -> String,
        fail: &impl Fn(String) -> Failure,
    ) -> Result<(), Failure> {
        let began = Instant::now();
        while !is_so() {
            if let Ok(Some(status)) = self.0.try_wait() {
                return Err(
                    fail(format!("it ended with {status} before it took requests")).help("run the command by hand and read its output")
                );
            }
            if began.elapsed() > LONGEST || interrupt::requested() {
                return Err(fail(format!("{} for {:.0} s", what(), began.elapsed().as_secs_f64())));
            }
            std::thread::sleep(pause);
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_asked_where_the_load_goes() {
        let of = |url: &str| Scenario::from_request(&RequestSpec { url: url.to_owned(), ..RequestSpec::default() }).unwrap();
        let ask = |ready: &str| readiness(ready, &of("http://localhost:8080/orders/1"), &Way::default(), &[]);
        assert_eq!(ask("/health").unwrap().endpoint().authority(), "localhost:8080");
        assert_eq!(ask("http://127.0.0.1:8081/health").unwrap().endpoint().port, 8081);
        assert_eq!(ask("health").unwrap_err().name, "ready");
    }
}
