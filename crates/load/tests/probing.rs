//! One request ahead of the load: an answer, or what stands in the way of one.

mod server;

use load::{ProbeFailure, Probed, RequestSpec, Scenario, Way, probe_once};
use server::{Manner, Server};
use std::time::Duration;

fn probe(url: &str) -> Result<Probed, ProbeFailure> {
    let spec = RequestSpec { url: url.to_owned(), ..RequestSpec::default() };
    probe_once(&Scenario::from_request(&spec).expect("a valid URL"), &Way::default(), Duration::from_millis(300))
}

#[test]
fn an_answer_is_reported_with_its_status() {
    let p = probe(&Server::start(Manner::Answer(20)).url("/")).expect("an answer");
    assert_eq!((p.status, p.accepted, p.keep_alive), (200, true, true));
    assert!(p.latency >= Duration::from_millis(20));
    let p = probe(&Server::start(Manner::Unavailable).url("/")).expect("an answer");
    assert_eq!((p.status, p.accepted), (503, false));
    assert!(!probe(&Server::start(Manner::CloseEach).url("/")).expect("an answer").keep_alive);
}

#[test]
fn what_stands_in_the_way_is_told_apart() {
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a free port");
    assert!(matches!(probe(&format!("http://{nobody}/")), Err(ProbeFailure::Refused { .. })));
    assert!(matches!(probe(&Server::start(Manner::Silent).url("/")), Err(ProbeFailure::Timeout { .. })));
    assert!(matches!(probe(&Server::start(Manner::Tls).url("/")), Err(ProbeFailure::TlsSeen { .. })));
    let Err(ProbeFailure::NotHttp { first, .. }) = probe(&Server::start(Manner::Babble).url("/")) else { panic!("does not speak HTTP") };
    assert_eq!(first, "-ERR unknown command \\'GET\\'\\r\\n");
}
