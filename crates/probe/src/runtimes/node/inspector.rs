//! Finds the inspector of a Node process, and opens it when it is not open: SIGUSR1, which ends what is not prepared for it, so that is
//! checked first. The socket is told by the process that owns it, not by its number alone. Whoever opens one closes it, whoever else is connected.
#![expect(unsafe_code, reason = "kill of libc")]

use super::cdp::Session;
use super::flags::Flags;
use super::gauges;
use crate::ProbeError;
use crate::discover::{self, ESTABLISHED, Socket, Stat, status_value};
use model::{Message, Target, message};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// Node's own default.
const DEFAULT_PORT: u16 = 9229;
/// Longest wait for the socket after the signal: a thread of its own opens it, but the main thread must come to a safe point first.
const OPEN_DEADLINE: Duration = Duration::from_secs(10);
/// How long one that did not open in time is waited for, to close it again, and how often is looked: a look goes through all sockets of the process. Guesses.
const LATE_DEADLINE: Duration = Duration::from_secs(120);
const LATE_LOOK: Duration = Duration::from_millis(500);
/// Longest wait for the socket to vanish after it was closed: the loop must come around for it.
const CLOSE_DEADLINE: Duration = Duration::from_secs(15);
const CLOSE_LOOK: Duration = Duration::from_millis(5);
/// How long a passage takes at most as a rule (its median is a fifth of a second, on Node 20), how long one is waited for that a killed tool
/// had begun, and how often is looked. Guesses.
const PASSAGE: Duration = Duration::from_millis(300);
const IN_THE_WAY: Duration = Duration::from_secs(2);
const END_LOOK: Duration = Duration::from_millis(100);
/// Longest wait for the address of its web socket. The inspector answers on a thread of its own, however busy the loop is; others may never answer.
const HTTP_DEADLINE: Duration = Duration::from_secs(1);

/// Name of the error of one that did not open in time, and may do so still.
pub(super) const NOT_OPEN: &str = "inspector-not-open";

/// An open inspector.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Inspector {
    pub(super) pid: u32,
    /// Where it listens.
    pub(super) address: SocketAddr,
    /// `ws://127.0.0.1:9229/166e272e-7a30-4d09-97ce-f1c012b43c34`
    pub(super) url: String,
    /// Whether it is ours to close: opened by us, or by a tool that is gone. One that was open before we came stays so.
    pub(super) to_close: bool,
}

fn refused(pid: u32, name: &'static str, cause: impl Into<Message>, help: impl Into<Message>) -> ProbeError {
    let operation = message!("node/open-inspector", pid: name(pid.to_string()));
    ProbeError { name, operation, cause: cause.into(), help: help.into() }
}

/// Sends SIGUSR1.
fn signal(pid: u32) -> std::io::Result<()> {
    // SAFETY: kill touches no memory; the process is a Node process with a handler for SIGUSR1, as `may_open` has seen.
    if unsafe { libc::kill(pid as libc::pid_t, libc::SIGUSR1) } == 0 { Ok(()) } else { Err(std::io::Error::last_os_error()) }
}

impl Inspector {
    /// The inspector of `target` if it is open: at `known`, else where Node opens it by itself or was told to.
    pub(super) fn find(target: &Target, known: Option<SocketAddr>) -> Option<Self> {
        let (address, url) = places(target, known).into_iter().find_map(|a| Some((a, web_socket_url(a)?)))?;
        Some(Self { pid: target.pid, address, url, to_close: false })
    }

