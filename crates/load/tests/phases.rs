//! Phases against a real server: what is sent, what is counted, and what the sink is told.

mod server;

use load::{Engine, EngineConfig, PhaseSummary, RequestSpec, Scenario};
use model::{Arrival, Attempt, Observation, Outcome, Phase, PhaseKind, Run, Timestamp};
use server::{Manner, Server};
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::Duration;

type Log = Arc<Mutex<Vec<Observation>>>;

fn engine(url: &str, timeout_ms: u64) -> (Engine, Log) {
    let spec = RequestSpec { url: url.to_owned(), ..RequestSpec::default() };
    let config = EngineConfig {
        ready: true,
        timeout: Duration::from_millis(timeout_ms),
        ..EngineConfig::new(Scenario::from_request(&spec).expect("a valid URL"))
    };
    let log = Log::default();
    (Engine::start(config, Arc::new(Arc::clone(&log))).expect("a generator"), log)
}

/// The same, after first answers: before these it is not known whether the service keeps connections.
fn engine_after_answers(url: &str) -> (Engine, Log) {
    let (engine, log) = engine(url, 5000);
    run_for(&engine, Arrival::Closed { connections: 1 }, 50);
    log.lock().expect("no panic").clear();
    (engine, log)
}

fn phase(id: &str, arrival: Arrival) -> Phase {
    Phase { id: id.to_owned(), kind: PhaseKind::Level, arrival, fraction: None, start: Timestamp::default(), end: None }
}

fn open(rate_per_s: f64, max_connections: u32) -> Arrival {
    Arrival::Open { rate_per_s, poisson: false, max_connections }
}

fn run_for(engine: &Engine, arrival: Arrival, ms: u64) -> PhaseSummary {
    engine.run(&phase("p", arrival), Duration::from_millis(ms), true).expect("a phase")
}

fn attempts(log: &Log) -> Vec<Attempt> {
    let run = Run::from_observations(log.lock().expect("no panic").clone());
    run.attempts_of("p").collect()
}

/// Whatever happens to requests, each is planned once, ends once and is told once, inside its phase.
fn check_books(s: &PhaseSummary, log: &Log) {
    let run = Run::from_observations(log.lock().expect("no panic").clone());
    let p = run.phase("p").expect("told");
    assert_eq!(p.start, s.start);
    assert_eq!(p.end, Some(s.end));
    assert_eq!(s.outcomes.iter().sum::<u64>(), s.planned, "{s:?}");
    assert_eq!(run.seconds_of("p").map(|x| x.planned).sum::<u64>(), s.planned);
    assert_eq!(run.seconds_of("p").map(|x| x.ok).sum::<u64>(), s.count(Outcome::Ok));
    assert_eq!(run.seconds_of("p").flat_map(|x| x.errors.values()).sum::<u64>(), s.errors());
    let all = attempts(log);
    assert_eq!(all.len() as u64, s.planned);
    for a in &all {
        assert!(a.planned >= s.start.plus_ns(-1000) && a.done <= s.end.plus_ns(5000), "{a:?} outside {:?}..{:?}", s.start, s.end);
        assert!(a.planned <= s.steady_end.plus_ns(1000) && a.late_ns() >= 0 && a.service_ns() >= 0, "{a:?}");
    }
}

/// A server that closes after each answer, and does not accept for a while once it has had a hundred requests.
fn pausing_server() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("bound");
    std::thread::spawn(move || {
        let (requests, mut paused) = (Arc::new(AtomicU64::new(0)), false);
        for mut stream in listener.incoming().flatten() {
            if requests.load(SeqCst) >= 100 && !std::mem::replace(&mut paused, true) {
                std::thread::sleep(Duration::from_millis(500));
            }
            let requests = Arc::clone(&requests);
            std::thread::spawn(move || {
                if stream.read(&mut [0; 1024]).is_ok_and(|n| n > 0) {
                    requests.fetch_add(1, SeqCst);
                    drop(stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok"));
                }
            });
        }
    });
    address
}

