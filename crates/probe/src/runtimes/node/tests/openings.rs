//! What becomes of an inspector: closed whoever is connected to it, left open where it was open before, and never opened without a note.

use super::super::entry::Entered;
use super::*;
use crate::journal::{Note, left_by};
use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

/// A tool that is gone: a process id beyond the largest that Linux gives.
const DEAD: (u32, u64) = (5_000_000, 1);

/// An inspector as a tool leaves it that is killed as soon as it has opened it.
fn opened(w: &Watching) -> Inspector {
    Inspector::open(&w.cx.target, &mut |_| ()).expect("opened")
}

/// Whether somebody who is connected is still answered.
fn is_answered(held: &mut TcpStream) -> bool {
    let asked = write!(held, "GET /json/version HTTP/1.1\r\nHost: localhost\r\n\r\n").is_ok();
    asked && matches!(held.read(&mut [0; 512]), Ok(1..))
}

/// Whether nothing more comes, because the other side has closed it.
fn is_cut(held: &mut TcpStream) -> bool {
    loop {
        match held.read(&mut [0; 512]) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(e) => return e.kind() == std::io::ErrorKind::ConnectionReset,
        }
    }
}

fn connected(inspector: &Inspector) -> TcpStream {
    let held = TcpStream::connect(inspector.address).expect("it listens");
    held.set_read_timeout(Some(Duration::from_secs(30))).expect("option");
    held
}

#[test]
fn whoever_holds_a_connection_is_cut_and_told() {
    let Some(mut w) = watch(&["--inspect-port=0"]) else { return };
    let inspector = opened(&w);
    let (mut silent, mut asks) = (connected(&inspector), connected(&inspector));
    assert!(is_answered(&mut asks));
    let others = inspector.close_alone().expect("closed");
    assert_eq!(others, BTreeSet::from([crate::discover::own_uid()]), "they are of this user too");
    assert!(is_cut(&mut silent) && is_cut(&mut asks));
    assert_eq!(w.left(), NOTHING_LEFT);
}

#[test]
fn a_debugger_that_answers_is_closed_in_order() {
    let Some(mut w) = watch(&["--inspect-port=0"]) else { return };
    let inspector = opened(&w);
    let stream = connected(&inspector);
    let (mut debugger, _) = tungstenite::client(inspector.url.as_str(), stream).expect("a handshake");
    let reading = std::thread::spawn(move || while debugger.read().is_ok() {});
    inspector.close_alone().expect("closed");
    reading.join().expect("it was told");
    assert_eq!(w.service.get("/").expect("the loop goes on"), "ok");
    assert_eq!(w.left(), NOTHING_LEFT);
}

