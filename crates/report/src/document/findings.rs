//! `findings`: the hypotheses that hold, with what carries them and what to do.

use super::{Gain, Limit, Words, some};
use diagnose::{Diagnosis, Hypothesis, Status};
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
}

#[derive(Debug, Serialize)]
pub(crate) struct Fix {
    pub id: String,
    pub summary: Words,
    pub gain: Option<Gain>,
    pub next_limit: Option<Limit>,
}

/// Supported and secondary hypotheses, in the order of the judge.
pub(super) fn findings(d: &Diagnosis) -> Vec<Finding> {
    let holds = |h: &&Hypothesis| matches!(h.status, Status::Supported | Status::Secondary);
    d.hypotheses.iter().filter(holds).enumerate().map(|(i, h)| finding(i + 1, h)).collect()
}

fn finding(number: usize, h: &Hypothesis) -> Finding {
    let claim = |c: &diagnose::Claim| Claim {
        text: Words::new(&c.text),
        metric: c.metric.clone(),
        value: c.value,
        unit: c.unit,
        window: some(&c.phase).map(|p| format!("phase:{p}")).into_iter().collect(),
    };
    let gain = h.gain.as_ref().map(Gain::of);
    let fix =
        Fix { id: format!("fx{number}"), summary: Words::new(&h.fix), next_limit: gain.as_ref().and_then(|g| g.next_limit.clone()), gain };
    Finding {
        id: format!("f{number}"),
        cause: h.cause,
        status: h.status.name(),
        site: some(&h.site),
        title: Words::new(format!("slow because {}", h.cause)),
        component: some(&h.component),
        severity: if h.status == Status::Supported { "high" } else { "medium" },
        evidence_level: h.evidence.number(),
        share_of_growth: h.weight,
        claims: h.claims.iter().map(claim).collect(),
        falsifiers: some(&h.falsifier).map(Words::new).into_iter().collect(),
        fixes: (!h.fix.is_empty() || fix.gain.is_some()).then_some(fix).into_iter().collect(),
    }
}
