//! `hypotheses`: every reason that was considered, and what became of it.

use super::{Limit, Words, some};
use diagnose::capacity::Prediction;
use serde::Serialize;
use words::figures::per_s;

#[derive(Debug, Serialize)]
pub(crate) struct Hypothesis {
    pub id: String,
    pub cause: &'static str,
    pub status: &'static str,
    pub evidence_level: u8,
    pub site: Option<String>,
    pub component: Option<String>,
    pub reason: Words,
    pub expected_if_true: Words,
    pub observed: Words,
    /// Share of the growth of the response time that it explains.
    pub weight: f64,
    /// What its knob would buy.
    pub knob: Option<Knob>,
    pub missing_sensors: Vec<&'static str>,
}

impl Hypothesis {
    pub(crate) fn of(index: usize, h: &diagnose::Hypothesis) -> Self {
        Self {
            id: format!("h{}", index + 1),
            cause: h.cause,
            status: h.status.name(),
            evidence_level: h.evidence.number(),
            site: some(&h.site),
            component: some(&h.component),
            reason: Words::of(&h.reason),
            expected_if_true: Words::of(&h.expected),
            observed: Words::of(&h.observed),
            weight: h.weight,
            knob: h.knob.as_ref().map(Knob::of),
            missing_sensors: h.missing.clone(),
        }
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct Knob {
    pub setting: String,
    pub setting_message: Words,
    pub gain: Gain,
}

impl Knob {
    fn of(k: &diagnose::cause::Knob) -> Self {
        let setting = Words::of(&k.setting);
        Self { setting: setting.en.clone(), setting_message: setting, gain: Gain::of(&k.prediction) }
    }
}

/// What a change gives: arithmetic until an experiment measures it.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Gain {
    pub metric: &'static str,
    pub now: f64,
    /// With all other resources as they are.
    pub estimate: f64,
    /// Whether it may well be more: the next limit rests on what a request cost where little of it was used, and it cost less the more there
    /// were or the service was not warm.
    pub at_least: bool,
    /// By the changed resource alone.
    pub bound: f64,
    pub ci: Option<[f64; 2]>,
    pub basis: &'static str,
    /// What limits after the change.
    pub next_limit: Option<Limit>,
}

impl Gain {
    pub(crate) fn of(p: &Prediction) -> Self {
        Self {
            metric: "throughput_per_s",
            now: p.now_per_s,
            estimate: p.model_per_s,
            at_least: p.is_at_least(),
            bound: p.bound_per_s,
            ci: None,
            basis: "model",
            next_limit: p.next_limit.as_ref().map(Limit::of),
        }
    }

    /// Whether the estimate is what there is at least, or at most, in the words that messages choose by.
    pub(crate) fn way(&self) -> &'static str {
        Self::way_of(self.at_least)
    }

    /// The same of an estimate that is kept elsewhere.
    pub(crate) fn way_of(at_least: bool) -> &'static str {
        if at_least { "least" } else { "most" }
    }

    /// The estimate as a figure of a table.
    pub(crate) fn figure(&self) -> String {
        let sign = if self.at_least { "≥ " } else { "" };
        format!("{sign}{}", per_s(self.estimate))
    }

    /// Whether what limits now limits after the change as well, before what limits next.
    pub(crate) fn is_the_same_limit_again(&self) -> bool {
        self.next_limit.as_ref().is_some_and(|n| n.per_s > self.bound)
    }

    /// Whether what the change gives ends where the next limit is.
    pub(crate) fn ends_at_next(&self) -> bool {
        self.next_limit.as_ref().is_some_and(|n| n.per_s <= self.estimate)
    }
}
