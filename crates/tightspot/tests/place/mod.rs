//! A service of a few lines, a tool with folders of its own, and a change of it: a file with a number in it.
#![allow(dead_code, reason = "each test file uses its part")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A service of this very process: answers every request with two bytes.
fn service() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("bound").port();
    std::thread::spawn(move || serve(&listener));
    port
}

/// Answers whoever connects.
pub(crate) fn serve(listener: &TcpListener) {
    for stream in listener.incoming().flatten() {
        std::thread::spawn(move || answer(stream));
    }
}

fn answer(mut stream: TcpStream) {
    let Ok(copy) = stream.try_clone() else { return };
    for line in BufReader::new(copy).lines() {
        let Ok(line) = line else { return };
        if line.is_empty() && stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok").is_err() {
            return;
        }
    }
}

pub(crate) struct Place {
    pub(crate) home: tempfile::TempDir,
    /// The file that is changed.
    pub(crate) knob: PathBuf,
    pub(crate) port: u16,
}

impl Place {
    pub(crate) fn new() -> Self {
        let home = tempfile::tempdir().expect("a temporary folder");
        let knob = home.path().join("knob");
        std::fs::write(&knob, "10\n").expect("writable");
        Self { knob, port: service(), home }
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut c = Command::new(env!("CARGO_BIN_EXE_tightspot"));
        let state = self.home.path().join("state");
        std::fs::create_dir_all(&state).expect("writable");
        c.args(args)
            .env("TIGHTSPOT_STORE", self.home.path().join("runs"))
            .env("XDG_STATE_HOME", state)
            .env("TIGHTSPOT_LOCK", self.lock())
            .env("TMPDIR", self.home.path());
        c.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        c
    }

    /// By which tools know of each other: those of other tests are none of this one's business.
    pub(crate) fn lock(&self) -> PathBuf {
        self.home.path().join("lock")
    }

    /// A sweep of a knob that is a file, with short trials.
    pub(crate) fn sweep(&self) -> Command {
        let file = self.knob.display();
        self.sweep_by(&format!("echo {{value}} > {file}"), &format!("echo 10 > {file}"), "0.3")
    }

    /// The same by commands of its own, with trials of so many seconds.
    pub(crate) fn sweep_by(&self, apply: &str, restore: &str, seconds: &str) -> Command {
        let url = format!("http://127.0.0.1:{}/", self.port);
        let what = ["sweep", &url, "--apply", apply, "--restore", restore, "--doses", "10,20,30"];
        let how = ["--warmup", "none", "-c", "2", "--measure", seconds, "--no-probes"];
        self.command(&[&what[..], &how[..]].concat())
    }

    pub(crate) fn knob(&self) -> String {
        std::fs::read_to_string(&self.knob).expect("there").trim().to_owned()
    }

    /// A sweep that is killed at a moment that differs from `n` to `n`, within the first three seconds of trials, and before it those of
    /// its children that have one of `first` among their arguments.
    pub(crate) fn killed_at(&self, n: u64, first: &[&str]) -> Child {
        let before = self.journal().len();
        let mut tool = self.sweep().stdout(Stdio::null()).spawn().expect("the tool runs");
        wait_until("a change is noted", || self.journal().len() > before || tool.try_wait().expect("a child").is_some());
        std::thread::sleep(Duration::from_millis((n * 379) % 3_000));
        for child in children(tool.id()).into_iter().filter(|(_, args)| first.iter().any(|f| args.contains(f))) {
            signal(child.0, "KILL");
        }
        tool.kill().expect("a child of ours");
        tool
    }

    /// Changes that are noted and not closed.
    pub(crate) fn open(&self) -> usize {
        let journal = self.journal();
        journal.matches("{\"open\"").count().saturating_sub(journal.matches("{\"closed\"").count())
    }

    /// The journal has nothing open, and ends with a change that was put back and checked.
    pub(crate) fn is_all_restored(&self) {
        let journal = self.journal();
        let (opened, closed) = (journal.matches("{\"open\"").count(), journal.matches("{\"closed\"").count());
        let last = journal.lines().last().unwrap_or_default();
        assert!(opened == closed && last.contains("closed") && last.contains("checked"), "{journal}");
    }

    pub(crate) fn journal(&self) -> String {
        std::fs::read_to_string(self.journal_file()).unwrap_or_default()
    }

    pub(crate) fn journal_file(&self) -> PathBuf {
        self.home.path().join("state/tightspot/changes.journal")
    }
}

/// Waits for the end of a tool and of whoever else has its stderr; what was said there.
pub(crate) fn end(tool: &mut Child) -> String {
    let mut said = String::new();
    tool.stderr.take().expect("piped").read_to_string(&mut said).expect("text");
    tool.wait().expect("a child of ours");
    said
}

/// Process ids and arguments of the children of a process.
pub(crate) fn children(of: u32) -> Vec<(u32, String)> {
    let all = std::fs::read_dir("/proc").expect("Linux has it").flatten();
    let pids = all.filter_map(|e| e.file_name().to_str()?.parse::<u32>().ok());
    let parent = |pid: u32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse::<u32>().ok()
    };
    let args = |pid: u32| std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default().replace('\0', " ");
    pids.filter(|pid| parent(*pid) == Some(of)).map(|pid| (pid, args(pid))).collect()
}

pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(60), "waited 60 s for: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

pub(crate) fn signal(pid: u32, name: &str) {
    assert!(Command::new("kill").args(["-s", name, &pid.to_string()]).status().is_ok_and(|s| s.success()));
}
