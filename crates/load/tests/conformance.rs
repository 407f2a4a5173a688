//! RFC 9112 against the whole engine: one request meets a strange answer, the outcome is the right one, and those after it go well.
//!
//! ```text
//!  request 0: good, Connection: close | request 1, on a connection of its own: the script | requests 2 to 9: good, kept alive
//! ```

mod script;

use load::{Engine, EngineConfig, Job, PhaseSummary, RequestSpec, Scenario};
use model::{Arrival, Attempt, Observation, Outcome, Phase, PhaseKind, Run, Timestamp};
use script::{Act, Script, serve};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Requests of a case.
const REQUESTS: usize = 10;

/// Whether the connection of the strange answer carries the next request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Then {
    Kept,
    Replaced,
}

struct Case {
    name: &'static str,
    request: RequestSpec,
    script: Vec<Act>,
    timeout_ms: u64,
}

impl Case {
    fn new(name: &'static str, script: Vec<Act>) -> Self {
        Self { name, request: RequestSpec::default(), script, timeout_ms: 20_000 }
    }

    /// The script is one answer.
    fn answer(name: &'static str, bytes: impl Into<Vec<u8>>) -> Self {
        Self::new(name, vec![Act::Send(bytes.into())])
    }

    fn method(mut self, method: &str) -> Self {
        self.request.method = method.to_owned();
        self
    }

    /// Runs the case and holds it against what should become of it. Returns the first error that was told.
    fn ends(self, outcome: Outcome, then: Then) -> String {
        let Self { name, mut request, script, timeout_ms } = self;
        let server = serve(Script { at: 1, acts: script });
        request.url = format!("http://{}/", server.address);
        let scenario = Scenario::from_request(&request).expect(name);
        let config = EngineConfig { timeout: Duration::from_millis(timeout_ms), ..EngineConfig::new(scenario) };
        let log: Arc<Mutex<Vec<Observation>>> = Arc::default();
        let engine = Engine::start(config, Arc::new(Arc::clone(&log))).expect(name);
        let arrival = Arrival::Open { rate_per_s: 200.0, poisson: false, max_connections: 1 };
        let phase = Phase { id: "p".to_owned(), kind: PhaseKind::Level, arrival, fraction: None, start: Timestamp::default(), end: None };
        let s: PhaseSummary = engine.run(&phase, Duration::from_millis(5 * REQUESTS as u64), true).expect(name);
        let run = Run::from_observations(log.lock().expect("no panic").clone());
        let mut attempts: Vec<Attempt> = run.attempts_of("p").collect();
        attempts.sort_by_key(|a| a.planned);
        let outcomes: Vec<Outcome> = attempts.iter().map(|a| a.outcome).collect();
        let mut expected = vec![Outcome::Ok; REQUESTS];
        expected[1] = outcome;
        assert_eq!(outcomes, expected, "{name}: {:?}", s.first_error);
        let connections = if then == Then::Kept { 2 } else { 3 };
        assert_eq!(server.accepted(), connections, "{name}: connections");
        s.first_error.unwrap_or_default()
    }
}

fn ok(head: &str, body: &str) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\n{head}\r\n{body}").into_bytes()
}

const CHUNKED: &str = "Transfer-Encoding: chunked\r\n";

#[test]
fn chunked_answers_end_with_their_last_chunk() {
    for (name, body) in [
        ("plain", "5\r\nhello\r\n0\r\n\r\n"),
        ("extensions", "5;a=b;c=\"d;e\"\r\nhello\r\n0;last\r\n\r\n"),
        ("trailers", "5\r\nhello\r\n0\r\nA: b\r\nC: d\r\n\r\n"),
        ("leading zeros", "0005\r\nhello\r\n000\r\n\r\n"),
    ] {
        Case::answer(name, ok(CHUNKED, body)).ends(Outcome::Ok, Then::Kept);
    }
    let script = vec![Act::SendSlowly(ok(CHUNKED, "5;a=b\r\nhello\r\n0\r\nA: b\r\n\r\n"), Duration::from_millis(2))];
    Case::new("a byte at a time", script).ends(Outcome::Ok, Then::Kept);
}

