//! Services that are started and do not take requests: exit code 4, the run is kept, and the text says which way it failed.
//!
//! The service is this very test binary, started again as [`acts_as_a_service`] with a variable that says how it fails.

mod said;

use model::{Message, message};
use said::{ANY, proven, says};
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::process::{Command, Output};

const HOW: &str = "TIGHTSPOT_TEST_SERVICE";
const PORT: &str = "TIGHTSPOT_TEST_PORT";

/// Does nothing as a test; as a service it fails as it is told to.
#[test]
#[expect(clippy::print_stdout, clippy::print_stderr, reason = "a service writes lines")]
#[expect(clippy::exit, reason = "a service ends with a status")]
fn acts_as_a_service() {
    let Ok(how) = std::env::var(HOW) else { return };
    let port = std::env::var(PORT).ok().and_then(|p| p.parse().ok()).unwrap_or(0);
    println!("the shop starts");
    eprintln!("connecting with password=hunter2");
    let listener = TcpListener::bind(("127.0.0.1", if how == "elsewhere" { 0 } else { port })).expect("a port");
    match &*how {
        "dies" => {
            eprintln!("Error: listen EADDRINUSE: address already in use 127.0.0.1:{port}");
            std::process::exit(3);
        }
        "silent" | "elsewhere" => {
            if how == "silent" {
                drop(listener);
            } else {
                println!("listens on {}", listener.local_addr().expect("bound").port());
            }
            loop {
                std::thread::park();
            }
        }
        how => serve(&listener, how),
    }
}

/// Answers 503; or 200, and ends after a few hundred requests.
#[expect(clippy::print_stderr, clippy::exit, reason = "a service writes lines and ends with a status")]
fn serve(listener: &TcpListener, how: &str) {
    let status = if how == "unready" { "503 Service Unavailable" } else { "200 OK" };
    for (n, socket) in listener.incoming().flatten().enumerate() {
        let mut socket = socket;
        let mut request = [0; 2048];
        drop(socket.read(&mut request));
        drop(write!(socket, "HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"));
        if how == "breaks" && n == 300 {
            eprintln!("java.lang.OutOfMemoryError: Java heap space");
            std::process::exit(7);
        }
    }
}

/// The tool with a store of its own, on a service that fails in this way.
struct Case {
    home: tempfile::TempDir,
    port: u16,
    how: &'static str,
}

impl Case {
    fn new(how: &'static str) -> Self {
        let port = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("bound").port();
        Self { home: tempfile::tempdir().expect("a temporary folder"), port, how }
    }

    fn tool(&self, args: &[&str]) -> Output {
        let mut c = Command::new(env!("CARGO_BIN_EXE_tightspot"));
        c.args(args).env(HOW, self.how).env(PORT, self.port.to_string()).env("TIGHTSPOT_LANG", "en").env_remove("TIGHTSPOT_DB");
        c.env("TIGHTSPOT_STORE", self.home.path().join("runs")).env("XDG_STATE_HOME", self.home.path().join("state"));
        c.env("TIGHTSPOT_LOCK", self.home.path().join("lock"));
        c.output().expect("the tool runs")
    }

    fn why(&self, more: &[&str]) -> Output {
        let url = format!("http://127.0.0.1:{}/", self.port);
        let own = std::env::current_exe().expect("this test");
        let service = ["--", own.to_str().expect("a path"), "acts_as_a_service", "--exact", "--nocapture"];
        self.tool(&[&["why", &url], more, &service].concat())
    }

    /// Runs, and checks what is said and that the run is kept.
    fn fails(&self, more: &[&str], words: &[&str], messages: &[Message]) {
        let out = self.why(more);
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(4), "{said}");
        for w in words {
            assert!(said.contains(w), "{w:?} is missing in:\n{said}");
        }
        for m in messages {
            assert!(says(&said, m), "{m} is missing in:\n{said}");
        }
        assert!(!said.contains("hunter2"), "{said}");
        let kept = self.tool(&["report", "last", "--json"]);
        let document: serde_json::Value = serde_json::from_slice(&kept.stdout).expect("the run is kept");
        let id = document["run"]["id"].as_str().expect("an id");
        assert!(said.contains(id) || String::from_utf8_lossy(&out.stdout).contains(id), "{said}");
        assert!(!String::from_utf8_lossy(&kept.stdout).contains("hunter2"));
    }
}

#[test]
fn one_that_ends_is_told_with_its_last_lines_and_what_they_prove() {
    let case = Case::new("dies");
    let words = ["[service-ended]", "exit status: 3", "| the shop starts", "password=***"];
    let (taken, _) = proven(&format!("Error: listen EADDRINUSE: address already in use 127.0.0.1:{}", case.port));
    case.fails(&[], &words, &[taken]);
}

#[test]
fn one_that_never_listens_is_told_from_one_that_listens_elsewhere() {
    let case = Case::new("silent");
    let words = ["[service-not-listening]", "| the shop starts", "--start-timeout"];
    case.fails(&["--start-timeout", "2"], &words, &[message!("why/silent", at: name(format!("127.0.0.1:{}", case.port)))]);
    let elsewhere = message!("why/listens-on", ports: name(ANY));
    Case::new("elsewhere").fails(&["--start-timeout", "2"], &["[service-not-listening]"], &[elsewhere]);
}

#[test]
fn one_that_is_not_ready_is_told_with_its_answer() {
    let case = Case::new("unready");
    let words = ["[service-not-ready]", "| the shop starts"];
    let url = format!("127.0.0.1:{}/health", case.port);
    let messages = [message!("why/answered", status: name("503")), message!("why/ask-yourself", url: name(url))];
    case.fails(&["--ready", "/health", "--start-timeout", "2"], &words, &messages);
}

#[test]
fn one_that_answers_503_from_the_beginning_is_told_how_to_wait_for_it() {
    let words = ["[too-many-errors]", "status 503", "| the shop starts", "--ready /health"];
    Case::new("unready").fails(&["--no-keepalive"], &words, &[]);
}

#[test]
fn one_that_ends_under_load_is_told_with_its_last_lines() {
    let words = ["[target-died]", "OutOfMemoryError: Java heap space"];
    let (full, _) = proven("java.lang.OutOfMemoryError: Java heap space");
    Case::new("breaks").fails(&["--no-keepalive"], &words, &[full]);
}

#[test]
fn programs_read_one_document_with_the_error() {
    let out = Case::new("dies").why(&["--json"]);
    let document: serde_json::Value = serde_json::from_slice(&out.stdout).expect("one document");
    assert_eq!((&document["error"]["name"], &document["error"]["exit_code"]), (&"service-ended".into(), &4.into()), "{document}");
    assert!(document["error"]["why"].as_array().is_some_and(|why| why.iter().any(|w| w == "| the shop starts")), "{document}");
    assert!(document["run"]["id"].is_string(), "{document}");
}
