//! A level of load of one run: what was offered, what was answered, how long it took, and within what bounds that lay second by second.

use crate::document::{Latency, LoadPhase};
use crate::load::document::latency;
use crate::load::{LoadModel, LoadReport, SecondRow};
use model::{Attempt, Outcome, PhaseKind, Run};
use serde::Serialize;
use stats::describe::quantile;
use stats::hdr::{self, Summary};

/// Fewest whole seconds for bounds.
const FEWEST: usize = 5;
/// A window shorter than this is the rest of a level, seconds.
const WHOLE_S: f64 = 0.9;

/// A level.
#[derive(Debug, Serialize)]
pub(crate) struct Level {
    pub phase: String,
    pub kind: PhaseKind,
    pub model: &'static str,
    /// How many were always busy, of closed load; else the most that there may be, 0 where there is no cap.
    pub connections: u32,
    pub offered_per_s: Option<f64>,
    pub achieved_per_s: f64,
    /// Between these lay nine in ten of its seconds; `null` of few seconds.
    pub achieved_per_s_seconds: Option<[f64; 2]>,
    pub errors: u64,
    pub latency_ms: Latency,
    /// Between these lay the mean of nine in ten of its seconds.
    pub mean_ms_seconds: Option<[f64; 2]>,
}

impl Level {
    pub(crate) fn is_closed(&self) -> bool {
        self.model == "closed"
    }
}

/// Levels of a diagnosis: those that are measured, and those by which the most was looked for.
pub(super) fn of_run(run: &Run, phases: &[LoadPhase]) -> Vec<Level> {
    let kinds = [PhaseKind::Doubling, PhaseKind::Level, PhaseKind::Saturation, PhaseKind::StartUp, PhaseKind::Tail];
    let told = |p: &&LoadPhase| {
        // one that was begun anew stands there twice
        let is_last = phases.iter().rev().find(|q| q.id == p.id).is_some_and(|q| std::ptr::eq(q, *p));
        is_last && p.t1_s.is_some() && kinds.contains(&p.kind)
    };
    phases.iter().filter(told).filter_map(|p| of_phase(run, p)).collect()
}

fn of_phase(run: &Run, p: &LoadPhase) -> Option<Level> {
    let rows: Vec<SecondRow> = run.seconds_of(&p.id).map(|s| SecondRow::of(s, s.start, 0)).collect();
    let (latency, errors) = requests(run, p, &rows);
    if latency.count == 0 {
        return None;
    }
    let (achieved_per_s_seconds, mean_ms_seconds) = seconds(&rows);
    Some(Level {
        phase: p.id.clone(),
        kind: p.kind,
        model: p.model,
        connections: p.connections,
        offered_per_s: p.offered_per_s,
        achieved_per_s: p.achieved_per_s?,
        achieved_per_s_seconds,
        errors,
        latency_ms: Latency::of(&latency),
        mean_ms_seconds,
    })
}

/// Response times and failures, request by request; of phases by which the most was looked for only seconds are kept.
fn requests(run: &Run, p: &LoadPhase, rows: &[SecondRow]) -> (Summary, u64) {
    let all: Vec<Attempt> = run.attempts_of(&p.id).collect();
    if all.is_empty() {
        let (histogram, _) = hdr::merge(rows.iter().map(|r| r.response_hdr.as_slice()));
        return (hdr::summary(&histogram), rows.iter().map(|r| r.errors).sum());
    }
    let answered = all.iter().filter(|a| a.outcome != Outcome::Censored).map(Attempt::response_ns).collect();
    (hdr::summary_of(answered), all.iter().filter(|a| a.outcome != Outcome::Ok).count() as u64)
}

/// A run of `load` is one level.
pub(super) fn of_load(r: &LoadReport) -> Level {
    let (model, connections, offered_per_s) = match r.model {
        LoadModel::Closed { connections } => ("closed", connections, None),
        LoadModel::Open { rate_per_s, .. } => ("open", r.connections, Some(rate_per_s)),
        LoadModel::Users { .. } => ("paced", r.connections, Some(r.offered_per_s)),
        LoadModel::Stages(_) => ("stages", r.connections, Some(r.offered_per_s)),
        LoadModel::Scenarios => ("scenarios", r.connections, Some(r.offered_per_s)),
    };
    let (achieved_per_s_seconds, mean_ms_seconds) = seconds(r.series.rows());
    Level {
        phase: "load".to_owned(),
        kind: PhaseKind::Load,
        model,
        connections,
        offered_per_s,
        achieved_per_s: r.achieved_per_s,
        achieved_per_s_seconds,
        errors: r.totals.errors(),
        latency_ms: latency(&r.latency.response),
        mean_ms_seconds,
    }
}

/// Bounds of the rate and of the mean over nine in ten whole seconds; the first of them begins without anything in flight and does not count.
fn seconds(rows: &[SecondRow]) -> (Option<[f64; 2]>, Option<[f64; 2]>) {
    let whole: Vec<&SecondRow> = rows.iter().filter(|r| r.steady && r.span_s > WHOLE_S).skip(1).collect();
    let bounds = |of: Vec<f64>| (of.len() >= FEWEST).then(|| [quantile(&of, 0.05), quantile(&of, 0.95)]);
    let rates = whole.iter().map(|r| r.answered as f64 / r.span_s).collect();
    let means = whole.iter().filter(|r| r.answered > 0).map(|r| r.mean_ns / 1e6).collect();
    (bounds(rates), bounds(means))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_of_whole_seconds_but_the_first() {
        let row = |answered, span_s, steady| SecondRow { answered, span_s, steady, mean_ns: 2e6, ..SecondRow::default() };
        let few = [row(10, 1.0, true), row(20, 1.0, true), row(20, 1.0, true), row(20, 1.0, true), row(20, 1.0, true)];
        assert_eq!(seconds(&few), (None, None));
        let more = [few.to_vec(), vec![row(20, 1.0, true), row(3, 0.2, true), row(900, 1.0, false)]].concat();
        assert_eq!(seconds(&more), (Some([20.0, 20.0]), Some([2.0, 2.0])));
    }
}
