//! What epoll tells of connections: a connect has come further, there is something to read, the peer has gone.

use super::Exchange;
use crate::connection::State;
use crate::sys;
use crate::transport::Readiness;
use crate::users::NOBODY;
use std::io::{self, Read as _};

impl Exchange {
    /// Waits for events at most `timeout_ns` and returns how many there are.
    pub(crate) fn wait(&mut self, timeout_ns: i64) -> io::Result<usize> {
        let in_a_hurry = self.http2.is_some() && self.work_before_waiting();
        self.epoll.wait(&mut self.events, if in_a_hurry { 0 } else { timeout_ns })
    }

    /// Handles event `k` of the last wait.
    pub(crate) fn handle(&mut self, k: usize) {
        let event = self.events[k];
        let (flags, token) = (event.events, event.u64);
        if self.http2.is_some() {
            return self.handle_link(flags, token);
        }
        let slot = token as u32;
        let c = &self.slots[slot as usize];
        if c.generation != (token >> 32) as u32 {
            return;
        }
        let closing = flags & sys::PEER_CLOSED != 0;
        if c.state == State::Connecting {
            self.advance(slot);
            self.send_waiting();
        }
        let state = self.slots[slot as usize].state;
        match state {
            State::Busy => {
                // Read first: a peer that has answered and closed fails the write.
                if flags & sys::READABLE != 0 {
                    self.read(slot, closing);
                }
                let c = &self.slots[slot as usize];
                if c.unsent && c.state == State::Busy && flags & sys::WRITABLE != 0 {
                    self.write(slot);
                }
                self.send_waiting();
            }
            State::Idle if flags & sys::READABLE != 0 && !self.is_chatter(slot) => self.lost_while_idle(slot),
            _ => {}
        }
    }

    /// Whether what came on an idle connection is TLS' own talk (session tickets), which carries no bytes of an answer.
    fn is_chatter(&mut self, slot: u32) -> bool {
        let Some(stream) = &mut self.slots[slot as usize].stream else { return false };
        stream.is_secured() && matches!(stream.read(&mut self.buffer), Err(e) if e.kind() == io::ErrorKind::WouldBlock)
    }

    /// A connect, with its TLS handshake, has come a step further.
    fn advance(&mut self, slot: u32) {
        let Some(stream) = &mut self.slots[slot as usize].stream else { return };
        match stream.advance() {
            Ok(Readiness::Pending) => {}
            Ok(Readiness::Ready) => self.connected(slot),
            Err(e) => {
                self.connecting -= 1;
                self.unusable(slot, &e);
            }
        }
    }

    /// The peer closed a kept connection, or talks unasked: either way it is of no use. One that was idle for long is as good as one that served.
    fn lost_while_idle(&mut self, slot: u32) {
        let now = self.now();
        let c = &self.slots[slot as usize];
        let (owned, kept) = (c.user != NOBODY, c.was_kept(now));
        if owned {
            self.owned_idle -= 1;
        } else {
            self.idle.retain(|i| *i != slot);
        }
        if kept {
            self.discard(slot);
        } else {
            self.unusable(slot, &io::Error::new(io::ErrorKind::ConnectionAborted, "closed by the peer before any request"));
        }
        self.send_waiting();
    }
}
