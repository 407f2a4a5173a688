//! What a running phase looks like from another thread: a few numbers, refreshed by the generator every few milliseconds.

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
    /// Answers per second in the last window.
    pub rate_per_s: f64,
    /// Mean of planned to done in the last window, nanoseconds; 0 without an answer.
    pub mean_ns: f64,
    /// 95th percentile of the same, nanoseconds.
    pub p95_ns: u64,
}

/// Shared between the generator, the engine and whoever looks on.
#[derive(Debug, Default)]
pub(crate) struct Board {
    stop: AtomicBool,
    done_before: AtomicU64,
    errors_before: AtomicU64,
    done: AtomicU64,
    errors: AtomicU64,
    in_flight: AtomicU64,
    last: Mutex<(f64, f64, u64)>,
}

impl Board {
    pub(crate) fn set_stopped(&self, stopped: bool) {
        self.stop.store(stopped, Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// A phase begins.
    pub(crate) fn reset(&self) {
        for n in [&self.done_before, &self.errors_before, &self.done, &self.errors, &self.in_flight] {
            n.store(0, Relaxed);
        }
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = (0.0, 0.0, 0);
    }

    /// From the generator thread: counts of the present window.
    pub(crate) fn tick(&self, x: &Exchange) {
        let c = &x.window.counts;
        self.done.store(c.ended.iter().sum(), Relaxed);
        self.errors.store(c.errors(), Relaxed);
        self.in_flight.store(x.in_flight() as u64, Relaxed);
    }

    /// From the engine: a window is complete.
    pub(crate) fn window(&self, w: &Window) {
        let c = &w.counts;
        self.done_before.fetch_add(c.ended.iter().sum(), Relaxed);
        self.errors_before.fetch_add(c.errors(), Relaxed);
        self.done.store(0, Relaxed);
        self.errors.store(0, Relaxed);
        let seconds = (c.end - c.start).max(1) as f64 / 1e9;
        let mean = c.response_sum as f64 / c.answered().max(1) as f64;
        let last = (c.answered() as f64 / seconds, mean, if w.response.is_empty() { 0 } else { w.response.value_at_quantile(0.95) });
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = last;
    }

    pub(crate) fn snapshot(&self) -> Live {
        let (rate_per_s, mean_ns, p95_ns) = *self.last.lock().unwrap_or_else(PoisonError::into_inner);
        Live {
            done: self.done_before.load(Relaxed) + self.done.load(Relaxed),
            errors: self.errors_before.load(Relaxed) + self.errors.load(Relaxed),
            in_flight: self.in_flight.load(Relaxed),
            rate_per_s,
            mean_ns,
            p95_ns,
        }
    }
}
