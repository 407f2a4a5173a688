//! What a running phase looks like from another thread, and what another thread may change in it. The generators refresh the one and look
//! at the other every few milliseconds.

use crate::exchange::Exchange;
use crate::tally::Window;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// A snapshot for a progress line.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Live {
    /// Requests of the phase that have ended.
    pub done: u64,
    /// Of those, the ones that ended otherwise than well.
    pub errors: u64,
    /// Requests in flight or waiting for a connection.
    pub in_flight: u64,
    /// The last whole window.
    pub last: LastWindow,
}

/// Figures of one window (a second).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LastWindow {
    /// Answers per second.
    pub rate_per_s: f64,
    /// Mean of planned to done, nanoseconds; 0 without an answer.
    pub mean_ns: f64,
    /// Percentiles of the same, nanoseconds.
    pub p50_ns: u64,
    /// 95th.
    pub p95_ns: u64,
    /// 99th.
    pub p99_ns: u64,
    /// CPU time of the generator as a share of one core, all its threads together.
    pub generator_cpu: f64,
}

impl Live {
    /// Of phases that run together. Percentiles do not add up: the largest stands.
    #[must_use]
    pub fn and(self, o: Self) -> Self {
        let (a, b) = (self.last, o.last);
        let rate_per_s = a.rate_per_s + b.rate_per_s;
        let last = LastWindow {
            rate_per_s,
            mean_ns: if rate_per_s > 0.0 { (a.mean_ns * a.rate_per_s + b.mean_ns * b.rate_per_s) / rate_per_s } else { 0.0 },
            p50_ns: a.p50_ns.max(b.p50_ns),
            p95_ns: a.p95_ns.max(b.p95_ns),
            p99_ns: a.p99_ns.max(b.p99_ns),
            generator_cpu: a.generator_cpu + b.generator_cpu,
        };
        Self { done: self.done + o.done, errors: self.errors + o.errors, in_flight: self.in_flight + o.in_flight, last }
    }
}

/// What may be changed while a phase runs.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Wishes {
    /// Requests per second, open load.
    pub(crate) rate_per_s: Option<f64>,
    /// Users, closed or paced load.
    pub(crate) users: Option<u32>,
    /// Nothing is planned while this holds.
    pub(crate) paused: bool,
}

/// What one generator thread counts in its present window.
#[derive(Debug, Default)]
struct Corner {
    done: AtomicU64,
    errors: AtomicU64,
    in_flight: AtomicU64,
}

/// Shared between the generators, the engine and whoever looks on.
#[derive(Debug)]
pub(crate) struct Board {
    stop: AtomicBool,
    /// Counts changes of the wishes, so that a look costs one load.
    version: AtomicU64,
    wishes: Mutex<Wishes>,
    done_before: AtomicU64,
    errors_before: AtomicU64,
    corners: Vec<Corner>,
    last: Mutex<LastWindow>,
}

impl Board {
    pub(crate) fn new(threads: usize) -> Self {
        Self {
            stop: AtomicBool::new(false),
            version: AtomicU64::new(0),
            wishes: Mutex::default(),
            done_before: AtomicU64::new(0),
            errors_before: AtomicU64::new(0),
            corners: (0..threads).map(|_| Corner::default()).collect(),
            last: Mutex::default(),
        }
    }

    pub(crate) fn set_stopped(&self, stopped: bool) {
        self.stop.store(stopped, Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    pub(crate) fn wish(&self, change: impl FnOnce(&mut Wishes)) {
        change(&mut self.wishes.lock().unwrap_or_else(PoisonError::into_inner));
        self.version.fetch_add(1, Relaxed);
    }

    /// The wishes, when they have changed since `seen`.
    pub(crate) fn news(&self, seen: &mut u64) -> Option<Wishes> {
        let version = self.version.load(Relaxed);
        (version != std::mem::replace(seen, version)).then(|| *self.wishes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The present version of the wishes: what came before is old.
    pub(crate) fn version(&self) -> u64 {
        self.version.load(Relaxed)
    }

    /// A phase begins.
    pub(crate) fn reset(&self) {
        self.done_before.store(0, Relaxed);
        self.errors_before.store(0, Relaxed);
        for c in &self.corners {
            for n in [&c.done, &c.errors, &c.in_flight] {
                n.store(0, Relaxed);
            }
        }
        *self.wishes.lock().unwrap_or_else(PoisonError::into_inner) = Wishes::default();
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = LastWindow::default();
    }

    /// From generator thread `thread`: counts of the present window.
    pub(crate) fn tick(&self, thread: u32, x: &Exchange) {
        let (c, corner) = (&x.window.counts, &self.corners[thread as usize]);
        corner.done.store(c.ended.iter().sum(), Relaxed);
        corner.errors.store(c.errors(), Relaxed);
        corner.in_flight.store(x.in_flight() as u64, Relaxed);
    }

    /// From the engine: a window is complete.
    pub(crate) fn window(&self, w: &Window) {
        let c = &w.counts;
        self.done_before.fetch_add(c.ended.iter().sum(), Relaxed);
        self.errors_before.fetch_add(c.errors(), Relaxed);
        for corner in &self.corners {
            corner.done.store(0, Relaxed);
            corner.errors.store(0, Relaxed);
        }
        let seconds = (c.end - c.start).max(1) as f64 / 1e9;
        let at = |q| if w.response.is_empty() { 0 } else { w.response.value_at_quantile(q) };
        let last = LastWindow {
            rate_per_s: c.answered() as f64 / seconds,
            mean_ns: c.response_sum as f64 / c.answered().max(1) as f64,
            p50_ns: at(0.5),
            p95_ns: at(0.95),
            p99_ns: at(0.99),
            generator_cpu: c.cpu_ns as f64 / (seconds * 1e9),
        };
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = last;
    }

    pub(crate) fn snapshot(&self) -> Live {
        let sum = |f: fn(&Corner) -> &AtomicU64| self.corners.iter().map(|c| f(c).load(Relaxed)).sum::<u64>();
        Live {
            done: self.done_before.load(Relaxed) + sum(|c| &c.done),
            errors: self.errors_before.load(Relaxed) + sum(|c| &c.errors),
            in_flight: sum(|c| &c.in_flight),
            last: *self.last.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }
}
