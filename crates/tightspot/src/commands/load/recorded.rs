//! The report of a kept run of `load`, from its seconds: also of one that was killed. What a file does not keep (bytes, routes, drops) stays
//! empty and is said to be so.

use super::outcome;
use ::report::load::{ErrorGroup, Latencies, Latency, LoadEnd, LoadModel, LoadQuality, LoadReport, SecondRow, Series, Totals};
use diagnose::quality::Health;
use model::{Arrival, LoadSecond, Outcome, Phase, PhaseKind, Run, RunStatus};
use stats::hdr;
use std::collections::BTreeMap;

/// The report, when `run` is one of `load`.
pub(crate) fn report(run: &Run) -> Option<LoadReport> {
    let phase = run.phases.iter().find(|p| p.kind == PhaseKind::Load)?;
    let seconds: Vec<&LoadSecond> = run.seconds_of(&phase.id).collect();
    // Seconds in which nothing was planned are the wait for the last answers.
    let steady_end = seconds.iter().filter(|s| s.planned > 0).map(|s| s.end).max().unwrap_or(phase.start);
    let duration_s = steady_end.seconds_since(phase.start);
    let totals = totals(&seconds);
    let steady_answers: u64 = seconds.iter().filter(|s| s.end <= steady_end).map(|s| answered(s)).sum();
    let timeouts = totals.count(Outcome::Timeout) + totals.count(Outcome::Censored);
    Some(LoadReport {
        tool_version: run.info.tool_version.clone(),
        id: run.info.id.clone(),
        target: run.info.url.clone(),
        scenario: run.info.name.clone(),
        model: model_of(phase),
        seed: run.info.seed,
        started_unix_ns: run.info.started_unix_ns,
        duration_s,
        end: end(run.status),
        offered_per_s: totals.planned as f64 / duration_s.max(1e-9),
        achieved_per_s: steady_answers as f64 / duration_s.max(1e-9),
        latency: Latencies {
            response: merged(&seconds, |s| &s.response_hdr),
            response_is_lower_bound: timeouts > 0,
            service: merged(&seconds, |s| &s.service_hdr),
            late: merged(&seconds, |s| &s.late_hdr),
            ..Latencies::default()
        },
        errors: errors(&seconds, phase),
        series: seconds.iter().map(|s| SecondRow::of(s, phase.start, 0)).collect::<Series>(),
        warnings: vec![(
            "from-file".to_owned(),
            "from the kept run: bytes, routes, drops and the count of connections are not in it".to_owned(),
        )],
        quality: quality(run, phase, &seconds, duration_s),
        totals,
        ..LoadReport::default()
    })
}

fn model_of(phase: &Phase) -> LoadModel {
    match phase.arrival {
        Arrival::Closed { connections } => LoadModel::Closed { connections },
        Arrival::Open { rate_per_s, poisson, .. } => LoadModel::Open { rate_per_s, poisson },
        Arrival::Paced { users, every_ns } => LoadModel::Users { users, every_ns: every_ns as u64 },
    }
}

fn end(status: RunStatus) -> LoadEnd {
    match status {
        RunStatus::Complete => LoadEnd::Complete,
        RunStatus::Partial => LoadEnd::Interrupted,
        RunStatus::Aborted => LoadEnd::Aborted("the run was aborted".to_owned()),
    }
}

fn by(s: &LoadSecond, o: Outcome) -> u64 {
    if o == Outcome::Ok { s.ok } else { s.errors.get(o.name()).copied().unwrap_or(0) }
}

/// What the generator can be held to by what it wrote each second.
fn quality(run: &Run, phase: &Phase, seconds: &[&LoadSecond], duration_s: f64) -> LoadQuality {
    let generator = &run.environment.generator;
    let cores = |of: fn(&LoadSecond) -> u64| seconds.iter().map(|s| of(s)).sum::<u64>() as f64 / 1e9 / duration_s.max(1e-9);
    let threads = f64::from(generator.threads.max(1));
    let lag = merged(seconds, |s| &s.lag_hdr);
    let (cpu_share, spin_share) = (cores(|s| s.generator_cpu_ns), cores(|s| s.generator_spin_ns));
    let run_queue_share = cores(|s| s.generator_run_queue_ns) / threads;
    let (validity, reasons) = outcome::judged(&Health {
        closed: matches!(phase.arrival, Arrival::Closed { .. }),
        answered: seconds.iter().any(|s| answered(s) > 0),
        response_p50_ms: merged(seconds, |s| &s.response_hdr).p50_ns as f64 / 1e6,
        lag_p99_ms: lag.p99_ns as f64 / 1e6,
        work_share: (cpu_share - spin_share) / threads,
        run_queue_share,
        ..Health::default()
    });
    LoadQuality {
        validity,
        reasons,
        cpu_share,
        spin_share,
        run_queue_share,
        send_lag_p50_ns: lag.p50_ns,
        send_lag_p99_ns: lag.p99_ns,
        send_lag_max_ns: lag.max_ns,
        real_time: generator.real_time,
        pacing: outcome::pacing(generator.precise),
        ..LoadQuality::default()
    }
}

fn outcomes() -> impl Iterator<Item = Outcome> {
    (0..Outcome::COUNT as u8).filter_map(Outcome::from_u8)
}

fn answered(s: &LoadSecond) -> u64 {
    outcomes().filter(|o| o.is_answered()).map(|o| by(s, o)).sum()
}

fn totals(seconds: &[&LoadSecond]) -> Totals {
    Totals {
        planned: seconds.iter().map(|s| s.planned).sum(),
        sent: seconds.iter().map(|s| s.sent).sum(),
        ended: outcomes().map(|o| (o, seconds.iter().map(|s| by(s, o)).sum())).collect(),
        ..Totals::default()
    }
}

fn merged(seconds: &[&LoadSecond], of: impl Fn(&LoadSecond) -> &Vec<u8>) -> Latency {
    let (h, _unreadable) = hdr::merge(seconds.iter().map(|s| of(s).as_slice()));
    let sum_ns = if h.is_empty() { 0.0 } else { h.mean() * h.len() as f64 };
    Latency::keeping(h, sum_ns)
}

fn errors(seconds: &[&LoadSecond], phase: &Phase) -> Vec<ErrorGroup> {
    let mut groups: BTreeMap<&str, ErrorGroup> = BTreeMap::new();
    for s in seconds {
        for (kind, count) in &s.errors {
            let first_s = s.start.seconds_since(phase.start);
            let g = groups.entry(kind).or_insert_with(|| ErrorGroup { kind: kind.clone(), first_s, ..ErrorGroup::default() });
            g.count += count;
            g.last_s = s.end.seconds_since(phase.start);
            if g.sample.is_empty() {
                g.sample = s.error_sample.clone().unwrap_or_default();
            }
        }
    }
    groups.into_values().collect()
}
