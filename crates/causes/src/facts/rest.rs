//! Pools at rest: what is still borrowed when a level's last request is answered and no worker is busy.

use diagnose::Analysis;
use model::{Timestamp, signal};

/// Time after the last answer from which a pool counts as at rest, milliseconds. A guess: code that runs after the answer has been
/// written gives its connection back within this.
const SETTLED_MS: i64 = 10;

/// A pool at rest after one level.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Rest {
    /// Name of the pool.
    pub(crate) pool: String,
    /// Fewest connections that were borrowed.
    pub(crate) borrowed: f64,
    /// Largest size of the pool.
    pub(crate) max: f64,
    /// Phase that it follows.
    pub(crate) phase: String,
}

/// Pools after each measured level, in order of time: of those moments at which no worker was busy. Without a gauge of the workers
/// nothing: a request that the client gave up may still run.
pub(crate) fn rests(a: &Analysis) -> Vec<Rest> {
    let mut levels: Vec<_> = a.levels.iter().collect();
    levels.sort_by_key(|l| l.window.0);
    let mut found = Vec::new();
    for level in levels {
        let from = level.window.1.plus_ns(SETTLED_MS * 1_000_000);
        let next = a.run.phases.iter().map(|p| p.start).filter(|s| *s > level.window.1).min();
        let quiet = |t: Timestamp| t >= from && next.is_none_or(|n| t < n) && idle_workers(a, t);
        for used in a.run.series_of(signal::POOL_USED) {
            let at_rest = used.t.iter().zip(&used.v).filter(|(t, _)| quiet(**t)).map(|(_, v)| *v);
            let max = a.run.series_of(signal::POOL_MAX).find(|s| s.labels == used.labels).and_then(|s| s.at(from));
            if let (Some(borrowed), Some(max)) = (at_rest.reduce(f64::min), max) {
                found.push(Rest { pool: used.label("pool").to_owned(), borrowed, max, phase: level.phase.id.clone() });
            }
        }
    }
    found
}

/// Whether every server's workers were idle at the readings next to `t`.
fn idle_workers(a: &Analysis, t: Timestamp) -> bool {
    let mut seen = false;
    let all_idle = a.run.series_of(signal::WORKERS_BUSY).all(|s| {
        seen = true;
        s.at(t).is_some_and(|busy| busy < 0.5)
    });
    seen && all_idle
}
