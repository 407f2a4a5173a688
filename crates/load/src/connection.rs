//! One connection: its socket, its answer reader, and the request that is on it.

use crate::answer::Answer;
use crate::exchange::Waiting;
use crate::scenario::Scenario;
use crate::sys;
use crate::trace::TraceId;
use crate::transport::{Stream, Target};
use crate::users::NOBODY;
use std::io;

/// A connection that the peer closes unused was turned away within so long, nanoseconds; later, it was idle for too long. A guess.
const TURNED_AWAY_NS: i64 = 1_000_000_000;

/// What a connection is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// No socket.
    Empty,
    /// A connect is under way.
    Connecting,
    /// Open, no request on it.
    Idle,
    /// A request is on it.
    Busy,
}

/// A slot for a connection; the slot outlives its sockets.
pub(crate) struct Connection {
    pub(crate) stream: Option<Stream>,
    pub(crate) state: State,
    pub(crate) answer: Answer,
    /// The user whose connection this is, or [`NOBODY`].
    pub(crate) user: u32,
    /// Counts the sockets of the slot: an event of an earlier one is recognised by it.
    pub(crate) generation: u32,
    /// Answers that this socket has carried.
    pub(crate) served: u64,
    /// When the connection was last free to send, nanoseconds.
    pub(crate) ready: i64,
    pub(crate) planned: i64,
    pub(crate) sent: i64,
    /// When the connect began.
    pub(crate) began: i64,
    /// 0 until the first byte of the answer.
    pub(crate) first_byte: i64,
    pub(crate) step: usize,
    pub(crate) row: usize,
    /// Bytes of the request written so far.
    pub(crate) written: usize,
    /// Whether there is more to write.
    pub(crate) unsent: bool,
    /// Whose request it is, where iterations have sessions; else nobody's.
    pub(crate) actor: u32,
    /// The trace context of the request, where it has one.
    pub(crate) trace: Option<TraceId>,
    /// The request that this connection is opened for, where each has one of its own.
    pub(crate) reserved: Option<Waiting>,
    /// The actor's request, or one with a trace context.
    pub(crate) request: Vec<u8>,
    /// The answer as it came, up to so many bytes.
    pub(crate) raw: Vec<u8>,
    pub(crate) keep: usize,
    /// Bytes of the answer read so far.
    pub(crate) received: u64,
}

impl Connection {
    pub(crate) fn new() -> Self {
        Self {
            stream: None,
            state: State::Empty,
            answer: Answer::new(),
            user: NOBODY,
            generation: 0,
            served: 0,
            ready: 0,
            planned: 0,
            sent: 0,
            began: 0,
            first_byte: 0,
            step: 0,
            row: 0,
            written: 0,
            unsent: false,
            actor: NOBODY,
            trace: None,
            reserved: None,
            request: Vec::new(),
            raw: Vec::new(),
            keep: 0,
            received: 0,
        }
    }

    /// Begins to connect; the outcome is an event that carries `slot` and the generation.
    pub(crate) fn connect(&mut self, to: &Target, slot: u32, epoll: &sys::Epoll) -> io::Result<()> {
        self.generation = self.generation.wrapping_add(1);
        let stream = Stream::begin(to)?;
        epoll.add(&stream, u64::from(self.generation) << 32 | u64::from(slot))?;
        self.stream = Some(stream);
        self.state = State::Connecting;
        self.served = 0;
        Ok(())
    }

    /// Whether it was kept open until `at`, nanoseconds: it has served, or was idle for so long that it was not turned away.
    pub(crate) fn was_kept(&self, at: i64) -> bool {
        self.served > 0 || at - self.ready > TURNED_AWAY_NS
    }

    /// The bytes of the request on it.
    pub(crate) fn request_bytes<'a>(&'a self, scenario: &'a Scenario) -> &'a [u8] {
        if self.actor == NOBODY && self.trace.is_none() { scenario.step(self.step).template.request(self.row) } else { &self.request }
    }

    /// Closes the socket, if there is one.
    pub(crate) fn close(&mut self) {
        self.stream = None;
        self.state = State::Empty;
        self.user = NOBODY;
        self.generation = self.generation.wrapping_add(1);
    }
}
