//! `tightspot warm` from end to end: the binary against a small service in a process of its own.
//!
//! The service is this very test binary, started again as [`acts_as_a_service`] with a variable that says what it is like.

mod behind_haproxy;
mod behind_nginx;
mod calibrates;
mod in_docker;
mod in_kubernetes;
#[path = "../jvm/mod.rs"]
mod jvm;
mod kubelet;
mod mixes;
mod pages;
#[path = "../said/mod.rs"]
mod said;
mod under_systemd;

use serde_json::Value;
use std::fs::OpenOptions;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

const HOW: &str = "TIGHTSPOT_TEST_SERVICE";
/// Where it listens, in place of a port that is free.
const PORT: &str = "TIGHTSPOT_TEST_PORT";
/// A service that is like this, with a file behind it, writes the request lines that it gets into the file.
const NOTES: &str = "notes:";
/// A service that answers everybody well, marked or not.
const ALL: &str = "all";
/// Requests after which the service that dies does so.
const LIFE: u64 = 150;

/// Does nothing as a test; as a service it says its port and answers.
#[test]
#[expect(clippy::print_stdout, reason = "a service says its port")]
fn acts_as_a_service() {
    let Ok(how) = std::env::var(HOW) else { return };
    let port = std::env::var(PORT).map_or(0, |p| p.parse().expect("a port"));
    let listener = TcpListener::bind(("127.0.0.1", port)).expect("a port");
    println!("port {}", listener.local_addr().expect("bound").port());
    let requests = Arc::new(AtomicU64::new(0));
    for stream in listener.incoming().flatten() {
        let (how, requests) = (how.clone(), Arc::clone(&requests));
        std::thread::spawn(move || answer(stream, &how, &requests));
    }
}

/// 20 ms each, 60 ms the first hundred times; 400 to whoever does not say that it is warm-up. `x-answered` says how many were answered before.
#[expect(clippy::exit, reason = "a service ends with a status")]
fn answer(mut stream: TcpStream, how: &str, requests: &AtomicU64) {
    let (mut head, mut part) = (Vec::new(), [0; 2048]);
    while let Ok(n @ 1..) = stream.read(&mut part) {
        head.extend_from_slice(&part[..n]);
        if !head.ends_with(b"\r\n\r\n") {
            continue;
        }
        let text = String::from_utf8_lossy(&head).into_owned();
        let marked = text.to_ascii_lowercase().contains("x-warmup: 1\r\n");
        if let Some(file) = how.strip_prefix(NOTES) {
            let mut file = OpenOptions::new().append(true).create(true).open(file).expect("a file");
            file.write_all(format!("{}\n", text.lines().next().unwrap_or_default()).as_bytes()).expect("written");
        }
        head.clear();
        let before = requests.fetch_add(1, Ordering::SeqCst);
        if how == "dies" && before >= LIFE {
            std::process::exit(3);
        }
        std::thread::sleep(Duration::from_millis(if before < 100 { 60 } else { 20 }));
        let status = if marked || how == ALL { "200 OK" } else { "400 Bad Request" };
        if write!(stream, "HTTP/1.1 {status}\r\nx-answered: {before}\r\ncontent-length: 2\r\n\r\nok").is_err() {
            return;
        }
    }
}

/// The service; killed when dropped.
struct Service {
    child: Child,
    port: u16,
}

