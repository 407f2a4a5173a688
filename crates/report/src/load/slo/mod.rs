//! Objectives: `--slo 'p99<300ms'`, what they mean, and whether they hold. See `slo.md` beside this file for the rules.
//!
//! An [`Slo`] is parsed text. A [`SloJudge`] follows the run second by second (it may end it) and judges at the end; [`judge`] does the same
//! from a finished report. What cannot be told is never a pass: it is [`SloStatus::NotJudged`], with the reason.

mod final_judgement;
mod judge;
mod parse;
mod sum;
#[cfg(test)]
mod tests;

pub(crate) use final_judgement::whole_run;
pub use judge::{LiveVerdict, SloJudge, judge};
pub use parse::SloError;

use model::{Message, message};
use std::fmt;
use words::figures::{ms, per_s, percent};

/// An objective.
#[derive(Debug, Clone, PartialEq)]
pub struct Slo {
    /// As written, without blanks at the ends.
    pub text: String,
    /// What is measured.
    pub metric: Metric,
    /// Of which route; `None`: of all requests.
    pub route: Option<String>,
    /// How it compares.
    pub op: Op,
    /// With what, in the metric's unit: nanoseconds, a share (0 to 1), or requests per second.
    pub limit: f64,
    /// Judged over each stretch of so many seconds instead of the whole run.
    pub window_s: Option<f64>,
    /// What ended earlier than so many seconds after the start is left out.
    pub after_s: f64,
    /// Whether the run ends when it fails.
    pub abort: bool,
}

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Metric {
    /// A percentile of the response time, as a quantile (0 to 1).
    Quantile(f64),
    /// Mean response time.
    Mean,
    /// Largest response time.
    Max,
    /// Share of requests that ended otherwise than well.
    ErrorRate,
    /// Share of planned requests that the cap dropped.
    DropRate,
    /// Share of checks that passed.
    Checks,
    /// Answers per second.
    Tps,
}

/// The unit of a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Time,
    Share,
    Rate,
}

impl Metric {
    pub(crate) fn unit(self) -> Unit {
        match self {
            Self::Quantile(_) | Self::Mean | Self::Max => Unit::Time,
            Self::ErrorRate | Self::DropRate | Self::Checks => Unit::Share,
            Self::Tps => Unit::Rate,
        }
    }

    /// Whether more is better.
    fn wants_more(self) -> bool {
        matches!(self, Self::Checks | Self::Tps)
    }

    /// A value of it, for people.
    pub(crate) fn show(self, value: f64) -> Message {
        match self.unit() {
            _ if value == f64::INFINITY => message!("load/no-answer"),
            Unit::Time => ms(value / 1e6).into(),
            Unit::Share => percent(value).into(),
            Unit::Rate => per_s(value).into(),
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Quantile(q) => write!(f, "p{}", figure_of_percentile(*q)),
            Self::Mean => f.write_str("mean"),
            Self::Max => f.write_str("max"),
            Self::ErrorRate => f.write_str("error_rate"),
            Self::DropRate => f.write_str("drop_rate"),
            Self::Checks => f.write_str("checks"),
            Self::Tps => f.write_str("tps"),
        }
    }
}

fn figure_of_percentile(quantile: f64) -> String {
    let exact = format!("{:.4}", quantile * 100.0);
    exact.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// How a value compares with the limit when the objective holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// `<`
    Below,
    /// `<=`
    AtMost,
    /// `>`
    Above,
    /// `>=`
    AtLeast,
}

impl Op {
    fn holds(self, value: f64, limit: f64) -> bool {
        match self {
            Self::Below => value < limit,
            Self::AtMost => value <= limit,
            Self::Above => value > limit,
            Self::AtLeast => value >= limit,
        }
    }
}

impl Slo {
    /// Whether `value`, in the metric's unit, is as it should be.
    fn holds(&self, value: f64) -> bool {
        self.op.holds(value, self.limit)
    }
}

/// An objective after a run.
#[derive(Debug, Clone, PartialEq)]
pub struct SloResult {
    /// The objective.
    pub slo: Slo,
    /// Whether it held.
    pub status: SloStatus,
    /// What was measured, in the metric's unit; infinite when the answers in question never came; `None` when nothing could be measured.
    /// Of windows: the one that failed, or else the worst.
    pub seen: Option<f64>,
    /// The stretch that `seen` is of, seconds after the first planned moment; `None`: the whole run.
    pub stretch_s: Option<(f64, f64)>,
}

/// Whether an objective held.
#[derive(Debug, Clone, PartialEq)]
pub enum SloStatus {
    /// It did.
    Held,
    /// It did not.
    Failed,
    /// It cannot be told, and why.
    NotJudged(Message),
}

impl SloStatus {
    /// A stable word for JSON.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Failed => "failed",
            Self::NotJudged(_) => "not_judged",
        }
    }
}

/// What a run's objectives say together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gate {
    /// All held, or there are none: exit code 0.
    Passed,
    /// One failed: exit code 1.
    Failed,
    /// None failed, but one could not be judged: exit code 3.
    Inconclusive,
}

/// What `results` say together.
pub fn gate(results: &[SloResult]) -> Gate {
    if results.iter().any(|r| r.status == SloStatus::Failed) {
        Gate::Failed
    } else if results.iter().any(|r| r.status != SloStatus::Held) {
        Gate::Inconclusive
    } else {
        Gate::Passed
    }
}

/// Routes that objectives name and `known` does not have, to be refused before the run.
pub fn unknown_routes<'a>(slos: &'a [Slo], known: &[&str]) -> Vec<&'a str> {
    slos.iter().filter_map(|s| s.route.as_deref()).filter(|r| !known.contains(r)).collect()
}
