//! One request at a time, waited for: what comes before and after the load.

use crate::answer::{Answer, Progress};
use crate::engine::{Way, targets};
use crate::probe::ProbeFailure;
use crate::scenario::Scenario;
use crate::sys;
use crate::transport::{Address, Readiness, Stage, Stream, Target, TlsFailure};
use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

/// Bytes of an answer that are kept.
const MOST_KEPT: usize = 1 << 20;

/// One connection on which one request at a time is sent, each to be answered within the time-out.
pub(crate) struct Call {
    /// Who is called.
    pub(crate) address: Address,
    target: Target,
    stream: Option<Stream>,
    timeout: Duration,
    end: Instant,
}

/// An answer, whole.
pub(crate) struct Fetched {
    pub(crate) status: u16,
    pub(crate) keep_alive: bool,
    /// As it came, head and framing included.
    pub(crate) raw: Vec<u8>,
}

impl Call {
    /// Connects to the first address of the target that accepts.
    pub(crate) fn first(scenario: &Scenario, way: &Way, timeout: Duration) -> Result<Self, ProbeFailure> {
        let mut last = None;
        for target in targets(scenario, way)? {
            let mut call = Self { address: target.address.clone(), target, stream: None, timeout, end: Instant::now() + timeout };
            match call.connect() {
                Ok(stream) => {
                    call.stream = Some(stream);
                    return Ok(call);
                }
                Err(e @ ProbeFailure::Tls(_)) => return Err(e),
                Err(e) => last = Some(e),
            }
        }
        Err(last.expect("a target has an address"))
    }

    /// Sends `request` and waits for the whole answer; on a new connection where the last answer ended the old one.
    pub(crate) fn fetch(&mut self, request: &[u8], is_head: bool) -> Result<Fetched, ProbeFailure> {
        self.end = Instant::now() + self.timeout;
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => self.connect()?,
        };
        let fetched = self.exchange(&mut stream, request, is_head)?;
        self.stream = fetched.keep_alive.then_some(stream);
        Ok(fetched)
    }

    fn connect(&self) -> Result<Stream, ProbeFailure> {
        let mut stream = Stream::begin(&self.target).map_err(|e| self.failure("connect to", e))?;
        while stream.advance().map_err(|e| self.failure("connect to", e))? == Readiness::Pending {
            self.wait(&stream, stream.stage() == Stage::Connecting, "connect to")?;
        }
        Ok(stream)
    }

    fn exchange(&self, stream: &mut Stream, request: &[u8], is_head: bool) -> Result<Fetched, ProbeFailure> {
        self.send(stream, request)?;
        let (mut answer, mut buffer, mut first) = (Answer::new(), vec![0; 64 * 1024], Vec::new());
        answer.expect(is_head);
        loop {
            let n = match stream.read(&mut buffer) {
                Ok(n) => n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                    self.wait(stream, false, "answer from")?;
                    continue;
                }
                Err(e) if e.kind() == io::ErrorKind::ConnectionReset && !first.is_empty() => 0,
                Err(e) => return Err(self.failure("answer from", e)),
            };
            first.extend_from_slice(&buffer[..n.min(MOST_KEPT.saturating_sub(first.len()))]);
            let address = self.address.clone();
            let shown = |bytes: &[u8]| bytes[..bytes.len().min(60)].escape_ascii().to_string();
            // A TLS server answers plain text with an alert (21) or, speaking first, a handshake (22) of version 3.x.
            if matches!(first.as_slice(), [0x15 | 0x16, 0x03, ..]) {
                return Err(ProbeFailure::TlsSeen { address });
            }
            let done = match answer.feed(&buffer[..n]) {
                Err(_) => return Err(ProbeFailure::NotHttp { address, first: shown(&first) }),
                Ok(Progress::Done(_)) => true,
                Ok(Progress::More) => n == 0 && answer.peer_closed(),
            };
            if done {
                return Ok(Fetched { status: answer.status, keep_alive: answer.keep_alive && n > 0, raw: first });
            }
            if n == 0 {
                return Err(match first.as_slice() {
                    [] => ProbeFailure::Closed { address },
                    bytes if bytes.starts_with(b"HTTP/") => ProbeFailure::Closed { address },
                    bytes => ProbeFailure::NotHttp { address, first: shown(bytes) },
                });
            }
        }
    }

    fn send(&self, stream: &mut Stream, request: &[u8]) -> Result<(), ProbeFailure> {
        let mut left = request;
        loop {
            let result = if left.is_empty() { stream.flush().map(|()| 0) } else { stream.write(left) };
            match result {
                Ok(_) if left.is_empty() => return Ok(()),
                Ok(n) => left = &left[n..],
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => self.wait(stream, true, "send to")?,
                Err(e) => return Err(self.failure("send to", e)),
            }
        }
    }

    /// Waits until the stream can be read, or also written.
    fn wait(&self, stream: &Stream, write: bool, operation: &'static str) -> Result<(), ProbeFailure> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ProbeFailure::Timeout { operation, address: self.address.clone(), waited: self.timeout });
        }
        sys::wait_for(stream, write || stream.has_unflushed(), left).map_err(|e| self.failure(operation, e))
    }

    fn failure(&self, operation: &'static str, cause: io::Error) -> ProbeFailure {
        let address = self.address.clone();
        if let Some(tls) = cause.get_ref().and_then(|e| e.downcast_ref::<TlsFailure>()) {
            return ProbeFailure::Tls(tls.clone());
        }
        match cause.kind() {
            io::ErrorKind::ConnectionRefused => ProbeFailure::Refused { address },
            io::ErrorKind::TimedOut => ProbeFailure::Timeout { operation, address, waited: self.timeout },
            io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe => ProbeFailure::Closed { address },
            _ => ProbeFailure::Io { operation, address, cause },
        }
    }
}
