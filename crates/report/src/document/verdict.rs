//! `verdict`: the answer in short.

use super::{Finding, Words, some};
use diagnose::capacity::Ceiling;
use diagnose::{Diagnosis, VerdictStatus};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(crate) struct Verdict {
    pub headline: Words,
    pub cause: Option<&'static str>,
    pub site: Option<String>,
    /// Which of several processes it is about; `null` where there is one.
    pub whose: Option<String>,
    pub status: &'static str,
    pub evidence_level: u8,
    pub evidence_name: &'static str,
    pub reason: Words,
    pub primary_finding: Option<String>,
    /// What saturates first.
    pub limit: Option<Limit>,
    /// Highest throughput that was measured at any level.
    pub highest_per_s: Option<f64>,
}

impl Verdict {
    pub(crate) fn of(d: &Diagnosis, findings: &[Finding]) -> Self {
        let v = &d.verdict;
        let highest_per_s = d.levels.iter().map(|l| l.throughput_per_s).reduce(f64::max);
        Self {
            headline: Words::new(headline(d)),
            cause: v.cause,
            site: some(&v.site),
            whose: some(&v.whose),
            status: v.status.name(),
            evidence_level: v.evidence.number(),
            evidence_name: v.evidence.name(),
            reason: Words::new(&v.reason),
            primary_finding: findings.iter().find(|f| Some(f.cause) == v.cause).map(|f| f.id.clone()),
            limit: v.limit.as_ref().map(|c| Limit { reached: highest_per_s.map(|h| c.per_s <= h), ..Limit::of(c) }),
            highest_per_s,
        }
    }
}

fn headline(d: &Diagnosis) -> String {
    let v = &d.verdict;
    let whose = if v.whose.is_empty() { String::new() } else { format!(", in {}", v.whose) };
    match (v.status, v.cause) {
        (VerdictStatus::Found, Some(cause)) => format!("slow because {cause}{whose}"),
        (VerdictStatus::Found | VerdictStatus::Inconclusive, _) => format!("inconclusive: {}", v.reason),
        (VerdictStatus::None, _) => format!("no bottleneck{whose}: {}", v.reason),
        (VerdictStatus::GeneratorLimited, _) => format!("generator limited: {}", v.reason),
    }
}

/// A ceiling of the throughput.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Limit {
    pub name: String,
    pub kind: &'static str,
    pub per_s: f64,
    /// Whether it was seen at its limit; otherwise the figure is extrapolated. Absent when nothing can be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<bool>,
}

impl Limit {
    pub(crate) fn of(c: &Ceiling) -> Self {
        let kind = super::resources::kind(c.kind);
        Self { name: c.name.clone(), kind, per_s: c.per_s, reached: None }
    }
}
