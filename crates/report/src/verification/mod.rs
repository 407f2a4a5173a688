//! Two states of a service, measured in pairs to be compared: what `tightspot verify` found. The command fills a [`Verification`], which is kept in the run
//! as it stands in the JSON, so that any output can be made again.

mod outputs;
mod said;

#[cfg(test)]
pub(crate) mod fixture;
#[cfg(test)]
mod page_tests;

pub use outputs::OUTPUTS;
pub use said::percent;

use model::{Message, RunInfo, message};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What was found. Fields are added, never renamed; those that older runs lack are empty.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Verification {
    /// Id of the run in which it is kept.
    pub run: String,
    /// ISO 8601, UTC.
    pub started_at: String,
    /// Version of the tool that measured it.
    pub tool_version: String,
    /// The state before: its URL, or the command that switches to it.
    pub baseline: Option<String>,
    /// The state after.
    pub after: Option<String>,
    /// `improved`, `worse`, `same` or `inconclusive`.
    pub verdict: String,
    /// What decides; one.
    pub metrics: Vec<Measured>,
    /// How each quantile of the response moved.
    pub shift: Vec<Moved>,
    /// How much each side differs from itself; absent of starts.
    pub noise: Option<Noise>,
    /// The pairs in the order in which they were measured.
    pub pairs: Vec<Pair>,
    /// What both sides had alike.
    pub held: Option<Held>,
}

/// The figure that decides.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Measured {
    /// Its name on the command line; absent where only one thing can be meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `improved`, `worse`, `same` or `inconclusive`.
    pub verdict: String,
    /// Pairs that count.
    pub pairs: usize,
    /// After divided by before.
    pub ratio: f64,
    /// Its interval, which holds at all looks together; `null` where there is none.
    pub ci: [Option<f64>; 2],
    /// The ratio that one wild pair hardly moves.
    pub robust_ratio: f64,
    /// Exact p of the sign-flip test.
    pub sign_flip_p: f64,
    /// Whether the t test and the sign-flip test agree.
    pub tests_agree: bool,
    /// Smaller effects count as none, a share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smallest_effect: Option<f64>,
    /// Mean over the pairs that count, before and after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub means: Option<[f64; 2]>,
}

/// How one quantile of the response moved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Moved {
    /// The quantile, 0 to 1.
    pub quantile: f64,
    /// After divided by before.
    pub ratio: f64,
    /// The band that holds for all quantiles together.
    pub band: [f64; 2],
}

/// Each side against itself.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Noise {
    /// Pairs of it.
    pub pairs: usize,
    /// By how much a pair scatters, a share.
    pub sd: f64,
    /// The smallest share that all pairs together would find.
    pub detectable: f64,
}

/// One pair.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Pair {
    /// From one on.
    pub number: usize,
    /// Which side was measured first: `before` or `after`.
    pub first: String,
    /// The figure before.
    pub before: f64,
    /// The figure after.
    pub after: f64,
    /// Whether it counts; those do not in which the generator may have been the limit.
    pub counts: bool,
}

/// What both sides had alike.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Held {
    /// Whether starts were compared, each in a process of its own.
    pub from_start: bool,
    /// Connections that are always busy, of closed load.
    pub connections: Option<u32>,
    /// Planned requests per second, of open load.
    pub rate_per_s: Option<f64>,
    /// Seconds of load before each trial.
    pub settle_s: f64,
    /// Seconds that are measured in a trial.
    pub measured_s: f64,
    /// Seed of the order of the sides.
    pub seed: u64,
    /// How both were made equally warm; absent of starts.
    pub warm: Option<Warm>,
}

/// How both were made equally warm.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Warm {
    /// Answers per second in the last turn of each, before and after.
    pub per_s: [f64; 2],
    /// `steady`, `compiling` or `not-steady`.
    pub state: String,
}

impl Verification {
    /// One that says nothing yet, of a run.
    pub fn of_run(info: &RunInfo) -> Self {
        Self {
            run: info.id.clone(),
            started_at: crate::document::iso_8601(info.started_unix_ns),
            tool_version: info.tool_version.clone(),
            ..Self::default()
        }
    }

    /// The document, as programs read it.
    pub fn json(&self) -> Value {
        let mut comparison = crate::outputs::json::value(self);
        comparison["headline"] = crate::document::words(&said::headline(self));
        json!({ "schema_version": crate::document::SCHEMA_VERSION, "comparison": comparison })
    }

    /// What a run has kept: the document of [`Verification::json`].
    pub fn kept(document: &str) -> Option<Self> {
        let document: Value = serde_json::from_str(document).ok()?;
        let read: Self = serde_json::from_value(document.get("comparison")?.clone()).ok()?;
        (!read.metrics.is_empty()).then_some(read)
    }
}

impl Measured {
    /// The answer in a line.
    pub fn sentence(&self) -> Message {
        let p = |x: f64| (x - 1.0) * 100.0;
        message!(
            "verification/sentence",
            answer: kind(said::answer(&self.verdict)),
            pairs: Count(self.pairs as f64),
            moved: name(percent(self.ratio, self.ci)),
            robust: name(format!("{:+.1}", p(self.robust_ratio))),
            p: name(format!("{:.3}", self.sign_flip_p)),
            tests: kind(if self.tests_agree { "agree" } else { "disagree" })
        )
    }
}
