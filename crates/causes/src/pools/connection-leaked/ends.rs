//! A pool at the end of a level: who can have the connections that are borrowed then. The end, because a pool that runs dry in the middle
//! of a level was in use before.

use crate::facts::stacks::{Stack, jobs_at_the_database, threads_where, waits_for_a_second};
use diagnose::Analysis;
use diagnose::frames::{Part, Place};
use diagnose::level::Level;
use diagnose::saturation::{POOL_FULL, SOMEBODY_WAITS};
use model::signal;

diagnose::thresholds! {
    /// Part of a level that counts as its end. A guess: a third, which is two to three seconds.
    END = 1.0 / 3.0;
    /// Share of the threads that wait by the gauge which the stacks must see waiting, or they do not see who serves requests (virtual
    /// threads that are put aside have no stack to sample). A guess.
    SEEN = 0.5;
}

/// A pool at the end of a level.
pub(super) struct End {
    pub(super) pool: String,
    /// Mean borrowed connections, and waiting threads.
    pub(super) used: f64,
    pending: f64,
    /// Largest size.
    pub(super) max: f64,
    /// Connections that request threads can have at most: two each (the second for a transaction within a transaction) while they do
    /// anything but wait for their first.
    pub(super) owned: f64,
}

impl End {
    /// Whether all are borrowed and somebody waits.
    pub(super) fn is_dry(&self) -> bool {
        self.used >= POOL_FULL.get() * self.max && self.pending >= SOMEBODY_WAITS.get()
    }

    /// Borrowed connections that no request thread can have.
    pub(super) fn unowned(&self) -> f64 {
        self.used - self.owned
    }
}

/// The busiest pool at the end of `level`. `None` when it cannot be told who has its connections: without stacks or gauges, when the stacks
/// do not see those who wait, when a job uses the database as well.
pub(super) fn in_the_end(a: &Analysis, level: &Level) -> Option<End> {
    let pool = level.busiest_pool()?;
    if jobs_at_the_database(a, level) >= 1.0 {
        return None;
    }
    let (start, to) = level.window;
    let from = start.plus_ns((to.ns_since(start) as f64 * (1.0 - END.get())) as i64);
    let mean = |name: &str, of_level: f64| {
        let series = a.run.series_of(name).find(|s| s.label("pool") == pool.name);
        series.and_then(|s| s.mean(from, to)).unwrap_or(of_level)
    };
    let threads = |pick: &dyn Fn(&Stack<'_>) -> bool| threads_where(a, level, (from, to), pick);
    let in_line = |s: &Stack<'_>| a.stacks.language.classify(s).place == Place::Request(Part::PoolWait);
    let first = |s: &Stack<'_>| in_line(s) && !waits_for_a_second(s);
    let owned = 2.0 * threads(&|s| !first(s))?;
    let (used, pending) = (mean(signal::POOL_USED, pool.used), mean(signal::POOL_PENDING, pool.pending));
    let waiting = threads(&in_line)?;
    (waiting >= SEEN.get() * pending).then_some(End { pool: pool.name.clone(), used, pending, max: pool.max, owned })
}
