//! Reads answers of HTTP/1.0 and 1.1 as their bytes arrive, only as deep as needed: status, length, keep-alive. Bodies are skipped.
//!
//! An answer that arrives in one piece is parsed where it lies; only a head that is split over reads is copied.

use std::mem::MaybeUninit;

/// A head longer than this is not an answer we believe in.
const MAX_HEAD: usize = 64 * 1024;
const MAX_HEADERS: usize = 100;

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
    #[error("content-length is not a number")]
    Length,
    #[error("chunk of the body is malformed")]
    Chunk,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Head,
    Length(u64),
    ChunkSize {
        size: u64,
        digits: u8,
        extension: bool,
    },
    ChunkData(u64),
    /// After data (`last` false) an empty line; after the last chunk lines up to an empty one.
    ChunkLine {
        last: bool,
        length: u32,
    },
    UntilClose,
    Done,
}

/// The reader of one connection.
#[derive(Debug)]
pub(crate) struct Answer {
    state: State,
    head: Vec<u8>,
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
        if self.head.len() > MAX_HEAD { Err(NotHttp::HeadTooLong) } else { Ok(None) }
    }

    fn parse_head(&mut self, bytes: &[u8]) -> Result<Option<usize>, NotHttp> {
        let mut room = [const { MaybeUninit::uninit() }; MAX_HEADERS];
        let mut answer = httparse::Response::new(&mut []);
        let config = httparse::ParserConfig::default();
        let parsed = config.parse_response_with_uninit_headers(&mut answer, bytes, &mut room).map_err(NotHttp::Head)?;
        let httparse::Status::Complete(length) = parsed else { return Ok(None) };
        self.status = answer.code.unwrap_or(0);
        self.keep_alive = answer.version == Some(1);
        let (mut chunked, mut content_length) = (false, None);
        for h in answer.headers.iter() {
            match h.name.len() {
                14 if h.name.eq_ignore_ascii_case("content-length") => {
                    let n = std::str::from_utf8(h.value).ok().and_then(|v| v.trim().parse().ok());
                    content_length = Some(n.ok_or(NotHttp::Length)?);
                }
                17 if h.name.eq_ignore_ascii_case("transfer-encoding") => chunked |= contains(h.value, b"chunked"),
                10 if h.name.eq_ignore_ascii_case("connection") => {
                    self.keep_alive = !contains(h.value, b"close") && (self.keep_alive || contains(h.value, b"keep-alive"));
                }
                _ => {}
            }
        }
        self.state = match (self.status, content_length) {
            // An interim answer (100 Continue, 103 Early Hints): the real one follows.
            (100 | 102..=199, _) => State::Head,
            (101 | 204 | 304, _) | (_, Some(0)) if !chunked => State::Done,
            _ if self.to_head_request => State::Done,
            _ if chunked => State::ChunkSize { size: 0, digits: 0, extension: false },
            (_, Some(n)) => State::Length(n),
            (_, None) => State::UntilClose,
        };
        Ok(Some(length))
    }

    /// Consumes part of a body; `bytes` is not empty. Returns how many bytes were used.
    fn feed_body(&mut self, bytes: &[u8]) -> Result<usize, NotHttp> {
        let take = |left: u64| left.min(bytes.len() as u64);
        match self.state {
            State::Length(left) => {
                let n = take(left);
                self.state = if n == left { State::Done } else { State::Length(left - n) };
                Ok(n as usize)
            }
            State::ChunkData(left) => {
                let n = take(left);
                self.state = if n == left { State::ChunkLine { last: false, length: 0 } } else { State::ChunkData(left - n) };
                Ok(n as usize)
            }
            State::ChunkSize { size, digits, extension } => {
                self.state = match (bytes[0], extension) {
                    (b'\n', _) if digits == 0 => return Err(NotHttp::Chunk),
                    (b'\n', _) if size == 0 => State::ChunkLine { last: true, length: 0 },
                    (b'\n', _) => State::ChunkData(size),
                    (_, true) => return Ok(1),
                    (b';' | b' ' | b'\t' | b'\r', false) => State::ChunkSize { size, digits, extension: true },
                    (b, false) => {
                        let digit = char::from(b).to_digit(16).filter(|_| digits < 15).ok_or(NotHttp::Chunk)?;
                        State::ChunkSize { size: size * 16 + u64::from(digit), digits: digits + 1, extension }
                    }
                };
                Ok(1)
            }
            State::ChunkLine { last, length } => {
                self.state = match bytes[0] {
                    b'\n' if !last => State::ChunkSize { size: 0, digits: 0, extension: false },
                    b'\n' if length == 0 => State::Done,
                    b'\n' => State::ChunkLine { last, length: 0 },
                    b'\r' => return Ok(1),
                    _ if !last || length as usize > MAX_HEAD => return Err(NotHttp::Chunk),
                    _ => State::ChunkLine { last, length: length + 1 },
                };
                Ok(1)
            }
            State::UntilClose => Ok(bytes.len()),
            State::Head | State::Done => Ok(0),
        }
    }
}

fn contains(value: &[u8], word: &[u8]) -> bool {
    value.windows(word.len()).any(|w| w.eq_ignore_ascii_case(word))
}

#[cfg(test)]
#[path = "answer_tests.rs"]
mod tests;
