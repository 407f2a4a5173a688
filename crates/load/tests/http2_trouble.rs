//! HTTP/2 on bad days: streams that are reset, connections that end, servers that are silent or speak something else.

mod h2run;
mod multiplex;
mod peer;
mod server;

use h2::Reason;
use h2run::{PATIENCE, closed, config, engine, get, open, run, told, way};
use load::{EngineConfig, Http2Failure, ProbeFailure, probe_once};
use model::Outcome;
use multiplex::{Manner, Place, Server};
use peer::{Authority, answer_once, secure, server_config};
use std::net::TcpListener;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

#[test]
fn a_stream_that_is_reset_fails_alone_and_says_why() {
    for reason in [Reason::REFUSED_STREAM, Reason::INTERNAL_ERROR] {
        let server = Server::start(Manner::Reset(reason));
        let s = run(&engine(config(get(&server.url("/")), 5)), closed(5, 50));
        assert_eq!((s.count(Outcome::ConnectionError), s.connections_opened, server.accepted()), (50, 1, 1), "{s:?}");
        assert_eq!(told(&s), format!("the server reset the stream: RST_STREAM {reason:?}"));
    }
}

#[test]
fn a_connection_that_is_closed_in_order_costs_a_connect_but_no_errors() {
    let server = Server::start(Manner::Retires(5));
    let s = run(&engine(config(get(&server.url("/")), 3)), closed(6, 200));
    assert_eq!((s.count(Outcome::Ok), s.planned), (200, 200), "{}", told(&s));
    assert!(s.connections_opened >= 10, "{s:?}");
}

#[test]
fn an_answer_that_is_cut_short_is_a_connection_error() {
    let server = Server::start(Manner::Cut);
    let s = run(&engine(config(get(&server.url("/")), 2)), closed(2, 6));
    assert_eq!(s.count(Outcome::ConnectionError), 6, "{s:?}");
    assert_eq!(told(&s), "closed by the peer before the answer was complete");
    let Err(e) = probe_once(&get(&server.url("/")), &way(1), PATIENCE) else { panic!("cut") };
    assert!(e.to_string().contains("closed by the peer before the answer was complete"), "{e}");
}

#[test]
fn a_server_that_is_killed_under_load_is_told() {
    let mut server = Server::start(Manner::Answer(2));
    let engine = engine(config(get(&server.url("/")), 5));
    let s = std::thread::scope(|scope| {
        scope.spawn(|| {
            while engine.live().done < 100 {
                std::thread::sleep(Duration::from_millis(1));
            }
            server.kill();
            while engine.live().errors < 20 {
                std::thread::sleep(Duration::from_millis(1));
            }
            engine.stopper().stop();
        });
        run(&engine, closed(10, 10_000_000))
    });
    assert!(s.count(Outcome::Ok) >= 100 && s.count(Outcome::ConnectionError) >= 20, "{s:?}");
    assert!(s.failures.iter().any(|f| f.text.contains("refused")), "{:?}", s.failures);
}

