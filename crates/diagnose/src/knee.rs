//! The open throughput up to which the service held: from the trials of a search where one was made, else from the levels that were offered.
//!
//! A search is told by an event of kind [`KNEE`] with JSON as its detail, so that live and replayed reports agree.

use crate::analysis::Analysis;
use model::{PhaseKind, Run};
use serde::{Deserialize, Serialize};

/// Kind of the event that holds what a search found.
pub const KNEE: &str = "knee";

/// The open knee.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Knee {
    /// Requests per second.
    pub per_s: f64,
    /// The highest rate that held in every trial of the confirmation, and the lowest that did not in most; `None` without a confirmation.
    pub interval: Option<(f64, f64)>,
}

/// The knee of a run, where one was looked for.
pub(crate) fn of(run: &Run, a: &Analysis) -> Option<Knee> {
    let searched = run.events.iter().rev().find(|e| e.kind == KNEE);
    if let Some(knee) = searched.and_then(|e| serde_json::from_str(&e.detail).ok()) {
        return Some(knee);
    }
    let held = a.levels.iter().filter(|l| l.phase.is_open()).filter_map(|l| {
        let rate = l.phase.arrival.rate_per_s()?;
        l.phase.fraction.filter(|f| *f > 0.0).map(|f| rate / f)
    });
    let looked = run.phases.iter().any(|p| p.kind == PhaseKind::Knee || p.kind == PhaseKind::Doubling);
    held.max_by(f64::total_cmp).filter(|_| looked).map(|per_s| Knee { per_s, interval: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::RunBuilder;

    #[test]
    fn what_a_search_found_stands_before_what_the_levels_say() {
        let mut run = RunBuilder::new().usual_levels(200.0, |_, l| l).build();
        let levels = of(&run, &Analysis::of(&run));
        let found = Knee { per_s: 190.0, interval: Some((181.0, 199.5)) };
        run.events.push(model::Event::now(KNEE, serde_json::to_string(&found).unwrap()));
        assert_eq!(of(&run, &Analysis::of(&run)), Some(found));
        assert_ne!(levels, Some(found));
    }
}
