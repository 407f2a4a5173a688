//! One request before the load begins, so that a target that cannot be loaded is told apart while it is still one line of text.

use crate::answer::{Answer, Progress};
use crate::error::LoadError;
use crate::scenario::Scenario;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// An answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Probed {
    /// Its status.
    pub status: u16,
    /// Whether the scenario counts that as good.
    pub accepted: bool,
    /// Sent to done.
    pub latency: Duration,
    /// Who answered.
    pub address: SocketAddr,
    /// Whether the connection may be kept.
    pub keep_alive: bool,
}

/// Why there was no answer.
#[derive(Debug, thiserror::Error)]
pub enum ProbeFailure {
    /// The host has no address.
    #[error(transparent)]
    Resolve(#[from] LoadError),
    /// Nobody listens there.
    #[error("connect to {address}: refused, nothing listens there")]
    Refused {
        /// Where.
        address: SocketAddr,
    },
    /// Connecting or waiting took too long.
    #[error("{operation} {address}: nothing within {waited:?}")]
    Timeout {
        /// `connect to` or `answer from`.
        operation: &'static str,
        /// Where.
        address: SocketAddr,
        /// The time-out.
        waited: Duration,
    },
    /// The port speaks TLS.
    #[error("{address} speaks TLS, which the generator does not speak yet; aim at the plain http port of the service")]
    TlsSeen {
        /// Where.
        address: SocketAddr,
    },
    /// The port speaks something else.
    #[error("{address} does not speak HTTP; its answer begins \"{first}\"")]
    NotHttp {
        /// Where.
        address: SocketAddr,
        /// The first bytes, escaped.
        first: String,
    },
    /// Accepted, then closed without a complete answer.
    #[error("{address} closed the connection before the answer was complete")]
    Closed {
        /// Where.
        address: SocketAddr,
    },
    /// Something else went wrong.
    #[error("{operation} {address}: {cause}")]
    Io {
        /// What was tried.
        operation: &'static str,
        /// Where.
        address: SocketAddr,
        /// What the system said.
        cause: io::Error,
    },
}

/// Sends the first step of the scenario once, to the first address of the target that accepts.
pub fn probe_once(scenario: &Scenario, timeout: Duration) -> Result<Probed, ProbeFailure> {
    let mut last = None;
    for address in scenario.resolve()? {
        match TcpStream::connect_timeout(&address, timeout) {
            Ok(stream) => return exchange(scenario, stream, address, timeout),
            Err(e) => last = Some(failure("connect to", address, timeout, e)),
        }
    }
    Err(last.expect("a resolved target has an address"))
}

fn exchange(scenario: &Scenario, mut stream: TcpStream, address: SocketAddr, timeout: Duration) -> Result<Probed, ProbeFailure> {
    let step = &scenario.steps()[0];
    let fail = |e| failure("answer from", address, timeout, e);
    stream.set_read_timeout(Some(timeout)).and_then(|()| stream.set_write_timeout(Some(timeout))).map_err(fail)?;
    let sent = Instant::now();
    stream.write_all(step.template.request(0)).map_err(fail)?;
    let (mut answer, mut buffer, mut first) = (Answer::new(), vec![0; 64 * 1024], Vec::new());
    answer.expect(step.is_head());
    loop {
        if sent.elapsed() > timeout {
            return Err(ProbeFailure::Timeout { operation: "answer from", address, waited: timeout });
        }
        let n = match stream.read(&mut buffer) {
            Ok(n) => n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            Err(e) if e.kind() == io::ErrorKind::ConnectionReset && !first.is_empty() => 0,
            Err(e) => return Err(fail(e)),
        };
        if first.len() < 60 {
            first.extend_from_slice(&buffer[..n.min(60)]);
        }
        // A TLS server answers plain text with an alert (21) or, speaking first, a handshake (22) of version 3.x.
        if matches!(first.as_slice(), [0x15 | 0x16, 0x03, ..]) {
            return Err(ProbeFailure::TlsSeen { address });
        }
        let done = match answer.feed(&buffer[..n]) {
            Err(_) => return Err(ProbeFailure::NotHttp { address, first: first.escape_ascii().to_string() }),
            Ok(Progress::Done(_)) => true,
            Ok(Progress::More) => n == 0 && answer.peer_closed(),
        };
        if done {
            let (status, keep_alive) = (answer.status, answer.keep_alive);
            return Ok(Probed { status, accepted: step.accepts(status), latency: sent.elapsed(), address, keep_alive });
        }
        if n == 0 {
            return Err(match first.as_slice() {
                [] => ProbeFailure::Closed { address },
                bytes if bytes.starts_with(b"HTTP/") => ProbeFailure::Closed { address },
                bytes => ProbeFailure::NotHttp { address, first: bytes.escape_ascii().to_string() },
            });
        }
    }
}

fn failure(operation: &'static str, address: SocketAddr, waited: Duration, cause: io::Error) -> ProbeFailure {
    match cause.kind() {
        io::ErrorKind::ConnectionRefused => ProbeFailure::Refused { address },
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => ProbeFailure::Timeout { operation, address, waited },
        io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe => ProbeFailure::Closed { address },
        _ => ProbeFailure::Io { operation, address, cause },
    }
}
