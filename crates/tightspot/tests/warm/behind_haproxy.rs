//! docs/warm/haproxy.md: a haproxy that asks the gate sends nothing to a server that is cold.

use super::pages::{ASKED, Group, Here, answered, has, until, words};
use std::io::{Read as _, Write as _};
use std::os::unix::net::UnixStream;

/// States of a server as `show servers state` tells them.
const DOWN: &str = "0";
const WEIGHT_RISES: &str = "1";

/// The state of the only server.
fn state(here: &Here) -> Option<String> {
    let mut socket = UnixStream::connect(here.path("haproxy.sock")).ok()?;
    writeln!(socket, "show servers state shop").ok()?;
    let mut told = String::new();
    socket.read_to_string(&mut told).ok()?;
    let server = told.lines().find(|l| !l.starts_with('#') && l.contains(" one "))?;
    server.split_whitespace().nth(5).map(str::to_owned)
}

/// Sends users' requests until one is answered by the service, and says how many it had answered before.
fn first_of_users(here: &Here) -> u64 {
    let (mut first, mut refused) = (None, 0);
    until("an answer of the service", || {
        first = answered(here.front);
        refused += u32::from(first.is_none());
        first.is_some()
    });
    assert!(refused > 0, "it is closed at first");
    first.expect("there is one")
}

/// By the command of the page.
fn is_valid(here: &Here, config: &str) {
    let check = here.command("haproxy.md", "haproxy -c").replace("/etc/haproxy/haproxy.cfg", config);
    assert!(here.sh(&check).status().expect("it runs").success(), "{check}");
}

#[test]
fn a_check_of_gate_and_service_is_one_that_haproxy_takes() {
    if !has("haproxy") {
        return;
    }
    let here = Here::new();
    let page = here.file("haproxy.md");
    let both: Vec<&str> = page.lines().filter(|l| l.starts_with("      http-check")).collect();
    assert_eq!(both.len(), 6);
    let config = here.file("haproxy/haproxy.cfg").replace("    http-check expect status 200", &both.join("\n"));
    is_valid(&here, &here.write("haproxy.cfg", &config).display().to_string());
}

#[test]
fn no_request_is_sent_to_a_cold_server() {
    if !has("haproxy") {
        return;
    }
    let here = Here::new();
    let socket = here.path("haproxy.sock").display().to_string();
    let config = here.write("haproxy.cfg", &here.file("haproxy/haproxy.cfg").replace("/run/haproxy.sock", &socket)).display().to_string();
    is_valid(&here, &config);
    let service = here.start_service();
    let _gate = Group::start(&mut here.run(&words(&here.command("haproxy.md", "tightspot warm serve"))));
    let _proxy = Group::start(&mut here.run(&["haproxy", "-db", "-f", &config].map(str::to_owned)));
    until("a server that is down", || state(&here).as_deref() == Some(DOWN));
    let before = first_of_users(&here);
    assert!(before >= ASKED, "traffic after {before} answers");
    assert_eq!(state(&here).as_deref(), Some(WEIGHT_RISES), "slowstart");
    // a server that starts again is cold again
    drop(service);
    until("a server that is down", || state(&here).as_deref() == Some(DOWN));
    let _service = here.start_service();
    let before = first_of_users(&here);
    assert!(before >= ASKED, "traffic after {before} answers");
}
