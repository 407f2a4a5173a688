//! First do no harm, on a real JVM: what is left when the tool is killed, when the service is killed, and after a normal end.

use model::RunStatus;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A JVM that answers HTTP; killed when dropped.
struct Service {
    child: Child,
    port: u16,
}

impl Service {
    /// `None` (and a loud word) without a JDK.
    fn start() -> Option<Self> {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/server/Server.java");
        let mut child = match Command::new("java").arg(&source).stdout(Stdio::piped()).stderr(Stdio::null()).spawn() {
            Ok(child) => child,
            Err(e) => {
                #[expect(clippy::print_stderr, reason = "a skip is loud")]
                {
                    eprintln!("skipped: java cannot be started ({e})");
                }
                return None;
            }
        };
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("the service prints its port");
        let port = line.trim().parse().expect("a port");
        Some(Self { child, port })
    }

    fn threads(&self) -> Vec<String> {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).into_iter().flatten().flatten();
        tasks.filter_map(|t| std::fs::read_to_string(t.path().join("comm")).ok()).map(|c| c.trim().to_owned()).collect()
    }

    fn answers(&self) -> bool {
        std::net::TcpStream::connect(("127.0.0.1", self.port)).is_ok()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The tool with a store, a state and a scratch folder of its own.
struct Tool {
    home: tempfile::TempDir,
}

impl Tool {
    fn new() -> Self {
        Self { home: tempfile::tempdir().expect("a temporary folder") }
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut c = Command::new(env!("CARGO_BIN_EXE_tightspot"));
        let dir = |name: &str| {
            let d = self.home.path().join(name);
            std::fs::create_dir_all(&d).expect("a folder");
            d
        };
        c.args(args).env("TIGHTSPOT_STORE", dir("runs")).env("XDG_STATE_HOME", dir("state")).env("TMPDIR", dir("tmp"));
        c
    }

    fn why(&self, service: &Service) -> Command {
        // two connections: one doubling, and the measured levels begin after a few seconds
        let mut c = self.command(&["why", &format!("http://127.0.0.1:{}/", service.port), "--warmup", "none", "--max-connections", "2"]);
        c.stdout(Stdio::piped()).stderr(Stdio::piped());
        c
    }

    fn run_file(&self) -> Option<PathBuf> {
        std::fs::read_dir(self.home.path().join("runs"))
            .ok()?
            .flatten()
            .map(|e| e.path())
            .find(|p| p.extension().is_some_and(|e| e == "tsr"))
    }

    /// Waits until the run file says that phase `id` goes on.
    fn wait_for_phase(&self, id: &str) {
        let began = Instant::now();
        let begun = || self.run_file().and_then(|p| record::read(&p).ok()).is_some_and(|(run, _)| run.phase(id).is_some());
        while !begun() {
            assert!(began.elapsed() < Duration::from_secs(90), "phase {id} never began");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn leftovers(&self) -> Vec<PathBuf> {
        std::fs::read_dir(self.home.path().join("tmp")).into_iter().flatten().flatten().map(|e| e.path()).collect()
    }
}

fn text(out: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr))
}

fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn killed_in_mid_run_the_file_reads_the_service_serves_and_sampling_ends() {
    let Some(service) = Service::start() else { return };
    let tool = Tool::new();
    let mut why = tool.why(&service).spawn().expect("the tool starts");
    tool.wait_for_phase("open-0.3");
    why.kill().expect("SIGKILL");
    drop(why.wait());
    let (run, _) = record::read(&tool.run_file().expect("a run file")).expect("it reads");
    assert_eq!(run.status, RunStatus::Partial);
    assert!(!run.load.is_empty());
    assert!(service.answers());
    let report = tool.command(&["report", "last"]).output().expect("the report");
    assert!(report.status.success(), "{}", text(&report));
    // the next command makes sure that nothing samples; the agent's own lease ends it even without one
    let doctor = tool.command(&["doctor"]).output().expect("doctor");
    assert!(text(&doctor).contains("an earlier run was killed"), "{}", text(&doctor));
    wait_until("the agent's thread ends", || !service.threads().iter().any(|t| t.starts_with("tightspot")));
    assert_eq!(tool.leftovers(), Vec::<PathBuf>::new());
    assert!(service.answers());
}

#[test]
fn a_service_that_dies_in_mid_run_is_said_and_the_run_is_kept() {
    let Some(mut service) = Service::start() else { return };
    let tool = Tool::new();
    let why = tool.why(&service).spawn().expect("the tool starts");
    tool.wait_for_phase("open-0.3");
    service.child.kill().expect("SIGKILL");
    drop(service.child.wait());
    let out = why.wait_with_output().expect("the tool ends");
    assert_eq!(out.status.code(), Some(4), "{}", text(&out));
    assert!(text(&out).contains("error[target-died]"), "{}", text(&out));
    let (run, _) = record::read(&tool.run_file().expect("a run file")).expect("it reads");
    assert_eq!(run.status, RunStatus::Aborted);
    assert_eq!(tool.leftovers(), Vec::<PathBuf>::new());
}

#[test]
fn interrupted_it_reports_what_it_has_and_leaves_nothing() {
    let Some(service) = Service::start() else { return };
    let tool = Tool::new();
    let why = tool.why(&service).spawn().expect("the tool starts");
    tool.wait_for_phase("open-0.3");
    let killed = Command::new("kill").args(["-INT", &why.id().to_string()]).status().expect("kill");
    assert!(killed.success());
    let out = why.wait_with_output().expect("the tool ends");
    assert_eq!(out.status.code(), Some(130), "{}", text(&out));
    assert!(text(&out).contains("INCONCLUSIVE"), "{}", text(&out));
    wait_until("nothing of the tool is left in the service", || !service.threads().iter().any(|t| t.starts_with("tightspot")));
    assert_eq!(tool.leftovers(), Vec::<PathBuf>::new());
    assert!(service.answers());
}
