//! The work of a generator thread over HTTP/2: requests onto streams, answers off them. Whatever happens to a connection wakes it; here those
//! that are awake are worked off.

use super::super::Exchange;
use super::failure::Broken;
use super::{Heard, request};
use crate::connection::State;
use crate::sys;
use crate::users::NOBODY;
use std::task::Poll;

impl Exchange {
    /// Handles an event of a connection.
    pub(in super::super) fn handle_link(&mut self, flags: u32, token: u64) {
        let Some(h2) = &mut self.http2 else { return };
        let link = token as u32;
        let l = h2.link(link);
        if l.generation != (token >> 32) as u32 {
            return;
        }
        l.event(flags & sys::READABLE != 0, flags & sys::PEER_CLOSED != 0);
        h2.bell.ring(link);
        self.work();
    }

    /// Works off what would not wait for an event; whether there is more of that.
    pub(in super::super) fn work_before_waiting(&mut self) -> bool {
        if self.http2.as_mut().is_some_and(|h| h.wake_later()) {
            self.work();
        }
        self.http2.as_ref().is_some_and(|h| !h.later.is_empty())
    }

    /// Sends what waits, and looks after all connections that are awake: those with requests to write, those with something to read.
    pub(in super::super) fn work(&mut self) {
        let Some(h2) = &mut self.http2 else { return };
        // Whoever is called from within leaves it to the loop below.
        if std::mem::replace(&mut h2.working, true) {
            return;
        }
        loop {
            self.pair_seats();
            let Some(link) = self.http2.as_ref().and_then(|h| h.bell.next_link()) else { break };
            self.serve(link);
        }
        if let Some(h2) = &mut self.http2 {
            h2.working = false;
        }
    }

    /// Pairs waiting requests with idle seats; takes or opens seats for those that find none.
    fn pair_seats(&mut self) {
        loop {
            while !self.waiting.is_empty() {
                let Some(slot) = self.idle.pop() else { break };
                let Some(w) = self.waiting.pop_front() else { break };
                self.send(slot, w.planned, w.retried, w.actor);
            }
            // A seat on a connection that stands is idle at once.
            if self.waiting.len() <= self.connecting || !self.connect_one() {
                break;
            }
        }
        self.count_held_back();
    }

    fn serve(&mut self, link: u32) {
        let now = self.now();
        let Some(h2) = &mut self.http2 else { return };
        // Requests of one write leave together, whenever they were put on their streams.
        for slot in h2.link(link).fresh.drain(..) {
            self.slots[slot as usize].sent = now;
            if let Some(spacing) = &mut self.spacing {
                spacing.left(now);
            }
        }
        let news = h2.drive(link);
        let (read, written) = std::mem::take(&mut h2.link(link).traffic);
        self.window.counts.bytes_in += read;
        self.window.counts.bytes_out += written;
        self.arrived = self.now();
        self.attend_and_hear(link, news);
    }

    /// Looks after all seats that were woken.
    pub(super) fn attend(&mut self) {
        let Some(h2) = &mut self.http2 else { return };
        let mut woken = std::mem::take(&mut h2.woken);
        loop {
            self.http2.iter().for_each(|h| h.bell.take_seats(&mut woken));
            if woken.is_empty() {
                break;
            }
            for slot in woken.drain(..) {
                self.attend_seat(slot);
            }
        }
        self.http2.iter_mut().for_each(|h| std::mem::swap(&mut h.woken, &mut woken));
    }

    fn attend_seat(&mut self, slot: u32) {
        let Some(h2) = &mut self.http2 else { return };
        let c = &mut self.slots[slot as usize];
        if c.state != State::Busy {
            return;
        }
        let mut heard = Heard { status: c.answer.status, raw: std::mem::take(&mut c.raw), keep: c.keep, body: c.received };
        let end = h2.hear(slot, &mut heard);
        (c.answer.status, c.raw, c.received) = (heard.status, heard.raw, heard.body);
        if c.first_byte == 0 && heard.status != 0 {
            c.first_byte = self.arrived;
        }
        match end {
            Poll::Pending => {}
            Poll::Ready(Ok(())) => {
                self.largest_answer = self.largest_answer.max(heard.body);
                self.answered(slot, true);
            }
            Poll::Ready(Err(broken)) => self.cut_off(slot, broken),
        }
    }

    /// Puts the request of `slot` on a stream of its connection.
    pub(in super::super) fn send_on_seat(&mut self, slot: u32, retried: bool) {
        let Some(h2) = &mut self.http2 else { return };
        let c = &mut self.slots[slot as usize];
        (c.unsent, c.answer.status) = (false, 0);
        let ready_made = if c.actor == NOBODY && c.trace.is_none() { h2.only[c.step].clone() } else { None };
        let request = ready_made.map_or_else(|| request::translate(c.request_bytes(&self.scenario), h2.tls), Ok);
        h2.send(slot, request, retried);
        if h2.is_stillborn(slot) {
            self.window.counts.sent -= u64::from(!retried);
            self.deadlines[slot as usize] = c.sent;
        }
    }

    /// The request of `slot` will get no complete answer.
    pub(super) fn cut_off(&mut self, slot: u32, broken: Broken) {
        let Some(h2) = &self.http2 else { return };
        let begun = self.slots[slot as usize].first_byte != 0;
        if broken.unprocessed && !begun && h2.may_retry(slot) {
            return self.send_again(slot);
        }
        self.window.error(broken.outcome, broken.code, self.clock, || broken.text);
        self.end(slot, broken.outcome, false);
    }
}
