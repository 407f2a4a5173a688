//! Trace context on the wire: what the server sees is what the summary names.

use load::profile::Profile;
use load::{Engine, EngineConfig, Job, Pattern, PhaseSummary, RequestSpec, Scenario};
use model::{Arrival, Observation, Outcome, Phase, PhaseKind, Timestamp};
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

type Heads = Arc<Mutex<Vec<String>>>;

/// Answers 200 and keeps the head of each request.
fn server() -> (SocketAddr, Heads) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("bound");
    let heads = Heads::default();
    let log = Arc::clone(&heads);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let log = Arc::clone(&log);
            std::thread::spawn(move || serve(stream, &log));
        }
    });
    (address, heads)
}

fn serve(mut stream: TcpStream, log: &Mutex<Vec<String>>) {
    let (mut buffer, mut piece) = (Vec::new(), [0; 4096]);
    loop {
        while !buffer.ends_with(b"\r\n\r\n") {
            match stream.read(&mut piece) {
                Ok(n) if n > 0 => buffer.extend_from_slice(&piece[..n]),
                _ => return,
            }
        }
        log.lock().expect("no panic").push(String::from_utf8_lossy(&buffer).into_owned());
        buffer.clear();
        if stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok").is_err() {
            return;
        }
    }
}

/// The ids of the requests that had a context, each of which has its two lines and no other changed.
fn ids(heads: &Heads) -> Vec<String> {
    let heads = heads.lock().expect("no panic");
    let id = |head: &String| {
        let field = head.lines().find_map(|l| l.strip_prefix("traceparent: 00-"))?;
        assert_eq!(head.matches("traceparent").count(), 1, "{head}");
        Some(field[..32].to_owned())
    };
    heads.iter().filter_map(id).collect()
}

fn run(scenario: Scenario, share: f64, requests: u64) -> PhaseSummary {
    let log: Arc<Mutex<Vec<Observation>>> = Arc::default();
    let config = EngineConfig { trace_share: share, threads: 2, ..EngineConfig::new(scenario) };
    let engine = Engine::start(config, Arc::new(log)).expect("a generator");
    let arrival = Arrival::Closed { connections: 4 };
    let phase = Phase { id: "p".to_owned(), kind: PhaseKind::Load, arrival, fraction: None, start: Timestamp::default(), end: None };
    let pattern = Pattern::Closed { users: Profile::constant(4.0) };
    let job = Job { requests: Some(requests), ..Job::new(pattern, Duration::from_secs(60)) };
    let s = engine.run_job(&phase, job).expect("a phase");
    assert_eq!((s.planned, s.count(Outcome::Ok)), (requests, requests), "{s:?}");
    s
}

fn request(address: SocketAddr) -> Scenario {
    Scenario::from_request(&RequestSpec { url: format!("http://{address}/"), ..RequestSpec::default() }).expect("a valid URL")
}

#[test]
fn a_share_of_the_requests_has_a_context_and_the_slowest_of_them_are_named() {
    let (address, heads) = server();
    let s = run(request(address), 0.25, 400);
    let traced = s.traced.expect("asked for");
    let seen = ids(&heads);
    assert_eq!(seen.len() as u64, traced.sent);
    // 100 expected; five standard deviations of the binomial distribution are 43.
    assert!((57..=143).contains(&traced.sent), "{}", traced.sent);
    assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), seen.len(), "no id twice");
    assert_eq!(traced.slowest.len(), 10);
    assert!(traced.slowest.iter().all(|e| seen.contains(&e.trace.to_string()) && e.service_ns > 0 && e.response_ns >= e.service_ns));
    assert!(traced.slowest.is_sorted_by(|a, b| a.service_ns >= b.service_ns));
}

#[test]
fn rendered_requests_have_it_too_and_without_a_share_there_is_none() {
    let (address, heads) = server();
    let spec = RequestSpec { url: format!("http://{address}/{{{{uuid}}}}"), ..RequestSpec::default() };
    let s = run(Scenario::from_request(&spec).expect("a valid URL"), 1.0, 20);
    assert_eq!((s.traced.map(|t| t.sent), ids(&heads).len()), (Some(20), 20));
    let s = run(request(address), 0.0, 20);
    assert_eq!((s.traced, ids(&heads).len()), (None, 20));
}
