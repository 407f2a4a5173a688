//! Users with a connection of their own: their requests never go to another connection, and no other request to theirs.

use super::{Exchange, NEVER};
use crate::connection::State;
use crate::users::NOBODY;
use model::Outcome;

impl Exchange {
    /// Requests of users that wait for their connection.
    pub(super) fn pending_users(&self) -> usize {
        self.users.as_ref().map_or(0, |u| u.pending)
    }

    /// Whether a user is due for a request that was planned before the end.
    pub(crate) fn is_user_overdue(&self) -> bool {
        self.users.as_ref().is_some_and(|u| u.is_overdue(self.clock))
    }

    /// The next moment at which a user is due.
    pub(crate) fn next_user_due(&self) -> i64 {
        self.users.as_ref().map_or(NEVER, crate::users::Users::next_due)
    }

    /// Opens the connections of the first `wanted` users; false while that is not done.
    pub(crate) fn open_owned(&mut self, wanted: usize) -> bool {
        let Some(users) = &mut self.users else { return true };
        users.reserve(wanted);
        let mut all = true;
        for user in 0..wanted as u32 {
            let Some(users) = &mut self.users else { return true };
            if users.get(user).slot.is_some() {
                continue;
            }
            all = false;
            if !self.give_connection(user) {
                break;
            }
        }
        all && self.connecting == 0
    }

    /// A pooled idle connection, or a connect, becomes the user's; false when neither is to be had now.
    fn give_connection(&mut self, user: u32) -> bool {
        let slot = match self.idle.pop() {
            Some(slot) => {
                self.owned_idle += 1;
                slot
            }
            None => match self.connect_slot() {
                Some(slot) => slot,
                None => return false,
            },
        };
        self.slots[slot as usize].user = user;
        if let Some(users) = &mut self.users {
            users.get(user).slot = Some(slot);
        }
        true
    }

    /// Sends the requests of all users that are due; `quantum_ns` above 0 is the grid on which their plan lies.
    pub(crate) fn send_due_users(&mut self, quantum_ns: i64, start: i64) {
        self.start_due_users(quantum_ns, start);
        if self.http2.is_some() {
            self.work();
        }
    }

    fn start_due_users(&mut self, quantum_ns: i64, start: i64) {
        while let Some((user, due)) = self.users.as_mut().and_then(|u| u.pop_due(self.clock)) {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            self.window.counts.planned += 1;
            let planned = crate::plan::on_grid(due, start, quantum_ns);
            if self.has_flows() {
                let Some(actor) = self.begin_iteration(planned, user) else {
                    self.window.counts.planned -= 1;
                    return;
                };
                if let Some(users) = &mut self.users {
                    users.get(user).actor = actor;
                }
            }
            self.start_user(user, planned, false);
        }
    }

    /// Sends the user's request, or lets it wait for the user's connection.
    pub(super) fn start_user(&mut self, user: u32, planned: i64, retried: bool) {
        let Some(users) = &mut self.users else { return };
        let u = users.get(user);
        u.out = true;
        match u.slot {
            Some(slot) if self.slots[slot as usize].state == State::Idle => {
                let actor = u.actor;
                self.owned_idle -= 1;
                self.send(slot, planned, retried, actor);
            }
            slot => {
                users.set_pending(user, planned, retried);
                self.window.counts.waited += 1;
                if slot.is_none() {
                    self.connect_pending_user(user);
                }
            }
        }
    }

    fn connect_pending_user(&mut self, user: u32) {
        if !self.give_connection(user) {
            return;
        }
        let slot = self.users.as_mut().and_then(|u| u.get(user).slot);
        if let Some(slot) = slot.filter(|s| self.slots[*s as usize].state == State::Idle) {
            self.user_connected(user, slot);
        }
    }

    /// The user's connection stands: what waits for it is sent.
    pub(super) fn user_connected(&mut self, user: u32, slot: u32) {
        let Some(users) = &mut self.users else { return };
        if let Some((planned, retried)) = users.take_pending(user) {
            let actor = users.get(user).actor;
            self.owned_idle -= 1;
            self.send(slot, planned, retried, actor);
        }
    }

    /// The user's connection is gone.
    pub(super) fn user_lost(&mut self, user: u32) {
        if let Some(users) = &mut self.users {
            users.get(user).slot = None;
        }
    }

    /// The user's request has ended.
    pub(super) fn user_ended(&mut self, user: u32) {
        if let Some(users) = &mut self.users {
            users.get(user).actor = NOBODY;
            users.ended(user);
        }
    }

    /// Connects for users whose request waits and who have no connection, because there was no room when they became due; gives up what
    /// waits too long.
    pub(super) fn connect_pending_users(&mut self) {
        let mut from = 0;
        while let Some((user, u)) = self.users.as_ref().and_then(|all| all.next_pending(from)) {
            from = user + 1;
            if u.pending.is_some_and(|(planned, _)| planned + self.timeout_ns <= self.clock) {
                self.window.error(Outcome::Timeout, 1, self.clock, || "no connection within the time-out".to_owned());
                self.fail_pending_user(user, Outcome::Timeout);
            } else if u.slot.is_none() {
                self.connect_pending_user(user);
            }
        }
    }

    /// The pending request of `user` ends without having been sent.
    pub(super) fn fail_pending_user(&mut self, user: u32, outcome: Outcome) {
        let Some(users) = &mut self.users else { return };
        if let Some((planned, _)) = users.take_pending(user) {
            let actor = users.get(user).actor;
            self.tell_unsent(planned, outcome, actor);
            match actor {
                NOBODY => self.user_ended(user),
                actor => self.actor_goes_on(actor, false, false),
            }
        }
    }

    pub(super) fn end_pending_users(&mut self, outcome: Outcome) {
        while let Some((user, _)) = self.users.as_ref().and_then(|all| all.next_pending(0)) {
            self.fail_pending_user(user, outcome);
        }
    }

    /// No user begins another request; what was planned and not begun ends as censored.
    pub(super) fn send_users_home(&mut self) {
        while let Some((user, due)) = self.users.as_mut().and_then(|u| u.pop_due(self.clock)) {
            self.window.counts.planned += 1;
            self.tell_unsent(due, Outcome::Censored, NOBODY);
            self.user_ended(user);
        }
        if let Some(users) = &mut self.users {
            users.until = i64::MIN;
        }
    }
}