#[test]
fn who_is_turned_away_waits_and_not_whoever_comes_next() {
    // its queue takes 128; who finds it full is turned away and tries again after a second (RFC 6298)
    let (engine, log) = engine(&format!("http://{}/", pausing_server()), 10_000);
    let s = run_for(&engine, open(1000.0, 3000), 3000);
    check_books(&s, &log);
    let mut all = attempts(&log);
    all.sort_by_key(|a| a.planned);
    let mut first_sent = i64::MAX;
    let mut overtaken = 0;
    for sent in all.iter().rev().map(|a| a.sent.ns()) {
        overtaken += u32::from(sent > first_sent);
        first_sent = first_sent.min(sent);
    }
    assert!(overtaken >= 50, "{overtaken} of {} were sent after one that was planned later", s.planned);
}

#[test]
fn without_keepalive_each_request_has_its_connection_even_when_the_server_would_keep_it() {
    let server = Server::start(Manner::Answer(1));
    let spec = RequestSpec { url: server.url("/"), close: true, ..RequestSpec::default() };
    let log = Log::default();
    let config = EngineConfig::new(Scenario::from_request(&spec).expect("a valid URL"));
    let engine = Engine::start(config, Arc::new(Arc::clone(&log))).expect("a generator");
    let s = run_for(&engine, Arrival::Closed { connections: 2 }, 200);
    check_books(&s, &log);
    assert_eq!((s.connections_opened, s.retries, s.count(Outcome::Ok)), (s.sent, 0, s.planned), "{s:?}");
}

#[test]
fn closed_load_keeps_every_connection_busy_and_reuses_them_between_phases() {
    let server = Server::start(Manner::Answer(5));
    let (engine, log) = engine(&server.url("/"), 5000);
    let s = run_for(&engine, Arrival::Closed { connections: 4 }, 400);
    check_books(&s, &log);
    assert_eq!(s.count(Outcome::Ok), s.planned);
    assert!(s.planned > 4 && s.service.p50_ns >= 5_000_000, "{s:?}");
    // The next request of a user is planned the moment the last answer is complete: what is late is the generator's own.
    assert_eq!(s.waited_for_connection, 0);
    let again = run_for(&engine, Arrival::Closed { connections: 4 }, 100);
    assert_eq!((again.connections, again.connections_opened), (4, 0));
    assert_eq!(server.accepted.load(std::sync::atomic::Ordering::SeqCst), 4);
    assert_eq!(server.requests.load(std::sync::atomic::Ordering::SeqCst), s.planned + again.planned);
}

#[test]
fn open_load_has_connections_ready_for_when_the_service_stands_still() {
    let server = Server::start(Manner::Answer(1));
    let (engine, log) = engine_after_answers(&server.url("/"));
    let s = std::thread::scope(|scope| {
        scope.spawn(|| {
            while engine.live().in_flight == 0 {
                std::thread::sleep(Duration::from_millis(1));
            }
            server.freeze(Duration::from_millis(100));
        });
        run_for(&engine, open(500.0, 200), 600)
    });
    check_books(&s, &log);
    assert!(s.connections == 200 && s.errors() == 0 && s.waited_for_connection == 0, "{s:?}");
    // what stood ready was of use: the stand-still alone is 50 requests
    assert!(attempts(&log).iter().filter(|a| a.service_ns() > 10_000_000).count() >= 20, "{s:?}");
    let few = run_for(&engine, open(500.0, 20), 200);
    assert_eq!(few.connections, 20, "never more than the load may have");
}

#[test]
fn what_the_server_closes_is_made_ready_again() {
    let server = Server::start(Manner::CloseSilently);
    let (engine, log) = engine_after_answers(&server.url("/"));
    let s = run_for(&engine, open(300.0, 200), 600);
    check_books(&s, &log);
    // each third answer closes one of 200: without more, 140 would be left
    assert!(s.connections > 180 && s.errors() == 0, "{s:?}");
}

#[test]
fn where_each_answer_closes_its_connection_none_is_opened_ahead() {
    let server = Server::start(Manner::CloseEach);
    let (engine, log) = engine_after_answers(&server.url("/"));
    let s = run_for(&engine, open(300.0, 200), 400);
    check_books(&s, &log);
    assert_eq!((s.errors(), s.connections_opened), (0, s.sent), "{s:?}");
}

