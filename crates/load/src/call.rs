//! One request at a time, waited for: what comes before and after the load.

use crate::answer::{Answer, Progress};
use crate::engine::{Way, targets};
use crate::exchange::http2::{Caller, Heard, Http2Failure};
use crate::probe::ProbeFailure;
use crate::protocol::Protocol;
use crate::scenario::Scenario;
use crate::sys;
use crate::transport::{Address, Readiness, Stage, Stream, Target, TlsFailure};
use std::io::{self, Read, Write};
use std::os::fd::AsRawFd;
use std::task::Poll;
use std::time::{Duration, Instant};

/// Bytes of an answer that are kept.
pub(crate) const MOST_KEPT: usize = 1 << 20;

/// One connection on which one request at a time is sent, each to be answered within the time-out.
pub(crate) struct Call {
    /// Who is called.
    pub(crate) address: Address,
    target: Target,
    line: Option<Line>,
    protocol: Protocol,
    /// Host of the URL.
    host: String,
    timeout: Duration,
    end: Instant,
}

/// A connection that stands.
enum Line {
    Http1(Stream),
    Http2(Caller),
}

/// An answer, whole.
pub(crate) struct Fetched {
    pub(crate) status: u16,
    pub(crate) keep_alive: bool,
    /// Requests at a time on one connection that the server allows; 1 over HTTP/1.1.
    pub(crate) streams: usize,
    /// As it came, head and framing included.
    pub(crate) raw: Vec<u8>,
}

impl Call {
    /// Connects to the first address of the target that accepts.
    pub(crate) fn first(scenario: &Scenario, way: &Way, timeout: Duration) -> Result<Self, ProbeFailure> {
        let mut last = None;
        for target in targets(scenario, way)? {
            let (address, host, protocol) = (target.address.clone(), scenario.endpoint().host.clone(), way.protocol);
            let mut call = Self { address, target, line: None, protocol, host, timeout, end: Instant::now() + timeout };
            match call.connect() {
                Ok(line) => {
                    call.line = Some(line);
                    return Ok(call);
                }
                Err(e @ (ProbeFailure::Tls(_) | ProbeFailure::Http2 { .. } | ProbeFailure::TlsSeen { .. })) => return Err(e),
                Err(e) => last = Some(e),
            }
        }
        Err(last.expect("a target has an address"))
    }

    /// Sends `request` and waits for the whole answer; on a new connection where the last answer ended the old one.
    pub(crate) fn fetch(&mut self, request: &[u8], is_head: bool) -> Result<Fetched, ProbeFailure> {
        self.end = Instant::now() + self.timeout;
        let mut line = match self.line.take() {
            Some(line) => line,
            None => self.connect()?,
        };
        let fetched = match &mut line {
            Line::Http1(stream) => self.exchange(stream, request, is_head)?,
            Line::Http2(caller) => self.call(caller, request)?,
        };
        self.line = fetched.keep_alive.then_some(line);
        Ok(fetched)
    }

    fn connect(&self) -> Result<Line, ProbeFailure> {
        let stream = self.open()?;
        if self.protocol == Protocol::Http1 {
            return Ok(Line::Http1(stream));
        }
        let failed = |e| self.failure("connect to", e);
        let mut caller = Caller::begin(stream, &self.host).map_err(failed)?;
        loop {
            match caller.greet() {
                Poll::Ready(result) => return result.map(|()| Line::Http2(caller)).map_err(failed),
                Poll::Pending => self.wait(&caller, caller.is_blocked(), "connect to")?,
            }
        }
    }

    /// One request over HTTP/2.
    fn call(&self, caller: &mut Caller, request: &[u8]) -> Result<Fetched, ProbeFailure> {
        caller.send(request, self.target.tls.is_some()).map_err(|e| self.failure("send to", e))?;
        let mut heard = Heard { keep: MOST_KEPT, ..Heard::default() };
        loop {
            match caller.receive(&mut heard) {
                Poll::Ready(Err(e)) => return Err(self.failure("answer from", e)),
                Poll::Pending => self.wait(caller, caller.is_blocked(), "answer from")?,
                Poll::Ready(Ok(())) => {
                    let (keep_alive, streams) = (caller.takes_more(), caller.allows());
                    return Ok(Fetched { status: heard.status, keep_alive, streams, raw: heard.raw });
                }
            }
        }
    }

    fn open(&self) -> Result<Stream, ProbeFailure> {
        let mut stream = Stream::begin(&self.target).map_err(|e| self.failure("connect to", e))?;
        while stream.advance().map_err(|e| self.failure("connect to", e))? == Readiness::Pending {
            self.wait(&stream, stream.stage() == Stage::Connecting || stream.has_unflushed(), "connect to")?;
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
                    self.wait(stream, stream.has_unflushed(), "answer from")?;
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
                return Ok(Fetched { status: answer.status, keep_alive: answer.keep_alive && n > 0, streams: 1, raw: first });
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

    /// Waits until the connection can be read, or also written.
    fn wait(&self, stream: &impl AsRawFd, write: bool, operation: &'static str) -> Result<(), ProbeFailure> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ProbeFailure::Timeout { operation, address: self.address.clone(), waited: self.timeout });
        }
        sys::wait_for(stream, write, left).map_err(|e| self.failure(operation, e))
    }

    fn failure(&self, operation: &'static str, cause: io::Error) -> ProbeFailure {
        let address = self.address.clone();
        if let Some(tls) = cause.get_ref().and_then(|e| e.downcast_ref::<TlsFailure>()) {
            return ProbeFailure::Tls(tls.clone());
        }
        match Http2Failure::of(&cause) {
            Some(Http2Failure::TlsSeen) => return ProbeFailure::TlsSeen { address },
            Some(failure) => return ProbeFailure::Http2 { address, failure: failure.clone() },
            None => {}
        }
        match cause.kind() {
            io::ErrorKind::ConnectionRefused => ProbeFailure::Refused { address },
            io::ErrorKind::TimedOut => ProbeFailure::Timeout { operation, address, waited: self.timeout },
            io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe => ProbeFailure::Closed { address },
            _ => ProbeFailure::Io { operation, address, cause },
        }
    }
}
