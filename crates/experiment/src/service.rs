//! A service that this tool has started, and can start again in another way: with another variable, with another argument.

mod output;

use crate::{InterventionError, group, guardian};
use model::{Message, message};
use output::Output;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Longest wait until a service takes requests, unless the user says another.
pub const LONGEST_START: Duration = Duration::from_secs(120);
/// Longest wait for its end after it was asked to end, and where the user wants to stop: all is to be as before within 10 s. The first is a
/// guess.
const GRACE: Duration = Duration::from_secs(10);
const SHORT_GRACE: Duration = Duration::from_secs(5);
/// Longest wait for what was killed: a process in a system call that does not return dies later. A guess.
const LAST: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(50);

/// What is started: a program, its arguments, and variables beside those of this process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// Program and arguments.
    pub words: Vec<String>,
    /// Names and values; the last of a name holds.
    pub variables: Vec<(String, String)>,
}

impl Launch {
    /// The command for people, without its secrets.
    pub fn shown(&self) -> String {
        model::harmless::command(&self.words)
    }

    /// The value that a variable will have, from here or inherited.
    pub fn variable(&self, name: &str) -> Option<String> {
        let own = self.variables.iter().rev().find(|(n, _)| n == name).map(|(_, value)| value.clone());
        own.or_else(|| std::env::var(name).ok())
    }
}

/// What is still missing for a service to take requests, and how long to wait before the next look: each costs a cold service something.
#[derive(Debug, Clone, PartialEq)]
pub struct Missing {
    /// In words: `nothing listened on localhost:8080`.
    pub what: Message,
    /// Until the next look.
    pub pause: Duration,
}

/// Whether the service takes requests.
pub type Look = Box<dyn Fn() -> Result<(), Missing> + Send>;

/// A service that was started here; dropping it stops its process group.
pub struct Service {
    launch: Launch,
    look: Look,
    halted: fn() -> bool,
    longest: Duration,
    child: Option<Child>,
    /// Nothing of its group was left when it was looked at: the number may be another's since.
    is_gone: bool,
    output: Output,
}

/// How a service is started, for its guardian.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// As the user starts it.
    AsItIs,
    /// For an experiment, in another way.
    Changed,
}

/// Why a service does not take requests.
#[derive(Debug, Clone, PartialEq)]
pub struct NotStarted {
    /// What was tried, what was seen, what helps.
    pub error: InterventionError,
    /// The last lines that it wrote, without what may be a secret.
    pub last_lines: Vec<String>,
    /// Ports on which it listened when it was given up.
    pub ports: Vec<u16>,
}

/// Lines that are told of a service that does not take requests, or is gone.
const LINES: usize = 12;

/// The same for whoever loads it and whoever changes it.
#[derive(Clone)]
pub struct Shared(Arc<Mutex<Service>>);

impl Shared {
    /// Of a service that runs.
    pub fn new(service: Service) -> Self {
        Self(Arc::new(Mutex::new(service)))
    }

    /// The service, while nobody else does something with it.
    pub fn lock(&self) -> MutexGuard<'_, Service> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Service {
    /// Starts it and waits until it takes requests. `halted` tells that the user wants to stop. The thread that starts it must live as long
    /// as this process: its end is the service's. What it starts in turn is ended by a guardian where this process cannot.
    pub fn start(launch: Launch, look: Look, halted: fn() -> bool, longest: Duration) -> Result<Self, NotStarted> {
        let fail = |e: std::io::Error| {
            let what = message!("service/start", command: name(launch.shown()));
            NotStarted { error: InterventionError::new(what, e.to_string()), last_lines: Vec::new(), ports: Vec::new() }
        };
        let output = Output::new().map_err(fail)?;
        let mut service = Self { launch, look, halted, longest, child: None, is_gone: false, output };
        match service.run(&service.launch.clone(), Way::AsItIs) {
            Ok(()) => Ok(service),
            Err(error) => Err(NotStarted { error, last_lines: service.last_lines(), ports: listening(service.pid()) }),
        }
    }

