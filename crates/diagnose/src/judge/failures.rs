//! Requests that fail: a verdict about load needs answers, unless the failures themselves are what a cause explains.

use crate::analysis::Analysis;
use crate::cause::Cause;
use crate::level::Level;
use model::{Attempt, Outcome};
use std::collections::BTreeMap;

/// Share of failed requests of a level from which the answers must be looked at before the load. A guess: the limit at which `why` stops.
const FAILING: f64 = 0.2;
/// Share of the failures that a cause must explain by their outcome. A guess: a tenth may fail for other reasons.
const EXPLAINED: f64 = 0.9;

/// Least mean time of failed requests, as a share of that of good ones, for them to have waited. A guess: half, because good answers of a
/// pool that has run dry have waited nearly as long.
const WAITED: f64 = 0.5;

/// Failures at the levels at which too many requests failed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Failures {
    /// What was seen, as a reason not to name anything else.
    pub(super) why: String,
    by_outcome: BTreeMap<u8, f64>,
    /// Mean time from send to end of the requests that failed, and of those that did not, milliseconds.
    failed_ms: f64,
    good_ms: f64,
}

/// The levels at which too many requests failed, together; `None` when there is none.
pub(super) fn failures(a: &Analysis) -> Option<Failures> {
    // also those that were never answered
    let sent = |l: &Level| a.run.attempts_of(&l.phase.id).count();
    let failing: Vec<_> = a.levels.iter().filter(|l| l.failed as f64 > FAILING * sent(l) as f64).collect();
    let first = failing.first()?;
    let attempts: Vec<Attempt> = failing.iter().flat_map(|l| a.run.attempts_of(&l.phase.id)).collect();
    let mut by_outcome: BTreeMap<u8, f64> = BTreeMap::new();
    for x in attempts.iter().filter(|x| x.outcome != Outcome::Ok) {
        *by_outcome.entry(x.outcome as u8).or_default() += 1.0;
    }
    let mean_ms = |good: bool| {
        let of: Vec<f64> = attempts.iter().filter(|x| (x.outcome == Outcome::Ok) == good).map(|x| x.service_ns() as f64 / 1e6).collect();
        if of.is_empty() { 0.0 } else { of.iter().sum::<f64>() / of.len() as f64 }
    };
    let why = format!(
        "{} of {} requests failed at {:.0}/s: the answers, not the load, must be looked at first",
        first.failed,
        sent(first),
        first.throughput_per_s
    );
    Some(Failures { why, by_outcome, failed_ms: mean_ms(false), good_ms: mean_ms(true) })
}

impl Failures {
    /// Whether `cause` explains them: nearly all have an outcome that it declares, and they come after waiting as good answers do. A request
    /// that is refused at once did not wait for anything.
    pub(super) fn are_explained_by(&self, cause: &dyn Cause) -> bool {
        let declared = cause.explains_failures();
        let all: f64 = self.by_outcome.values().sum();
        let explained: f64 = declared.iter().filter_map(|o| self.by_outcome.get(&(*o as u8))).sum();
        explained >= EXPLAINED * all && self.failed_ms >= WAITED * self.good_ms
    }
}