    /// Has `target`, which has none open, open its inspector. [`may_open`] must have said that it may. One that opens when nobody waits for it any more, which
    /// `not_yet` is told, is closed before this returns.
    pub(super) fn open(target: &Target, not_yet: &mut dyn FnMut(ProbeError)) -> Result<Self, ProbeError> {
        let pid = target.pid;
        let before: BTreeSet<SocketAddr> = listening(pid).into_iter().collect();
        signal(pid).map_err(|e| refused(pid, "attach-refused", e.to_string(), message!("contract/as-user-or-root")))?;
        let began = Instant::now();
        while began.elapsed() < OPEN_DEADLINE {
            std::thread::sleep(Duration::from_millis(5));
            if let Some(opened) = Self::new_in(pid, &before) {
                return if opened.address.ip().to_canonical().is_loopback() { Ok(opened) } else { Err(opened.close_again()) };
            }
            if !discover::is_alive(target) {
                return Err(refused(pid, "attach-refused", message!("process/has-ended"), ""));
            }
        }
        let cause = message!("node/not-opened", within: Seconds(OPEN_DEADLINE.as_secs_f64()));
        let error = refused(pid, NOT_OPEN, cause, message!("node/with-inspect-or-wait"));
        not_yet(error.clone());
        while began.elapsed() < LATE_DEADLINE && discover::is_alive(target) {
            std::thread::sleep(LATE_LOOK);
            if let Some(late) = Self::new_in(pid, &before) {
                let _closed = late.close_alone().is_ok();
                break;
            }
        }
        Err(error)
    }

    /// The one that listens where nothing did `before`.
    fn new_in(pid: u32, before: &BTreeSet<SocketAddr>) -> Option<Self> {
        let mut new = listening(pid).into_iter().filter(|a| !before.contains(a));
        let (address, url) = new.find_map(|a| Some((a, web_socket_url(a)?)))?;
        Some(Self { pid, address, url, to_close: true })
    }

    /// A session with it. Tried twice: no inspector is to stay open because a connection failed.
    pub(super) fn connect(&self) -> Result<Session, ProbeError> {
        let connect = || Session::connect(self.pid, self.address, &self.url);
        connect().or_else(|_| connect())
    }

    /// Has it closed over `session`, which ends. Gives the users who were seen connected to it beside us, by their numbers. `Err` says that it may be open still.
    pub(super) fn close(&self, mut session: Session) -> Result<BTreeSet<u32>, ProbeError> {
        let mut others = self.users_beside(session.own_port());
        let asked = gauges::close_inspector(&mut session);
        session.close();
        asked?;
        others.extend(self.confirm_closed()?);
        Ok(others)
    }

    /// The same over a session for that alone.
    pub(super) fn close_alone(&self) -> Result<BTreeSet<u32>, ProbeError> {
        self.close(self.connect()?)
    }

    /// Closes what has opened where others reach it, which nothing that could be read had told.
    fn close_again(&self) -> ProbeError {
        let address = self.address.to_string();
        reachable(
            self.pid,
            match self.close_alone() {
                Ok(_) => message!("node/opened-and-closed", address: name(address)),
                Err(e) => message!("node/opened-and-not-closed", address: name(address), why: (e.said())),
            },
        )
    }

    /// Users whose connections to it live, but for the one from port `ours`.
    fn users_beside(&self, ours: u16) -> BTreeSet<u32> {
        let port = self.address.port();
        let all: Vec<Socket> = discover::sockets_seen_by(self.pid).into_iter().filter(|s| s.state == ESTABLISHED).collect();
        let theirs = |s: &&Socket| s.local.port() == port && s.remote.port() != ours;
        let ends: BTreeSet<SocketAddr> = all.iter().filter(theirs).map(|s| s.remote).collect();
        // of a connection on this machine both ends are there, and each tells who has opened it
        all.iter().filter(|s| s.remote.port() == port && ends.contains(&s.local)).map(|s| s.uid).collect()
    }

    /// Waits until the inspector is closed, and gives the users who were seen connected meanwhile; no session of ours may be open. `Err` says that it still is.
    pub(super) fn confirm_closed(&self) -> Result<BTreeSet<u32>, ProbeError> {
        let began = Instant::now();
        let mut others = BTreeSet::new();
        while listening(self.pid).contains(&self.address) {
            others.extend(self.users_beside(0));
            if began.elapsed() > CLOSE_DEADLINE {
                return Err(ProbeError {
                    name: "inspector-not-closed",
                    operation: message!("node/close-inspector", pid: name(self.pid.to_string())),
                    cause: message!(
                        "node/still-listens",
                        address: name(self.address.to_string()),
                        after: Seconds(CLOSE_DEADLINE.as_secs_f64())
                    ),
                    help: message!("node/closes-by-itself"),
                });
            }
            std::thread::sleep(CLOSE_LOOK);
        }
        Ok(others)
    }
}

