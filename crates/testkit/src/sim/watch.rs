//! What probes would see: stacks at an interval, gauges, sessions, running totals of threads. Reading changes nothing in the service.

use super::engine::Sim;
use super::lock_waits::LockWaits;
use super::time::generator;
use model::{SessionSample, ThreadStat, Timestamp};
use rand::rngs::SmallRng;
use std::collections::BTreeMap;

/// A thread that has run for this long is preempted rather than waiting for its first turn (Linux: 3 ms with few threads).
pub(super) const SLICE_MS: f64 = 3.0;
/// Kernel ids.
pub(super) const FIRST_WORKER: u32 = 1000;
pub(super) const POLLER: u32 = 90;
pub(super) const COMPILER: u32 = 80;
pub(super) const COLLECTOR: u32 = 70;

/// What goes wrong with the watching itself.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Watching {
    /// By how much the sampler's interval is longer than asked for (0.05 = 5 %).
    pub overrun: f64,
    /// Gauges are stamped this much too late, milliseconds.
    pub gauge_lag_ms: f64,
    /// Share of gauge and session readings that are lost.
    pub lost: f64,
    /// Share of the statements on the server's CPU that sampling does not see, because it needs the same core (LEDGER section 1).
    pub blindness: f64,
}

/// One sample of a stack.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample {
    pub(super) t: f64,
    pub(super) worker: usize,
    pub(super) weight: u32,
    pub(super) stack: u32,
}

/// One reading of the gauges.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gauges {
    pub(super) t: f64,
    pub(super) used: u32,
    pub(super) pending: u32,
    pub(super) total: u32,
    pub(super) busy: u32,
    pub(super) alive: u32,
    pub(super) queue: u32,
}

/// One reading of running totals.
#[derive(Debug, Clone)]
pub(super) struct Totals {
    pub(super) t: f64,
    pub(super) threads: Vec<ThreadStat>,
    pub(super) process_ms: f64,
    pub(super) database_ms: f64,
    pub(super) neighbours_ms: f64,
    /// Time that anybody used on the service's cores.
    pub(super) busy_ms: f64,
    pub(super) generator_ms: f64,
    pub(super) stopped_ms: f64,
    pub(super) compiler_ms: f64,
    pub(super) pauses: u64,
    /// Periods of the quota, those that stopped threads, and how long they did, milliseconds.
    pub(super) throttled: (u64, u64, f64),
    pub(super) overflows: u64,
    /// Calls that each of the other services works at or lets wait.
    pub(super) awaited: Vec<u32>,
}

/// What was seen in the present phase.
#[derive(Debug)]
pub(super) struct Watch {
    pub(super) watching: Watching,
    /// Stacks, gauges and sessions are read.
    pub(super) on: bool,
    /// Totals are read.
    pub(super) light: bool,
    /// When gauges, sessions and totals are due: ticks of an earlier phase come at other moments.
    pub(super) due: [f64; 3],
    pub(super) interval_ms: f64,
    pub(super) samples: Vec<Sample>,
    pub(super) last: BTreeMap<usize, usize>,
    pauses: Vec<(f64, f64)>,
    pub(super) gauges: Vec<Gauges>,
    pub(super) sessions: Vec<SessionSample>,
    pub(super) totals: Vec<Totals>,
    pub(super) lock_waits: LockWaits,
    /// When totals were read last, and what was used of the cores until then and in sum, milliseconds.
    pub(super) cores: (f64, f64, f64),
    pub(super) random: SmallRng,
}

impl Default for Watch {
    fn default() -> Self {
        Self {
            watching: Watching::default(),
            on: false,
            light: false,
            due: [0.0; 3],
            interval_ms: 10.0,
            samples: vec![],
            last: BTreeMap::new(),
            pauses: vec![],
            gauges: vec![],
            sessions: vec![],
            totals: vec![],
            lock_waits: LockWaits::default(),
            cores: (0.0, 0.0, 0.0),
            random: generator(1, 1, 1),
        }
    }
}

impl Watch {
    /// When a new thread is sampled first: threads are visited one after the other, each once per interval.
    pub(super) fn first_sample(&self, worker: usize, now: f64) -> f64 {
        now + self.interval_ms * (worker as f64 * 0.618_033_988_7).fract()
    }

    /// The world stops.
    pub(super) fn stopped(&mut self, from: f64, length: f64) {
        self.pauses.push((from, from + length));
    }

    pub(super) fn is_stopped(&self, t: f64) -> bool {
        self.pauses.iter().rev().take(4).any(|(a, b)| *a <= t && t < *b)
    }
}

impl Sim {
    /// Everything is watched from now on, stacks at `interval_ms`.
    pub(super) fn watch(&mut self, interval_ms: f64) {
        let w = &mut self.watch;
        (w.on, w.light, w.due) = (true, true, [self.now; 3]);
        w.interval_ms = interval_ms * (1.0 + w.watching.overrun);
        w.samples.clear();
        w.last.clear();
        w.gauges.clear();
        w.sessions.clear();
        w.totals.clear();
        w.lock_waits.restart(self.now);
        for i in 0..self.workers.len() {
            self.workers[i].next_sample = self.watch.first_sample(i, self.now);
        }
        self.read_counters();
        self.read_gauges();
        self.read_sessions();
    }

    /// Only the totals of threads are read.
    pub(super) fn watch_lightly(&mut self) {
        (self.watch.light, self.watch.due) = (true, [self.now; 3]);
        self.watch.totals.clear();
        self.read_counters();
    }

    /// Watching ends.
    pub(super) fn unwatch(&mut self) {
        self.cpu.advance(self.now);
        for w in 0..self.workers.len() {
            self.sample(w);
        }
        self.take_totals();
        (self.watch.on, self.watch.light) = (false, false);
    }
}

/// A moment of the simulation on the run's clock.
pub(super) fn stamp(ms: f64) -> Timestamp {
    Timestamp::from_ns(1_000_000_000_000 + (ms * 1e6) as i64)
}
