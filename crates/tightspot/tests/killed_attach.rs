//! A tool that is killed or stopped while it attaches to a Node service leaves no inspector open, and that without another command. Needs node; `TIGHTSPOT_TEST_NODE` chooses another.

mod said;

use model::message;
use said::{ANY, says};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How often the tool is killed; TIGHTSPOT_TEST_KILLS says otherwise. It is stopped a quarter as often: the relay waits 10 s each time.
const KILLS: u64 = 8;
/// What the service says where nothing of the tool is left.
const NOTHING_LEFT: &str = r#"{"symbols":[],"sockets":0,"heard":false,"deprecation":false,"sampled":false}"#;

/// The small service of the probe's own tests, and where it would open its inspector.
struct Place {
    home: tempfile::TempDir,
    service: Child,
    port: u16,
    inspector: u16,
}

impl Place {
    /// `None` where there is no Node.
    #[expect(clippy::print_stderr, reason = "a skip is told")]
    fn new() -> Option<Self> {
        let node = std::env::var("TIGHTSPOT_TEST_NODE").unwrap_or_else(|_| "node".to_owned());
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../probe/src/runtimes/node/tests/service.js");
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let inspector = free.local_addr().expect("bound").port();
        drop(free);
        let started = Command::new(node)
            .arg(format!("--inspect-port=127.0.0.1:{inspector}"))
            .arg(script)
            .env("NODE_OPTIONS", "")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut service) = started else {
            eprintln!("SKIPPED (1): there is no node on this machine");
            return None;
        };
        let mut line = String::new();
        BufReader::new(service.stdout.take().expect("piped")).read_line(&mut line).expect("it says its port");
        let port = line.trim().parse().expect("a port");
        Some(Self { home: tempfile::tempdir().expect("a temporary folder"), service, port, inspector })
    }

    /// Attaches to the service and leaves it.
    fn doctor(&self, state: &str) -> Command {
        let mut c = Command::new(env!("CARGO_BIN_EXE_tightspot"));
        c.args(["doctor", "--pid", &self.service.id().to_string()]);
        // what a killed one leaves goes with the place
        c.env("XDG_STATE_HOME", state).env("TMPDIR", self.home.path());
        c.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        c
    }

    fn state(&self) -> String {
        let state = self.home.path().join("state");
        std::fs::create_dir_all(&state).expect("writable");
        state.display().to_string()
    }

    /// Whether its inspector listens, by the kernel's list: nobody connects to it.
    fn is_open(&self) -> bool {
        let list = std::fs::read_to_string("/proc/net/tcp").expect("Linux has it");
        let own = format!("0100007F:{:04X}", self.inspector);
        list.lines().any(|l| matches!(l.split_whitespace().collect::<Vec<_>>()[..], [_, local, _, "0A", ..] if local == own))
    }

    /// Starts a tool, and sends it a signal as soon as the inspector is seen open; gives whether it was.
    fn struck(&self, signal: &str) -> (Child, bool) {
        let mut tool = self.doctor(&self.state()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the tool runs");
        let mut seen = false;
        wait_until("the inspector is open, or the tool has ended", || {
            seen = self.is_open();
            seen || tool.try_wait().expect("a child").is_some()
        });
        // nobody has waited for its end yet, so that the process id is still its own
        if seen {
            assert!(Command::new("kill").args(["-s", signal, &tool.id().to_string()]).status().is_ok_and(|s| s.success()));
        }
        (tool, seen)
    }

    /// The inspector closes and the relay goes.
    fn nothing_is_left(&self) {
        wait_until("the inspector is closed", || !self.is_open());
        wait_until("nothing is left", || self.get("/left") == NOTHING_LEFT);
        assert!(!self.is_open(), "it has not opened again");
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("option");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(self.service.kill());
        drop(self.service.wait());
    }
}

fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(60), "waited 60 s for: {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn kills() -> u64 {
    std::env::var("TIGHTSPOT_TEST_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(KILLS)
}

#[test]
fn a_tool_that_is_killed_while_it_attaches_leaves_no_inspector_open() {
    let Some(p) = Place::new() else { return };
    let mut met = 0;
    for _ in 0..kills() {
        let (mut tool, seen) = p.struck("KILL");
        tool.wait().expect("a child of ours");
        p.nothing_is_left();
        met += u64::from(seen);
    }
    assert!(met > 0, "no kill came while it was open");
}

#[test]
fn a_tool_that_is_stopped_while_it_attaches_keeps_no_inspector_open() {
    let Some(p) = Place::new() else { return };
    let mut met = 0;
    for _ in 0..kills().div_ceil(4) {
        let (mut tool, seen) = p.struck("STOP");
        // it is stopped all the while; where it had reached the relay before, that ends with it
        wait_until("the inspector is closed", || !p.is_open());
        tool.kill().expect("a child of ours");
        tool.wait().expect("a child of ours");
        p.nothing_is_left();
        met += u64::from(seen);
    }
    assert!(met > 0, "it was never stopped while it was open");
}

#[test]
fn where_nothing_can_be_noted_no_inspector_is_opened() {
    let Some(p) = Place::new() else { return };
    // a file stands where the folder should be
    let file = p.home.path().join("file");
    std::fs::write(&file, "").expect("writable");
    let mut tool = p.doctor(&file.display().to_string()).spawn().expect("the tool runs");
    let mut said = tool.stdout.take().expect("piped");
    wait_until("the tool has ended", || {
        assert!(!p.is_open(), "it was opened");
        tool.try_wait().expect("a child").is_some()
    });
    let mut text = String::new();
    said.read_to_string(&mut text).expect("text");
    assert!(says(&text, &message!("node/not-noted", folder: name(ANY))), "{text}");
    assert_eq!(p.get("/left"), NOTHING_LEFT);
}
