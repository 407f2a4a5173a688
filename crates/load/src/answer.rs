//! Reads answers of HTTP/1.0 and 1.1 as their bytes arrive, only as deep as needed: status, length, keep-alive. Bodies are skipped.
//!
//! An answer that arrives in one piece is parsed where it lies; only a head that is split over reads is copied.

use crate::chunks::Chunks;
use std::mem::MaybeUninit;

/// A head longer than this is not an answer we believe in.
const MAX_HEAD: usize = 64 * 1024;
const MAX_HEADERS: usize = 100;
/// Room for split heads that a connection keeps between answers: ten thousand connections are not to keep their longest.
const KEPT_HEAD: usize = 4 * 1024;

/// What the bytes so far amount to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// The answer is not complete.
    More,
    /// The answer is complete after so many bytes of the last piece.
    Done(usize),
}

/// Why the bytes are not an answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotHttp {
    #[error("head of the answer is not HTTP: {0}")]
    Head(httparse::Error),
    #[error("head of the answer is longer than {MAX_HEAD} bytes")]
    HeadTooLong,
    #[error("head of the answer has more than {MAX_HEADERS} fields")]
    TooManyHeaders,
    #[error("status {0} of the answer is below 100")]
    Status(u16),
    #[error("content-length is not a number")]
    Length,
    #[error("content-length is given twice, with different values")]
    Lengths,
    #[error("chunk of the body is malformed")]
    Chunk,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Head,
    Length(u64),
    Chunks(Chunks),
    UntilClose,
    Done,
}

/// The reader of one connection.
#[derive(Debug)]
pub(crate) struct Answer {
    state: State,
    /// A head that is split over reads, as far as it came.
    pub(crate) head: Vec<u8>,
    to_head_request: bool,
    /// Status of the last answer, 0 before there was a head.
    pub(crate) status: u16,
    /// Whether the connection may be used again.
    pub(crate) keep_alive: bool,
}

impl Answer {
    /// Before the first request.
    pub(crate) fn new() -> Self {
        Self { state: State::Head, head: Vec::new(), to_head_request: false, status: 0, keep_alive: true }
    }

    /// Expects the next answer; the answer to a HEAD request has no body.
    pub(crate) fn expect(&mut self, to_head_request: bool) {
        self.state = State::Head;
        if self.head.capacity() > KEPT_HEAD {
            self.head = Vec::new();
        }
        self.head.clear();
        self.to_head_request = to_head_request;
        self.status = 0;
    }

    /// Takes the next piece.
    pub(crate) fn feed(&mut self, bytes: &[u8]) -> Result<Progress, NotHttp> {
        let mut at = 0;
        loop {
            if self.state == State::Done {
                return Ok(Progress::Done(at));
            }
            if self.state == State::Head {
                match self.feed_head(&bytes[at..])? {
                    Some(used) => at += used,
                    None => return Ok(Progress::More),
                }
                continue;
            }
            if at == bytes.len() {
                return Ok(Progress::More);
            }
            at += self.feed_body(&bytes[at..])?;
        }
    }

    /// The peer closed: whether that completes the answer.
    pub(crate) fn peer_closed(&mut self) -> bool {
        self.keep_alive = false;
        self.state == State::UntilClose
    }

    /// Consumes a head when it is whole; `None` when more bytes are needed.
    fn feed_head(&mut self, bytes: &[u8]) -> Result<Option<usize>, NotHttp> {
        if self.head.is_empty() {
            if let Some(length) = self.parse_head(bytes)? {
                return Ok(Some(length));
            }
            self.head.extend_from_slice(bytes);
        } else {
            let before = self.head.len();
            let mut head = std::mem::take(&mut self.head);
            head.extend_from_slice(bytes);
            let parsed = self.parse_head(&head);
            self.head = head;
            if let Some(length) = parsed? {
                self.head.clear();
                return Ok(Some(length - before));
            }
        }
        Ok(None)
    }

