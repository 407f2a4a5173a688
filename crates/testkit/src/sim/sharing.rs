//! Processor sharing: all runnable threads get an equal part of the cores, at most one core each. Knows what a part of the machine that is
//! no thread of a request does to it: neighbours, compilers, stops of the world, a quota.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Length of a period of the kernel's bandwidth controller, milliseconds (`cpu.max`, default).
pub(super) const PERIOD_MS: f64 = 100.0;

/// A moment or an amount that orders like a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Key(pub(super) f64);

impl Eq for Key {}
impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// Who waits for its work to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner {
    /// A worker thread.
    Thread(usize),
    /// The poller, for a request that has arrived.
    Poller(usize),
}

/// Cores shared by whoever is runnable.
#[derive(Debug, Clone)]
pub(super) struct Sharing {
    pub(super) cores: f64,
    /// Work done per millisecond on a core.
    pub(super) speed: f64,
    /// Runnable threads of other processes.
    pub(super) others: f64,
    /// Runnable threads of the same process that serve no request.
    pub(super) helpers: f64,
    /// How much each runnable thread beyond the cores slows all: 0 = not at all.
    pub(super) contention: f64,
    pub(super) stopped: bool,
    throttled: bool,
    quota: Option<f64>,
    budget_ms: f64,
    /// Work that a thread has been given since the start, had it always been runnable.
    work: f64,
    /// Time on a core that a thread has been given since the start, likewise.
    pub(super) on_core: f64,
    /// Time that a thread has waited for a core since the start, likewise. A stop of the world is none: its threads sleep.
    pub(super) in_queue: f64,
    pub(super) own_ms: f64,
    /// Time by which all threads together took longer than alone on a core, milliseconds.
    pub(super) delayed_ms: f64,
    pub(super) others_ms: f64,
    pub(super) helpers_ms: f64,
    pub(super) throttled_ms: f64,
    /// Periods in which anything ran, and those that ended with threads stopped: as `cpu.stat` counts them.
    pub(super) periods: u64,
    pub(super) throttled_periods: u64,
    last: f64,
    jobs: BinaryHeap<Reverse<(Key, u64, Owner)>>,
    next_number: u64,
}

impl Sharing {
    pub(super) fn new(cores: f64, quota: Option<f64>) -> Self {
        Self {
            cores,
            speed: 1.0,
            others: 0.0,
            helpers: 0.0,
            contention: 0.0,
            stopped: false,
            throttled: false,
            quota,
            budget_ms: quota.map_or(f64::INFINITY, |q| q * PERIOD_MS),
            work: 0.0,
            on_core: 0.0,
            in_queue: 0.0,
            own_ms: 0.0,
            delayed_ms: 0.0,
            others_ms: 0.0,
            helpers_ms: 0.0,
            throttled_ms: 0.0,
            periods: 0,
            throttled_periods: 0,
            last: 0.0,
            jobs: BinaryHeap::new(),
            next_number: 0,
        }
    }

    fn runnable(&self) -> f64 {
        self.jobs.len() as f64 + self.others + self.helpers
    }

    /// Part of a core that each runnable thread has now.
    fn share(&self) -> f64 {
        if self.stopped || self.throttled { 0.0 } else { (self.cores / self.runnable().max(1e-9)).min(1.0) }
    }

    /// Part of a core that each runnable thread of another process has now: nothing of ours is in its way while ours stand still.
    fn others_share(&self) -> f64 {
        let ours = if self.stopped || self.throttled { 0.0 } else { self.jobs.len() as f64 + self.helpers };
        (self.cores / (ours + self.others).max(1e-9)).min(1.0)
    }

    fn rate(&self) -> f64 {
        let crowd = (self.jobs.len() as f64 - self.cores).max(0.0);
        self.share() * self.speed / (1.0 + self.contention * crowd)
    }

    /// Brings all accounts up to `now`.
    pub(super) fn advance(&mut self, now: f64) {
        let span = now - self.last;
        if span <= 0.0 {
            return;
        }
        let (share, rate, own) = (self.share(), self.rate(), self.jobs.len() as f64);
        self.work += rate * span;
        self.on_core += share * span;
        self.in_queue += if self.stopped { 0.0 } else { (1.0 - share) * span };
        self.own_ms += share * own * span;
        self.delayed_ms += (1.0 - rate / self.speed.max(1e-9)) * own * span;
        self.helpers_ms += share * self.helpers * span;
        self.others_ms += self.others_share() * self.others * span;
        self.budget_ms -= share * (own + self.helpers) * span;
        if self.throttled {
            self.throttled_ms += span;
        }
        self.last = now;
    }

