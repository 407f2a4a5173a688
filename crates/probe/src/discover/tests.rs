//! Discovery against real listeners: of this test itself, and of a child.

use super::*;
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::time::{Duration, Instant};

#[test]
fn a_listener_of_this_test_leads_back_to_it() {
    let ours = TcpListener::bind("127.0.0.1:0").expect("listen");
    let port = ours.local_addr().expect("address").port();
    for host in ["127.0.0.1", "localhost"] {
        let found = find_by_port(port, host).expect("found");
        assert_eq!(found.target.pid, std::process::id());
        assert_eq!((found.target.port, found.target.runtime.name(), found.note), (port, "native", None));
        assert!(!found.target.cpus.is_empty() && is_alive(&found.target));
    }
}

#[test]
fn a_listener_on_the_ipv6_wildcard_is_found_by_an_ipv4_address() {
    let Ok(ours) = TcpListener::bind("[::]:0") else { return };
    let port = ours.local_addr().expect("address").port();
    assert_eq!(by_url_port(port, "127.0.0.1").expect("found").pid, std::process::id());
}

#[test]
fn connections_to_others_are_peers_and_ownclients_are_not() {
    let service = TcpListener::bind("127.0.0.1:0").expect("listen");
    let own = service.local_addr().expect("address");
    let client = TcpStream::connect(own).expect("connect");
    let target = by_pid(std::process::id(), Some(own.port())).expect("found");
    // The client end in this very process has the service as its peer; the accepted end must not name the client.
    let client = client.local_addr().expect("address").to_string();
    let is_peer = |address: &str| target.peers.iter().any(|p| p.address == address);
    assert!(is_peer(&own.to_string()) && !is_peer(&client), "{:?}", target.peers);
}

#[test]
fn a_closed_port_is_told_with_what_listens_instead() {
    let other = TcpListener::bind("127.0.0.1:0").expect("listen");
    let free = TcpListener::bind("127.0.0.1:0").expect("listen").local_addr().expect("address").port();
    let e = find_by_port(free, "127.0.0.1").expect_err("nothing there");
    assert_eq!(e.name, "nothing-listens");
    assert!(
        e.cause.arg("at") == Some(&model::Value::name(format!("127.0.0.1:{free}"))) && e.help.is("discover/start-first-others"),
        "{e:?}"
    );
    drop(other);
}

#[test]
fn another_machine_is_refused() {
    // An address reserved for documentation (RFC 5737).
    assert_eq!(find_by_port(80, "192.0.2.1").expect_err("not ours").name, "not-this-machine");
}

#[test]
fn a_process_that_ended_is_no_longer_alive() {
    let mut child = Command::new("sleep").arg("600").spawn().expect("sleep");
    // The kernel lets the parent go on before the new program's arguments can be read.
    let began = Instant::now();
    let target = loop {
        let target = by_pid(child.id(), None).expect("found");
        if target.command == "sleep 600" {
            break target;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "{}", target.command);
        std::thread::yield_now();
    };
    assert!(is_alive(&target));
    child.kill().expect("kill");
    child.wait().expect("reap");
    assert!(!is_alive(&target));
    assert_eq!(by_pid(target.pid, None).expect_err("gone").name, "no-such-process");
}
