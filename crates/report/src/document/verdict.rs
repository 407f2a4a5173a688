//! `verdict`: the answer in short.

use super::headline::{candidate, headline, is_reached};
use super::{Finding, Words, some};
use diagnose::Diagnosis;
use diagnose::capacity::Ceiling;
use diagnose::judge::Decided;
use model::Message;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(crate) struct Verdict {
    pub headline: Words,
    pub cause: Option<&'static str>,
    /// The cause that may be the one and is not named.
    pub candidate: Option<String>,
    /// Causes that explain as much as the named one.
    pub tied: Vec<&'static str>,
    pub site: Option<String>,
    /// Which of several processes it is about; `null` where there is one.
    pub whose: Option<String>,
    pub whose_message: Option<Words>,
    pub status: &'static str,
    pub evidence_level: u8,
    pub evidence_name: &'static str,
    pub reason: Words,
    /// The rules that decided, in order.
    pub rules: Vec<Rule>,
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
        let whose = (!v.whose.is_empty()).then(|| Words::of(&v.whose));
        Self {
            headline: Words::of(&headline(d, highest_per_s)),
            cause: v.cause,
            candidate: candidate(v).map(str::to_owned),
            tied: v.tied.clone(),
            site: some(&v.site),
            whose: whose.as_ref().map(|w| w.en.clone()),
            whose_message: whose,
            status: v.status.name(),
            evidence_level: v.evidence.number(),
            evidence_name: v.evidence.name(),
            reason: Words::of(&v.reason),
            rules: v.rules.iter().map(Rule::of).collect(),
            primary_finding: findings.iter().find(|f| Some(f.cause) == v.cause).map(|f| f.id.clone()),
            limit: v.limit.as_ref().map(|c| Limit { reached: is_reached(c, highest_per_s), ..Limit::of(c) }),
            highest_per_s,
        }
    }

    /// What kind of answer it is, for its badge: a cause by how far its evidence goes, a limit that is reached apart from none.
    pub(crate) fn badge(&self) -> &'static str {
        match (self.status, self.evidence_level) {
            ("found", 0 | 1) => "likely",
            ("found", 2) => "named",
            ("found", _) => "proven",
            ("none", _) if self.limit.as_ref().is_some_and(|l| l.reached == Some(true)) => "limit",
            ("none", _) => "none",
            ("inconclusive", _) => "inconclusive",
            _ => "generator",
        }
    }
}

/// A rule of the judge that decided.
#[derive(Debug, Serialize)]
pub(crate) struct Rule {
    pub id: &'static str,
    pub effect: &'static str,
    /// How near it was; `null` where it rests on no figure.
    pub margin: Option<Margin>,
    /// When it holds.
    pub when: Words,
}

impl Rule {
    fn of(r: &Decided) -> Self {
        let when = Message { id: format!("judge/{}-rule", r.rule).into(), args: Vec::new() };
        Self { id: r.rule, effect: r.effect.name(), margin: r.margin.as_ref().map(Margin::of), when: Words::of(&when) }
    }
}

/// A figure beside the threshold that it is held against.
#[derive(Debug, Serialize)]
pub(crate) struct Margin {
    pub value: f64,
    pub threshold: f64,
    /// Standard error of the figure, 0 where it is not known.
    pub error: f64,
    /// Between the two, in units of what both may be wrong by.
    pub distance: f64,
}

impl Margin {
    fn of(m: &diagnose::Margin) -> Self {
        Self { value: m.value, threshold: m.threshold, error: m.error, distance: m.distance() }
    }
}

/// A ceiling of the throughput.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Limit {
    pub name: String,
    pub name_message: Words,
    pub kind: &'static str,
    pub per_s: f64,
    /// Whether it was seen at its limit; otherwise the figure is extrapolated. Absent when nothing can be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<bool>,
}

impl Limit {
    pub(crate) fn of(c: &Ceiling) -> Self {
        let (kind, name) = (super::resources::kind(c.kind), Words::of(&c.name));
        Self { name: name.en.clone(), name_message: name, kind, per_s: c.per_s, reached: None }
    }
}
