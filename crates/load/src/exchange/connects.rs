//! Opening connections, and what becomes of those that cannot be used.

use super::{CONNECTS, Exchange, NEVER};
use crate::connection::{Connection, State};
use crate::users::NOBODY;
use model::Outcome;
use std::io;

/// After a failed connect the slot rests this long, nanoseconds, growing with failures in a row up to ten times as much. Guess:
/// short against any outage, long against the cost of a connect.
const BACK_OFF_NS: i64 = 10_000_000;

impl Exchange {
    /// Starts a connect for the pool; false when there is no room for it now.
    pub(super) fn connect_one(&mut self) -> bool {
        self.connect_slot().is_some()
    }

    /// Starts a connect in a free slot; `None` when there is none under the cap, too many are under way, or it fails at once.
    pub(super) fn connect_slot(&mut self) -> Option<u32> {
        if self.open() + self.resting.len() >= self.cap {
            return None;
        }
        if self.http2.is_some() {
            return self.open_seat();
        }
        // those that are opened for one request each are as many as its clients would open
        if self.connecting - self.reserved >= CONNECTS {
            return None;
        }
        let slot = self.free_slot();
        let now = self.now();
        match self.slots[slot as usize].connect(&self.target, slot, &self.epoll) {
            Ok(()) => {
                self.connecting += 1;
                self.slots[slot as usize].began = now;
                self.deadlines[slot as usize] = now + self.timeout_ns;
                Some(slot)
            }
            Err(e) => {
                self.unusable(slot, &e);
                None
            }
        }
    }

    /// A slot that nobody uses.
    pub(super) fn free_slot(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.slots.push(Connection::new());
            self.deadlines.push(NEVER);
            self.slots.len() as u32 - 1
        })
    }

    /// A connection stands.
    pub(super) fn connected(&mut self, slot: u32) {
        self.connecting -= 1;
        self.deadlines[slot as usize] = NEVER;
        if self.stamped
            && let Some(stream) = &self.slots[slot as usize].stream
        {
            // Without stamps answers are timed when they are read.
            let _on = stream.enable_stamps().is_ok();
        }
        self.window.counts.opened += 1;
        self.failures_in_a_row = 0;
        let now = self.now();
        let c = &mut self.slots[slot as usize];
        c.state = State::Idle;
        c.ready = now;
        let user = c.user;
        let (connected, secured) = c.stream.as_ref().map_or((now, 0), |s| (s.connected_at(), s.secured_at()));
        self.window.counts.connect_sum += (connected - c.began).max(0) as u64;
        self.window.counts.tls_sum += (secured - connected).max(0) as u64;
        if user != NOBODY {
            self.owned_idle += 1;
            self.user_connected(user, slot);
            return;
        }
        if let Some(w) = self.take_reserved(slot) {
            return self.send(slot, w.planned, w.retried, w.actor);
        }
        let retried = self.waiting.front().is_some_and(|w| w.retried);
        match if retried { self.waiting.pop_front() } else { None } {
            Some(w) => self.send(slot, w.planned, w.retried, w.actor),
            None => self.idle.push(slot),
        }
    }

    /// No usable connection came of the slot: it rests, and the request that waits for one fails with it: that of the slot's user, the one that it was
    /// opened for, or the first of all.
    pub(super) fn unusable(&mut self, slot: u32, error: &io::Error) {
        self.failures_in_a_row = (self.failures_in_a_row + 1).min(10);
        self.window.counts.refused += 1;
        self.none_ready_any_more();
        self.without_connection(slot, error);
    }

    /// The same for another slot on a connection that was counted.
    pub(super) fn without_connection(&mut self, slot: u32, error: &io::Error) {
        let user = self.slots[slot as usize].user;
        let reserved = self.take_reserved(slot);
        self.vacate(slot);
        let now = self.now();
        self.resting.push((now + BACK_OFF_NS * self.failures_in_a_row, slot));
        let code = error.raw_os_error().unwrap_or(-2);
        let text = format!("connect to {}: {error}", self.target.address);
        if let Some(w) = reserved {
            let outcome = if error.kind() == io::ErrorKind::TimedOut { Outcome::Timeout } else { Outcome::ConnectionError };
            match outcome {
                Outcome::Timeout => self.window.error(outcome, 1, now, || "no connection within the time-out".to_owned()),
                _ => self.window.connect_error(code, now, true, || text),
            }
            return self.give_up_unsent(w, outcome);
        }
        let failed = if user == NOBODY { !self.waiting.is_empty() } else { self.pending_users() > 0 };
        self.window.connect_error(code, now, failed, || text);
        if user != NOBODY {
            self.user_lost(user);
            self.fail_pending_user(user, Outcome::ConnectionError);
        } else if failed {
            self.end_unsent(Outcome::ConnectionError);
        }
    }

    pub(super) fn discard(&mut self, slot: u32) {
        let user = self.slots[slot as usize].user;
        if user != NOBODY {
            self.user_lost(user);
        }
        self.vacate(slot);
        self.free.push(slot);
    }

    fn vacate(&mut self, slot: u32) {
        if let Some(h2) = &mut self.http2 {
            h2.leave(slot);
        }
        self.slots[slot as usize].close();
        self.deadlines[slot as usize] = NEVER;
    }
}
