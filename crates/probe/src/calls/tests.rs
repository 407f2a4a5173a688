//! The calls probe against real connections of this process.

use super::*;
use model::{Arrival, Observation, Phase, PhaseKind, Run, SensorState, Target, signal};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Answers each request on each connection: items are there, all else is not.
fn serve(listener: &TcpListener) {
    for stream in listener.incoming() {
        let Ok(mut stream) = stream else { return };
        std::thread::spawn(move || {
            let mut request = [0; 512];
            while let Ok(n @ 1..) = stream.read(&mut request) {
                let status = if request[..n].starts_with(b"GET /items/") { "200 OK" } else { "404 Not Found" };
                if stream.write_all(format!("HTTP/1.1 {status}\r\nContent-Length: 2\r\n\r\nok").as_bytes()).is_err() {
                    return;
                }
            }
        });
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that cannot run says so")]
fn calls_are_told_by_endpoint_and_status_with_how_often_they_are_made() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("free port");
    let address = listener.local_addr().expect("address");
    std::thread::spawn(move || serve(&listener));
    let seen: Arc<Mutex<Vec<Observation>>> = Arc::default();
    let run = || Run::from_observations(seen.lock().expect("not poisoned").iter().cloned());
    let mut stream = TcpStream::connect(address).expect("connect");
    let us = discover::by_pid(std::process::id(), None).expect("found");
    let cx = Context {
        target: Target { port: 0, peers: vec![Peer { role: Role::Http, ..Peer::from(&*address.to_string()) }], ..us },
        sink: Arc::<Mutex<Vec<Observation>>>::clone(&seen),
        spare_cpus: Vec::new(),
        scratch: std::path::PathBuf::new(),
        databases: Vec::new(),
        beside: crate::Beside::default(),
    };
    let mut probe = probe(false);
    probe.attach(&cx).expect("attach");
    if run().sensors[sensor::ENDPOINTS].state == SensorState::Off {
        eprintln!("SKIPPED: {}", run().sensors[sensor::ENDPOINTS].reason);
        return;
    }
    let arrival = Arrival::Closed { connections: 1 };
    let phase = Phase { id: "p".to_owned(), kind: PhaseKind::Level, arrival, fraction: None, start: Timestamp::now(), end: None };
    probe.begin(&phase).expect("begin");
    let calls = |run: &Run, status: &str| -> f64 {
        let of = run.series_of(signal::ENDPOINT_COUNT).filter(|s| s.label("status") == status);
        of.filter_map(|s| s.v.last()).sum()
    };
    let patience = Instant::now() + Duration::from_secs(60);
    let mut answer = [0; 256];
    let mut ask = |path: String| {
        stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: stock\r\n\r\n").as_bytes()).expect("write");
        assert!(stream.read(&mut answer).expect("an answer") > 0);
    };
    let mut i = 0;
    while calls(&run(), "404") < 20.0 {
        assert!(Instant::now() < patience, "waited 60 s for calls: {:?}", run().series);
        (0..20).for_each(|k| ask(format!("/items/{}", i + k)));
        ask("/orders?of=7".to_owned());
        i += 20;
    }
    probe.end(&phase).expect("end");
    let run = run();
    let names: BTreeSet<&str> = run.series_of(signal::ENDPOINT_TIME).map(|s| s.label("endpoint")).collect();
    assert_eq!(names, BTreeSet::from(["GET stock/items/{id}", "GET stock/orders"]));
    let times = calls(&run, "200") / calls(&run, "404");
    assert!((15.0..25.0).contains(&times), "{times} items for each order");
    assert!(run.increase(signal::ENDPOINT_WATCHED, phase.start, Timestamp::now()) > Some(0.0));
    let mean_ms =
        run.series_of(signal::ENDPOINT_TIME).filter_map(|s| s.v.last()).sum::<f64>() * 1e3 / (calls(&run, "200") + calls(&run, "404"));
    assert!(mean_ms > 0.0 && mean_ms < 1_000.0, "{mean_ms} ms");
    probe.detach().expect("detach");
}

#[test]
fn windows_are_short_while_nobody_is_asked_over_http() {
    let peer = |port: u16| Peer { role: Role::Unknown, ..Peer::from(&*format!("127.0.0.1:{port}")) };
    let mut watch = Watch::default();
    assert_eq!(watch.longest(), LONGEST, "the first");
    watch.silent = SILENT;
    assert_eq!(watch.longest(), FIRST_WORDS);
    watch.met(&[peer(7)]);
    assert_eq!(watch.longest(), LONGEST, "another peer was met");
    watch.silent = SILENT;
    watch.met(&[peer(7)]);
    assert_eq!(watch.longest(), FIRST_WORDS, "it was known");
    watch.speak.insert(7);
    assert_eq!(watch.longest(), LONGEST, "one was asked");
}

#[test]
fn whose_connection_it_is_is_told_by_its_descriptor() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("free port");
    let address = listener.local_addr().expect("address");
    let ours = TcpStream::connect(address).expect("connect");
    let watch = |pid| Watch { pid, peers: BTreeSet::from([address]), ..Watch::default() };
    let (mut as_us, mut as_another) = (Ends::default(), Ends::default());
    watch(std::process::id()).add_ends(&mut as_us).expect("read");
    // a process that has no such connection
    let child = std::process::Command::new("sleep").arg("60").spawn().expect("sleep");
    watch(child.id()).add_ends(&mut as_another).expect("read");
    let local = ours.local_addr().expect("address");
    assert_eq!((as_us.own.contains(&local), as_us.others.contains(&local)), (true, false));
    assert_eq!((as_another.own.contains(&local), as_another.others.contains(&local)), (false, true));
    let mut child = child;
    let _gone = child.kill().is_ok() && child.wait().is_ok();
}
