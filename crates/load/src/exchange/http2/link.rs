//! One connection with its seats: opened, greeted, used, retired.
//!
//! ```text
//!  connecting -> greeting (preface out, SETTINGS awaited) -> ready -> draining (GOAWAY) -> over
//! ```

use super::failure::{Broken, Http2Failure};
use super::pipe::Scratch;
use super::session::Session;
use crate::transport::{Readiness, Stream};
use std::io;
use std::task::{Poll, Waker};

/// What a look at a connection brings.
#[derive(Debug)]
pub(super) enum News {
    /// Nothing that concerns its seats as such.
    None,
    /// It can carry requests from here on.
    Ready,
    /// It could not be opened.
    Unusable(io::Error),
    /// It is over: what is still on it ends as [`Link::end`] says.
    Over,
}

/// A connection. The slot outlives its sockets.
#[derive(Default)]
pub(super) struct Link {
    stage: Stage,
    /// Counts the sockets of the slot: an event of an earlier one is recognised by it.
    pub(super) generation: u32,
    /// Slots that send on it.
    pub(super) seats: Vec<u32>,
    /// When the connect began.
    pub(super) began: i64,
    /// When the connect is given up, or the wait for a sign of life.
    pub(super) deadline: i64,
    /// When the TCP connect, the TLS handshake and the greeting were complete.
    pub(super) connected_at: i64,
    pub(super) secured_at: i64,
    pub(super) ready_at: i64,
    /// Slots whose request goes out with the next write.
    pub(super) fresh: Vec<u32>,
    /// Answers that it has carried.
    pub(super) served: u64,
    /// Requests at a time that the server allows.
    pub(super) allows: usize,
    /// It takes no more requests.
    pub(super) draining: bool,
    /// What it ended with.
    pub(super) end: Option<Broken>,
    /// It stands on the list of those with room.
    pub(super) listed: bool,
    /// Bytes read and written that nobody has counted.
    pub(super) traffic: (u64, u64),
    /// The peer sends no more.
    closing: bool,
}

#[derive(Default)]
enum Stage {
    #[default]
    Empty,
    Connecting(Stream),
    Greeting(Session),
    Ready(Session),
    Over,
}

impl Link {
    /// Takes a new socket, on which a connect is under way.
    pub(super) fn begin(&mut self, stream: Stream, now: i64, deadline: i64) {
        let Self { generation, listed, .. } = *self;
        *self = Self { stage: Stage::Connecting(stream), generation, listed, began: now, deadline, ..Self::default() };
    }

    /// Whether there is no socket.
    pub(super) fn is_empty(&self) -> bool {
        matches!(self.stage, Stage::Empty)
    }

    /// Whether requests can be sent.
    pub(super) fn is_ready(&self) -> bool {
        matches!(self.stage, Stage::Ready(_)) && !self.draining
    }

    /// Whether it is being opened.
    pub(super) fn is_opening(&self) -> bool {
        matches!(self.stage, Stage::Connecting(_) | Stage::Greeting(_))
    }

    /// The talk with the server, once it is ready.
    pub(super) fn session(&mut self) -> Option<&mut Session> {
        if let Stage::Ready(session) | Stage::Greeting(session) = &mut self.stage { Some(session) } else { None }
    }

    /// epoll has something to tell.
    pub(super) fn event(&mut self, readable: bool, closing: bool) {
        self.closing |= closing;
        if let Some(session) = self.session().filter(|_| readable) {
            session.gauge.readable(closing);
        }
    }

    /// Goes as far as it can without waiting.
    pub(super) fn drive(&mut self, host: &str, scratch: &Scratch, waker: impl FnOnce() -> Waker) -> News {
        if let Stage::Connecting(stream) = &mut self.stage {
            match stream.advance() {
                Ok(Readiness::Pending) => return News::None,
                Ok(Readiness::Ready) => {
                    if let Err(e) = self.greet(host, scratch, waker()) {
                        return self.unusable(e);
                    }
                }
                Err(e) => return self.unusable(e),
            }
        }
        let Some(session) = self.session() else { return News::None };
        let polled = session.poll();
        let (read, written) = session.gauge.traffic();
        self.traffic = (self.traffic.0 + read, self.traffic.1 + written);
        match &mut self.stage {
            Stage::Greeting(session) => match polled {
                Poll::Ready(e) => {
                    let e = Http2Failure::of_greeting(e.as_ref(), &session.gauge);
                    self.unusable(e)
                }
                Poll::Pending if session.allows() == 0 => News::None,
                Poll::Pending => self.settled(),
            },
            Stage::Ready(session) => match polled {
                Poll::Ready(e) => {
                    self.end = Some(Broken::of_connection(e.as_ref(), &session.gauge));
                    self.stage = Stage::Over;
                    News::Over
                }
                Poll::Pending => {
                    self.allows = session.allows();
                    self.draining = self.draining || !session.takes_more();
                    if self.deadline < i64::MAX && session.is_ponged() {
                        self.deadline = i64::MAX;
                    }
                    News::None
                }
            },
            Stage::Empty | Stage::Connecting(_) | Stage::Over => News::None,
        }
    }

    fn greet(&mut self, host: &str, scratch: &Scratch, waker: Waker) -> io::Result<()> {
        let Stage::Connecting(stream) = std::mem::take(&mut self.stage) else { return Ok(()) };
        (self.connected_at, self.secured_at) = (stream.connected_at(), stream.secured_at());
        let session = Session::begin(stream, host, scratch, waker)?;
        session.gauge.readable(self.closing);
        self.stage = Stage::Greeting(session);
        Ok(())
    }

    /// The server's SETTINGS have come.
    fn settled(&mut self) -> News {
        if let Stage::Greeting(session) = std::mem::take(&mut self.stage) {
            self.allows = session.allows();
            self.stage = Stage::Ready(session);
        }
        self.deadline = i64::MAX;
        News::Ready
    }

    fn unusable(&mut self, error: io::Error) -> News {
        self.stage = Stage::Over;
        News::Unusable(error)
    }

    /// Its time is over: the connect did not succeed, or the server gives no sign of life.
    pub(super) fn expire(&mut self) -> News {
        self.deadline = i64::MAX;
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Connecting(_) => News::Unusable(io::Error::from(io::ErrorKind::TimedOut)),
            Stage::Greeting(_) => {
                let cause = "no SETTINGS frame within the time-out".to_owned();
                News::Unusable(Http2Failure::Other { cause }.into())
            }
            Stage::Ready(_) => {
                self.end = Some(Broken::silent());
                News::Over
            }
            Stage::Empty | Stage::Over => News::None,
        }
    }

    /// Closes the socket, if there is one, with a goodbye where there is somebody to hear it.
    pub(super) fn close(&mut self) {
        let stage = std::mem::take(&mut self.stage);
        *self = Self { generation: self.generation.wrapping_add(1), listed: self.listed, ..Self::default() };
        if let Stage::Ready(session) = stage {
            session.close();
        }
    }
}
