//! `slo`: each objective and whether it held.

use crate::document::Words;
use crate::load::slo::{SloResult, SloStatus, Unit};
use serde::Serialize;

/// One objective.
#[derive(Debug, Serialize)]
pub(crate) struct SloObject {
    /// As written.
    pub expr: String,
    /// `null` when it could not be judged.
    pub pass: Option<bool>,
    pub status: &'static str,
    /// Why it could not be judged.
    pub reason: Option<Words>,
    /// What was measured, in `unit`; `null` when nothing was, or when the answers never came.
    pub seen: Option<f64>,
    pub limit: f64,
    /// `ms`, `1` (a share) or `1/s`.
    pub unit: &'static str,
    /// Judged over each stretch of so many seconds; `null`: over the whole run.
    pub window_s: Option<f64>,
    /// The stretch that `seen` is of; `null`: the whole run.
    pub t0_s: Option<f64>,
    pub t1_s: Option<f64>,
    /// For people: `12.4 ms`, `no answer`; in English.
    pub seen_text: Option<String>,
    pub seen_message: Option<Words>,
}

impl SloObject {
    pub(crate) fn of(r: &SloResult) -> Self {
        let (unit, per_unit) = match r.slo.metric.unit() {
            Unit::Time => ("ms", 1e6),
            Unit::Share => ("1", 1.0),
            Unit::Rate => ("1/s", 1.0),
        };
        let (pass, reason) = match &r.status {
            SloStatus::Held => (Some(true), None),
            SloStatus::Failed => (Some(false), None),
            SloStatus::NotJudged(why) => (None, Some(Words::kept(why))),
        };
        let seen = r.seen.map(|x| Words::kept(&r.slo.metric.show(x)));
        Self {
            expr: r.slo.text.clone(),
            pass,
            status: r.status.name(),
            reason,
            seen: r.seen.filter(|x| x.is_finite()).map(|x| x / per_unit),
            limit: r.slo.limit / per_unit,
            unit,
            window_s: r.slo.window_s,
            t0_s: r.stretch_s.map(|(t0, _)| t0),
            t1_s: r.stretch_s.map(|(_, t1)| t1),
            seen_text: seen.as_ref().map(|w| w.en.clone()),
            seen_message: seen,
        }
    }
}