/// Waits for what a tool that was killed had begun: a process of its own brings that to its end, and is in the way until then. What is open
/// after that was left so.
pub(super) fn awaits_the_end(target: &Target) {
    let began = Instant::now();
    std::thread::sleep(PASSAGE);
    while may_be_open(target) == Some(true) && began.elapsed() < IN_THE_WAY {
        std::thread::sleep(END_LOOK);
    }
}

/// Whether something of `target` listens where its inspector would. `None` where that may be any port.
pub(super) fn may_be_open(target: &Target) -> Option<bool> {
    (Flags::of(target.pid).port != Some(0)).then(|| !places(target, None).is_empty())
}

/// Where `target` listens and its inspector may be: at `known`, else where Node opens it by itself or was told to.
fn places(target: &Target, known: Option<SocketAddr>) -> Vec<SocketAddr> {
    let flags = Flags::of(target.pid);
    let may_be = |a: &SocketAddr| match known {
        Some(k) => *a == k,
        // told to open it at any port: then it is asked at all that are not the service's own
        None if flags.port == Some(0) => a.port() != target.port,
        None => a.port() != 0 && (a.port() == DEFAULT_PORT || Some(a.port()) == flags.port) && a.port() != target.port,
    };
    listening(target.pid).into_iter().filter(may_be).collect()
}

/// Refuses a process whose loopback is not this one's: another process would be asked at the same address.
pub(super) fn is_in_reach(pid: u32) -> Result<(), ProbeError> {
    if discover::is_in_our_network(pid).unwrap_or(false) {
        return Ok(());
    }
    let help = message!("node/in-its-network", command: name(format!("nsenter -t {pid} -n tightspot ...")));
    Err(refused(pid, "other-network", message!("node/another-network"), help))
}

/// Refuses to send the signal where it would do harm or nothing.
pub(super) fn may_open(target: &Target) -> Result<(), ProbeError> {
    let pid = target.pid;
    if target.runtime.name() != super::RUNTIME.name() {
        return Err(refused(pid, "attach-refused", message!("node/not-node", process: name(&target.name)), ""));
    }
    let status = discover::text(&discover::file(pid, "status")).unwrap_or_default();
    if !catches(&status, libc::SIGUSR1) {
        return Err(refused(pid, "attach-refused", message!("node/no-handler"), message!("node/with-handler-or-inspect")));
    }
    let flags = Flags::of(pid);
    if let Some(why) = &flags.reachable {
        return Err(reachable(pid, why.clone()));
    }
    let port = flags.port.unwrap_or(DEFAULT_PORT);
    let takes = |s: &Socket| port != 0 && s.local.port() == port && (s.local.ip().is_loopback() || s.local.ip().is_unspecified());
    if let Some(taken) = discover::listening_of(pid).into_iter().find(takes) {
        let port = port.to_string();
        let cause = match holder(taken.inode) {
            Some((p, comm)) => message!("node/port-held-by", port: name(port), pid: name(p.to_string()), process: name(comm)),
            None => message!("node/port-held", port: name(port)),
        };
        return Err(refused(pid, "inspector-port-taken", cause, message!("node/close-or-other-port", pid: name(pid.to_string()))));
    }
    Ok(())
}

/// Whoever reaches the inspector of a service runs what they like in it.
fn reachable(pid: u32, why: Message) -> ProbeError {
    refused(pid, "inspector-not-loopback", message!("node/reachable", why: (why)), message!("node/on-loopback"))
}

