//! Users with a connection and a period of their own: who is due when. Knows no socket.

use crate::pacer::Share;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// No user: the connection belongs to a shared pool.
pub(crate) const NOBODY: u32 = u32::MAX;

/// One user.
#[derive(Debug, Clone, Copy)]
pub(crate) struct User {
    /// The user's next request, nanoseconds of the monotonic clock.
    pub(crate) due: i64,
    /// The user's connection, if there is one.
    pub(crate) slot: Option<u32>,
    /// A request is out, or waits for the connection.
    pub(crate) out: bool,
    /// The iteration under way, where iterations have sessions.
    pub(crate) actor: u32,
    /// The request that waits for the connection: when it was planned, and whether it was sent once before.
    pub(crate) pending: Option<(i64, bool)>,
}

/// The users of one thread.
#[derive(Debug)]
pub(crate) struct Users {
    every_ns: i64,
    share: Share,
    all: Vec<User>,
    /// Users from here on have been sent home.
    active: usize,
    agenda: BinaryHeap<Reverse<(i64, u32)>>,
    /// Users whose request waits for their connection.
    pub(crate) pending: usize,
    /// Nothing is due from here on.
    pub(crate) until: i64,
}

impl Users {
    pub(crate) fn new(every_ns: i64, share: Share) -> Self {
        Self { every_ns, share, all: Vec::new(), active: 0, agenda: BinaryHeap::new(), pending: 0, until: i64::MAX }
    }

    pub(crate) fn get(&mut self, user: u32) -> &mut User {
        &mut self.all[user as usize]
    }

    /// Makes room for `wanted` users without letting them send, so that their connections can be opened.
    pub(crate) fn reserve(&mut self, wanted: usize) {
        let nobody = User { due: 0, slot: None, out: false, actor: NOBODY, pending: None };
        self.all.resize(wanted.max(self.all.len()), nobody);
    }

    /// Lets the first `total` users (of all threads) at once, evenly spread over one period from `start` on.
    pub(crate) fn begin(&mut self, start: i64, total: u64) {
        let mine = self.share.of(total) as usize;
        self.reserve(mine);
        self.active = mine;
        for u in 0..mine {
            let number = u as u64 * u64::from(self.share.count) + u64::from(self.share.index);
            let due = start + (u128::from(number) * self.every_ns as u128 / u128::from(total.max(1))) as i64;
            self.all[u].due = due;
            self.agenda.push(Reverse((due, u as u32)));
        }
    }

    /// Has `total` users (of all threads) from `now` on: more begin at once, surplus ones stop after their request.
    pub(crate) fn resize(&mut self, now: i64, total: u64) {
        let mine = self.share.of(total) as usize;
        self.reserve(mine);
        let before = std::mem::replace(&mut self.active, mine);
        for u in before..mine {
            let user = &mut self.all[u];
            if !user.out {
                user.due = now;
                self.agenda.push(Reverse((now, u as u32)));
            }
        }
    }

    /// The next moment at which somebody is due.
    pub(crate) fn next_due(&self) -> i64 {
        self.agenda.peek().map_or(i64::MAX, |Reverse((due, _))| *due)
    }

    /// Somebody who is due at `now`, and when.
    pub(crate) fn pop_due(&mut self, now: i64) -> Option<(u32, i64)> {
        loop {
            let Reverse((due, user)) = *self.agenda.peek()?;
            if due > now {
                return None;
            }
            self.agenda.pop();
            let u = &self.all[user as usize];
            // An entry is stale when its user was sent home and called again meanwhile.
            if (user as usize) < self.active && !u.out && u.due == due && due < self.until {
                return Some((user, due));
            }
        }
    }

    /// The user's request has ended: the next one is due a period after the last was, whenever that is.
    pub(crate) fn ended(&mut self, user: u32) {
        let active = (user as usize) < self.active;
        let u = &mut self.all[user as usize];
        u.out = false;
        u.due += self.every_ns;
        if active && u.due < self.until {
            self.agenda.push(Reverse((u.due, user)));
        }
    }

