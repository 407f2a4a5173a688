//! Scenarios of several steps against a real server: variables, checks, think time, cookies, and who they belong to.

use load::profile::Profile;
use load::{Engine, EngineConfig, Job, Pattern, PhaseSummary, Scenario, WhenFull};
use model::{Arrival, Observation, Outcome, Phase, PhaseKind, Timestamp};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Gives a token at `/login`, wants it back at `/use/TOKEN` from who has the cookie.
fn server() -> (SocketAddr, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("bound");
    let lines: Arc<Mutex<Vec<String>>> = Arc::default();
    let log = Arc::clone(&lines);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let log = Arc::clone(&log);
            std::thread::spawn(move || serve(stream, &log));
        }
    });
    (address, lines)
}

fn serve(mut stream: TcpStream, log: &Mutex<Vec<String>>) {
    let (mut buffer, mut piece) = (Vec::new(), [0; 4096]);
    let mut number = 0;
    loop {
        while !buffer.windows(4).any(|w| w == b"\r\n\r\n") {
            match stream.read(&mut piece) {
                Ok(n) if n > 0 => buffer.extend_from_slice(&piece[..n]),
                _ => return,
            }
        }
        let request = String::from_utf8_lossy(&buffer).into_owned();
        buffer.clear();
        let line = request.lines().next().unwrap_or_default().to_owned();
        let has_cookie = request.contains("cookie: sid=");
        let answer = if line.contains("/login") {
            number += 1;
            let body = format!("{{\"token\":\"t{number}\"}}");
            format!(
                "HTTP/1.1 200 OK\r\nset-cookie: sid=s{number}\r\ntransfer-encoding: chunked\r\n\r\n{:x}\r\n{body}\r\n0\r\n\r\n",
                body.len()
            )
        } else if line.contains("/use/t") && has_cookie {
            "HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n{\"ok\":true}".to_owned()
        } else {
            "HTTP/1.1 200 OK\r\ncontent-length: 12\r\n\r\n{\"ok\":false}".to_owned()
        };
        log.lock().expect("no panic").push(line);
        if stream.write_all(answer.as_bytes()).is_err() {
            return;
        }
    }
}

/// A scenario file beside `rows.csv`, which has the rows 0 to 23.
fn parse(text: &str) -> Scenario {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("flow.toml");
    let rows: Vec<String> = (0..24).map(|i| i.to_string()).collect();
    std::fs::write(folder.path().join("rows.csv"), format!("row\n{}\n", rows.join("\n"))).expect("a file");
    std::fs::write(&path, text).expect("a file");
    Scenario::from_file(&path).unwrap_or_else(|e| panic!("{e}"))
}

fn scenario(address: SocketAddr, extra: &str) -> Scenario {
    parse(&format!(
        "[target]\nurl = \"http://{address}\"\n[scenario]\nrun = \"sequence\"\n{extra}\n\
         [[scenario.step]]\nname = \"login\"\nrequest = \"POST /login\"\nextract = {{ token = {{ json = \"$.token\" }} }}\n\
         [[scenario.step]]\nname = \"use\"\nrequest = \"GET /use/{{{{token}}}}\"\nexpect = {{ json = {{ \"$.ok\" = true }} }}\n"
    ))
}

fn run(scenario: Scenario, pattern: Pattern, ms: u64, requests: Option<u64>) -> PhaseSummary {
    run_job(EngineConfig::new(scenario), Job { requests, ..Job::new(pattern, Duration::from_millis(ms)) })
}

fn run_job(config: EngineConfig, job: Job) -> PhaseSummary {
    let log: Arc<Mutex<Vec<Observation>>> = Arc::default();
    let engine = Engine::start(config, Arc::new(log)).expect("a generator");
    let arrival = Arrival::Closed { connections: 1 };
    let phase = Phase { id: "p".to_owned(), kind: PhaseKind::Load, arrival, fraction: None, start: Timestamp::default(), end: None };
    let s = engine.run_job(&phase, job).expect("a phase");
    assert_eq!(s.outcomes.iter().sum::<u64>() + s.dropped, s.planned, "{s:?}");
    s
}

fn closed(users: f64) -> Pattern {
    Pattern::Closed { users: Profile::constant(users) }
}

#[test]
fn steps_follow_each_other_with_what_was_extracted() {
    let (address, log) = server();
    let s = run(scenario(address, ""), closed(2.0), 60_000, Some(10));
    assert_eq!((s.planned, s.count(Outcome::Ok)), (20, 20), "ten iterations of two steps: {s:?}");
    assert_eq!(s.routes.iter().map(|r| r.outcomes[0]).collect::<Vec<_>>(), [10, 10]);
    let lines = log.lock().expect("no panic");
    assert_eq!(lines.iter().filter(|l| l.starts_with("GET /use/t")).count(), 10, "{lines:?}");
}

