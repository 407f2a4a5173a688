//! Requests that are planned and not sent yet: they wait for a connection, in order.

use super::{Exchange, Keeps, Planning, Waiting};
use crate::job::WhenFull;
use crate::users::NOBODY;
use model::Outcome;

impl Exchange {
    /// Adds a request planned at `planned`; false when none may be planned any more.
    pub(crate) fn plan(&mut self, planned: i64) -> bool {
        if self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        self.window.counts.planned += 1;
        if self.when_full != WhenFull::Queue && self.idle.is_empty() && self.busy + self.waiting.len() + self.reserved >= self.cap {
            self.window.counts.dropped += 1;
            self.overflowed |= self.when_full == WhenFull::Fail;
            return true;
        }
        let mut actor = NOBODY;
        if self.has_flows() {
            let Some(began) = self.begin_iteration(planned, NOBODY) else {
                self.window.counts.planned -= 1;
                return false;
            };
            actor = began;
        }
        self.waiting.push_back(Waiting { planned, actor, retried: false, counted: false });
        true
    }

    /// Closed load: `wanted` users, from this moment on.
    pub(crate) fn set_closed_users(&mut self, wanted: usize) {
        self.closed_users = wanted;
        while self.active_users < wanted && self.plan(self.clock) {
            self.active_users += 1;
        }
        self.send_waiting();
    }

    /// Nothing is planned any more but what was due before `until` and the steps of iterations under way.
    pub(crate) fn stop_planning(&mut self, until: i64) {
        self.closed_users = 0;
        self.kept_open = 0;
        self.planning = Planning::Steps;
        if let Some(users) = &mut self.users {
            users.until = until;
        }
    }

    /// Closed load: a request has ended at `at`, its user sends the next one or goes home.
    pub(super) fn user_goes_on(&mut self, at: i64) {
        if self.active_users > 0 && (self.active_users > self.closed_users || !self.plan(at)) {
            self.active_users -= 1;
        }
    }

    /// Pairs waiting requests with idle connections; opens connections for those that find none.
    pub(crate) fn send_waiting(&mut self) {
        if self.http2.is_some() {
            return self.work();
        }
        while !self.idle.is_empty() && !self.waiting.is_empty() {
            // Retried ones stand in front and want a connection that is new.
            let first = self.waiting.iter().take_while(|w| w.retried).count();
            let Some(w) = self.waiting.remove(first) else { break };
            let Some(slot) = self.take_idle_one() else { break };
            self.send(slot, w.planned, w.retried, w.actor);
        }
        if self.waiting.is_empty() {
            return;
        }
        self.count_held_back();
        if self.scenario.closes() || self.keeps == Keeps::One {
            return self.connect_for_each();
        }
        while self.waiting.len() > self.connecting && self.connect_one() {}
    }

    /// Opens a connection for each request that waits, as clients do that never keep one: who is turned away waits for it, and not whoever comes next.
    fn connect_for_each(&mut self) {
        while !self.waiting.is_empty() {
            let Some(slot) = self.connect_slot() else { return };
            let Some(w) = self.waiting.pop_front() else { return };
            self.deadlines[slot as usize] = w.planned + self.timeout_ns;
            self.slots[slot as usize].reserved = Some(w);
            self.reserved += 1;
        }
    }

    /// The request that the connection was opened for.
    pub(super) fn take_reserved(&mut self, slot: u32) -> Option<Waiting> {
        let w = self.slots[slot as usize].reserved.take()?;
        self.reserved -= 1;
        Some(w)
    }

    /// Counts those that wait, once each.
    pub(super) fn count_held_back(&mut self) {
        // Those behind `counted` ones were seen by an earlier call: stop at the first from the back.
        for w in self.waiting.iter_mut().rev() {
            if std::mem::replace(&mut w.counted, true) {
                break;
            }
            self.window.counts.waited += 1;
        }
    }

    /// The first waiting request ends without having been sent.
    pub(super) fn end_unsent(&mut self, outcome: Outcome) {
        if let Some(w) = self.waiting.pop_front() {
            self.give_up_unsent(w, outcome);
        }
    }

    /// `w` ends without having been sent.
    pub(super) fn give_up_unsent(&mut self, w: Waiting, outcome: Outcome) {
        self.tell_unsent(w.planned, outcome, w.actor);
        match w.actor {
            NOBODY => self.user_goes_on(self.clock),
            actor => self.actor_goes_on(actor, false, false),
        }
    }
}
