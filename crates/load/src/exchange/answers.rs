//! One request on one connection: written, answered or not, and told to the window.

use super::{Exchange, NEVER, Waiting};
use crate::answer::Progress;
use crate::connection::State;
use crate::users::NOBODY;
use model::{Attempt, Carried, Outcome, Timestamp};
use std::io::{self, Read, Write};

impl Exchange {
    /// Puts a request on an idle slot that was taken out of its list.
    pub(super) fn send(&mut self, slot: u32, planned: i64, retried: bool, actor: u32) {
        let (step, row) = match self.flows.as_ref().filter(|_| actor != NOBODY) {
            None => self.scenario.pick(&mut self.random, &mut self.next_row, self.stride),
            Some(flows) => (flows.actors[actor as usize].step, 0),
        };
        if actor != NOBODY {
            let mut request = std::mem::take(&mut self.slots[slot as usize].request);
            self.render(actor, &mut request);
            let keep = self.kept_bytes(step);
            let c = &mut self.slots[slot as usize];
            (c.request, c.keep) = (request, keep);
            c.raw.clear();
        }
        let now = self.now();
        let c = &mut self.slots[slot as usize];
        c.state = State::Busy;
        (c.step, c.row, c.planned, c.actor) = (step, row, planned, actor);
        (c.sent, c.first_byte, c.written, c.received) = (now, 0, 0, 0);
        c.unsent = true;
        c.answer.expect(self.scenario.step(step).is_head());
        if self.tracer.is_some() {
            self.choose_for_tracing(slot);
        }
        self.deadlines[slot as usize] = now + self.timeout_ns;
        self.busy += 1;
        self.window.counts.sent += u64::from(!retried);
        if self.http2.is_some() {
            return self.send_on_seat(slot, retried);
        }
        if let Some(spacing) = &mut self.spacing {
            spacing.left(now);
        }
        self.write(slot);
    }

