//! One request on one connection: written, answered or not, and told to the window.

use super::{Exchange, NEVER, Waiting};
use crate::answer::Progress;
use crate::connection::State;
use model::{Attempt, Outcome, Timestamp};
use std::io::{self, Read, Write};

impl Exchange {
    pub(super) fn send(&mut self, slot: u32, w: &Waiting) {
        let (step, row) = self.scenario.pick(&mut self.random, &mut self.next_row);
        let now = self.now();
        let c = &mut self.slots[slot as usize];
        c.state = State::Busy;
        (c.step, c.row, c.planned) = (step, row, w.planned);
        (c.sent, c.first_byte, c.written) = (now, 0, 0);
        c.answer.expect(self.scenario.steps()[step].is_head());
        self.deadlines[slot as usize] = now + self.timeout_ns;
        self.busy += 1;
        self.window.counts.sent += u64::from(!w.retried);
        self.write(slot);
    }

    /// Writes what is left of the request.
    pub(super) fn write(&mut self, slot: u32) {
        let c = &mut self.slots[slot as usize];
        let bytes = self.scenario.steps()[c.step].template.request(c.row);
        let Some(stream) = &mut c.stream else { return };
        while c.written < bytes.len() {
            match stream.write(&bytes[c.written..]) {
                Ok(n) => c.written += n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return,
                Err(e) => return self.broken(slot, &e),
            }
        }
    }

    /// Reads until the answer is complete or the socket is empty.
    pub(super) fn read(&mut self, slot: u32, closing: bool) {
        loop {
            let c = &mut self.slots[slot as usize];
            let Some(stream) = &mut c.stream else { return };
            let n = match stream.read(&mut self.buffer) {
                Ok(0) => {
                    self.now();
                    if self.slots[slot as usize].answer.peer_closed() {
                        return self.answered(slot, false);
                    }
                    return self
                        .broken(slot, &io::Error::new(io::ErrorKind::UnexpectedEof, "closed by the peer before the answer was complete"));
                }
                Ok(n) => n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return,
                Err(e) => return self.broken(slot, &e),
            };
            self.clock = Timestamp::now().ns();
            if c.first_byte == 0 {
                c.first_byte = self.clock;
            }
            match c.answer.feed(&self.buffer[..n]) {
                Ok(Progress::Done(used)) => {
                    let whole = c.written == self.scenario.steps()[c.step].template.request(c.row).len();
                    let reusable = c.answer.keep_alive && used == n && whole && !closing;
                    return self.answered(slot, reusable);
                }
                // A read that did not fill the buffer has emptied the socket; what comes next is a new event.
                Ok(Progress::More) if n < self.buffer.len() && !closing => return,
                Ok(Progress::More) => {}
                Err(e) => {
                    let shown = self.buffer[..n.min(40)].escape_ascii().to_string();
                    self.window.sample(|| format!("{e}; it begins {shown:?}"));
                    return self.end(slot, Outcome::ProtocolError, false);
                }
            }
        }
    }

    pub(super) fn answered(&mut self, slot: u32, reusable: bool) {
        let c = &self.slots[slot as usize];
        let (step, status) = (&self.scenario.steps()[c.step], c.answer.status);
        let outcome = match status {
            s if step.accepts(s) => Outcome::Ok,
            500.. => Outcome::ServerError,
            _ => Outcome::ClientError,
        };
        if outcome != Outcome::Ok {
            self.window.sample(|| match step.expect.as_slice() {
                [] => format!("status {status} for {}", step.name),
                expected => format!("status {status} for {}, expected {expected:?}", step.name),
            });
        }
        self.end(slot, outcome, reusable);
    }

    /// The connection failed under a request.
    pub(super) fn broken(&mut self, slot: u32, error: &io::Error) {
        self.now();
        let c = &self.slots[slot as usize];
        let again = c.served > 0 && c.first_byte == 0 && self.scenario.steps()[c.step].is_idempotent();
        if again {
            // A kept connection that the peer had closed while the request was under way (RFC 9112, 9.5): plan kept, sent again on a new one.
            self.waiting.push_front(Waiting { planned: c.planned, retried: true, counted: true });
            self.window.counts.retries += 1;
            self.busy -= 1;
            self.discard(slot);
            return;
        }
        self.window.sample(|| error.to_string());
        self.end(slot, Outcome::ConnectionError, false);
    }

    /// The request on `slot` ended at the last reading of the clock.
    pub(super) fn end(&mut self, slot: u32, outcome: Outcome, reusable: bool) {
        let now = self.clock;
        let c = &mut self.slots[slot as usize];
        let at = Timestamp::from_ns;
        let first_byte = if c.first_byte == 0 { now } else { c.first_byte };
        let attempt = Attempt { planned: at(c.planned), sent: at(c.sent), first_byte: at(first_byte), done: at(now), outcome };
        self.window.end(&attempt, c.sent - c.planned.max(c.ready));
        self.busy -= 1;
        self.deadlines[slot as usize] = NEVER;
        if reusable {
            c.state = State::Idle;
            c.ready = now;
            c.served += 1;
            self.idle.push(slot);
        } else {
            self.discard(slot);
        }
        if self.replan {
            self.plan(now);
        }
    }

    /// The first waiting request ends without having been sent.
    pub(super) fn end_unsent(&mut self, outcome: Outcome) {
        let Some(w) = self.waiting.pop_front() else { return };
        let done = Timestamp::from_ns(self.clock);
        self.window.end(&Attempt { planned: Timestamp::from_ns(w.planned), sent: done, first_byte: done, done, outcome }, 0);
        if self.replan {
            self.plan(self.clock);
        }
    }
}