#[test]
fn a_time_out_resets_the_stream_and_keeps_the_connection() {
    let server = Server::start(Manner::HalfSilent);
    let quick = EngineConfig { timeout: Duration::from_secs(3), ..config(get(&server.url("/")), 4) };
    let s = run(&engine(quick), closed(4, 8));
    assert_eq!((s.count(Outcome::Ok), s.count(Outcome::Timeout)), (4, 4), "{}", told(&s));
    assert_eq!((s.connections_opened, server.accepted()), (1, 1), "{s:?}");
    while server.seen.reset.load(SeqCst) < 4 {
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn what_is_out_at_the_end_is_censored() {
    let server = Server::start(Manner::Answer(600_000));
    let engine = engine(config(get(&server.url("/")), 3));
    let s = std::thread::scope(|scope| {
        scope.spawn(|| {
            while server.requests() < 3 {
                std::thread::sleep(Duration::from_millis(1));
            }
            engine.stopper().stop();
        });
        run(&engine, closed(3, 10))
    });
    assert_eq!((s.planned, s.count(Outcome::Censored)), (3, 3), "{s:?}");
}

#[test]
fn a_head_beyond_reason_is_refused_and_the_connection_stays() {
    let server = Server::start(Manner::Head(70_000));
    let s = run(&engine(config(get(&server.url("/")), 1)), closed(1, 5));
    assert_eq!((s.count(Outcome::ProtocolError), server.accepted()), (5, 1), "{s:?}");
    assert!(told(&s).contains("64 KiB"), "{}", told(&s));
    let large = Server::start(Manner::Head(60_000));
    assert_eq!(run(&engine(config(get(&large.url("/")), 1)), closed(1, 5)).count(Outcome::Ok), 5);
}

#[test]
fn a_server_that_offers_something_else_is_told_by_what_it_chose() {
    let authority = Authority::new("tightspot tests");
    let tls = || server_config(&authority.issue("127.0.0.1", |_| {}), None, rustls::ALL_VERSIONS);
    let url = |address: load::transport::Address| format!("https://{address}/");
    let Err(e) = probe_once(&get(&url(secure(tls(), answer_once))), &way(1), PATIENCE) else { panic!("HTTP/1.1") };
    assert!(e.to_string().ends_with("127.0.0.1 does not speak HTTP/2: of h2 and http/1.1 it chose http/1.1; leave out --http2"), "{e}");
    let mut without = tls();
    without.alpn_protocols.clear();
    let Err(e) = probe_once(&get(&url(secure(without, answer_once))), &way(1), PATIENCE) else { panic!("no ALPN") };
    assert!(e.to_string().contains("it chose neither"), "{e}");
    let server = Server::start_at(Place { tls: Some(tls()), ..Place::default() }, Manner::Answer(0));
    let s = run(&engine(config(get(&server.url("/").replace("http:", "https:")), 2)), closed(2, 2));
    assert_eq!((s.count(Outcome::ConnectionError), s.connections), (2, 0), "{s:?}");
    assert!(told(&s).contains("it chose http/1.1"), "{}", told(&s));
}

#[test]
fn ports_that_speak_something_else_are_recognised() {
    let told = |url: &str| probe_once(&get(url), &way(1), PATIENCE).expect_err("not HTTP/2");
    let old = server::Server::start(server::Manner::Answer(0));
    let e = told(&old.url("/"));
    assert!(e.to_string().contains("does not speak HTTP/2 without TLS (prior knowledge), its answer begins \"HTTP/1.1 200 OK"), "{e}");
    let tls = server::Server::start(server::Manner::Tls);
    assert!(matches!(told(&tls.url("/")), ProbeFailure::TlsSeen { .. }));
    let deaf = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = deaf.local_addr().expect("bound");
    std::thread::spawn(move || deaf.incoming().for_each(drop));
    let e = told(&format!("http://{address}/"));
    assert!(matches!(&e, ProbeFailure::Http2 { failure: Http2Failure::Closed, .. } | ProbeFailure::Closed { .. }), "{e:?}");
    let s = run(&engine(config(get(&old.url("/")), 2)), open(100.0, 10));
    assert_eq!((s.count(Outcome::ConnectionError), s.sent), (10, 0), "{s:?}");
    assert!(h2run::told(&s).contains("its answer begins"), "{}", h2run::told(&s));
}

#[test]
fn a_server_that_says_nothing_is_given_up_in_time() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}/", listener.local_addr().expect("bound"));
    let quick = EngineConfig { timeout: Duration::from_millis(200), ..config(get(&url), 2) };
    let s = run(&engine(quick), open(50.0, 5));
    assert_eq!((s.answered(), s.sent), (0, 0), "{s:?}");
    assert!(s.failures.iter().any(|f| f.text.contains("no SETTINGS frame within the time-out")), "{:?}", s.failures);
}