#[test]
fn open_load_sends_what_the_schedule_says() {
    let server = Server::start(Manner::Answer(1));
    let (engine, log) = engine(&server.url("/"), 5000);
    let s = run_for(&engine, open(500.0, 50), 1200);
    check_books(&s, &log);
    assert_eq!((s.planned, s.sent, s.count(Outcome::Ok)), (600, 600, 600));
    let mut planned: Vec<i64> = attempts(&log).iter().map(|a| a.planned.ns_since(s.start)).collect();
    planned.sort_unstable();
    for (k, at) in planned.iter().enumerate() {
        assert!((at - k as i64 * 2_000_000).abs() <= 1000, "request {k} planned at {at} ns");
    }
}

#[test]
fn poisson_load_repeats_with_its_seed() {
    let server = Server::start(Manner::Answer(0));
    let plan = || {
        let (engine, log) = engine(&server.url("/"), 5000);
        let s = run_for(&engine, Arrival::Open { rate_per_s: 300.0, poisson: true, max_connections: 20 }, 500);
        check_books(&s, &log);
        let mut planned: Vec<i64> = attempts(&log).iter().map(|a| a.planned.ns_since(s.start) / 10_000).collect();
        planned.sort_unstable();
        planned
    };
    let (a, b) = (plan(), plan());
    assert_eq!(a.len(), b.len());
    assert!(a.iter().zip(&b).all(|(x, y)| (x - y).abs() <= 1), "same plan but for rounding");
}

#[test]
fn a_frozen_server_shows_in_the_response_and_not_in_the_service() {
    //  planned  | | | | | | | | | | | | | | |      every 2 ms, one connection
    //  server   ok ok [ frozen 200 ms ] ok ok      one request is caught by the freeze, a hundred wait behind it
    let server = Server::start(Manner::Answer(0));
    let (engine, log) = engine(&server.url("/"), 5000);
    let s = std::thread::scope(|scope| {
        scope.spawn(|| {
            while engine.live().done < 100 {
                std::thread::sleep(Duration::from_millis(1));
            }
            server.freeze(Duration::from_millis(200));
        });
        run_for(&engine, open(500.0, 1), 1500)
    });
    check_books(&s, &log);
    assert_eq!((s.planned, s.count(Outcome::Ok)), (750, 750), "the plan does not slip");
    assert!(s.response.p99_ns > 150_000_000, "response p99 {} ns", s.response.p99_ns);
    assert!(s.service.p99_ns < s.response.p99_ns / 2, "service p99 {} ns forgets the wait", s.service.p99_ns);
    assert!(s.late_p99_ns > 150_000_000 && s.lag_p99_ns < s.late_p99_ns / 2, "the wait is the connection's, not the generator's: {s:?}");
    assert!(s.service.max_ns > 150_000_000, "the one that was caught");
}

#[test]
fn bodies_in_chunks_and_answers_without_body_keep_the_connection() {
    for manner in [Manner::Chunked, Manner::NoContent] {
        let server = Server::start(manner);
        let (engine, log) = engine(&server.url("/"), 5000);
        let s = run_for(&engine, Arrival::Closed { connections: 2 }, 200);
        check_books(&s, &log);
        assert_eq!((s.errors(), s.connections_opened), (0, 2), "{s:?}");
        assert!(s.count(Outcome::Ok) > 2);
    }
}

#[test]
fn a_server_that_closes_after_each_answer_costs_connects_but_no_errors() {
    let server = Server::start(Manner::CloseEach);
    let (engine, log) = engine(&server.url("/"), 5000);
    let s = run_for(&engine, Arrival::Closed { connections: 3 }, 300);
    check_books(&s, &log);
    assert_eq!(s.errors(), 0, "{s:?}");
    assert!(s.planned > 3 && s.connections_opened >= s.planned - 6, "{s:?}");
}

