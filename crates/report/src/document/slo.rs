//! `slo`: each objective that was asked for, whether it holds, and up to which rate.

use crate::load::document::SloObject;
use crate::objectives::{AtLevel, Objective as Judged};
use serde::Serialize;

/// One objective.
#[derive(Debug, Serialize)]
pub(crate) struct Objective {
    #[serde(flatten)]
    pub shared: SloObject,
    /// Rate of the level that decides; `null` where none was measured.
    pub at_per_s: Option<f64>,
    /// Highest measured rate at which it still held; `null` where it held at none.
    pub holds_to_per_s: Option<f64>,
    /// Each level, the lightest first.
    pub levels: Vec<Level>,
    #[serde(skip)]
    decided_at: Option<usize>,
}

/// One objective at one level.
#[derive(Debug, Serialize)]
pub(crate) struct Level {
    pub phase: String,
    /// Whether requests came as planned, and not as answers let them.
    pub planned: bool,
    pub per_s: f64,
    pub pass: Option<bool>,
    /// In the unit of the objective.
    pub seen: Option<f64>,
    /// For people, in every language.
    pub seen_message: Option<crate::document::Words>,
}

impl Objective {
    pub(crate) fn of(o: &Judged) -> Self {
        Self {
            shared: SloObject::of(&o.result),
            at_per_s: o.decided_at.map(|i| o.levels[i].per_s),
            holds_to_per_s: o.holds_to_per_s,
            levels: o.levels.iter().map(level).collect(),
            decided_at: o.decided_at,
        }
    }

    /// The lightest level that is heavier than the one that decides and misses it.
    pub(crate) fn missed_beyond(&self) -> Option<&Level> {
        self.levels.iter().skip(self.decided_at? + 1).find(|l| l.pass == Some(false))
    }
}

fn level(l: &AtLevel) -> Level {
    let shared = SloObject::of(&l.result);
    Level {
        phase: l.phase.clone(),
        planned: l.planned,
        per_s: l.per_s,
        pass: shared.pass,
        seen: shared.seen,
        seen_message: shared.seen_message,
    }
}
