//! What goes wrong over HTTP/2, in words, and what becomes of the request.

use super::pipe::Gauge;
use h2::Reason;
use model::Outcome;
use std::io;

/// Kinds of failures have numbers: those of the system, and these with the reason of the frame added (RFC 9113, 7).
const RESET: i32 = 0x1_0000;
const GO_AWAY: i32 = 0x2_0000;
const OURS: i32 = 0x3_0000;

/// Why a connection cannot carry HTTP/2. It is the inner error of the `io::Error` that connecting ends with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Http2Failure {
    /// TLS stands, and the server chose another protocol.
    #[error("{host} does not speak HTTP/2: of h2 and http/1.1 it chose {chosen}; leave out --http2")]
    NotChosen {
        /// The name that was asked for.
        host: String,
        /// `http/1.1`, or `neither`.
        chosen: String,
    },
    /// What answers is not HTTP/2.
    #[error("does not speak HTTP/2 without TLS (prior knowledge), its answer begins \"{first}\"; leave out --http2")]
    NotSpoken {
        /// The first bytes, escaped.
        first: String,
    },
    /// What answers is TLS.
    #[error("speaks TLS, and the URL says http; aim at https://")]
    TlsSeen,
    /// The connection was closed before a word.
    #[error("closed the connection instead of speaking HTTP/2 (no SETTINGS frame came); leave out --http2")]
    Closed,
    /// The greeting went wrong otherwise.
    #[error("HTTP/2 does not come about: {cause}")]
    Other {
        /// What was seen.
        cause: String,
    },
}

impl Http2Failure {
    /// The failure inside an error of a connect.
    pub fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref().and_then(|e| e.downcast_ref())
    }

    /// Why the greeting ended, from the connection's error, if it has one, and from what was read.
    pub(super) fn of_greeting(error: Option<&h2::Error>, gauge: &Gauge) -> io::Error {
        let first = gauge.first();
        let failure = match first.as_slice() {
            [] => match gauge.failure() {
                Some((code, _)) if code > 0 => return io::Error::from_raw_os_error(code),
                Some((_, cause)) => Self::Other { cause },
                None => Self::Closed,
            },
            // A TLS server answers plain text with an alert (21) or, speaking first, a handshake (22) of version 3.x.
            [0x15 | 0x16, 0x03, ..] => Self::TlsSeen,
            // The fourth byte is the type of the frame, which has to be SETTINGS (RFC 9113, 3.4).
            [_, _, _, 4, ..] => Self::Other { cause: error.map_or_else(|| "closed by the peer".to_owned(), ToString::to_string) },
            bytes => Self::NotSpoken { first: bytes.escape_ascii().to_string() },
        };
        failure.into()
    }
}

impl From<Http2Failure> for io::Error {
    fn from(failure: Http2Failure) -> Self {
        Self::new(io::ErrorKind::ConnectionAborted, failure)
    }
}

/// A request that got no complete answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Broken {
    pub(super) outcome: Outcome,
    /// Tells kinds apart.
    pub(super) code: i32,
    pub(super) text: String,
    /// The server says that it has not looked at the request and closes in good order: it may be sent again (RFC 9113, 6.8).
    pub(super) unprocessed: bool,
}

impl Broken {
    fn new(outcome: Outcome, code: i32, text: String) -> Self {
        Self { outcome, code, text, unprocessed: false }
    }

    /// A request that cannot be put on a stream.
    pub(super) fn unsendable(text: String) -> Self {
        Self::new(Outcome::ProtocolError, -3, text)
    }

    /// The connection is given up.
    pub(super) fn silent() -> Self {
        Self::new(Outcome::ConnectionError, -4, "the connection is dead: no answer to a PING within the time-out".to_owned())
    }

    /// What a connection ended with; without an error it ended in order, and what was on it did not.
    pub(super) fn of_connection(error: Option<&h2::Error>, gauge: &Gauge) -> Self {
        error.and_then(Self::of_frame).unwrap_or_else(|| {
            let closed = || (-1, "closed by the peer before the answer was complete".to_owned());
            let (code, text) = gauge.failure().unwrap_or_else(closed);
            Self::new(Outcome::ConnectionError, code, text)
        })
    }

    /// What a stream ended with, where a frame said so; otherwise it ended with its connection.
    pub(super) fn of_frame(error: &h2::Error) -> Option<Self> {
        let reason = error.reason()?;
        let (code, name) = (u32::from(reason).min(0xFFFF) as i32, name(reason));
        let (outcome, base, text) = match (error.is_remote(), error.is_go_away()) {
            (true, true) => (Outcome::ConnectionError, GO_AWAY, format!("the server closes the connection: GOAWAY {name}")),
            (true, false) => (Outcome::ConnectionError, RESET, format!("the server reset the stream: RST_STREAM {name}")),
            (false, true) => (Outcome::ProtocolError, OURS, format!("what the server sent is not HTTP/2: {name} ({error})")),
            (false, false) => {
                let what = "the answer is malformed, or its head longer than 64 KiB";
                (Outcome::ProtocolError, OURS, format!("{what}: {name}"))
            }
        };
        let unprocessed = error.is_remote() && error.is_go_away() && reason == Reason::NO_ERROR;
        Some(Self { unprocessed, ..Self::new(outcome, base.saturating_add(code), text) })
    }
}

/// The name of the reason as RFC 9113 has it.
fn name(reason: Reason) -> String {
    // Debug is the name, or a number for what the RFC does not know.
    format!("{reason:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_settings_frame_is_shown_for_what_it_is() {
        let told = |first: &[u8]| {
            let gauge = Gauge::default();
            gauge.note(first);
            Http2Failure::of(&Http2Failure::of_greeting(None, &gauge)).cloned()
        };
        assert_eq!(told(b""), Some(Http2Failure::Closed));
        assert_eq!(told(b"\x15\x03\x01\x00\x02"), Some(Http2Failure::TlsSeen));
        assert_eq!(told(b"HTTP/1.1 400 Bad\r\n"), Some(Http2Failure::NotSpoken { first: "HTTP/1.1 400 Bad\\r\\n".to_owned() }));
        assert!(matches!(told(b"\0\0\0\x04\0"), Some(Http2Failure::Other { .. })));
    }

    #[test]
    fn reasons_have_the_names_of_the_rfc() {
        assert_eq!((name(Reason::REFUSED_STREAM), name(Reason::NO_ERROR)), ("REFUSED_STREAM".to_owned(), "NO_ERROR".to_owned()));
        let broken = Broken::of_connection(None, &Gauge::default());
        assert_eq!((broken.outcome, broken.code, broken.unprocessed), (Outcome::ConnectionError, -1, false));
    }
}
