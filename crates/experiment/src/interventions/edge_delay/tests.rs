//! An edge between a client and a server of our own: what it delays, and for how long the delay lasts.

use super::*;
use crate::change::Change;
use crate::journal::Journal;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::{UnixDatagram, UnixListener};
use std::time::{Duration, Instant};

/// A server that answers each line by three pieces.
fn server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            std::thread::spawn(move || {
                let mut byte = [0];
                while stream.read_exact(&mut byte).is_ok() {
                    if byte == *b"\n" {
                        for piece in [b"a", b"b", b"c"] {
                            stream.write_all(piece).unwrap();
                            std::thread::sleep(Duration::from_millis(2));
                        }
                    }
                }
            });
        }
    });
    address
}

struct Place {
    edge: std::sync::Arc<Edge>,
    socket: PathBuf,
    _dir: tempfile::TempDir,
}

fn place() -> Place {
    place_with(Duration::from_secs(3600))
}

/// Where delays last so long by themselves.
fn place_with(lease: Duration) -> Place {
    let dir = tempfile::tempdir().unwrap();
    let edge = proxy::serve_with("127.0.0.1:0", &server(), dir.path(), lease).unwrap();
    let all = standing(dir.path());
    assert_eq!(all.len(), 1);
    Place { edge, socket: all[0].0.clone(), _dir: dir }
}

fn call(stream: &mut TcpStream) -> Duration {
    let began = Instant::now();
    stream.write_all(b"x\n").unwrap();
    let mut answer = [0; 3];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"abc");
    began.elapsed()
}

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(10), "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn each_call_is_delayed_once_however_many_pieces_its_answer_has() {
    let p = place();
    let mut client = TcpStream::connect(p.edge.standing().listen).unwrap();
    call(&mut client);
    let mut delay = EdgeDelay::open(&p.socket).unwrap();
    assert_eq!(delay.apply(40.0), Ok(40.0));
    for _ in 0..3 {
        assert!(call(&mut client) >= Duration::from_millis(40));
    }
    let s = p.edge.standing();
    // a delay per piece would be three times as long
    assert!(s.turns == 3 && s.mean_ms >= 40.0 && s.delay_ms == 40.0, "{s:?}");
}

#[test]
fn a_delay_ends_with_whoever_asked_for_it() {
    let p = place();
    let mut delay = EdgeDelay::open(&p.socket).unwrap();
    delay.apply(500.0).unwrap();
    assert_eq!(p.edge.standing().delay_ms, 500.0);
    drop(delay);
    until("the delay is gone", || p.edge.standing().delay_ms == 0.0);
}

#[test]
fn a_delay_of_one_that_stands_still_lapses_and_does_not_come_back() {
    let p = place_with(Duration::from_millis(1));
    let mut line = control::Line::open(&p.socket).unwrap();
    line.delay(500.0).unwrap();
    until("the delay is gone", || p.edge.standing().delay_ms == 0.0);
    assert_eq!(line.show().unwrap().delay_ms, 0.0, "it is there again, and the delay is not");
}

#[test]
fn after_a_delay_that_lapsed_nothing_more_is_measured() {
    let p = place_with(Duration::from_millis(300));
    let mut delay = EdgeDelay::open(&p.socket).unwrap();
    assert_eq!(delay.apply(500.0), Ok(500.0));
    until("that is seen", || delay.held.has_lapsed());
    assert!(delay.apply(500.0).unwrap_err().seen.is("edge_delay/lapsed"));
}

#[test]
fn restoring_takes_the_delay_away_while_its_holder_is_there() {
    let p = place();
    let dir = tempfile::tempdir().unwrap();
    let mut change = Change::new(Box::new(EdgeDelay::open(&p.socket).unwrap()), Journal::in_folder(dir.path()));
    change.apply(30.0).unwrap();
    assert_eq!(change.restore(), Ok(Restored::AsBefore));
    assert_eq!(p.edge.standing().delay_ms, 0.0);
    drop(change);
}

#[test]
fn an_edge_that_is_gone_delays_nothing_and_nonsense_is_refused() {
    assert_eq!(EdgeBefore { socket: "/nowhere/1.sock".into() }.restore(), Ok(Restored::Gone));
    let p = place();
    let mut delay = EdgeDelay::open(&p.socket).unwrap();
    assert!(delay.apply(-1.0).is_err() && delay.apply(f64::NAN).is_err());
}

#[test]
fn only_an_edge_that_is_surely_gone_counts_as_gone() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| EdgeBefore { socket: dir.path().join(name) };
    drop(UnixListener::bind(dir.path().join("left.sock")).unwrap());
    let _other = UnixDatagram::bind(dir.path().join("other.sock")).unwrap();
    // as after a kill: the socket is there, and nobody listens
    assert_eq!(at("left.sock").restore(), Ok(Restored::Gone));
    assert_eq!(at("never.sock").restore(), Ok(Restored::Gone));
    // somebody is there, and whether with a delay is not known; a name that no socket can have
    for unknown in ["other.sock", &"x".repeat(200)] {
        let e = at(unknown).restore().unwrap_err();
        assert!(e.what.to_string().contains("reach the edge"), "{e}");
    }
}

#[test]
fn where_no_connection_can_be_taken_it_waits_before_the_next_try_and_says_why() {
    let p = place();
    assert!(p.edge.trouble().is_none());
    for errno in [libc::EMFILE, libc::ENFILE] {
        let began = Instant::now();
        assert!(p.edge.taken::<()>(Err(std::io::Error::from_raw_os_error(errno))).is_none());
        assert!(began.elapsed() >= proxy::PAUSE);
    }
    let said = p.edge.trouble().expect("the first reason");
    assert!(
        said.is("edge_delay/takes-none") && said.to_string().contains(&std::io::Error::from_raw_os_error(libc::EMFILE).to_string()),
        "{said}"
    );
    assert_eq!(p.edge.taken(Ok(7)), Some(7));
    call(&mut TcpStream::connect(p.edge.standing().listen).unwrap());
}
