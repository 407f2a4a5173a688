//! `requests`: how many, how they ended, how long they took. Latency starts at the plan.

use crate::percentile::carries;
use diagnose::Diagnosis;
use model::{Attempt, Outcome, Run};
use serde::Serialize;
use stats::hdr::Summary;
use std::collections::BTreeMap;

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
    /// Standard error of it, by how much its seconds differ; `null` where the rate is chosen or its seconds are not known.
    pub achieved_error_per_s: Option<f64>,
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
    /// What only runs of `load` have.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub finer: Option<FinerLatency>,
}

/// More of the same distribution.
#[derive(Debug, Serialize)]
pub(crate) struct FinerLatency {
    pub min: Option<f64>,
    pub p75: Option<f64>,
    pub p99_99: Option<f64>,
}

impl Latency {
    pub(crate) fn of(s: &Summary) -> Self {
        let any = |ns: f64| (s.count > 0).then_some(ns / 1e6);
        let at = |quantile: f64, ns: f64| carries(s.count, quantile).then_some(ns / 1e6);
        Self {
            count: s.count,
            mean: any(s.mean_ns),
            p50: at(0.5, s.p50_ns),
            p90: at(0.9, s.p90_ns),
            p95: at(0.95, s.p95_ns),
            p99: at(0.99, s.p99_ns),
            p99_9: at(0.999, s.p99_9_ns),
            max: any(s.max_ns),
            finer: None,
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
                    achieved_error_per_s: Some(l.rate_error() * l.throughput_per_s).filter(|e| *e > 0.0),
                    errors: l.failed,
                    latency_ms: Latency::of(&l.latency),
                })
                .collect(),
        }
    }
}
