//! The report of a kept run of `load`, from its seconds: also of one that was killed. What a file does not keep (checks, traces, stages) stays
//! empty and is said to be so.

mod carried;
mod stretch;

use super::outcome;
use ::report::load::{
    Latencies, LoadEnd, LoadModel, LoadQuality, LoadReport, RouteRow, ScenarioRow, SecondRow, Series, Slo, Timeline, Validity,
};
use model::{Arrival, Message, Observation, Outcome, Phase, PhaseKind, Run, RunStatus, message};
use stretch::Stretch;

/// The report, when `run` is one of `load`.
pub(crate) fn report(run: &Run) -> Option<LoadReport> {
    let phases: Vec<&Phase> = run.phases.iter().filter(|p| p.kind == PhaseKind::Load).collect();
    let start = phases.iter().map(|p| p.start).min()?;
    let all = Stretch { start, seconds: phases.iter().flat_map(|p| run.seconds_of(&p.id)).collect() };
    let totals = all.totals();
    let given_up = totals.count(Outcome::Timeout) + totals.count(Outcome::Censored);
    let scenarios = if phases.len() > 1 { phases.iter().map(|p| scenario(run, p, &all)).collect() } else { Vec::new() };
    let report = LoadReport {
        tool_version: run.info.tool_version.clone(),
        id: run.info.id.clone(),
        target: run.info.url.clone(),
        scenario: run.info.name.clone(),
        model: if phases.len() > 1 { LoadModel::Scenarios } else { model_of(phases[0]) },
        scenarios,
        seed: run.info.seed,
        started_unix_ns: run.info.started_unix_ns,
        duration_s: all.duration_s(),
        end: end(run.status),
        offered_per_s: all.offered_per_s(),
        achieved_per_s: all.achieved_per_s(),
        latency: Latencies {
            response: all.latency(|s| &s.response_hdr),
            response_is_lower_bound: given_up > 0,
            service: all.latency(|s| &s.service_hdr),
            late: all.latency(|s| &s.late_hdr),
            ..Latencies::default()
        },
        errors: all.errors(),
        series: series(run, &phases),
        routes: carried::routes(run, &phases),
        warnings: vec![("from-file".to_owned(), lacks(all.knows_traffic()))],
        quality: quality(run, &phases, &all),
        totals,
        ..LoadReport::default()
    };
    let objectives: Vec<Slo> = run.info.objectives.iter().filter_map(|text| text.parse().ok()).collect();
    Some(LoadReport { slos: ::report::load::judge(&objectives, &report), ..report })
}

/// What is not kept.
fn lacks(knows_traffic: bool) -> Message {
    message!("commands/not-in-the-run", what: kind(if knows_traffic { "checks" } else { "traffic" }))
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
        RunStatus::Aborted => LoadEnd::Aborted(message!("commands/was-aborted")),
    }
}

fn series(run: &Run, phases: &[&Phase]) -> Series {
    let mut timeline = Timeline::new(0);
    let started = phases.iter().map(|p| Observation::PhaseStarted((*p).clone()));
    let seconds = phases.iter().flat_map(|p| run.seconds_of(&p.id)).map(|s| Observation::LoadSecond(s.clone()));
    let mut rows: Vec<SecondRow> = started.chain(seconds).flat_map(|o| timeline.observe(&o)).collect();
    rows.extend(timeline.rest());
    rows.into_iter().collect()
}

/// The threads of each phase: all have as many.
fn threads(run: &Run, phases: usize) -> f64 {
    (f64::from(run.environment.generator.threads) / phases.max(1) as f64).max(1.0)
}

fn judged(run: &Run, phase: &Phase, phases: usize) -> (Validity, Vec<Message>) {
    let own = Stretch::of(run, phase);
    outcome::judged(&own.health(matches!(phase.arrival, Arrival::Closed { .. }), threads(run, phases)))
}

/// One of several.
fn scenario(run: &Run, phase: &Phase, all: &Stretch<'_>) -> ScenarioRow {
    let own = Stretch::of(run, phase);
    let totals = own.totals();
    let phases = run.phases.iter().filter(|p| p.kind == PhaseKind::Load).count();
    ScenarioRow {
        total: RouteRow {
            name: phase.id.clone(),
            count: totals.all(),
            errors: totals.errors(),
            per_s: own.achieved_per_s(),
            response: own.latency(|s| &s.response_hdr),
        },
        model: model_of(phase),
        connections: 0,
        start_s: phase.start.seconds_since(all.start),
        duration_s: own.duration_s(),
        planned: totals.planned,
        dropped: totals.dropped,
        offered_per_s: own.offered_per_s(),
        spacing: None,
        validity: judged(run, phase, phases).0,
    }
}

fn quality(run: &Run, phases: &[&Phase], all: &Stretch<'_>) -> LoadQuality {
    let generator = &run.environment.generator;
    let lag = all.latency(|s| &s.lag_hdr);
    let (mut validity, mut reasons) = (Validity::Valid, Vec::new());
    for phase in phases {
        let (of_this, why) = judged(run, phase, phases.len());
        validity = validity.max(of_this);
        let name = if phases.len() > 1 { phase.id.as_str() } else { "" };
        reasons.extend(why.into_iter().map(|r| outcome::of(name, r)));
    }
    LoadQuality {
        validity,
        reasons,
        cpu_share: all.cores(|s| s.generator_cpu_ns),
        spin_share: all.cores(|s| s.generator_spin_ns),
        run_queue_share: all.cores(|s| s.generator_run_queue_ns) / f64::from(generator.threads.max(1)),
        send_lag_p50_ns: lag.p50_ns,
        send_lag_p99_ns: lag.p99_ns,
        send_lag_max_ns: lag.max_ns,
        real_time: generator.real_time,
        pacing: outcome::pacing(generator.precise),
        ..LoadQuality::default()
    }
}
