//! Rows of `requests`: routes, failures, checks, traces.

use super::requests::latency;
use crate::document::{Latency, some};
use crate::load::report::LoadReport;
use crate::load::rows;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(crate) struct Route {
    pub name: String,
    pub count: u64,
    pub errors: u64,
    pub achieved_per_s: f64,
    pub latency_ms: Latency,
}

#[derive(Debug, Serialize)]
pub(crate) struct ErrorGroup {
    pub kind: String,
    pub count: u64,
    pub first_s: f64,
    pub last_s: f64,
    pub sample: Option<String>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Check {
    pub name: String,
    pub passed: u64,
    pub failed: u64,
    /// Share of the answers that passed.
    pub share: Option<f64>,
}

/// A request that can be looked up in a tracing tool.
#[derive(Debug, Serialize)]
pub(crate) struct Exemplar {
    pub trace_id: String,
    pub route: String,
    pub outcome: String,
    /// Seconds after the first planned moment.
    pub sent_s: f64,
    /// From sending: what the service can know of it.
    pub service_ms: f64,
    /// From the plan.
    pub response_ms: f64,
}

impl Exemplar {
    pub(super) fn of(e: &rows::Exemplar) -> Self {
        Self {
            trace_id: e.trace_id.clone(),
            route: e.route.clone(),
            outcome: e.outcome.clone(),
            sent_s: e.sent_s,
            service_ms: e.service_ns as f64 / 1e6,
            response_ms: e.response_ns as f64 / 1e6,
        }
    }
}

pub(super) fn routes(r: &LoadReport) -> Vec<Route> {
    let route = |r: &rows::RouteRow| Route {
        name: r.name.clone(),
        count: r.count,
        errors: r.errors,
        achieved_per_s: r.per_s,
        latency_ms: latency(&r.response),
    };
    r.routes.iter().map(route).collect()
}

/// The most frequent first.
pub(super) fn errors(r: &LoadReport) -> Vec<ErrorGroup> {
    let mut all: Vec<_> = r.errors.iter().collect();
    all.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.kind.cmp(&b.kind)));
    all.into_iter()
        .map(|e| ErrorGroup { kind: e.kind.clone(), count: e.count, first_s: e.first_s, last_s: e.last_s, sample: some(&e.sample) })
        .collect()
}

pub(super) fn checks(r: &LoadReport) -> Vec<Check> {
    let check = |c: &rows::CheckRow| {
        let all = c.passed + c.failed;
        Check { name: c.name.clone(), passed: c.passed, failed: c.failed, share: (all > 0).then(|| c.passed as f64 / all as f64) }
    };
    r.checks.iter().map(check).collect()
}