impl Service {
    fn start(how: &str) -> Self {
        let own = std::env::current_exe().expect("this test");
        let mut child = Command::new(own)
            .args(["acts_as_a_service", "--exact", "--nocapture"])
            .env(HOW, how)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the service starts");
        let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines().map_while(Result::ok);
        let port = lines.find_map(|l| l.split_once("port ")?.1.trim().parse().ok()).expect("the service says its port");
        Self { child, port }
    }

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Small windows and few answers.
const QUICK: [&str; 6] = ["--window", "2s", "--answers", "200", "-q", "60"];

fn tool(args: &[&str]) -> Command {
    let mut c = Command::new(env!("CARGO_BIN_EXE_tightspot"));
    c.args(args).env("TIGHTSPOT_LANG", "en");
    c
}

fn run(exit: i32, args: &[&str]) -> Output {
    let out = tool(args).output().expect("the tool runs");
    assert_eq!(out.status.code(), Some(exit), "{args:?}\n{}\n{}", text(&out.stdout), text(&out.stderr));
    out
}

fn json(exit: i32, args: &[&str]) -> Value {
    serde_json::from_slice(&run(exit, args).stdout).expect("JSON")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_service_is_opened_when_it_is_warm() {
    let service = Service::start("warms-up");
    let folder = tempfile::tempdir().expect("a folder");
    let ready = folder.path().join("ready.json").display().to_string();
    let told = json(0, &[&["warm", "wait", &service.url(), "--json", "--ready-file", &ready], &QUICK[..]].concat());
    assert_eq!((told["state"].as_str(), told["ready"].as_bool()), (Some("warm"), Some(true)), "{told:#}");
    assert_eq!(told["requests"]["failed"], 0, "the header that marks warm-up is sent: {told:#}");
    assert!(told["why_not_warm"].as_array().is_some_and(Vec::is_empty) && told["last_condition"].is_string());
    let at = |when: &str| told["latency_ms"][when]["p50"].as_f64().expect("answers");
    assert!(at("first_100") > 1.5 * at("now"), "{told:#}");
    assert_eq!(told["target"]["pid"].as_u64(), Some(u64::from(service.child.id())));
    let not_seen: Vec<&str> = told["not_seen"].as_array().expect("a list").iter().filter_map(|n| n["what"].as_str()).collect();
    assert!(not_seen.contains(&"compilers") && not_seen.contains(&"loading"), "{not_seen:?}");
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(&ready).expect("the file is there")).expect("JSON");
    assert_eq!(kept, told);
    run(0, &["warm", "check", "--ready-file", &ready]);
    run(1, &["warm", "check", "--ready-file", &format!("{ready}.not")]);
}

#[test]
fn what_becomes_of_a_service_that_is_not_warm_in_time_is_chosen() {
    let service = Service::start("warms-up");
    // no service has answered so many in so short a time
    let short = ["--window", "2s", "--answers", "1000000", "-q", "20", "--max-wait", "4s", "--json"];
    let failed = json(1, &[&["warm", "wait", &service.url(), "--on-timeout", "fail"], &short[..]].concat());
    assert_eq!((failed["state"].as_str(), failed["ready"].as_bool()), (Some("failed"), Some(false)));
    assert_eq!(failed["why_not_warm"][0]["condition"], "coverage");
    let opened = json(0, &[&["warm", "wait", &service.url(), "--policy", "open"], &short[..]].concat());
    assert_eq!((opened["state"].as_str(), opened["ready"].as_bool()), (Some("opened-cold"), Some(true)));
}

#[test]
fn what_a_virtual_machine_tells_of_itself_is_asked_for_and_nothing_enters_it() {
    let Some(service) = jvm::Service::start() else { return };
    let url = format!("http://127.0.0.1:{}/", service.port);
    let told =
        json(1, &["warm", "wait", &url, "--window", "2s", "--answers", "1000000", "--max-wait", "6s", "--on-timeout", "fail", "--json"]);
    assert_eq!(told["target"]["runtime"], "jvm");
    let not_seen: Vec<&str> = told["not_seen"].as_array().expect("a list").iter().filter_map(|n| n["what"].as_str()).collect();
    for signal in ["compilers", "loading", "invalidation"] {
        assert!(!not_seen.contains(&signal), "{told:#}");
    }
    assert!(service.threads().iter().all(|t| !t.contains("tightspot")), "{:?}", service.threads());
}

#[test]
fn a_service_that_dies_ends_the_gate() {
    let service = Service::start("dies");
    let out = run(4, &[&["warm", "wait", &service.url()], &QUICK[..]].concat());
    assert!(text(&out.stderr).contains("[target-died]"), "{}", text(&out.stderr));
}

#[test]
fn a_service_that_never_answers_is_told_apart() {
    let port = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("bound").port();
    let out = run(4, &["warm", "wait", &format!("http://127.0.0.1:{port}/"), "--start-timeout", "0.5"]);
    assert!(text(&out.stderr).contains("[not-started]"), "{}", text(&out.stderr));
}

#[test]
fn what_may_change_something_is_not_sent_unless_that_is_allowed() {
    let out = run(2, &["warm", "wait", "http://127.0.0.1:1/", "-m", "POST"]);
    assert!(text(&out.stderr).contains("[not-safe]") && text(&out.stderr).contains("POST /"), "{}", text(&out.stderr));
    let allowed = run(4, &["warm", "wait", "http://127.0.0.1:1/", "-X", "POST", "--allow-unsafe", "--start-timeout", "0.5"]);
    assert!(text(&allowed.stderr).contains("[not-started]"));
    let elsewhere = run(2, &["warm", "wait", "http://192.0.2.1/"]);
    assert!(text(&elsewhere.stderr).contains("--allow-host 192.0.2.1"));
}

/// A gate that serves; killed when dropped.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[test]
fn a_startup_probe_is_refused_until_the_service_is_warm() {
    let service = Service::start("warms-up");
    let url = service.url();
    let args = [&["warm", "serve", &url, "--listen", "127.0.0.1:0"], &QUICK[..]].concat();
    let mut gate = Serving(tool(&args).stderr(Stdio::piped()).spawn().expect("the gate starts"));
    let mut said = BufReader::new(gate.0.stderr.take().expect("piped")).lines().map_while(Result::ok);
    let line = said.find(|l| l.contains("/startupz")).expect("it says where it answers");
    let address = line.split("http://").nth(1).and_then(|l| l.split('/').next()).expect("an address").to_owned();
    // whoever reads nothing of what it says must not hold it up
    let reader = std::thread::spawn(move || said.count());
    let first = json(1, &["warm", "check", "--gate", &address, "--json"]);
    assert_eq!(first["ready"].as_bool(), Some(false));
    let ready = loop {
        let out = tool(&["warm", "check", "--gate", &address, "--json"]).output().expect("the tool runs");
        match out.status.code() {
            Some(1) => std::thread::sleep(Duration::from_millis(500)),
            Some(0) => break serde_json::from_slice::<Value>(&out.stdout).expect("JSON"),
            other => panic!("{other:?} {}", text(&out.stderr)),
        }
    };
    assert_eq!(ready["ready"].as_bool(), Some(true), "{ready:#}");
    let mut stream = TcpStream::connect(&address).expect("it goes on answering");
    write!(stream, "GET /startupz HTTP/1.1\r\nhost: x\r\n\r\n").expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    drop(gate);
    assert!(reader.join().is_ok());
}
