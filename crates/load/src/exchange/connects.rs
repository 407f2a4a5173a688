//! Opening connections, and what becomes of those that cannot be used.

use super::{Exchange, NEVER};
use crate::connection::{Connection, State};
use model::Outcome;
use std::io;

/// After a failed connect the slot rests this long, nanoseconds, growing with failures in a row up to ten times as much. Guess:
/// short against any outage, long against the cost of a connect.
const BACK_OFF_NS: i64 = 10_000_000;

impl Exchange {
    /// Starts a connect in a free slot; false when there is none under the cap.
    pub(super) fn connect_one(&mut self) -> bool {
        if self.open() + self.resting.len() >= self.cap {
            return false;
        }
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Connection::new());
            self.deadlines.push(NEVER);
            self.slots.len() as u32 - 1
        });
        match self.slots[slot as usize].connect(self.address, slot, &self.epoll) {
            Ok(()) => {
                self.connecting += 1;
                self.deadlines[slot as usize] = self.now() + self.timeout_ns;
                true
            }
            Err(e) => {
                self.unusable(slot, &e);
                false
            }
        }
    }

    /// A connect has ended, well or not.
    pub(super) fn connected(&mut self, slot: u32) {
        self.connecting -= 1;
        self.deadlines[slot as usize] = NEVER;
        let stream = self.slots[slot as usize].stream.as_ref();
        if let Some(e) = stream.and_then(|s| s.take_error().unwrap_or_else(Some)) {
            self.unusable(slot, &e);
            return;
        }
        self.window.counts.opened += 1;
        self.failures_in_a_row = 0;
        let now = self.now();
        let c = &mut self.slots[slot as usize];
        c.state = State::Idle;
        c.ready = now;
        let retried = self.waiting.front().is_some_and(|w| w.retried);
        match if retried { self.waiting.pop_front() } else { None } {
            Some(w) => self.send(slot, &w),
            None => self.idle.push(slot),
        }
    }

    /// No usable connection came of the slot: it rests, and the first request that waits for one fails with it.
    pub(super) fn unusable(&mut self, slot: u32, error: &io::Error) {
        self.slots[slot as usize].close();
        self.deadlines[slot as usize] = NEVER;
        self.failures_in_a_row = (self.failures_in_a_row + 1).min(10);
        let until = self.now() + BACK_OFF_NS * self.failures_in_a_row;
        self.resting.push((until, slot));
        self.window.counts.refused += 1;
        let address = self.address;
        self.window.sample(|| format!("connect to {address}: {error}"));
        if !self.waiting.is_empty() {
            self.end_unsent(Outcome::ConnectionError);
        }
    }

    pub(super) fn discard(&mut self, slot: u32) {
        self.slots[slot as usize].close();
        self.deadlines[slot as usize] = NEVER;
        self.free.push(slot);
    }
}