#[test]
fn a_kept_connection_closed_without_a_word_is_no_error() {
    let server = Server::start(Manner::CloseSilently);
    let (engine, log) = engine(&server.url("/"), 5000);
    let s = run_for(&engine, Arrival::Closed { connections: 2 }, 300);
    check_books(&s, &log);
    assert_eq!(s.errors(), 0, "{s:?}");
    assert!(s.planned > 6 && s.sent == s.planned, "{s:?}");
}

#[test]
fn error_statuses_are_answers_and_errors() {
    let server = Server::start(Manner::Unavailable);
    let (engine, log) = engine(&server.url("/x"), 5000);
    let s = run_for(&engine, open(200.0, 5), 200);
    check_books(&s, &log);
    assert_eq!((s.count(Outcome::ServerError), s.answered()), (40, 40));
    assert_eq!(s.first_error.as_deref(), Some("status 503 for GET /x"));
}

#[test]
fn unanswered_requests_time_out_and_count_with_their_lower_bounds() {
    let server = Server::start(Manner::Silent);
    let (engine, log) = engine(&server.url("/"), 150);
    let s = run_for(&engine, open(100.0, 50), 400);
    check_books(&s, &log);
    assert_eq!((s.planned, s.answered(), s.count(Outcome::ConnectionError)), (40, 0, 0), "{s:?}");
    assert!(s.count(Outcome::Timeout) >= 20 && s.response_is_lower_bound && s.response.p50_ns >= 100_000_000, "{s:?}");
    let times_out = |a: &Attempt| a.outcome == Outcome::Timeout && a.response_ns() >= 149_000_000;
    assert!(attempts(&log).iter().any(times_out));
}

#[test]
fn requests_that_are_out_when_a_phase_is_stopped_are_censored() {
    let server = Server::start(Manner::Silent);
    let (engine, log) = engine(&server.url("/"), 60_000);
    let stopper = engine.stopper();
    let s = std::thread::scope(|scope| {
        scope.spawn(|| {
            while engine.live().in_flight < 3 {
                std::thread::sleep(Duration::from_millis(1));
            }
            stopper.stop();
        });
        run_for(&engine, Arrival::Closed { connections: 3 }, 60_000)
    });
    check_books(&s, &log);
    assert!(s.stopped_early);
    assert_eq!((s.planned, s.count(Outcome::Censored)), (3, 3));
}

#[test]
fn a_port_where_nothing_listens_counts_connection_errors() {
    let address = std::net::TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a free port");
    for arrival in [open(200.0, 4), Arrival::Closed { connections: 4 }] {
        let (engine, log) = engine(&format!("http://{address}/"), 500);
        let s = run_for(&engine, arrival, 300);
        check_books(&s, &log);
        assert_eq!((s.answered(), s.sent), (0, 0));
        assert!(s.count(Outcome::ConnectionError) > 0 && s.connects_failed > 0, "{s:?}");
        assert!(s.first_error.as_deref().is_some_and(|e| e.contains("refused")), "{:?}", s.first_error);
    }
}

#[test]
fn a_port_that_does_not_speak_http_counts_protocol_errors() {
    let server = Server::start(Manner::Babble);
    let (engine, log) = engine(&server.url("/"), 500);
    let s = run_for(&engine, open(100.0, 4), 200);
    check_books(&s, &log);
    assert_eq!(s.count(Outcome::ProtocolError), 20, "{s:?}");
    assert!(s.first_error.as_deref().is_some_and(|e| e.contains("-ERR unknown command")), "{:?}", s.first_error);
}

#[test]
fn impossible_phases_are_refused_before_anything_is_sent() {
    let server = Server::start(Manner::Answer(0));
    let (engine, log) = engine(&server.url("/"), 500);
    for arrival in
        [open(0.0, 4), open(f64::NAN, 4), open(10.0, 0), Arrival::Closed { connections: 0 }, Arrival::Closed { connections: u32::MAX }]
    {
        assert!(engine.run(&phase("p", arrival), Duration::from_secs(1), false).is_err(), "{arrival:?}");
    }
    assert!(log.lock().expect("no panic").is_empty());
}