    /// The user's request waits for the user's connection.
    pub(crate) fn set_pending(&mut self, user: u32, planned: i64, retried: bool) {
        self.all[user as usize].pending = Some((planned, retried));
        self.pending += 1;
    }

    /// The request of the user that waited: when it was planned, and whether it was sent once before.
    pub(crate) fn take_pending(&mut self, user: u32) -> Option<(i64, bool)> {
        let taken = self.all[user as usize].pending.take();
        self.pending -= usize::from(taken.is_some());
        taken
    }

    /// Somebody whose request waits, from `from` on.
    pub(crate) fn next_pending(&self, from: u32) -> Option<(u32, User)> {
        if self.pending == 0 {
            return None;
        }
        let found = self.all.iter().enumerate().skip(from as usize).find(|(_, u)| u.pending.is_some());
        found.map(|(i, u)| (i as u32, *u))
    }

    /// Whether somebody is due for a request that was planned before the end.
    pub(crate) fn is_overdue(&self, now: i64) -> bool {
        self.next_due() < self.until.min(now)
    }

    /// Everything planned from `now` on happens `by_ns` later.
    pub(crate) fn shift(&mut self, by_ns: i64) {
        for u in &mut self.all {
            u.due += by_ns;
        }
        self.agenda = self.agenda.drain().map(|Reverse((due, u))| Reverse((due + by_ns, u))).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: i64 = 1_000_000;

    fn due_within(users: &mut Users, end: i64) -> Vec<(i64, u32)> {
        let mut out = Vec::new();
        while let Some((u, due)) = users.pop_due(end - 1) {
            users.get(u).out = true;
            out.push((due, u));
            users.ended(u);
        }
        out
    }

    #[test]
    fn users_are_spread_over_the_period_and_keep_their_place() {
        let mut users = Users::new(100 * MS, Share::ALL);
        users.begin(7, 4);
        let plan = due_within(&mut users, 7 + 200 * MS);
        let expected: Vec<(i64, u32)> = (0..8).map(|k| (7 + i64::from(k) * 25 * MS, k as u32 % 4)).collect();
        assert_eq!(plan, expected);
    }

    #[test]
    fn threads_share_the_users_and_the_spread() {
        let mut plan = Vec::new();
        for index in 0..3 {
            let mut users = Users::new(100 * MS, Share { index, count: 3 });
            users.begin(0, 10);
            plan.extend(due_within(&mut users, 100 * MS).into_iter().map(|p| p.0));
        }
        plan.sort_unstable();
        assert_eq!(plan, (0..10).map(|k| k * 10 * MS).collect::<Vec<_>>());
    }

    #[test]
    fn a_late_user_is_due_at_once_for_what_was_missed() {
        let mut users = Users::new(100 * MS, Share::ALL);
        users.begin(0, 1);
        assert_eq!(users.pop_due(0), Some((0, 0)));
        users.get(0).out = true;
        assert_eq!(users.pop_due(350 * MS), None, "sequential");
        users.ended(0);
        assert_eq!(users.pop_due(350 * MS), Some((0, 100 * MS)));
        users.until = 150 * MS;
        users.ended(0);
        assert_eq!(users.next_due(), i64::MAX, "nothing is due after the end");
    }

    #[test]
    fn users_come_and_go() {
        let mut users = Users::new(100 * MS, Share::ALL);
        users.begin(0, 2);
        users.resize(10 * MS, 4);
        assert_eq!(due_within(&mut users, 40 * MS), [(0, 0), (10 * MS, 2), (10 * MS, 3)]);
        users.resize(40 * MS, 1);
        assert_eq!(due_within(&mut users, 101 * MS), [(100 * MS, 0)]);
        users.resize(110 * MS, 2);
        assert_eq!(due_within(&mut users, 150 * MS), [(110 * MS, 1)]);
    }
}