    /// Writes what is left of the request.
    pub(super) fn write(&mut self, slot: u32) {
        let c = &mut self.slots[slot as usize];
        let bytes = if c.actor == NOBODY && c.trace.is_none() { self.scenario.step(c.step).template.request(c.row) } else { &c.request };
        let Some(stream) = &mut c.stream else { return };
        while c.written < bytes.len() {
            match stream.write(&bytes[c.written..]) {
                Ok(n) => {
                    c.written += n;
                    self.window.counts.bytes_out += n as u64;
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return,
                // The peer takes no more; what it had to say (413, say) may still lie in the socket.
                Err(e) if is_gone(&e) => return self.read(slot, true),
                Err(e) => return self.broken(slot, &e),
            }
        }
        match stream.flush() {
            Ok(()) => c.unsent = false,
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => {}
            Err(e) if is_gone(&e) => self.read(slot, true),
            Err(e) => self.broken(slot, &e),
        }
    }

    /// Reads until the answer is complete or the socket is empty.
    pub(super) fn read(&mut self, slot: u32, closing: bool) {
        loop {
            let c = &mut self.slots[slot as usize];
            let Some(stream) = &mut c.stream else { return };
            let read = if self.stamped { stream.read_stamped(&mut self.buffer) } else { stream.read(&mut self.buffer).map(|n| (n, None)) };
            let (n, stamp) = match read {
                Ok((0, _)) => {
                    self.arrived = self.now();
                    if self.slots[slot as usize].answer.peer_closed() {
                        self.learn_keeping(slot, false);
                        return self.answered(slot, false);
                    }
                    return self
                        .broken(slot, &io::Error::new(io::ErrorKind::UnexpectedEof, "closed by the peer before the answer was complete"));
                }
                Ok(read) => read,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return,
                Err(e) => return self.broken(slot, &e),
            };
            self.clock = Timestamp::now().ns();
            // The kernel's wall clock may be set at any moment: a note from outside the request's time is none.
            let noted = stamp.map(|s| s + self.stamp_offset_ns).filter(|s| (c.sent..=self.clock).contains(s));
            self.arrived = noted.unwrap_or(self.clock);
            self.window.counts.bytes_in += n as u64;
            c.received += n as u64;
            if c.raw.len() < c.keep {
                let room = n.min(c.keep - c.raw.len());
                c.raw.extend_from_slice(&self.buffer[..room]);
            }
            if c.first_byte == 0 {
                c.first_byte = self.arrived;
            }
            match c.answer.feed(&self.buffer[..n]) {
                Ok(Progress::Done(used)) => {
                    let reusable = c.answer.keep_alive && used == n && !c.unsent && !closing && !self.scenario.closes();
                    self.largest_answer = self.largest_answer.max(c.received);
                    self.learn_keeping(slot, reusable);
                    return self.answered(slot, reusable);
                }
                // A read that did not fill the buffer has emptied the socket; what comes next is a new event.
                Ok(Progress::More) if stream.is_drained(n, self.buffer.len()) && !closing => return,
                Ok(Progress::More) => {}
                Err(e) => {
                    let shown = model::harmless::text(&self.buffer[..n.min(40)].escape_ascii().to_string());
                    self.window.error(Outcome::ProtocolError, 0, self.clock, || format!("{e}; it begins {shown:?}"));
                    return self.end(slot, Outcome::ProtocolError, false);
                }
            }
        }
    }

    pub(super) fn answered(&mut self, slot: u32, reusable: bool) {
        let c = &mut self.slots[slot as usize];
        let (step, status, actor) = (c.step, c.answer.status, c.actor);
        self.window.statuses.count(status);
        if actor != NOBODY {
            let (raw, service_ns) = (std::mem::take(&mut c.raw), self.arrived - c.sent);
            let (outcome, failed, follow) = self.absorb(actor, status, &raw, service_ns);
            self.window.counts.redirects += u64::from(follow);
            if let Some((check, text)) = failed {
                self.window.error(outcome, check, self.clock, || text);
            }
            if raw.capacity() <= self.buffer.len() {
                self.slots[slot as usize].raw = raw;
            }
            return self.end_with(slot, outcome, reusable, follow);
        }
        let step = self.scenario.step(step);
        let outcome = match status {
            s if step.accepts(s) => Outcome::Ok,
            500.. => Outcome::ServerError,
            _ => Outcome::ClientError,
        };
        if outcome != Outcome::Ok {
            self.window.error(outcome, i32::from(status), self.clock, || match step.expect.as_slice() {
                [] => format!("status {status} for {}", step.name),
                expected => format!("status {status} for {}, expected {expected:?}", step.name),
            });
        }
        self.end(slot, outcome, reusable);
    }

    /// The connection failed under a request.
    fn broken(&mut self, slot: u32, error: &io::Error) {
        self.now();
        let c = &self.slots[slot as usize];
        let again = c.was_kept(c.sent) && c.first_byte == 0 && self.scenario.step(c.step).is_idempotent();
        if !again {
            let code = error.raw_os_error().unwrap_or(-1);
            self.window.error(Outcome::ConnectionError, code, self.clock, || error.to_string());
            return self.end(slot, Outcome::ConnectionError, false);
        }
        // A kept connection that the peer had closed while the request was under way (RFC 9112, 9.5).
        self.send_again(slot);
    }

    /// The request of `slot`, which was not answered, is sent again on another connection, its plan kept.
    pub(super) fn send_again(&mut self, slot: u32) {
        let c = &self.slots[slot as usize];
        let (planned, user, actor) = (c.planned, c.user, c.actor);
        self.window.counts.retries += 1;
        self.busy -= 1;
        self.discard(slot);
        if user == NOBODY {
            self.waiting.push_front(Waiting { planned, actor, retried: true, counted: true });
        } else {
            self.start_user(user, planned, true);
        }
    }

    /// The request on `slot` ended at the last reading of the clock. Over HTTP/2 the connection's own state says whether it is reusable.
    pub(super) fn end(&mut self, slot: u32, outcome: Outcome, reusable: bool) {
        self.end_with(slot, outcome, reusable, false);
    }

    /// The same; `follow`: its step goes on where the answer leads.
    fn end_with(&mut self, slot: u32, outcome: Outcome, reusable: bool, follow: bool) {
        // What was answered ended when the answer had arrived, whenever it was read.
        let now = if outcome.is_answered() { self.arrived } else { self.clock };
        let c = &mut self.slots[slot as usize];
        let (user, actor, route) = (c.user, c.actor, self.scenario.route_of(c.step).unwrap_or(0));
        let at = Timestamp::from_ns;
        let first_byte = if c.first_byte == 0 { now } else { c.first_byte };
        let attempt = Attempt { planned: at(c.planned), sent: at(c.sent), first_byte: at(first_byte), done: at(now), outcome };
        let carried = Carried {
            route: Some(route as u16),
            status: if outcome.is_answered() { c.answer.status } else { 0 },
            bytes_in: c.received,
            bytes_out: self.http2.is_none().then(|| u32::try_from(c.written).unwrap_or(u32::MAX)),
        };
        self.window.end(&attempt, &carried, c.sent - c.planned.max(c.ready));
        if c.trace.is_some() {
            self.tell_tracer(slot, &attempt, route);
        }
        self.busy -= 1;
        self.deadlines[slot as usize] = NEVER;
        let reusable = self.http2.as_mut().map_or(reusable, |h| h.finish(slot, outcome.is_answered()));
        if reusable {
            let c = &mut self.slots[slot as usize];
            c.state = State::Idle;
            c.ready = now;
            c.served += 1;
            if user == NOBODY {
                self.idle.push(slot);
            } else {
                self.owned_idle += 1;
            }
        } else {
            self.discard(slot);
        }
        match (actor, user) {
            (NOBODY, NOBODY) => self.user_goes_on(now),
            (NOBODY, user) => self.user_ended(user),
            (actor, _) => self.actor_goes_on(actor, outcome.is_answered(), follow),
        }
    }

    /// A request that was planned ends without having been sent. Whose it would have been says its route; that of others is chosen when they
    /// are sent, so they have none.
    pub(super) fn tell_unsent(&mut self, planned: i64, outcome: Outcome, actor: u32) {
        let step = self.flows.as_ref().and_then(|f| f.actors.get(actor as usize)).map(|a| a.step);
        let route = step.and_then(|s| self.scenario.route_of(s)).map(|r| r as u16);
        let done = Timestamp::from_ns(self.clock);
        let planned = Timestamp::from_ns(planned);
        let carried = Carried { route, bytes_out: self.http2.is_none().then_some(0), ..Carried::default() };
        self.window.end(&Attempt { planned, sent: done, first_byte: done, done, outcome }, &carried, 0);
    }
}

/// Whether the peer has closed or reset the connection.
fn is_gone(e: &io::Error) -> bool {
    matches!(e.kind(), io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset)
}