    /// Adds a thread that needs `work` milliseconds of a core at speed 1.
    pub(super) fn add(&mut self, now: f64, work: f64, owner: Owner) {
        self.advance(now);
        self.next_number += 1;
        self.jobs.push(Reverse((Key(self.work + work), self.next_number, owner)));
    }

    /// When the next thread is done or the quota is used up, if nothing else happens.
    pub(super) fn next(&self) -> f64 {
        self.next_done().min(self.next_throttling())
    }

    fn next_done(&self) -> f64 {
        match (self.jobs.peek(), self.rate()) {
            (Some(Reverse((Key(at), _, _))), rate) if rate > 0.0 => self.last + ((at - self.work) / rate).max(0.0),
            _ => f64::INFINITY,
        }
    }

    fn next_throttling(&self) -> f64 {
        let rate = self.share() * (self.jobs.len() as f64 + self.helpers);
        if self.quota.is_some() && rate > 0.0 { self.last + (self.budget_ms / rate).max(0.0) } else { f64::INFINITY }
    }

    /// What is due at `now`: a thread that is done; `None` when the quota runs out before.
    pub(super) fn pop(&mut self, now: f64) -> Option<Owner> {
        let runs_out = self.next_throttling() < self.next_done();
        self.advance(now);
        if runs_out {
            self.throttled = true;
            return None;
        }
        // rounding may leave a trace of work: the thread that is due is the first
        let Reverse((Key(at), _, owner)) = self.jobs.pop()?;
        self.work = self.work.max(at);
        Some(owner)
    }

    /// Part of a core that each runnable thread has now.
    pub(super) fn present_share(&self) -> f64 {
        self.share()
    }

    /// A period of the quota ends: it is filled up again. What was overdrawn stays owed.
    pub(super) fn refill(&mut self, now: f64) {
        self.advance(now);
        if let Some(q) = self.quota {
            self.periods += u64::from(self.budget_ms < q * PERIOD_MS);
            self.throttled_periods += u64::from(self.throttled);
            self.budget_ms = (self.budget_ms + q * PERIOD_MS).min(q * PERIOD_MS);
            self.throttled = self.budget_ms <= 0.0;
        }
    }

    /// CPU time that others of the process used besides: the collector's.
    pub(super) fn charge(&mut self, ms: f64) {
        self.budget_ms -= ms;
    }

    pub(super) fn has_quota(&self) -> bool {
        self.quota.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_threads_on_one_core_take_twice_as_long() {
        let mut s = Sharing::new(1.0, None);
        s.add(0.0, 10.0, Owner::Thread(1));
        s.add(0.0, 20.0, Owner::Thread(2));
        assert_eq!(s.next(), 20.0);
        assert_eq!(s.pop(20.0), Some(Owner::Thread(1)));
        assert_eq!(s.next(), 30.0);
        assert_eq!(s.pop(30.0), Some(Owner::Thread(2)));
        assert_eq!(s.own_ms, 30.0);
    }

    #[test]
    fn a_quota_of_half_a_core_stops_the_thread_at_half_the_period() {
        let mut s = Sharing::new(1.0, Some(0.5));
        s.add(0.0, 80.0, Owner::Thread(1));
        assert_eq!(s.next(), 50.0);
        assert_eq!(s.pop(50.0), None);
        assert_eq!(s.next(), f64::INFINITY);
        s.refill(100.0);
        assert_eq!(s.next(), 130.0);
        assert_eq!(s.pop(130.0), Some(Owner::Thread(1)));
        assert_eq!(s.throttled_ms, 50.0);
        s.refill(200.0);
        s.refill(300.0);
        assert_eq!((s.periods, s.throttled_periods), (2, 1));
    }

    #[test]
    fn a_neighbour_takes_its_part() {
        let mut s = Sharing::new(1.0, None);
        s.others = 1.0;
        s.add(0.0, 10.0, Owner::Thread(1));
        assert_eq!(s.pop(s.next()), Some(Owner::Thread(1)));
        assert_eq!((s.last, s.others_ms), (20.0, 10.0));
    }
}