#[test]
fn a_check_that_fails_is_an_error_of_its_own() {
    let (address, _log) = server();
    let s = run(scenario(address, "cookies = false"), closed(1.0), 60_000, Some(5));
    assert_eq!((s.count(Outcome::Ok), s.count(Outcome::CheckFailed)), (5, 5), "{s:?}");
    assert!(s.failures[0].text.contains("$.ok"), "{:?}", s.failures);
    // login: status, extract token; use: status, $.ok is true
    assert_eq!(s.checks.iter().map(|c| (c.passed, c.failed)).collect::<Vec<_>>(), [(5, 0), (5, 0), (5, 0), (0, 5)]);
}

#[test]
fn open_load_plans_iterations_and_users_keep_their_period() {
    let (address, _log) = server();
    let rate = Pattern::Open { rate: Profile::constant(50.0), poisson: false, max_in_flight: 20, when_full: WhenFull::Queue };
    let s = run(scenario(address, ""), rate, 1000, None);
    assert!((95..=100).contains(&s.planned) && s.count(Outcome::Ok) == s.planned, "fifty iterations of two steps: {s:?}");
    let paced = Pattern::Paced { users: Profile::constant(5.0), every_ns: 100_000_000 };
    let s = run(scenario(address, ""), paced, 1000, None);
    assert!((95..=100).contains(&s.planned) && s.count(Outcome::Ok) == s.planned && s.connections == 5, "{s:?}");
}

#[test]
fn a_period_and_think_time_slow_closed_users_down() {
    let (address, _log) = server();
    let s = run(scenario(address, "every = \"100ms\""), closed(3.0), 1000, None);
    assert!((54..=60).contains(&s.planned), "three users, ten iterations each, two steps: {s:?}");
}

/// Two steps with a time to think between them.
fn thoughtful(address: SocketAddr, think: &str) -> Scenario {
    parse(&format!(
        "[target]\nurl = \"http://{address}\"\n[scenario]\nrun = \"sequence\"\n\
         [[scenario.step]]\nrequest = \"POST /login\"\nthink = \"{think}\"\n[[scenario.step]]\nrequest = \"GET /\"\n"
    ))
}

#[test]
fn a_number_of_iterations_is_whole_iterations_however_long_they_think() {
    let (address, _log) = server();
    let s = run(thoughtful(address, "30ms"), closed(2.0), 60_000, Some(4));
    assert_eq!((s.planned, s.count(Outcome::Ok)), (8, 8), "{s:?}");
}

#[test]
fn iterations_under_way_are_cut_off_or_finished_at_the_end_as_asked() {
    //  login |...... 600 ms ......| get          planning ends after 100 ms
    let (address, _log) = server();
    let job = |graceful_stop| Job { graceful_stop, ..Job::new(closed(1.0), Duration::from_millis(100)) };
    let cut = run_job(EngineConfig::new(thoughtful(address, "600ms")), job(Duration::ZERO));
    assert_eq!((cut.planned, cut.count(Outcome::Ok)), (1, 1), "{cut:?}");
    let whole = run_job(EngineConfig::new(thoughtful(address, "600ms")), job(Duration::from_secs(60)));
    assert_eq!((whole.planned, whole.count(Outcome::Ok)), (2, 2), "{whole:?}");
    assert!(whole.offered_per_s < 1.5 / whole.steady_s(), "the step behind the end is not of the rate: {whole:?}");
}

#[test]
fn a_shuffled_round_has_every_row_once_over_all_threads() {
    let (address, log) = server();
    let text = format!(
        "[target]\nurl = \"http://{address}\"\n[data]\nfile = \"rows.csv\"\norder = \"shuffled\"\n[[scenario.step]]\nrequest = \"GET /{{{{row}}}}\"\n"
    );
    let config = EngineConfig { threads: 3, ..EngineConfig::new(parse(&text)) };
    run_job(config, Job { requests: Some(24), ..Job::new(closed(3.0), Duration::from_secs(60)) });
    let mut rows: Vec<u32> =
        log.lock().expect("no panic").iter().filter_map(|line| line.strip_prefix("GET /")?.split(' ').next()?.parse().ok()).collect();
    assert_ne!(rows, (0..24).collect::<Vec<_>>(), "shuffled");
    rows.sort_unstable();
    assert_eq!(rows, (0..24).collect::<Vec<_>>());
}