#[test]
fn lengths_decide_unless_they_disagree() {
    Case::answer("length", ok("Content-Length: 5\r\n", "hello")).ends(Outcome::Ok, Then::Kept);
    Case::answer("lower case", ok("content-length: 5\r\n", "hello")).ends(Outcome::Ok, Then::Kept);
    Case::answer("twice the same", ok("Content-Length: 5\r\nContent-Length: 5\r\n", "hello")).ends(Outcome::Ok, Then::Kept);
    let told =
        Case::answer("two lengths", ok("Content-Length: 5\r\nContent-Length: 6\r\n", "hello")).ends(Outcome::ProtocolError, Then::Replaced);
    assert!(told.contains("content-length is given twice"), "{told}");
    Case::answer("sign", ok("Content-Length: +5\r\n", "hello")).ends(Outcome::ProtocolError, Then::Replaced);
    // RFC 9112, 6.3: the coding overrides the length; the framing is suspect, so nothing may follow.
    Case::answer("both", ok("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "5\r\nhello\r\n0\r\n\r\n"))
        .ends(Outcome::Ok, Then::Replaced);
}

#[test]
fn interim_answers_and_answers_without_body_keep_the_connection() {
    let interim =
        [&b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"[..], &ok("Content-Length: 2\r\n", "ok")].concat();
    Case::answer("100 and 103 at once", interim).ends(Outcome::Ok, Then::Kept);
    let apart = vec![
        Act::Send(b"HTTP/1.1 100 Continue\r\n\r\n".to_vec()),
        Act::Rest(Duration::from_millis(20)),
        Act::Send(ok("Content-Length: 2\r\n", "ok")),
    ];
    Case::new("100, then the answer", apart).ends(Outcome::Ok, Then::Kept);
    for status in ["204 No Content", "304 Not Modified"] {
        for fields in ["", "Content-Length: 5\r\n", CHUNKED] {
            Case::answer("no body", format!("HTTP/1.1 {status}\r\n{fields}\r\n")).ends(Outcome::Ok, Then::Kept);
        }
    }
    Case::answer("HEAD", ok("Content-Length: 5\r\n", "")).method("HEAD").ends(Outcome::Ok, Then::Kept);
    Case::answer("HEAD, chunked", ok(CHUNKED, "")).method("HEAD").ends(Outcome::Ok, Then::Kept);
}

#[test]
fn answers_that_are_cut_short_are_connection_errors() {
    for (name, bytes) in [
        ("length", ok("Content-Length: 500\r\n", "hel")),
        ("chunk", ok(CHUNKED, "5\r\nhel")),
        ("between chunks", ok(CHUNKED, "5\r\nhello\r\n")),
        ("trailers", ok(CHUNKED, "0\r\nA: b\r\n")),
        ("head", b"HTTP/1.1 200 OK\r\nContent-Le".to_vec()),
    ] {
        for end in [Act::Close, Act::Reset] {
            let script = vec![Act::Send(bytes.clone()), Act::Rest(Duration::from_millis(5)), end];
            Case::new(name, script).ends(Outcome::ConnectionError, Then::Replaced);
        }
    }
}

#[test]
fn connections_that_end_before_an_answer_are_connection_errors() {
    Case::new("closed without a word", vec![Act::Close]).ends(Outcome::ConnectionError, Then::Replaced);
    Case::new("reset without a word", vec![Act::Reset]).ends(Outcome::ConnectionError, Then::Replaced);
}

#[test]
fn answers_of_old_servers_end_with_the_connection() {
    let close = |bytes: &[u8]| vec![Act::Send(bytes.to_vec()), Act::Rest(Duration::from_millis(5)), Act::Close];
    Case::new("HTTP/1.0", close(b"HTTP/1.0 200 OK\r\n\r\nuntil the end")).ends(Outcome::Ok, Then::Replaced);
    Case::new("HTTP/1.1 without length", close(b"HTTP/1.1 200 OK\r\n\r\n")).ends(Outcome::Ok, Then::Replaced);
    Case::new("gzip last", close(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nxx")).ends(Outcome::Ok, Then::Replaced);
}

#[test]
fn what_follows_an_answer_unasked_costs_the_connection_only() {
    let garbage = [ok("Content-Length: 2\r\n", "ok"), b"garbage".to_vec()].concat();
    Case::answer("garbage", garbage).ends(Outcome::Ok, Then::Replaced);
    let twice = ok("Content-Length: 2\r\n", "ok").repeat(2);
    Case::answer("an answer to nothing", twice).ends(Outcome::Ok, Then::Replaced);
}

#[test]
fn heads_that_no_server_means_are_protocol_errors() {
    for (name, bytes, words) in [
        ("long head", ok(&format!("X: {}\r\n", "y".repeat(70_000)), ""), "longer than 65536 bytes"),
        ("many fields", ok(&"x: y\r\n".repeat(101), ""), "more than 100 fields"),
        ("no status", b"HTTP/1.1 OK\r\n\r\n".to_vec(), "status"),
        ("status of two digits", b"HTTP/1.1 20 OK\r\n\r\n".to_vec(), "status"),
        ("status below 100", b"HTTP/1.1 099 Low\r\n\r\n".to_vec(), "below 100"),
        ("another version", b"HTTP/3 200 OK\r\n\r\n".to_vec(), "version"),
        ("another protocol", b"SSH-2.0-OpenSSH_9.2\r\n".to_vec(), "SSH-2.0"),
        ("chunk of no size", ok(CHUNKED, "zz\r\n"), "chunk"),
    ] {
        let told = Case::answer(name, bytes).ends(Outcome::ProtocolError, Then::Replaced);
        assert!(told.contains(words), "{name}: {told}");
    }
}

#[test]
fn heads_that_are_only_ugly_are_read() {
    Case::answer("folded", ok("X: a\r\n b\r\nContent-Length:\r\n 2\r\n", "ok")).ends(Outcome::Ok, Then::Kept);
    Case::answer("line feeds", b"HTTP/1.1 200 OK\ncontent-length: 2\n\nok".to_vec()).ends(Outcome::Ok, Then::Kept);
    Case::answer("no reason", b"HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok".to_vec()).ends(Outcome::Ok, Then::Kept);
    let large = ok(&format!("X: {}\r\nContent-Length: 2\r\n", "y".repeat(60_000)), "ok");
    Case::answer("60 kB of head", large).ends(Outcome::Ok, Then::Kept);
}

#[test]
fn an_answer_that_trickles_in_is_given_up_in_time() {
    let bytes = ok("Content-Length: 200\r\n", &"x".repeat(200));
    let script = vec![Act::SendSlowly(bytes, Duration::from_millis(50))];
    let told = Case { timeout_ms: 3000, ..Case::new("a byte each 50 ms", script) }.ends_in_time();
    assert!(told.contains("time-out"), "{told}");
}

impl Case {
    /// With a time-out in play requests behind the slow one would wait for its connection too long: they are a phase of their own.
    fn ends_in_time(self) -> String {
        let server = serve(Script { at: 1, acts: self.script });
        let request = RequestSpec { url: format!("http://{}/", server.address), ..self.request };
        let config = EngineConfig {
            timeout: Duration::from_millis(self.timeout_ms),
            ..EngineConfig::new(Scenario::from_request(&request).expect("valid"))
        };
        let log: Arc<Mutex<Vec<Observation>>> = Arc::default();
        let engine = Engine::start(config, Arc::new(Arc::clone(&log))).expect("a generator");
        let run = |id: &str, requests: u64| {
            let arrival = Arrival::Open { rate_per_s: 200.0, poisson: false, max_connections: 1 };
            let phase =
                Phase { id: id.to_owned(), kind: PhaseKind::Level, arrival, fraction: None, start: Timestamp::default(), end: None };
            // Ends when all are done: however slow the machine is, no request is cut off at the end of planning.
            let job = Job { requests: Some(requests), ..Job::new(arrival.into(), Duration::from_secs(600)) };
            engine.run_job(&phase, job).expect("a phase")
        };
        let slow = run("slow", 2);
        assert_eq!((slow.count(Outcome::Ok), slow.count(Outcome::Timeout)), (1, 1), "{slow:?}");
        let after = run("after", 8);
        assert_eq!(after.count(Outcome::Ok), 8, "{after:?}");
        slow.first_error.unwrap_or_default()
    }
}

#[test]
fn an_answer_before_the_request_is_complete_is_an_answer() {
    // Far more than two sockets hold: the server answers after the head and reads the rest before it closes.
    let mut case = Case::new(
        "413",
        vec![
            Act::Send(b"HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".to_vec()),
            Act::Rest(Duration::from_millis(20)),
            Act::DrainAndClose,
        ],
    );
    case.request.body = Some("x".repeat(8_000_000));
    let told = case.ends(Outcome::ClientError, Then::Replaced);
    assert!(told.contains("413"), "{told}");
}

/// ```text
///  head and half a body ->          <- 413, closed with the rest unread: RST
///  write() fails with EPIPE or ECONNRESET; the 413 still lies in the socket
/// ```
#[test]
fn an_answer_before_a_reset_is_an_answer() {
    let refuse = b"HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".to_vec();
    let mut case = Case::new("413, reset", vec![Act::Send(refuse), Act::Rest(Duration::from_millis(20)), Act::Close]);
    case.request.body = Some("x".repeat(8_000_000));
    let told = case.ends(Outcome::ClientError, Then::Replaced);
    assert!(told.contains("413"), "{told}");
}

#[test]
fn a_refused_connect_is_told_and_the_next_one_is_tried() {
    // An address of this test alone: nobody takes the port between the phases.
    let address = std::net::TcpListener::bind("127.0.0.77:0").and_then(|l| l.local_addr()).expect("a free port");
    let request = RequestSpec { url: format!("http://{address}/"), ..RequestSpec::default() };
    let config = EngineConfig { timeout: Duration::from_secs(20), ..EngineConfig::new(Scenario::from_request(&request).expect("valid")) };
    let log: Arc<Mutex<Vec<Observation>>> = Arc::default();
    let engine = Engine::start(config, Arc::new(log)).expect("a generator");
    let run = || {
        let arrival = Arrival::Open { rate_per_s: 200.0, poisson: false, max_connections: 1 };
        let phase = Phase { id: "p".to_owned(), kind: PhaseKind::Level, arrival, fraction: None, start: Timestamp::default(), end: None };
        engine.run(&phase, Duration::from_millis(50), true).expect("a phase")
    };
    let before = run();
    assert_eq!((before.answered(), before.count(Outcome::ConnectionError)), (0, before.planned), "{before:?}");
    // Somebody listens there now.
    let server = script::serve_at(address, Script { at: usize::MAX, acts: Vec::new() });
    let after = run();
    assert_eq!(after.count(Outcome::Ok), after.planned, "{after:?}");
    assert!(server.accepted() >= 1);
}
