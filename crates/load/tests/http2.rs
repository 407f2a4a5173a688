//! HTTP/2 against a real server, on its good days: how many connections, how many requests on each, what is measured.

mod h2run;
mod multiplex;
mod peer;

use h2run::{PATIENCE, closed, config, engine, get, open, run, send, told, way};
use load::profile::Profile;
use load::transport::Address;
use load::{EngineConfig, Job, Pattern, RequestSpec, Scenario, Way, probe_once, set_up};
use model::Outcome;
use multiplex::{Manner, Place, Server};
use peer::{Authority, server_config};
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

#[test]
fn one_request_at_a_time_keeps_every_connection_busy_and_for_the_next_phase() {
    let server = Server::start(Manner::Answer(5));
    let engine = engine(config(get(&server.url("/a?b=1")), 1));
    let s = run(&engine, closed(4, 100));
    assert_eq!((s.count(Outcome::Ok), s.connections, s.connections_opened, s.waited_for_connection), (100, 4, 4, 0), "{s:?}");
    assert!(s.service.p50_ns >= 5_000_000 && s.waiting_mean_ns >= 5e6 && s.service.mean_ns >= s.waiting_mean_ns, "{s:?}");
    assert!(s.bytes_in > 100 && s.bytes_out > 100 && s.connect_mean_ns > 0.0, "{s:?}");
    assert_eq!(server.seen.at_once.load(SeqCst), 1);
    let (head, _) = server.seen.last.lock().expect("no panic").take().expect("a request");
    assert_eq!(head.uri.to_string(), server.url("/a?b=1"));
    let again = run(&engine, closed(4, 20));
    assert_eq!((again.count(Outcome::Ok), again.connections_opened, server.accepted()), (20, 0, 4));
}

#[test]
fn requests_share_connections_as_far_as_asked() {
    let server = Server::start(Manner::Answer(10));
    let s = run(&engine(config(get(&server.url("/")), 10)), closed(20, 200));
    assert_eq!((s.count(Outcome::Ok), s.connections_opened, s.streams), (200, 2, 10), "{s:?}");
    assert_eq!(server.seen.at_once.load(SeqCst), 10);
    // Connections are not torn between threads.
    let threads = EngineConfig { threads: 2, ..config(get(&server.url("/")), 10) };
    let s = run(&engine(threads), closed(30, 300));
    assert_eq!((s.count(Outcome::Ok), s.connections_opened), (300, 3), "{s:?}");
}

#[test]
fn the_servers_limit_holds_and_the_rest_waits() {
    let server = Server::start_at(Place { streams: Some(3), ..Place::default() }, Manner::Answer(5));
    assert_eq!(probe_once(&get(&server.url("/")), &way(10), PATIENCE).expect("an answer").streams, 3);
    let s = run(&engine(config(get(&server.url("/")), 10)), closed(10, 60));
    assert_eq!((s.count(Outcome::Ok), s.connections_opened), (60, 1), "{s:?}");
    assert_eq!(server.seen.at_once.load(SeqCst), 3);
    assert!(s.waited_for_connection > 0);
}

#[test]
fn planned_requests_are_sent_as_planned() {
    let server = Server::start(Manner::Answer(1));
    for threads in [1, 2] {
        let s = run(&engine(EngineConfig { threads, ..config(get(&server.url("/")), 10) }), open(500.0, 250));
        assert_eq!((s.planned, s.count(Outcome::Ok)), (250, 250), "{s:?}");
    }
}

#[test]
fn users_have_a_connection_each() {
    let server = Server::start(Manner::Answer(1));
    let pattern = Pattern::Paced { users: Profile::constant(5.0), every_ns: 50_000_000 };
    let job = Job { requests: Some(25), ..Job::new(pattern, Duration::from_secs(60)) };
    let engine = engine(config(get(&server.url("/")), 8));
    let s = run(&engine, job);
    assert_eq!((s.count(Outcome::Ok), s.connections, s.streams), (25, 5, 1), "{s:?}");
    assert_eq!(server.seen.at_once.load(SeqCst), 1);
    // A pool of shared connections is another thing: it begins anew.
    let s = run(&engine, closed(16, 32));
    assert_eq!((s.count(Outcome::Ok), s.connections), (32, 2), "{s:?}");
}

#[test]
fn bodies_far_larger_than_the_windows_arrive_whole() {
    // 6 MiB of window for a stream, 15 for a connection.
    const SIZE: usize = 17_000_000;
    let server = Server::start(Manner::Body(SIZE));
    let s = run(&engine(config(get(&server.url("/")), 2)), closed(2, 2));
    assert_eq!((s.count(Outcome::Ok), s.connections_opened), (2, 1), "{}", told(&s));
    assert!(s.bytes_in > 2 * SIZE as u64 && s.service.mean_ns > s.waiting_mean_ns, "{s:?}");
}

#[test]
fn a_body_in_crumbs_is_no_attack() {
    let server = Server::start(Manner::Crumbs(3_000));
    let s = run(&engine(config(get(&server.url("/")), 2)), closed(2, 4));
    assert_eq!(s.count(Outcome::Ok), 4, "{}", told(&s));
}

#[test]
fn requests_with_large_bodies_arrive_whole() {
    const SIZE: usize = 5_000_000;
    let server = Server::start(Manner::Takes(SIZE));
    let post = || send(&RequestSpec { url: server.url("/"), body: Some("x".repeat(SIZE)), ..RequestSpec::default() });
    let s = run(&engine(config(post(), 2)), closed(2, 4));
    assert_eq!(s.count(Outcome::Ok), 4, "{}", told(&s));
    assert!(probe_once(&post(), &way(1), PATIENCE).expect("an answer").accepted);
    let (head, _) = server.seen.last.lock().expect("no panic").take().expect("a request");
    assert_eq!((head.method.as_str(), head.headers["content-length"].as_bytes()), ("POST", &b"5000000"[..]));
    assert!(!head.headers.contains_key("host"));
}

