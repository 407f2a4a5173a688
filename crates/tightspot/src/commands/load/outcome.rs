//! From what the engines counted to what the report says.

mod model;
mod quality;
mod rows;

pub(super) use quality::{judged, of, pacing};

use ::load::{Job, PhaseSummary, Scenario};
use ::model::Outcome;
use ::report::load::{Latencies, Latency, LoadModel, LoadReport, RouteRow, ScenarioRow, SendSpacing, Totals};

/// A scenario after its run.
pub(super) struct Ended<'a> {
    /// Its name where there are several; else empty.
    pub(super) name: &'a str,
    pub(super) scenario: &'a Scenario,
    pub(super) job: &'a Job,
    pub(super) summary: PhaseSummary,
}

impl Ended<'_> {
    /// Connections that the load takes, at most.
    fn connections(&self) -> u32 {
        self.job.pattern.connections().div_ceil(self.summary.streams)
    }
}

/// How sending was timed.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    pub(super) precise: bool,
    pub(super) real_time: bool,
}

/// The report of a run of one or several scenarios; who asked for what, the series and the objectives are the caller's.
pub(super) fn report(all: &[Ended], manner: Manner) -> LoadReport {
    match all {
        [] => LoadReport::default(),
        [only] => LoadReport {
            model: model::model(only.job, only.summary.streams),
            spacing: spacing(&only.summary),
            planned_s: only.job.requests.is_none().then_some(only.job.duration.as_secs_f64()),
            ..whole(&only.summary, all, manner)
        },
        [first, ..] => {
            let summaries: Vec<PhaseSummary> = all.iter().map(|e| e.summary.clone()).collect();
            let sum = PhaseSummary::joined(&summaries).unwrap_or_else(|| first.summary.clone());
            LoadReport {
                model: LoadModel::Scenarios,
                planned_s: planned_s(all),
                scenarios: all.iter().map(|e| row(e, &sum)).collect(),
                ..whole(&sum, all, manner)
            }
        }
    }
}

/// From the start of the run to the last planned moment of all; `None` where one ends after a number of requests.
fn planned_s(all: &[Ended]) -> Option<f64> {
    let end_s = |e: &Ended| e.job.requests.is_none().then(|| e.scenario.start_ns() as f64 / 1e9 + e.job.duration.as_secs_f64());
    let ends: Option<Vec<f64>> = all.iter().map(end_s).collect();
    ends?.into_iter().reduce(f64::max)
}

/// Everything that is about all requests together, which amount to `s`.
fn whole(s: &PhaseSummary, all: &[Ended], manner: Manner) -> LoadReport {
    let h = &s.histograms;
    LoadReport {
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        connections: all.iter().map(Ended::connections).sum(),
        duration_s: s.steady_s(),
        drain_s: s.end.seconds_since(s.steady_end),
        offered_per_s: s.offered_per_s,
        achieved_per_s: s.achieved_per_s,
        totals: totals(s),
        latency: Latencies {
            response: Latency::with_mean(&h.response, s.response.mean_ns),
            response_is_lower_bound: s.response_is_lower_bound,
            service: Latency::with_mean(&h.service, s.service.mean_ns),
            late: Latency::with_mean(&h.late, s.late_mean_ns),
            connect: mean_only(s.connections_opened, s.connect_mean_ns),
            tls: mean_only(if s.tls_mean_ns > 0.0 { s.connections_opened } else { 0 }, s.tls_mean_ns),
            waiting: mean_only(s.answered(), s.waiting_mean_ns),
            receiving: mean_only(s.answered(), s.service.mean_ns - s.waiting_mean_ns),
            ..Latencies::default()
        },
        routes: all.iter().flat_map(Ended::routes).collect(),
        errors: all.iter().flat_map(|e| e.errors(s.start)).collect(),
        checks: all.iter().flat_map(Ended::checks).collect(),
        traces: rows::traces(all, s.start),
        quality: quality::quality(s, all, manner),
        ..LoadReport::default()
    }
}

/// One scenario of several, which together amount to `sum`.
fn row(e: &Ended, sum: &PhaseSummary) -> ScenarioRow {
    let s = &e.summary;
    ScenarioRow {
        total: RouteRow {
            name: e.name.to_owned(),
            count: s.outcomes.iter().sum(),
            errors: s.errors(),
            per_s: s.achieved_per_s,
            response: Latency::with_mean(&s.histograms.response, s.response.mean_ns),
        },
        model: model::model(e.job, s.streams),
        connections: e.connections(),
        start_s: s.start.seconds_since(sum.start),
        duration_s: s.steady_s(),
        planned: s.planned,
        dropped: s.dropped,
        offered_per_s: s.offered_per_s,
        spacing: spacing(s),
        validity: judged(&quality::health(s)).0,
    }
}

fn spacing(s: &PhaseSummary) -> Option<SendSpacing> {
    s.spacing.map(|g| SendSpacing { threads: s.threads, mean_ns: g.mean_ns, sd_ns: g.sd_ns, p99_ns: g.p99_ns })
}

fn totals(s: &PhaseSummary) -> Totals {
    let ended = (0..Outcome::COUNT as u8).filter_map(Outcome::from_u8).map(|o| (o, s.count(o))).collect();
    Totals {
        planned: s.planned,
        sent: s.sent,
        ended,
        dropped: s.dropped,
        retries: s.retries,
        redirects: s.redirects,
        connections_opened: s.connections_opened,
        connects_failed: s.connects_failed,
        bytes_in: s.bytes_in,
        bytes_out: s.bytes_out,
        statuses: s.statuses.clone(),
    }
}

/// Of what only the mean is kept.
fn mean_only(count: u64, mean_ns: f64) -> Latency {
    Latency { count, mean_ns, ..Latency::default() }
}