    fn parse_head(&mut self, bytes: &[u8]) -> Result<Option<usize>, NotHttp> {
        let mut room = [const { MaybeUninit::uninit() }; MAX_HEADERS];
        let mut answer = httparse::Response::new(&mut []);
        let mut config = httparse::ParserConfig::default();
        // RFC 9112, 5.2: a user agent reads a folded line as if it were not folded.
        config.allow_obsolete_multiline_headers_in_responses(true);
        // What is behind the limit is not looked at: the result must not depend on how much arrived at once.
        let within = &bytes[..bytes.len().min(MAX_HEAD)];
        let parsed = config.parse_response_with_uninit_headers(&mut answer, within, &mut room).map_err(|e| match e {
            httparse::Error::TooManyHeaders => NotHttp::TooManyHeaders,
            other => NotHttp::Head(other),
        })?;
        let httparse::Status::Complete(length) = parsed else {
            return if bytes.len() < MAX_HEAD { Ok(None) } else { Err(NotHttp::HeadTooLong) };
        };
        self.status = answer.code.filter(|c| *c >= 100).ok_or(NotHttp::Status(answer.code.unwrap_or(0)))?;
        let fields = Fields::read(answer.headers)?;
        let persistent = answer.version == Some(1);
        self.keep_alive = !fields.close && (persistent || fields.keep_alive);
        // RFC 9112, 6.1: transfer-encoding beside content-length, or from HTTP/1.0, is faulty framing: read, then closed.
        if fields.coding != Coding::None && (fields.length.is_some() || !persistent) {
            self.keep_alive = false;
        }
        self.state = self.body(&fields);
        Ok(Some(length))
    }

    /// How the body ends: RFC 9112, 6.3, in its order.
    fn body(&mut self, fields: &Fields) -> State {
        match (self.status, fields.coding, fields.length) {
            // No upgrade was asked for; what follows is not HTTP.
            (101, ..) => {
                self.keep_alive = false;
                State::Done
            }
            // An interim answer (100 Continue, 103 Early Hints): the real one follows.
            (100..=199, ..) => State::Head,
            (204 | 304, ..) => State::Done,
            _ if self.to_head_request => State::Done,
            (_, Coding::Chunked, _) => State::Chunks(Chunks::START),
            (_, Coding::Other, _) | (_, Coding::None, None) => State::UntilClose,
            (_, Coding::None, Some(0)) => State::Done,
            (_, Coding::None, Some(n)) => State::Length(n),
        }
    }

    /// Consumes part of a body; `bytes` is not empty. Returns how many bytes were used.
    fn feed_body(&mut self, bytes: &[u8]) -> Result<usize, NotHttp> {
        match &mut self.state {
            State::Length(left) => {
                let n = (*left).min(bytes.len() as u64);
                *left -= n;
                if *left == 0 {
                    self.state = State::Done;
                }
                Ok(n as usize)
            }
            State::Chunks(chunks) => {
                let n = chunks.feed(bytes).map_err(|_| NotHttp::Chunk)?;
                if *chunks == Chunks::Done {
                    self.state = State::Done;
                }
                Ok(n)
            }
            State::UntilClose => Ok(bytes.len()),
            State::Head | State::Done => Ok(0),
        }
    }
}

/// How the body is coded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Coding {
    None,
    /// Chunked last, which is what delimits it.
    Chunked,
    /// Something else last: only the end of the connection delimits it.
    Other,
}

/// The fields that say where an answer ends and whether another may follow.
struct Fields {
    length: Option<u64>,
    coding: Coding,
    close: bool,
    keep_alive: bool,
}

impl Fields {
    fn read(headers: &[httparse::Header<'_>]) -> Result<Self, NotHttp> {
        let mut fields = Self { length: None, coding: Coding::None, close: false, keep_alive: false };
        for h in headers {
            match h.name.len() {
                14 if h.name.eq_ignore_ascii_case("content-length") => fields.add_lengths(h.value)?,
                17 if h.name.eq_ignore_ascii_case("transfer-encoding") => {
                    for coding in list(h.value) {
                        fields.coding = if coding.eq_ignore_ascii_case(b"chunked") { Coding::Chunked } else { Coding::Other };
                    }
                }
                10 if h.name.eq_ignore_ascii_case("connection") => {
                    for option in list(h.value) {
                        fields.close |= option.eq_ignore_ascii_case(b"close");
                        fields.keep_alive |= option.eq_ignore_ascii_case(b"keep-alive");
                    }
                }
                _ => {}
            }
        }
        Ok(fields)
    }

    /// Repeats of one number are one number (RFC 9112, 6.3); anything else leaves the end of the body unknown.
    fn add_lengths(&mut self, value: &[u8]) -> Result<(), NotHttp> {
        for item in value.split(|b| *b == b',') {
            let n = decimal(item.trim_ascii()).ok_or(NotHttp::Length)?;
            if self.length.is_some_and(|before| before != n) {
                return Err(NotHttp::Lengths);
            }
            self.length = Some(n);
        }
        Ok(())
    }
}

/// The items of a comma-separated list, without empty ones.
fn list(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value.split(|b| *b == b',').map(<[u8]>::trim_ascii).filter(|item| !item.is_empty())
}

/// Digits only: `parse` would take a sign.
fn decimal(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_u64, |n, b| {
        let digit = char::from(*b).to_digit(10)?;
        n.checked_mul(10)?.checked_add(u64::from(digit))
    })
}

#[cfg(test)]
#[path = "answer_tests.rs"]
mod tests;
