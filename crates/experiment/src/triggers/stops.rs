//! What a run holds around the moments of a plan: which stops were brought about, which were not, and what requests took.

use super::{Plan, Seen};
use model::{Attempt, Event, Run, Timestamp, event};

/// How much later than it ended a stop may be told, nanoseconds: ten readings of the counters.
const TOLD_LATE_NS: i64 = 100_000_000;

/// A moment of the plan that was reached.
#[derive(Debug, Clone, Copy)]
pub struct Reached {
    /// Just before something was done, or would have been.
    pub at: Timestamp,
    /// When it had been done.
    pub done: Timestamp,
    /// Whether something was.
    pub real: bool,
}

impl Reached {
    /// For how long the service was stopped by what was done, seconds; 0 where no stop was seen.
    pub fn stopped_s(&self, run: &Run) -> f64 {
        stops(run).filter(|e| self.made(e)).map(|e| e.duration_ns as f64 / 1e9).sum()
    }

    fn made(&self, e: &Event) -> bool {
        self.real && e.t >= self.at && e.t <= self.done.plus_ns(TOLD_LATE_NS)
    }
}

/// Stops of the virtual machine.
fn stops(run: &Run) -> impl Iterator<Item = &Event> {
    run.events.iter().filter(|e| [event::COLLECTION, event::STOP].contains(&e.kind.as_str()))
}

/// What was seen around each moment that was reached, and `None` for those that were not, in the order of the plan. Stops that nobody brought about are left out.
pub fn seen(run: &Run, phase: &str, plan: &Plan, reached: &[Reached]) -> Vec<Option<Seen>> {
    let mut all: Vec<Attempt> = run.attempts_of(phase).collect();
    all.sort_by_key(|a| a.planned);
    let others = stops(run).filter(|e| !reached.iter().any(|r| r.made(e)));
    let others: Vec<(Timestamp, Timestamp)> = others.map(|e| (e.t, e.t.plus_ns(e.duration_ns))).collect();
    let mut seen: Vec<Option<Seen>> = reached.iter().map(|r| Seen::around(&all, r.at, r.stopped_s(run), plan, &others)).collect();
    seen.resize(plan.moments.len(), None);
    seen
}
