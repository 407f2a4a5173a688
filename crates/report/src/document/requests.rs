//! `requests`: how many, how they ended, how long they took. Latency starts at the plan.

use diagnose::Diagnosis;
use model::{Attempt, Outcome, Run};
use serde::Serialize;
use stats::hdr::Summary;
use std::collections::BTreeMap;

/// Fewest requests for a 99th percentile, so that one of them lies beyond it.
const FEWEST_P99: u64 = 100;
/// Fewest requests for a 99.9th percentile, for the same reason.
const FEWEST_P99_9: u64 = 1000;

#[derive(Debug, Serialize)]
pub(crate) struct Requests {
    /// Over all measured open levels; over the closed ones when no open level was measured.
    pub total: Total,
    /// Each measured level.
    pub levels: Vec<LevelTotal>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Total {
    pub count: u64,
    pub errors: u64,
    pub errors_by_outcome: BTreeMap<&'static str, u64>,
    pub latency_ms: Latency,
}

#[derive(Debug, Serialize)]
pub(crate) struct LevelTotal {
    pub phase: String,
    pub achieved_per_s: f64,
    pub errors: u64,
    pub latency_ms: Latency,
}

/// Of answered requests; a percentile that the number of requests cannot support is `null`.
#[derive(Debug, Serialize)]
pub(crate) struct Latency {
    pub count: u64,
    pub mean: Option<f64>,
    pub p50: Option<f64>,
    pub p90: Option<f64>,
    pub p95: Option<f64>,
    pub p99: Option<f64>,
    pub p99_9: Option<f64>,
    pub max: Option<f64>,
}

impl Latency {
    fn of(s: &Summary) -> Self {
        let from = |least: u64, ns: f64| (s.count >= least).then_some(ns / 1e6);
        Self {
            count: s.count,
            mean: from(1, s.mean_ns),
            p50: from(1, s.p50_ns),
            p90: from(1, s.p90_ns),
            p95: from(1, s.p95_ns),
            p99: from(FEWEST_P99, s.p99_ns),
            p99_9: from(FEWEST_P99_9, s.p99_9_ns),
            max: from(1, s.max_ns),
        }
    }
}

impl Requests {
    pub(crate) fn of(run: &Run, d: &Diagnosis) -> Self {
        let any_open = d.levels.iter().any(|l| l.phase.is_open());
        let all: Vec<Attempt> =
            d.levels.iter().filter(|l| l.phase.is_open() == any_open).flat_map(|l| run.attempts_of(&l.phase.id)).collect();
        let mut errors_by_outcome = BTreeMap::new();
        for a in all.iter().filter(|a| a.outcome != Outcome::Ok) {
            *errors_by_outcome.entry(a.outcome.name()).or_insert(0) += 1;
        }
        let answered = all.iter().filter(|a| a.outcome != Outcome::Censored).map(Attempt::response_ns).collect();
        Self {
            total: Total {
                count: all.len() as u64,
                errors: errors_by_outcome.values().sum(),
                errors_by_outcome,
                latency_ms: Latency::of(&stats::hdr::summary_of(answered)),
            },
            levels: d
                .levels
                .iter()
                .map(|l| LevelTotal {
                    phase: l.phase.id.clone(),
                    achieved_per_s: l.throughput_per_s,
                    errors: l.failed,
                    latency_ms: Latency::of(&l.latency),
                })
                .collect(),
        }
    }
}
