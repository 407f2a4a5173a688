//! Pools at rest: what is still borrowed when the last request of a load is answered and no worker is busy (on an event loop: no request is
//! inside).

use diagnose::Analysis;
use model::{Outcome, PhaseKind, Timestamp, signal};

/// Time after the last answer from which a pool counts as at rest, milliseconds. A guess: code that runs after the answer has been
/// written gives its connection back within this.
const SETTLED_MS: i64 = 10;

diagnose::thresholds! {
    /// Connections that must be lost between the first and the last rest. A guess: one may belong to a job that has just begun.
    LEAST_LOST = 2.0;
    /// How much of a connection, or of a worker, counts as one: gauges count whole ones, and a mean lies between them. A guess: half.
    pub(crate) ONE = 0.5;
}

/// A pool at rest after one phase of load.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Rest {
    /// Name of the pool.
    pub(crate) pool: String,
    /// Fewest connections that were borrowed.
    pub(crate) borrowed: f64,
    /// Largest size of the pool.
    pub(crate) max: f64,
    /// Phase of load that it follows.
    pub(crate) phase: String,
    /// First and last reading at rest.
    pub(crate) window: (Timestamp, Timestamp),
}

/// Pools before the first measured load (where warm-up was) and after each measured level, in order of time: of those moments at which no
/// worker was busy. Without a gauge of the workers those after which every request was answered: one that the client gave up may still run.
pub(crate) fn rests(a: &Analysis) -> Vec<Rest> {
    let mut found = Vec::new();
    for (end, phase) in ends_of_load(a) {
        let from = end.plus_ns(SETTLED_MS * 1_000_000);
        let next = a.run.phases.iter().map(|p| p.start).filter(|s| *s > end).min();
        let all_answered = || a.run.attempts_of(phase).all(|x| x.outcome == Outcome::Ok);
        let quiet = |t: Timestamp| t >= from && next.is_none_or(|n| t < n) && idle_workers(a, t).unwrap_or_else(all_answered);
        for used in a.run.series_of(signal::POOL_USED) {
            let at_rest: Vec<(Timestamp, f64)> = used.t.iter().copied().zip(used.v.iter().copied()).filter(|(t, _)| quiet(*t)).collect();
            let (Some((first, _)), Some((last, _))) = (at_rest.first(), at_rest.last()) else { continue };
            let window = (*first, *last);
            let max = a.run.series_of(signal::POOL_MAX).find(|s| s.labels == used.labels).and_then(|s| s.at(from));
            if let (Some(borrowed), Some(max)) = (at_rest.iter().map(|(_, v)| *v).reduce(f64::min), max) {
                found.push(Rest { pool: used.label("pool").to_owned(), borrowed, max, phase: phase.to_owned(), window });
            }
        }
    }
    found
}

/// When the last request of warm-up and of each measured level was answered, with the phase, in order of time.
fn ends_of_load<'a>(a: &'a Analysis) -> Vec<(Timestamp, &'a str)> {
    let warm = a.run.phases.iter().filter(|p| p.kind == PhaseKind::WarmUp).filter_map(|p| Some((p.end?, p.id.as_str()))).max();
    let mut all: Vec<_> = warm.into_iter().chain(a.levels.iter().map(|l| (l.window.1, l.phase.id.as_str()))).collect();
    all.sort_unstable();
    all
}

/// Connections of `pool` that nobody who was seen has: the fewest that were borrowed at its last rest, whether they were so from the
/// beginning or not.
pub(crate) fn held_by_nobody(rests: &[Rest], pool: &str) -> f64 {
    rests.iter().rfind(|r| r.pool == pool).map_or(0.0, |r| r.borrowed)
}

/// Connections of a pool that were taken and not given back.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Lost {
    /// Borrowed at the last rest but one (the last, when there is only one).
    pub(crate) before: f64,
    /// Borrowed at the last rest.
    pub(crate) now: f64,
}

/// What `pool` has lost by its rests, in order of time: never fewer from one to the next, and either two more at the end than at first or
/// the whole pool.
pub(crate) fn lost(rests: &[Rest], pool: &str) -> Option<Lost> {
    let of: Vec<&Rest> = rests.iter().filter(|r| r.pool == pool).collect();
    let (first, last) = (of.first()?, of.last()?);
    let never_fewer = of.windows(2).all(|w| w[1].borrowed >= w[0].borrowed - ONE.get());
    let many = last.borrowed - first.borrowed >= LEAST_LOST.get() || last.borrowed >= last.max - ONE.get();
    let before = of[of.len().saturating_sub(2)].borrowed;
    (never_fewer && many).then_some(Lost { before, now: last.borrowed })
}

/// Whether every server's workers were idle at the readings next to `t`; `None` where no server has a gauge of them.
fn idle_workers(a: &Analysis, t: Timestamp) -> Option<bool> {
    let mut seen = false;
    let inside = a.run.series_of(signal::WORKERS_BUSY).chain(a.run.series_of(signal::ACTIVE_REQUESTS));
    let all_idle = inside.into_iter().all(|s| {
        seen = true;
        s.at(t).is_some_and(|busy| busy < ONE.get())
    });
    seen.then_some(all_idle)
}