#[test]
fn a_tool_that_is_still_connected_is_waited_for() {
    let Some(mut w) = watch(&["--inspect-port=0"]) else { return };
    let inspector = opened(&w);
    let mut session = inspector.connect().expect("connected");
    let mut other = connected(&inspector);
    gauges::close_inspector(&mut session).expect("asked for");
    // the script has looked several times by then, and others were given their time
    for _ in 0..40 {
        assert_eq!(w.service.get("/").expect("the loop goes on"), "ok");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(is_answered(&mut other), "nobody is cut while the tool is connected");
    assert_eq!(session.in_a_turn("1 + 1").expect("answered"), 2);
    session.close();
    inspector.confirm_closed().expect("closed");
    assert_eq!(w.left(), NOTHING_LEFT);
}

#[test]
fn an_inspector_that_was_open_stays_open_and_whoever_is_connected_too() {
    let Some(mut w) = watch(&["--inspect=127.0.0.1:0"]) else { return };
    let before = Inspector::find(&w.cx.target, None).expect("open");
    let mut held = connected(&before);
    w.probe.attach(&w.cx.clone()).expect("attach");
    w.probe.begin(&phase("p")).expect("begin");
    w.probe.end(&phase("p")).expect("end");
    w.probe.detach().expect("detach");
    assert_eq!(Sizing::open(&w.cx.target).read().expect("read").len(), 1);
    assert_eq!(w.left(), NOTHING_LEFT);
    assert!(is_answered(&mut held), "nobody was cut");
    assert_eq!(Inspector::find(&w.cx.target, None).map(|i| i.url), Some(before.url));
}

#[test]
fn what_somebody_opens_while_the_service_is_watched_is_his() {
    let Some(mut w) = watch(&["--inspect-port=0"]) else { return };
    w.probe.attach(&w.cx.clone()).expect("attach");
    let his = opened(&w);
    let mut held = connected(&his);
    w.probe.detach().expect("detach");
    assert!(is_answered(&mut held), "nobody was cut");
    assert_eq!(Inspector::find(&w.cx.target, None).map(|i| i.url), Some(his.url));
}

#[test]
fn the_port_is_closed_while_sizes_are_read_and_changed() {
    let Some(mut w) = watch(&["--inspect-port=0"]) else { return };
    w.probe.attach(&w.cx.clone()).expect("attach");
    let Entered { mut session, inspector, note, .. } = entry::enter(&w.cx.target, Client::Sizing, None).expect("inside");
    assert!(!inspector.to_close && Inspector::find(&w.cx.target, Some(inspector.address)).is_none());
    assert_eq!(session.in_a_turn("1 + 1").expect("answered"), 2);
    session.close();
    note.into_iter().for_each(Note::erase);
    w.probe.begin(&phase("p")).expect("the probe has a relay of its own");
    w.probe.end(&phase("p")).expect("the probe has a relay of its own");
    w.probe.detach().expect("detach");
    assert_eq!(w.left(), NOTHING_LEFT);
}

#[test]
fn what_a_dead_tool_has_opened_is_closed_by_whoever_puts_a_size_back() {
    let Some(mut w) = watch(&["--inspect-port=0"]) else { return };
    let address = opened(&w).address.to_string();
    let note = left_by(DEAD, NOTES, &w.cx.target, &[OPENING, &address]);
    let wanted = Size { of: Resizable::ConnectionPool, name: "pg".to_owned(), max: 4, min: 4, total: 0 };
    assert_eq!(Sizing::open(&w.cx.target).set(&wanted, false).expect("set").max, 4);
    assert!(Inspector::find(&w.cx.target, None).is_none(), "closed");
    assert!(!note.exists(), "nothing is left to the next command");
    assert_eq!(w.left(), NOTHING_LEFT);
}

#[test]
fn what_a_dead_tool_has_opened_is_closed_by_the_next_that_watches() {
    let Some(mut w) = watch(&["--inspect-port=0"]) else { return };
    opened(&w);
    left_by(DEAD, NOTES, &w.cx.target, &[OPENING]);
    w.probe.attach(&w.cx.clone()).expect("attach");
    assert!(Inspector::find(&w.cx.target, None).is_none(), "its port was open for a moment more");
    w.probe.detach().expect("detach");
    assert_eq!(w.left(), NOTHING_LEFT);
}

#[test]
fn later_lines_of_a_note_hold() {
    let read = |lines: &[&str]| Noted::read(&lines.iter().map(|l| (*l).to_owned()).collect::<Vec<_>>());
    let at = |port: u16| Some(SocketAddr::from(([127, 0, 0, 1], port)));
    assert_eq!(read(&[]), Noted { is_open: false, address: None });
    assert_eq!(read(&["/tmp/tightspot-x", OPENING]), Noted { is_open: true, address: None });
    assert_eq!(read(&[OPENING, "127.0.0.1:1"]), Noted { is_open: true, address: at(1) });
    assert_eq!(read(&[OPENING, "127.0.0.1:1", CLOSED]), Noted { is_open: false, address: None });
    assert_eq!(read(&[OPENING, "127.0.0.1:1", CLOSED, OPENING, "127.0.0.1:2"]), Noted { is_open: true, address: at(2) });
}