/// Whether the process has a handler for `signal`, by its status file.
fn catches(status: &str, signal: i32) -> bool {
    let caught = status_value(status, "SigCgt").and_then(|v| u64::from_str_radix(v, 16).ok()).unwrap_or(0);
    caught & 1 << (signal - 1) != 0
}

fn holder(inode: u64) -> Option<(u32, String)> {
    let pid = discover::processes().into_iter().find(|p| discover::socket_inodes(*p).is_ok_and(|all| all.contains(&inode)))?;
    Some((pid, Stat::of(pid)?.comm))
}

/// Where the process listens.
fn listening(pid: u32) -> Vec<SocketAddr> {
    discover::listening_by(pid).into_iter().map(|s| s.local).collect()
}

/// Asks the inspector's own HTTP server for the address of its web socket; `None` when something else answers.
fn web_socket_url(address: SocketAddr) -> Option<String> {
    let ip = match address.ip() {
        ip if !ip.is_unspecified() => ip,
        IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
    };
    let address = SocketAddr::new(ip, address.port());
    let began = Instant::now();
    let mut stream = TcpStream::connect_timeout(&address, HTTP_DEADLINE).ok()?;
    stream.set_read_timeout(Some(HTTP_DEADLINE)).ok()?;
    stream.set_write_timeout(Some(HTTP_DEADLINE)).ok()?;
    write!(stream, "GET /json/list HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").ok()?;
    let mut answer = Vec::new();
    let mut part = [0; 4096];
    // the answer has a length, and the server leaves the connection open
    while let Ok(n @ 1..) = stream.read(&mut part) {
        answer.extend_from_slice(&part[..n]);
        if let Some(url) = url_in(&String::from_utf8_lossy(&answer)) {
            return Some(url);
        }
        // whatever answers instead may go on for ever
        if answer.len() > 64 * 1024 || began.elapsed() > HTTP_DEADLINE {
            break;
        }
    }
    None
}

fn url_in(answer: &str) -> Option<String> {
    let (_, rest) = answer.split_once("\"webSocketDebuggerUrl\"")?;
    let (_, rest) = rest.split_once('"')?;
    let (url, _) = rest.split_once('"')?;
    url.starts_with("ws://").then(|| url.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn a_connection_that_fails_is_tried_once_more() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("bound");
        let inspector = Inspector { pid: std::process::id(), address, url: format!("ws://{address}/x"), to_close: true };
        let server = std::thread::spawn(move || {
            drop(listener.accept().expect("a first"));
            tungstenite::accept(listener.accept().expect("a second").0).expect("a handshake")
        });
        let session = inspector.connect().expect("the second holds");
        let other = server.join().expect("it has answered");
        // both ends are this user's
        assert_eq!(inspector.users_beside(0), BTreeSet::from([discover::own_uid()]));
        assert_eq!(inspector.users_beside(session.own_port()), BTreeSet::new());
        drop(other);
    }

    #[test]
    fn the_address_of_the_web_socket_is_read_once_it_is_whole() {
        // Answer of Node 20.20.2 to GET /json/list, shortened.
        let answer = "HTTP/1.0 200 OK\r\n\r\n[ {\n  \"id\": \"5a\",\n  \"webSocketDebuggerUrl\": \"ws://127.0.0.1:9229/5a\"\n} ]";
        assert_eq!(url_in(answer).as_deref(), Some("ws://127.0.0.1:9229/5a"));
        assert_eq!(url_in(&answer[..answer.len() - 8]), None);
        assert_eq!(url_in("HTTP/1.1 404 Not Found\r\n\r\n{\"error\":\"not found\"}"), None);
    }

    #[test]
    fn a_handler_for_the_signal_shows_in_the_mask() {
        // bit 9 is signal 10
        assert!(catches("SigCgt:\t0000000188004602\n", libc::SIGUSR1));
        assert!(!catches("SigCgt:\t0000000000000000\n", libc::SIGUSR1));
        assert!(!catches("", libc::SIGUSR1));
    }
}
