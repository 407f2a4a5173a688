//! A small service on a JVM, and the tool with folders of its own: for tests that watch a real process.
#![allow(dead_code, reason = "each test file uses its part")]

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A JVM that answers HTTP; killed when dropped.
pub(crate) struct Service {
    pub(crate) child: Child,
    pub(crate) port: u16,
}

impl Service {
    /// `None` (and a loud word) without a JDK.
    pub(crate) fn start() -> Option<Self> {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/jvm/Server.java");
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

    pub(crate) fn threads(&self) -> Vec<String> {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).into_iter().flatten().flatten();
        tasks.filter_map(|t| std::fs::read_to_string(t.path().join("comm")).ok()).map(|c| c.trim().to_owned()).collect()
    }

    pub(crate) fn answers(&self) -> bool {
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
pub(crate) struct Tool {
    home: tempfile::TempDir,
}

impl Tool {
    pub(crate) fn new() -> Self {
        Self { home: tempfile::tempdir().expect("a temporary folder") }
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut c = Command::new(env!("CARGO_BIN_EXE_tightspot"));
        let dir = |name: &str| {
            let d = self.home.path().join(name);
            std::fs::create_dir_all(&d).expect("a folder");
            d
        };
        c.args(args)
            .env("TIGHTSPOT_STORE", dir("runs"))
            .env("XDG_STATE_HOME", dir("state"))
            .env("TMPDIR", dir("tmp"))
            .env("TIGHTSPOT_LOCK", self.home.path().join("lock"))
            .env("TIGHTSPOT_LANG", "en");
        c
    }

    pub(crate) fn why(&self, service: &Service) -> Command {
        // two connections: one doubling, and the measured levels begin after a few seconds
        let mut c = self.command(&["why", &format!("http://127.0.0.1:{}/", service.port), "--warmup", "none", "--max-connections", "2"]);
        c.stdout(Stdio::piped()).stderr(Stdio::piped());
        c
    }

    pub(crate) fn run_file(&self) -> Option<PathBuf> {
        std::fs::read_dir(self.home.path().join("runs"))
            .ok()?
            .flatten()
            .map(|e| e.path())
            .find(|p| p.extension().is_some_and(|e| e == "tsr"))
    }

    /// Waits until the run file says that phase `id` goes on.
    pub(crate) fn wait_for_phase(&self, id: &str) {
        let began = Instant::now();
        let begun = || self.run_file().and_then(|p| record::read(&p).ok()).is_some_and(|(run, _)| run.phase(id).is_some());
        while !begun() {
            assert!(began.elapsed() < Duration::from_secs(90), "phase {id} never began");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    pub(crate) fn leftovers(&self) -> Vec<PathBuf> {
        std::fs::read_dir(self.home.path().join("tmp")).into_iter().flatten().flatten().map(|e| e.path()).collect()
    }
}

pub(crate) fn text(out: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr))
}

pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}
