//! Judges an objective over the whole run from the report, and says when a failure proves nothing.

use super::sum::{Measured, too_few};
use super::{Metric, Slo, SloResult, SloStatus};
use crate::load::latency::Latency;
use crate::load::quality::Validity;
use crate::load::report::LoadReport;
use crate::percentile::carries;
use model::{Message, Outcome, message};

/// A failure on a run whose generator was the limit is not the service's. When nothing was answered at all, it is.
pub(super) fn settled(status: SloStatus, report: &LoadReport) -> SloStatus {
    let invalid = report.quality.validity == Validity::Invalid && report.totals.answered() > 0;
    if status != SloStatus::Failed || !invalid {
        return status;
    }
    SloStatus::NotJudged(match report.quality.reasons.first() {
        Some(why) => message!("load/generator-limit-because", why: (why.clone())),
        None => message!("load/generator-limit"),
    })
}

/// Judges `slo` over the whole run.
pub(crate) fn whole_run(slo: &Slo, report: &LoadReport) -> SloResult {
    let result = |status, seen| SloResult { slo: slo.clone(), status, seen, stretch_s: None };
    match measured(slo, report) {
        Measured::Nothing(why) => result(SloStatus::NotJudged(why), None),
        Measured::Value(value) if !slo.holds(value) => result(settled(SloStatus::Failed, report), Some(value)),
        Measured::Value(value) => match cut_off(slo, report) {
            Some(why) => result(SloStatus::NotJudged(why), Some(value)),
            None => result(SloStatus::Held, Some(value)),
        },
    }
}

fn measured(slo: &Slo, report: &LoadReport) -> Measured {
    let nothing = Measured::Nothing;
    let t = &report.totals;
    let route = match &slo.route {
        None => None,
        Some(name) => match report.part_named(name) {
            Some(route) => Some(route),
            None => return nothing(message!("load/no-such-route", route: name(name))),
        },
    };
    let scenario = slo.route.as_deref().and_then(|name| report.scenario_named(name));
    let latency = route.map_or(&report.latency.response, |r| &r.response);
    match slo.metric {
        Metric::Quantile(q) if !carries(latency.count, q) => too_few(slo.metric, q, latency.count),
        Metric::Quantile(q) => {
            let not_kept = || nothing(message!("load/not-kept", metric: name(slo.metric.to_string())));
            latency.at(q).map_or_else(not_kept, |ns| Measured::Value(ns as f64))
        }
        Metric::Mean | Metric::Max if latency.count == 0 => nothing(message!("load/none-answered")),
        Metric::Mean => Measured::Value(latency.mean_ns),
        Metric::Max => Measured::Value(latency.max_ns as f64),
        Metric::ErrorRate => match route.map_or((t.errors(), t.all()), |r| (r.errors, r.count)) {
            (_, 0) => nothing(message!("load/none-ended")),
            (errors, all) => Measured::Value(errors as f64 / all as f64),
        },
        Metric::DropRate if route.is_some() && scenario.is_none() => nothing(message!("load/drops-by-route")),
        Metric::DropRate => match scenario.map_or((t.dropped, t.planned), |s| (s.dropped, s.planned)) {
            (_, 0) => nothing(message!("load/none-planned")),
            (dropped, planned) => Measured::Value(dropped as f64 / planned as f64),
        },
        Metric::Checks => checks(report, route.is_some()),
        Metric::Tps if report.duration_s <= 0.0 => nothing(message!("load/no-load")),
        Metric::Tps => Measured::Value(route.map_or(report.achieved_per_s, |r| r.per_s)),
    }
}

fn checks(report: &LoadReport, of_route: bool) -> Measured {
    if of_route {
        return Measured::Nothing(message!("load/checks-by-route"));
    }
    let sum = |n: fn(&crate::load::rows::CheckRow) -> u64| report.checks.iter().map(n).sum::<u64>();
    let (passed, failed) = (sum(|c| c.passed), sum(|c| c.failed));
    match passed + failed {
        0 => Measured::Nothing(message!("load/no-checks")),
        all => Measured::Value(passed as f64 / all as f64),
    }
}

/// Why a latency objective that seems to hold may not: requests that were cut off before the limit are in with less than they would have
/// taken. It does hold when even the slowest of the others would, with all of those beyond it.
fn cut_off(slo: &Slo, report: &LoadReport) -> Option<Message> {
    let times_latency = matches!(slo.metric, Metric::Quantile(_) | Metric::Mean | Metric::Max);
    if !times_latency || !report.latency.response_is_lower_bound {
        return None;
    }
    let early = if (report.timeout_ns as f64) < slo.limit { report.totals.count(Outcome::Timeout) } else { 0 };
    let unknown = report.totals.count(Outcome::Censored) + early;
    let latency: &Latency = match &slo.route {
        None => &report.latency.response,
        Some(name) => &report.part_named(name)?.response,
    };
    let holds = unknown == 0
        || match slo.metric {
            Metric::Quantile(q) => {
                let shifted = q + unknown as f64 / latency.count.max(1) as f64;
                shifted <= 1.0 && latency.at(shifted).is_some_and(|ns| slo.holds(ns as f64))
            }
            _ => false,
        };
    (!holds).then(|| message!("load/cut-off", requests: Count(unknown as f64), metric: name(slo.metric.to_string())))
}
