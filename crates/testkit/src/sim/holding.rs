//! What threads hold and wait for: connections, locks, servers of other services, rows of a table.

use super::engine::{Event, Sim};
use super::program::{Kind, Shown};
use super::time::generator;
use super::tokens::Tokens;
use super::worker::Session;
use rand::Rng;

impl Sim {
    pub(super) fn tokens(&mut self, kind: Kind) -> &mut Tokens {
        match kind {
            Kind::Pool => &mut self.pool,
            Kind::Lock(k) => &mut self.locks[k],
            Kind::Servers(k) => &mut self.servers[k],
            Kind::Lease(k) => &mut self.leases[k],
        }
    }

    pub(super) fn take(&mut self, w: usize, kind: Kind, shown: Shown) -> bool {
        if self.tokens(kind).take(w) {
            self.taken(w, kind);
            return true;
        }
        self.wait(w, shown);
        self.workers[w].waits_for = Some(kind);
        self.workers[w].waits_since = self.now;
        self.workers[w].wait_number += 1;
        if kind == Kind::Pool && self.service.pool_timeout_ms.is_finite() {
            let number = self.workers[w].wait_number;
            self.at(self.now + self.service.pool_timeout_ms, Event::GiveUp(w, number));
        }
        false
    }

    pub(super) fn taken(&mut self, w: usize, kind: Kind) {
        self.waited_for(w);
        let worker = &mut self.workers[w];
        worker.wait_number += 1;
        worker.held.push(kind);
        if kind == Kind::Pool && worker.session == Session::Unused {
            worker.session = Session::Idle;
        }
    }

    /// A thread waits no longer for what it waited for, if it did.
    fn waited_for(&mut self, w: usize) {
        let Some(kind) = self.workers[w].waits_for.take() else { return };
        let ms = self.now - self.workers[w].waits_since;
        match self.waited.iter_mut().find(|(k, _)| *k == kind) {
            Some((_, all)) => *all += ms,
            None => self.waited.push((kind, ms)),
        }
    }

    pub(super) fn give(&mut self, w: usize, kind: Kind, number: u64) {
        let worker = &mut self.workers[w];
        if let Some(at) = worker.held.iter().rposition(|h| *h == kind) {
            worker.held.remove(at);
        }
        if kind == Kind::Pool {
            if !worker.held.contains(&Kind::Pool) {
                worker.session = Session::Unused;
            }
            if self.service.leak > 0.0 && generator(self.seed, number, 78).random_bool(self.service.leak) {
                return;
            }
        }
        if let Some(next) = self.tokens(kind).give() {
            self.taken(next, kind);
            self.proceed(next);
        }
    }

    /// A thread has waited too long for a connection: the request fails.
    pub(super) fn give_up(&mut self, w: usize, wait: u64) {
        let Some(kind) = self.workers[w].waits_for.filter(|_| self.workers[w].wait_number == wait) else { return };
        self.tokens(kind).leave(w);
        self.waited_for(w);
        while let Some(kind) = self.workers[w].held.last().copied() {
            self.give(w, kind, 0);
        }
        self.committed(w);
        self.done(w, true);
    }

    pub(super) fn lock_row(&mut self, w: usize, row: u32, shown: Shown) -> bool {
        if self.workers[w].rows.contains(&row) {
            return true;
        }
        if self.rows.entry(row).or_insert_with(|| Tokens::new(1)).take(w) {
            self.workers[w].rows.push(row);
            return true;
        }
        self.wait(w, shown);
        self.workers[w].session = Session::OnLock;
        false
    }

    /// The rows that a transaction had locked are free, the next in line goes on.
    pub(super) fn committed(&mut self, w: usize) {
        if self.workers[w].session != Session::Unused {
            self.workers[w].session = Session::Idle;
        }
        for row in std::mem::take(&mut self.workers[w].rows) {
            let next = self.rows.get_mut(&row).and_then(Tokens::give);
            if let Some(next) = next {
                self.workers[next].rows.push(row);
                self.proceed(next);
            }
        }
    }
}
