//! `requests`: the object that `why` has, and what only `load` knows: bytes, parts of the time, routes, errors, checks.

use super::histogram::{Bar, bars};
use super::rows::{Check, ErrorGroup, Exemplar, Route, checks, errors, routes};
use super::scenarios::{self, Scenario};
use crate::document::{FinerLatency, Latency, LevelTotal, Requests, Total, Words};
use crate::load::latency::Latency as Measured;
use crate::load::model::LoadModel;
use crate::load::report::LoadReport;
use crate::percentile::carries;
use model::{Outcome, message};
use serde::Serialize;
use std::collections::BTreeMap;

/// From this share on, and from this many milliseconds on, the difference between planned-start and uncorrected latency gets a sentence.
/// Guess: below, nobody would decide otherwise.
const GAP_SHARE: f64 = 0.1;
const GAP_MS: f64 = 0.1;

#[derive(Debug, Serialize)]
pub(crate) struct RequestsObject {
    #[serde(flatten)]
    pub shared: Requests,
    pub planned: u64,
    pub sent: u64,
    /// Ended well.
    pub ok: u64,
    /// Share of `total.count`.
    pub error_share: f64,
    pub dropped: u64,
    pub retries: u64,
    pub redirects: u64,
    pub connections_opened: u64,
    pub connects_failed: u64,
    pub bytes_in: u64,
    pub bytes_out: u64,
    pub bytes_in_per_s: Option<f64>,
    pub bytes_out_per_s: Option<f64>,
    pub bytes_in_per_request: Option<f64>,
    pub statuses: BTreeMap<u16, u64>,
    /// Whether `total.latency_ms` holds lower bounds of requests that were given up.
    pub response_is_lower_bound: bool,
    /// From sending, of answered requests.
    pub uncorrected_ms: Latency,
    /// Where it differs from `total.latency_ms`: a sentence.
    pub gap: Option<Words>,
    pub parts_ms: Parts,
    pub histogram: Vec<Bar>,
    /// Where several run together.
    pub scenarios: Vec<Scenario>,
    pub routes: Vec<Route>,
    pub errors: Vec<ErrorGroup>,
    pub checks: Vec<Check>,
    /// Requests sent with a trace context; `null` where none were asked for.
    pub traced: Option<u64>,
    /// The slowest of those, the slowest first.
    pub exemplars: Vec<Exemplar>,
}

/// Parts of the response time, and of opening connections; `null` where nothing was counted.
#[derive(Debug, Serialize)]
pub(crate) struct Parts {
    pub late: Option<Latency>,
    pub connect: Option<Latency>,
    pub tls: Option<Latency>,
    pub sending: Option<Latency>,
    pub waiting: Option<Latency>,
    pub receiving: Option<Latency>,
}

impl RequestsObject {
    pub(super) fn of(r: &LoadReport) -> Self {
        let t = &r.totals;
        let per_s = |n: u64| (r.duration_s > 0.0).then(|| n as f64 / r.duration_s);
        let shared = shared(r);
        let (response, uncorrected_ms) = (&shared.total.latency_ms, latency(&r.latency.service));
        Self {
            planned: t.planned,
            sent: t.sent,
            ok: r.succeeded(),
            error_share: t.error_share(),
            dropped: t.dropped,
            retries: t.retries,
            redirects: t.redirects,
            connections_opened: t.connections_opened,
            connects_failed: t.connects_failed,
            bytes_in: t.bytes_in,
            bytes_out: t.bytes_out,
            bytes_in_per_s: per_s(t.bytes_in),
            bytes_out_per_s: per_s(t.bytes_out),
            bytes_in_per_request: (t.answered() > 0).then(|| t.bytes_in as f64 / t.answered() as f64),
            statuses: t.statuses.iter().copied().collect(),
            response_is_lower_bound: r.latency.response_is_lower_bound,
            gap: gap(response, &uncorrected_ms, r.latency.late.mean_ns / 1e6),
            uncorrected_ms,
            parts_ms: parts(r),
            histogram: r.latency.response.histogram.as_ref().map(bars).unwrap_or_default(),
            scenarios: r.scenarios.iter().map(Scenario::of).collect(),
            routes: routes(r),
            errors: errors(r),
            checks: checks(r),
            traced: r.traces.as_ref().map(|t| t.sent),
            exemplars: r.traces.iter().flat_map(|t| &t.slowest).map(Exemplar::of).collect(),
            shared,
        }
    }
}

fn shared(r: &LoadReport) -> Requests {
    let failed = r.totals.ended.iter().filter(|(o, n)| *o != Outcome::Ok && *n > 0);
    let mut errors_by_outcome = BTreeMap::new();
    failed.for_each(|(o, n)| *errors_by_outcome.entry(o.name()).or_insert(0) += n);
    let level = LevelTotal {
        phase: "load".to_owned(),
        achieved_per_s: r.achieved_per_s,
        achieved_error_per_s: None,
        errors: r.totals.errors(),
        latency_ms: latency(&r.latency.response),
    };
    Requests {
        total: Total { count: r.totals.all(), errors: r.totals.errors(), errors_by_outcome, latency_ms: latency(&r.latency.response) },
        levels: match r.model {
            // not measured apart
            LoadModel::Stages(_) => Vec::new(),
            LoadModel::Scenarios => r.scenarios.iter().map(scenarios::level).collect(),
            _ => vec![level],
        },
    }
}

pub(crate) fn latency(l: &Measured) -> Latency {
    // Of some parts only the mean is kept.
    let spread = l.max_ns > 0 || l.mean_ns == 0.0;
    let any = |ns: f64| (l.count > 0 && spread).then_some(ns / 1e6);
    let at = |quantile: f64, ns: u64| (spread && carries(l.count, quantile)).then_some(ns as f64 / 1e6);
    Latency {
        count: l.count,
        mean: (l.count > 0).then_some(l.mean_ns / 1e6),
        p50: at(0.5, l.p50_ns),
        p90: at(0.9, l.p90_ns),
        p95: at(0.95, l.p95_ns),
        p99: at(0.99, l.p99_ns),
        p99_9: at(0.999, l.p99_9_ns),
        max: any(l.max_ns as f64),
        finer: Some(FinerLatency { min: any(l.min_ns as f64), p75: at(0.75, l.p75_ns), p99_99: at(0.9999, l.p99_99_ns) }),
    }
}

/// `requests waited 48 ms on average for their turn: a tool that times from sending would print p99 1.9 ms instead of 184 ms`.
fn gap(response: &Latency, uncorrected: &Latency, late_ms: f64) -> Option<Words> {
    let (figure, from_plan, from_sending) = match (response.p99, uncorrected.p99) {
        (Some(plan), Some(sending)) => ("p99", plan, sending),
        _ => ("mean", response.mean?, uncorrected.mean?),
    };
    let gap = from_plan - from_sending;
    (gap > GAP_MS && gap > GAP_SHARE * from_sending)
        .then(|| Words::of(&message!("load/gap", late: Ms(late_ms), figure: kind(figure), sending: Ms(from_sending), plan: Ms(from_plan))))
}

fn parts(r: &LoadReport) -> Parts {
    let l = &r.latency;
    let part = |m: &Measured| (m.count > 0).then(|| latency(m));
    Parts {
        late: part(&l.late),
        connect: part(&l.connect),
        tls: part(&l.tls),
        sending: part(&l.sending),
        waiting: part(&l.waiting),
        receiving: part(&l.receiving),
    }
}
