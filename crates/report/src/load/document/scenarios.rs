//! Figures of each scenario, where several run together.

use super::model::{Spacing, model_said};
use super::requests::latency;
use crate::document::{Latency, LevelTotal, Words, graded};
use crate::load::rows::ScenarioRow;
use serde::Serialize;

/// One scenario; rates are over its own time.
#[derive(Debug, Serialize)]
pub(crate) struct Scenario {
    pub name: String,
    /// How its requests came, in words.
    pub description: Words,
    pub start_s: f64,
    pub duration_s: f64,
    pub offered_per_s: f64,
    pub achieved_per_s: f64,
    pub planned: u64,
    pub dropped: u64,
    pub count: u64,
    pub errors: u64,
    pub latency_ms: Latency,
    pub spacing_ms: Option<Spacing>,
    pub validity: &'static str,
}

impl Scenario {
    pub(super) fn of(s: &ScenarioRow) -> Self {
        Self {
            name: s.total.name.clone(),
            description: Words::of(&model_said(&s.model)),
            start_s: s.start_s,
            duration_s: s.duration_s,
            offered_per_s: s.offered_per_s,
            achieved_per_s: s.total.per_s,
            planned: s.planned,
            dropped: s.dropped,
            count: s.total.count,
            errors: s.total.errors,
            latency_ms: latency(&s.total.response),
            spacing_ms: s.spacing.map(Spacing::of),
            validity: graded(s.validity).1,
        }
    }
}

/// The scenario as the level of load that it is.
pub(super) fn level(s: &ScenarioRow) -> LevelTotal {
    LevelTotal {
        phase: s.total.name.clone(),
        achieved_per_s: s.total.per_s,
        achieved_error_per_s: None,
        errors: s.total.errors,
        latency_ms: latency(&s.total.response),
    }
}