#[test]
fn a_trace_context_and_the_spread_of_send_times_are_had_as_over_http_1_1() {
    let server = Server::start(Manner::Answer(2));
    let traced = EngineConfig { trace_share: 1.0, ..config(get(&server.url("/")), 4) };
    let s = run(&engine(traced), open(1000.0, 50));
    assert_eq!((s.count(Outcome::Ok), s.spacing.map(|g| g.count)), (50, Some(49)), "{}", told(&s));
    let t = s.traced.expect("asked for");
    assert_eq!((t.sent, t.slowest.len()), (50, 10));
    let (head, _) = server.seen.last.lock().expect("no panic").take().expect("a request");
    let context = head.headers["traceparent"].to_str().expect("text").to_owned();
    assert!(context.starts_with("00-") && context.ends_with("-01") && context.len() == 55, "{context}");
}

#[test]
fn an_answer_before_the_request_is_complete_is_an_answer() {
    let server = Server::start(Manner::Refuses);
    let post = send(&RequestSpec { url: server.url("/"), body: Some("x".repeat(5_000_000)), ..RequestSpec::default() });
    let s = run(&engine(config(post, 2)), closed(2, 4));
    assert_eq!((s.count(Outcome::ClientError), s.connections_opened), (4, 1), "{}", told(&s));
    assert!(told(&s).contains("413"));
}

#[test]
fn statuses_count_as_over_http_1_1() {
    for (status, outcome) in [(204, Outcome::Ok), (404, Outcome::ClientError), (503, Outcome::ServerError)] {
        let server = Server::start(Manner::Status(status));
        let s = run(&engine(config(get(&server.url("/")), 1)), closed(1, 3));
        assert_eq!(s.count(outcome), 3, "{status}: {s:?}");
    }
    let server = Server::start(Manner::Body(100));
    let head = send(&RequestSpec { url: server.url("/"), method: "HEAD".to_owned(), ..RequestSpec::default() });
    assert_eq!(run(&engine(config(head, 1)), closed(1, 3)).planned, 3);
}

#[test]
fn unix_sockets_carry_it_too() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("h2.sock");
    let server = Server::start_at(Place { unix: Some(path.clone()), ..Place::default() }, Manner::Answer(0));
    let way = Way { unix: Some(Address::Unix(path)), ..way(4) };
    let s = run(&engine(EngineConfig { way, ..config(get("http://shop/x"), 4) }), closed(8, 40));
    assert_eq!((s.count(Outcome::Ok), server.accepted()), (40, 2), "{}", told(&s));
    let (head, _) = server.seen.last.lock().expect("no panic").take().expect("a request");
    assert_eq!(head.uri.to_string(), "http://shop/x");
}

#[test]
fn with_tls_it_is_chosen_by_alpn() {
    let authority = Authority::new("tightspot tests");
    let mut tls = server_config(&authority.issue("127.0.0.1", |_| {}), None, rustls::ALL_VERSIONS);
    tls.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    let server = Server::start_at(Place { tls: Some(tls), ..Place::default() }, Manner::Body(500_000));
    let url = server.url("/").replace("http:", "https:");
    assert_eq!(probe_once(&get(&url), &way(2), PATIENCE).expect("an answer").status, 200);
    let s = run(&engine(config(get(&url), 3)), closed(6, 12));
    assert_eq!((s.count(Outcome::Ok), s.connections_opened), (12, 2), "{}", told(&s));
    assert!(s.tls_mean_ns > 0.0 && s.bytes_in > 6_000_000, "{s:?}");
    let (head, _) = server.seen.last.lock().expect("no panic").take().expect("a request");
    assert_eq!(head.uri.to_string(), url);
}

fn flow(server: &Server, setup: &str) -> Scenario {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("flow.toml");
    let text = format!(
        "[target]\nurl = \"{}\"\n[scenario]\nrun = \"sequence\"\n{setup}\n\
         [[scenario.step]]\nname = \"login\"\nrequest = \"POST /login\"\nextract = {{ token = {{ json = \"$.token\" }} }}\n\
         [[scenario.step]]\nname = \"use\"\nrequest = \"GET /use/{{{{token}}}}\"\nexpect = {{ json = {{ \"$.ok\" = true }} }}\n",
        server.url("")
    );
    std::fs::write(&path, text).expect("a file");
    Scenario::from_file(&path).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn flows_work_with_cookies_variables_and_checks() {
    let server = Server::start(Manner::Tokens);
    let s = run(&engine(config(flow(&server, ""), 4)), closed(8, 40));
    assert_eq!((s.planned, s.count(Outcome::Ok), s.connections_opened), (80, 80, 2), "{}", told(&s));
    let s = run(&engine(config(flow(&server, "cookies = false"), 4)), closed(1, 5));
    assert_eq!((s.count(Outcome::Ok), s.count(Outcome::CheckFailed)), (5, 5), "{}", told(&s));
}

#[test]
fn setup_speaks_it_too() {
    let server = Server::start(Manner::Tokens);
    let setup = "[[scenario.setup]]\nrequest = \"POST /login\"\nextract = { first = { json = \"$.token\" } }";
    let (scenario, patience) = (flow(&server, setup), PATIENCE);
    set_up(&scenario, &way(1), patience, 1).unwrap_or_else(|e| panic!("{e}")).expect("it has a setup");
    assert_eq!(server.requests(), 1);
}
