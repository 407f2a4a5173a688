//! One connection: its socket, its answer reader, and the request that is on it.

use crate::answer::Answer;
use crate::sys;
use std::io;
use std::net::{SocketAddr, TcpStream};

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
    pub(crate) stream: Option<TcpStream>,
    pub(crate) state: State,
    pub(crate) answer: Answer,
    /// Counts the sockets of the slot: an event of an earlier one is recognised by it.
    pub(crate) generation: u32,
    /// Answers that this socket has carried.
    pub(crate) served: u64,
    /// When the connection was last free to send, nanoseconds.
    pub(crate) ready: i64,
    pub(crate) planned: i64,
    pub(crate) sent: i64,
    /// 0 until the first byte of the answer.
    pub(crate) first_byte: i64,
    pub(crate) step: usize,
    pub(crate) row: usize,
    /// Bytes of the request written so far.
    pub(crate) written: usize,
}

impl Connection {
    pub(crate) fn new() -> Self {
        Self {
            stream: None,
            state: State::Empty,
            answer: Answer::new(),
            generation: 0,
            served: 0,
            ready: 0,
            planned: 0,
            sent: 0,
            first_byte: 0,
            step: 0,
            row: 0,
            written: 0,
        }
    }

    /// Begins to connect; the outcome is an event that carries `slot` and the generation.
    pub(crate) fn connect(&mut self, to: SocketAddr, slot: u32, epoll: &sys::Epoll) -> io::Result<()> {
        self.generation = self.generation.wrapping_add(1);
        let stream = sys::begin_connect(to)?;
        epoll.add(&stream, u64::from(self.generation) << 32 | u64::from(slot))?;
        self.stream = Some(stream);
        self.state = State::Connecting;
        self.served = 0;
        Ok(())
    }

    /// Closes the socket, if there is one.
    pub(crate) fn close(&mut self) {
        self.stream = None;
        self.state = State::Empty;
        self.generation = self.generation.wrapping_add(1);
    }
}
