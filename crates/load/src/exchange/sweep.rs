//! What happens every few milliseconds, and at the end: giving up, resting, cutting off.

use super::Exchange;
use crate::connection::State;
use crate::transport::clock;
use model::Outcome;
use std::io;

impl Exchange {
    /// Gives up what is overdue and lets rested slots connect again. Call every few milliseconds.
    pub(crate) fn sweep(&mut self) {
        let now = self.now();
        if self.stamped {
            self.stamp_offset_ns = clock::realtime_offset_ns();
        }
        for i in 0..self.deadlines.len() {
            if self.deadlines[i] > now {
                continue;
            }
            if self.slots[i].state == State::Busy {
                self.give_up(i as u32, now);
            } else {
                self.connecting -= 1;
                self.unusable(i as u32, &io::Error::from(io::ErrorKind::TimedOut));
            }
        }
        self.sweep_links();
        while self.waiting.front().is_some_and(|w| w.planned + self.timeout_ns <= now) {
            self.window.error(Outcome::Timeout, 1, now, || "no free connection within the time-out".to_owned());
            self.end_unsent(Outcome::Timeout);
        }
        let (resting, free) = (&mut self.resting, &mut self.free);
        resting.retain(|(until, slot)| {
            let rests = *until > now;
            if !rests {
                free.push(*slot);
            }
            rests
        });
        self.send_waiting();
        self.connect_pending_users();
        self.keep_ready();
    }

    /// The time of a request is over.
    fn give_up(&mut self, slot: u32, now: i64) {
        if let Some(h2) = &mut self.http2 {
            if let Some((outcome, code, text)) = h2.stillborn(slot) {
                self.window.error(outcome, code, now, || text);
                return self.end(slot, outcome, false);
            }
            h2.suspect(slot, now, self.timeout_ns);
        }
        self.window.error(Outcome::Timeout, 0, now, || "no complete answer within the time-out".to_owned());
        self.end(slot, Outcome::Timeout, false);
    }

    /// Ends everything that is unanswered as censored.
    pub(crate) fn censor(&mut self) {
        self.now();
        // Nobody begins anything new meanwhile.
        self.closed_users = 0;
        self.end_iterations();
        self.send_users_home();
        for i in 0..self.slots.len() {
            if self.slots[i].state == State::Busy {
                self.end(i as u32, Outcome::Censored, false);
            }
        }
        for slot in 0..self.slots.len() as u32 {
            if let Some(w) = self.take_reserved(slot) {
                self.give_up_unsent(w, Outcome::Censored);
            }
        }
        while !self.waiting.is_empty() {
            self.end_unsent(Outcome::Censored);
        }
        self.end_pending_users(Outcome::Censored);
    }
}