    /// The last lines that it wrote, without what may be a secret.
    pub fn last_lines(&self) -> Vec<String> {
        self.output.last_lines(LINES)
    }

    /// Its first process; 0 where it could not be started.
    pub fn pid(&self) -> u32 {
        self.child.as_ref().map_or(0, Child::id)
    }

    /// Why it takes no requests any more, where it has ended; a process that is about to end is waited for at most `longest`.
    pub fn ended(&mut self, longest: Duration) -> Option<NotStarted> {
        let began = Instant::now();
        loop {
            if let Some(error) = self.end(&self.launch.clone()) {
                return Some(NotStarted { error, last_lines: self.last_lines(), ports: Vec::new() });
            }
            if began.elapsed() >= longest {
                return None;
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// What was started first.
    pub fn launch(&self) -> &Launch {
        &self.launch
    }

    /// Stops it and starts it with what `change` makes of the first launch, and waits until it takes requests.
    pub fn restart(&mut self, change: impl FnOnce(&mut Launch)) -> Result<(), InterventionError> {
        let mut launch = self.launch.clone();
        change(&mut launch);
        self.stop();
        self.run(&launch, Way::Changed)
    }

    fn run(&mut self, launch: &Launch, way: Way) -> Result<(), InterventionError> {
        let fail = |seen: Message| InterventionError::new(message!("service/start", command: name(launch.shown())), seen);
        guardian::watches_over_services();
        let child = spawn(launch, &self.output, way).map_err(|e| fail(e.to_string().into()))?;
        match way {
            Way::AsItIs => guardian::serves(child.id()),
            // it has told of itself already; this is for a guardian that takes the place of that one
            Way::Changed => {
                guardian::runs(child.id());
            }
        }
        (self.child, self.is_gone) = (Some(child), false);
        let began = Instant::now();
        while let Err(missing) = (self.look)() {
            if let Some(ended) = self.end(launch) {
                return Err(ended);
            }
            if began.elapsed() > self.longest || (self.halted)() {
                let after = began.elapsed().as_secs_f64().round();
                return Err(fail(message!("service/not-in-time", missing: (missing.what), after: Seconds(after))));
            }
            std::thread::sleep(missing.pause);
        }
        Ok(())
    }

    /// What is told of it where its first process has ended.
    fn end(&mut self, launch: &Launch) -> Option<InterventionError> {
        let Some(Ok(Some(status))) = self.child.as_mut().map(Child::try_wait) else { return None };
        // its number may be another's once nobody has it
        let group = self.pid();
        if !self.is_gone && !group::lives(group) {
            guardian::has_ended(group);
            self.is_gone = true;
        }
        let help = if status.success() { message!("service/in-the-foreground") } else { message!("service/run-by-hand") };
        let what = message!("service/start", command: name(launch.shown()));
        Some(InterventionError { help, ..InterventionError::new(what, message!("service/ended", status: name(status.to_string()))) })
    }

    /// Ends the whole group: a shell in front of the service is gone at once, and the port is held until the service is.
    fn stop(&mut self) {
        let Some(mut child) = self.child.take() else { return };
        let group = child.id();
        if self.is_gone {
            return;
        }
        let mut goes_on = || matches!(child.try_wait(), Ok(None)) || group::lives(group);
        group::ask_to_end(group);
        let began = Instant::now();
        while goes_on() {
            if began.elapsed() >= self.grace() {
                group::end(group);
                drop(child.wait());
                // what it started is killed as well, and gone a moment later
                let killed = Instant::now();
                while group::lives(group) && killed.elapsed() < LAST {
                    std::thread::sleep(PAUSE);
                }
                break;
            }
            std::thread::sleep(PAUSE);
        }
        guardian::has_ended(group);
    }

    fn grace(&self) -> Duration {
        if std::thread::panicking() || (self.halted)() { SHORT_GRACE } else { GRACE }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Ports on which processes of the group listen.
fn listening(group: u32) -> Vec<u16> {
    let all = probe::discover::listening();
    all.into_iter().filter(|l| l.target.as_ref().is_some_and(|t| group::has(group, t.pid))).map(|l| l.port).collect()
}

/// In a group of its own, so that all it starts can be stopped; this process is killed by the kernel when ours dies without stopping it, and
/// the guardian knows of it before it runs.
#[expect(unsafe_code, reason = "the death signal of a child is set between fork and exec")]
fn spawn(launch: &Launch, output: &Output, way: Way) -> std::io::Result<Child> {
    let (program, rest) = launch.words.split_first().ok_or_else(|| std::io::Error::other("the command is empty"))?;
    let mut command = Command::new(program);
    command.args(rest).envs(launch.variables.iter().cloned());
    command.stdin(Stdio::null()).stdout(output.end()?).stderr(output.end()?).process_group(0);
    let ear = guardian::ear();
    let with_us = move || {
        // SAFETY: a system call with numbers; it is async-signal-safe.
        if unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) } != 0 {
            return Err(std::io::Error::last_os_error());
        }
        match (ear.as_ref().map(AsFd::as_fd), way) {
            (Some(ear), Way::Changed) => group::tells_of_itself(ear, b'+'),
            // whoever watches over it is an aid
            (Some(ear), Way::AsItIs) => group::tells_of_itself(ear, b'=').or(Ok(())),
            (None, _) => Ok(()),
        }
    };
    // SAFETY: the closure allocates nothing, takes no lock, and makes a few system calls.
    unsafe { command.pre_exec(with_us) };
    command.spawn()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shell that writes a variable into a file, and then stays.
    fn writer(dir: &std::path::Path) -> (Launch, Look) {
        let file = dir.join("size");
        let words = ["sh", "-c", &format!("echo ${{SIZE:-none}} > {0}.new; mv {0}.new {0}; exec sleep 600", file.display())];
        let look = move || file.exists().then_some(()).ok_or(Missing { what: "no file".into(), pause: Duration::from_millis(5) });
        (Launch { words: words.map(str::to_owned).to_vec(), variables: Vec::new() }, Box::new(look))
    }

    #[test]
    fn a_restart_begins_from_the_first_launch_each_time() {
        let dir = tempfile::tempdir().unwrap();
        let size = || {
            let text = std::fs::read_to_string(dir.path().join("size")).unwrap();
            std::fs::remove_file(dir.path().join("size")).unwrap();
            text.trim().to_owned()
        };
        let (launch, look) = writer(dir.path());
        let mut service = Service::start(launch, look, || false, LONGEST_START).unwrap();
        let first = service.pid();
        assert_eq!(size(), "none");
        service.restart(|l| l.variables.push(("SIZE".to_owned(), "8".to_owned()))).unwrap();
        assert_eq!(size(), "8");
        assert!(service.pid() != first && service.pid() != 0);
        service.restart(|_| {}).unwrap();
        assert_eq!(size(), "none");
    }

    #[test]
    fn a_restart_waits_for_what_the_first_process_has_started() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("size");
        // the shell ends at once when it is asked to, and the one behind it half a second later
        let script =
            format!("sh -c 'trap \"sleep 0.5; rm {0}; exit\" TERM; touch {0}; while :; do sleep 0.05; done' & wait", file.display());
        let launch = Launch { words: ["sh", "-c", &script].map(str::to_owned).to_vec(), variables: Vec::new() };
        let there = file.clone();
        let look: Look = Box::new(move || there.exists().then_some(()).ok_or(Missing { what: "no file".into(), pause: PAUSE }));
        let service = Service::start(launch, look, || false, LONGEST_START).unwrap();
        let group = service.pid();
        assert!(group::lives(group));
        drop(service);
        assert!(!group::lives(group) && !file.exists());
    }

    #[test]
    fn one_that_does_not_want_to_end_is_ended_soon_where_the_user_wants_to_stop() {
        let dir = tempfile::tempdir().unwrap();
        let there = dir.path().join("there");
        let script = format!("trap '' TERM; touch {}; while :; do sleep 0.05; done", there.display());
        let launch = Launch { words: ["sh", "-c", &script].map(str::to_owned).to_vec(), variables: Vec::new() };
        let look: Look = Box::new(move || there.exists().then_some(()).ok_or(Missing { what: "no file".into(), pause: PAUSE }));
        let mut service = Service::start(launch, look, || false, LONGEST_START).unwrap();
        let group = service.pid();
        assert_eq!(service.grace(), GRACE);
        service.halted = || true;
        let began = Instant::now();
        drop(service);
        assert!(!group::lives(group) && began.elapsed() < GRACE, "{:?}", began.elapsed());
    }

    #[test]
    fn a_service_that_ends_at_once_is_told_with_its_status() {
        let launch = Launch { words: vec!["false".to_owned()], variables: Vec::new() };
        let never: Look = Box::new(|| Err(Missing { what: "nothing listened".into(), pause: Duration::from_millis(5) }));
        let e = Service::start(launch, never, || false, LONGEST_START).err().unwrap().error;
        assert!(e.seen.to_string().contains("exit status: 1") && e.what.is("service/start"), "{e}");
    }

    #[test]
    fn one_that_ends_after_it_took_requests_is_told_with_its_status() {
        let launch = Launch { words: ["sh", "-c", "echo up; exec sleep 0.2"].map(str::to_owned).to_vec(), variables: Vec::new() };
        let mut service = Service::start(launch, Box::new(|| Ok(())), || false, LONGEST_START).unwrap();
        assert_eq!(service.ended(Duration::ZERO), None);
        let told = service.ended(LONGEST_START).unwrap();
        assert!(told.error.seen.is("service/ended") && told.last_lines == ["up"], "{told:?}");
    }

    #[test]
    fn what_a_service_wrote_before_it_ended_is_told() {
        let launch =
            Launch { words: ["sh", "-c", "echo up; echo token=hunter2 >&2; exit 3"].map(str::to_owned).to_vec(), variables: Vec::new() };
        let never: Look = Box::new(|| Err(Missing { what: "nothing listened".into(), pause: Duration::from_millis(5) }));
        let e = Service::start(launch, never, || false, LONGEST_START).err().unwrap();
        assert_eq!(e.last_lines, ["up", "token=***"]);
        assert!(e.error.seen.is("service/ended"), "{e:?}");
    }

    #[test]
    fn secrets_of_a_command_are_not_shown() {
        let words = ["java", "-Dspring.datasource.password=hunter2", "-jar", "a.jar", "--token", "hunter2"];
        let shown =
            Launch { words: words.map(str::to_owned).to_vec(), variables: vec![("PASSWORD".to_owned(), "hunter2".to_owned())] }.shown();
        assert!(shown.starts_with("java ") && !shown.contains("hunter2"), "{shown}");
        let words = ["sh", "-c", "exec java -jar a.jar --token hunter2"];
        let shown = Launch { words: words.map(str::to_owned).to_vec(), variables: Vec::new() }.shown();
        assert!(shown.starts_with("sh -c exec java") && !shown.contains("hunter2"), "{shown}");
    }

    #[test]
    fn who_wants_to_stop_need_not_wait_for_the_service() {
        let launch = Launch { words: vec!["sleep".to_owned(), "600".to_owned()], variables: Vec::new() };
        let never: Look = Box::new(|| Err(Missing { what: "nothing listened".into(), pause: Duration::from_millis(5) }));
        let e = Service::start(launch, never, || true, LONGEST_START).err().unwrap().error;
        assert!(e.seen.to_string().contains("nothing listened"), "{e}");
    }
}
