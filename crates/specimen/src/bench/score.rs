//! One verdict against one truth.

use super::baselines::Baselines;
use crate::case::Truth;
use crate::params::Params;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// What was run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) case: String,
    pub(super) variant: String,
    pub(super) repetition: u32,
    pub(super) seed: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} #{}", self.case, self.variant, self.repetition)
    }
}

/// The stable object of `tightspot bench --json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Case id.
    pub case: String,
    /// Variant.
    pub variant: String,
    /// From 1.
    pub repetition: u32,
    /// What the parameters were drawn from.
    pub seed: u64,
    /// The parameters.
    pub params: Params,
    /// `["none"]` when healthy.
    pub truth: Vec<String>,
    /// Status of the verdict; absent when there was none.
    pub verdict: Option<String>,
    /// The cause that was named.
    pub cause: Option<String>,
    /// Where.
    pub site: Option<String>,
    /// 0 to 4.
    pub evidence_level: Option<u64>,
    /// 1 when the first truth was named; 2 and more when it was only held possible; absent when it was not.
    pub rank_of_truth: Option<usize>,
    /// Each decoy: was it rejected?
    pub decoys_rejected: BTreeMap<String, bool>,
    /// The verdict is the truth.
    pub correct: bool,
    /// How long the tool ran.
    pub seconds: f64,
    /// Why, in the words of the tool.
    pub reason: Option<String>,
    /// Exit code of the tool.
    pub exit_code: Option<i32>,
    /// What kept this from being a fair trial.
    pub error: Option<String>,
    /// What simpler ways of looking would have named. Absent in results from before they were scored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baselines: Option<Baselines>,
    /// Service, database, peers and tool shared all CPUs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unpinned: bool,
    /// Id of the kept run. Absent in results from before it was noted, and where nothing was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// Commit of the tool.
    pub commit: String,
}

/// How a score counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The truth was named, or a healthy variant left alone.
    Right,
    /// Something else was named.
    WrongName,
    /// Nothing was named although something is wrong, or nothing could be said about a healthy variant.
    Abstained,
    /// A cause was named although nothing is wrong.
    HealthyAccused,
    /// There was no verdict.
    Failed,
}

impl Score {
    pub(super) fn begin(place: &Place, truth: &Truth, commit: &str) -> Self {
        Self {
            case: place.case.clone(),
            variant: place.variant.clone(),
            repetition: place.repetition,
            seed: place.seed,
            params: Params::new(),
            truth: truth.causes.clone(),
            verdict: None,
            cause: None,
            site: None,
            evidence_level: None,
            rank_of_truth: None,
            decoys_rejected: truth.decoys.iter().map(|id| (id.clone(), false)).collect(),
            correct: false,
            seconds: 0.0,
            reason: None,
            exit_code: None,
            error: None,
            baselines: None,
            unpinned: false,
            run: None,
            commit: commit.to_owned(),
        }
    }

    pub(super) fn place(&self) -> Place {
        Place { case: self.case.clone(), variant: self.variant.clone(), repetition: self.repetition, seed: self.seed }
    }

    /// Reads the stable part of the tool's JSON.
    pub(super) fn judge(&mut self, report: &Value, truth: &Truth) {
        let verdict = &report["verdict"];
        let text = |v: &Value| v.as_str().or_else(|| v["en"].as_str()).filter(|t| !t.is_empty()).map(str::to_owned);
        self.run = text(&report["run"]["id"]);
        self.verdict = text(&verdict["status"]);
        self.cause = text(&verdict["cause"]);
        self.site = text(&verdict["site"]);
        self.evidence_level = verdict["evidence_level"].as_u64();
        self.reason = text(&verdict["reason"]).or_else(|| text(&verdict["headline"]));

        let hypotheses: Vec<(&str, &str)> = report["hypotheses"].as_array().into_iter().flatten().filter_map(pair).collect();
        for (id, rejected) in &mut self.decoys_rejected {
            *rejected = hypotheses.contains(&(id.as_str(), "rejected"));
        }
        self.baselines = Some(Baselines::of(report));
        self.rank_of_truth = self.rank(&hypotheses, truth);
        self.correct = self.rank_of_truth == Some(1);
    }

    fn rank(&self, hypotheses: &[(&str, &str)], truth: &Truth) -> Option<usize> {
        if truth.is_healthy() {
            return (self.verdict.as_deref() == Some("none") && self.cause.is_none()).then_some(1);
        }
        let first = truth.causes.first()?.as_str();
        if self.cause.as_deref() == Some(first) {
            return Some(1);
        }
        // rank 1 is the name that was given, or the silence
        let possible = hypotheses.iter().filter(|(_, status)| matches!(*status, "supported" | "secondary")).map(|(id, _)| *id);
        possible.filter(|id| self.cause.as_deref() != Some(id)).position(|id| id == first).map(|at| at + 2)
    }

    /// How it counts.
    pub fn outcome(&self) -> Outcome {
        let healthy = self.truth.first().is_none_or(|t| t == Truth::NONE);
        match (self.correct, self.verdict.is_some(), self.cause.is_some()) {
            (true, ..) => Outcome::Right,
            (_, false, _) => Outcome::Failed,
            (_, _, true) if healthy => Outcome::HealthyAccused,
            (_, _, true) => Outcome::WrongName,
            (_, _, false) => Outcome::Abstained,
        }
    }

    /// Verdict and outcome in a few words.
    pub(super) fn line(&self) -> String {
        let said = self.cause.as_deref().or(self.verdict.as_deref()).unwrap_or("no verdict");
        let error = self.error.as_ref().map(|e| format!(": {}", e.lines().next().unwrap_or_default())).unwrap_or_default();
        format!("{said}, {}, {:.0} s{error}", self.outcome(), self.seconds)
    }
}

fn pair(hypothesis: &Value) -> Option<(&str, &str)> {
    Some((hypothesis["cause"].as_str()?, hypothesis["status"].as_str()?))
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Right => "right",
            Self::WrongName => "wrong name",
            Self::Abstained => "abstained",
            Self::HealthyAccused => "healthy accused",
            Self::Failed => "failed",
        })
    }
}

#[cfg(test)]
#[path = "score_tests.rs"]
mod tests;
