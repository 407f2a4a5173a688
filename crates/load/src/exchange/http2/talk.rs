//! One request on its stream: the head of the answer is awaited, the body received and let go.

use super::request::Sendable;
use bytes::Bytes;
use h2::client::{ResponseFuture, SendRequest};
use h2::{Reason, RecvStream, SendStream};
use http::{HeaderMap, Request};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

/// A request that is under way. Dropping it before its end resets the stream (CANCEL), and nothing else.
pub(super) struct Talk {
    answer: Answer,
    /// Holds the stream open for what is left of the body; `h2` sends it as the windows of the peer allow.
    upload: SendStream<Bytes>,
    /// It was on another connection before.
    pub(super) retried: bool,
}

enum Answer {
    Head(ResponseFuture),
    Body(RecvStream),
}

/// What came of an answer so far.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    /// 0 before there is a head.
    pub(crate) status: u16,
    /// Head and body, in the form of HTTP/1.1 and without transfer coding, up to `keep` bytes.
    pub(crate) raw: Vec<u8>,
    pub(crate) keep: usize,
    /// Bytes of the body.
    pub(crate) body: u64,
}

impl Talk {
    /// Opens a stream for `request`. The connection has to be polled before anything is sent.
    pub(super) fn open(sender: &SendRequest<Bytes>, request: Sendable, retried: bool) -> Result<Self, h2::Error> {
        let Sendable { head, body } = request;
        // A handle of its own: one whose last stream has not been opened yet takes no other.
        let (answer, mut upload) = sender.clone().send_request(Request::from_parts(head, ()), body.is_empty())?;
        if !body.is_empty() {
            upload.send_data(body, true)?;
        }
        Ok(Self { answer: Answer::Head(answer), upload, retried })
    }

    /// Takes what has arrived; ready when the answer is complete, or will never be.
    pub(super) fn poll(&mut self, context: &mut Context<'_>, heard: &mut Heard) -> Poll<Result<(), h2::Error>> {
        if let Answer::Head(head) = &mut self.answer {
            let (head, body) = ready!(Pin::new(head).poll(context))?.into_parts();
            heard.status = head.status.as_u16();
            keep_head(heard, &head.headers);
            self.answer = Answer::Body(body);
        }
        let Answer::Body(body) = &mut self.answer else { return Poll::Pending };
        while let Some(piece) = ready!(body.poll_data(context)) {
            let piece = piece?;
            heard.body += piece.len() as u64;
            keep(heard, &piece);
            // Refused only where the stream has ended meanwhile; then there is no window to widen.
            drop(body.flow_control().release_capacity(piece.len()));
        }
        Poll::Ready(Ok(()))
    }

    /// Ends it unanswered.
    pub(super) fn cancel(mut self) {
        self.upload.send_reset(Reason::CANCEL);
    }
}

fn keep(heard: &mut Heard, bytes: &[u8]) {
    let room = bytes.len().min(heard.keep.saturating_sub(heard.raw.len()));
    heard.raw.extend_from_slice(&bytes[..room]);
}

/// The head in lines, as those who look into answers read it.
fn keep_head(heard: &mut Heard, headers: &HeaderMap) {
    if heard.keep == 0 {
        return;
    }
    let status = heard.status.to_string();
    keep(heard, b"HTTP/2 ");
    keep(heard, status.as_bytes());
    for (name, value) in headers {
        for piece in [b"\r\n", name.as_str().as_bytes(), b": ", value.as_bytes()] {
            keep(heard, piece);
        }
    }
    keep(heard, b"\r\n\r\n");
}
