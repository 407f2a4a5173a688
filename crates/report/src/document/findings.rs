//! `findings`: the hypotheses that hold, with what carries them and what to do.

use super::headline::of_cause;
use super::{Gain, Limit, Words, since_start_s, some};
use crate::fixes::{self, Example};
use diagnose::{Diagnosis, Hypothesis, Status};
use model::{Labels, Run};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(crate) struct Finding {
    pub id: String,
    pub cause: &'static str,
    pub status: &'static str,
    pub site: Option<String>,
    pub title: Words,
    pub component: Option<String>,
    pub severity: &'static str,
    pub evidence_level: u8,
    /// Share of the growth of the response time that it explains.
    pub share_of_growth: f64,
    pub claims: Vec<Claim>,
    pub falsifiers: Vec<Words>,
    pub fixes: Vec<Fix>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Claim {
    pub text: Words,
    pub metric: String,
    pub value: f64,
    pub unit: &'static str,
    /// `phase:<id>` of the phase in which it was seen.
    pub window: Vec<String>,
    /// From when to when it was read, seconds from the start of the run.
    pub t0_s: f64,
    pub t1_s: f64,
    /// What it was read from.
    pub series: Vec<Source>,
}

/// A signal with labels, or `requests`, `stacks`, `threads`, `sessions`.
#[derive(Debug, Serialize)]
pub(crate) struct Source {
    pub name: &'static str,
    /// Those that a series must have to be meant.
    pub labels: Labels,
}

#[derive(Debug, Serialize)]
pub(crate) struct Fix {
    pub id: String,
    pub summary: Words,
    pub gain: Option<Gain>,
    pub next_limit: Option<Limit>,
    /// What it costs to do as in the examples.
    pub caution: Option<Words>,
    /// Diffs that fit the service.
    pub examples: Vec<Example>,
}

/// Supported and secondary hypotheses, in the order of the judge.
pub(super) fn findings(run: &Run, d: &Diagnosis) -> Vec<Finding> {
    let holds = |h: &&Hypothesis| matches!(h.status, Status::Supported | Status::Secondary);
    d.hypotheses.iter().filter(holds).enumerate().map(|(i, h)| finding(run, i + 1, h)).collect()
}

fn finding(run: &Run, number: usize, h: &Hypothesis) -> Finding {
    let claim = |c: &diagnose::Claim| Claim {
        text: Words::of(&c.text),
        metric: c.metric.clone(),
        value: c.value,
        unit: c.unit,
        window: some(&c.phase).map(|p| format!("phase:{p}")).into_iter().collect(),
        t0_s: since_start_s(run, c.window.0),
        t1_s: since_start_s(run, c.window.1),
        series: c.series.iter().map(|s| Source { name: s.name, labels: s.labels.clone() }).collect(),
    };
    let gain = h.gain.as_ref().map(Gain::of);
    let examples = if h.fix.is_empty() { Vec::new() } else { fixes::that_fit(run, h.cause, &h.reason, &h.fix) };
    let fix = Fix {
        id: format!("fx{number}"),
        summary: Words::of(&h.fix),
        next_limit: gain.as_ref().and_then(|g| g.next_limit.clone()),
        gain,
        caution: fixes::caution(h.cause).filter(|_| !examples.is_empty()).as_ref().map(Words::of),
        examples,
    };
    Finding {
        id: format!("f{number}"),
        cause: h.cause,
        status: h.status.name(),
        site: some(&h.site),
        title: Words::of(&of_cause(h.cause)),
        component: some(&h.component),
        severity: if h.status == Status::Supported { "high" } else { "medium" },
        evidence_level: h.evidence.number(),
        share_of_growth: h.weight,
        claims: h.claims.iter().map(claim).collect(),
        falsifiers: (!h.falsifier.is_empty()).then(|| Words::of(&h.falsifier)).into_iter().collect(),
        fixes: (!h.fix.is_empty() || fix.gain.is_some()).then_some(fix).into_iter().collect(),
    }
}
