//! `load`: what was offered, what came back, and up to where the service held.

use super::since_start_s;
use diagnose::Diagnosis;
use model::{Arrival, Phase, PhaseKind, Run};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(crate) struct Load {
    pub model: &'static str,
    pub phases: Vec<LoadPhase>,
    pub knee: Knee,
}

#[derive(Debug, Serialize)]
pub(crate) struct LoadPhase {
    pub id: String,
    pub kind: PhaseKind,
    pub model: &'static str,
    pub offered_per_s: Option<f64>,
    pub connections: u32,
    pub achieved_per_s: Option<f64>,
    pub fraction: Option<f64>,
    pub t0_s: f64,
    pub t1_s: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Knee {
    pub per_s: Option<f64>,
    pub ci: Option<[f64; 2]>,
    pub method: Option<&'static str>,
}

impl Load {
    pub(crate) fn of(run: &Run, d: &Diagnosis) -> Self {
        let measured_open = run.measured_phases().any(Phase::is_open);
        let any_open = run.phases.iter().any(Phase::is_open);
        let any_measured = run.measured_phases().next().is_some();
        let searched = |kind| run.phases.iter().any(|p| p.kind == kind);
        let method = match d.knee {
            None => None,
            Some(k) if k.interval.is_some() => Some("bayesian-search"),
            Some(_) if searched(PhaseKind::Knee) => Some("open-trials"),
            Some(_) => Some("closed-doubling"),
        };
        Self {
            model: if measured_open || (!any_measured && any_open) { "open" } else { "closed" },
            phases: run.phases.iter().map(|p| phase(run, d, p)).collect(),
            knee: Knee { per_s: d.knee.map(|k| k.per_s), ci: d.knee.and_then(|k| k.interval).map(<[f64; 2]>::from), method },
        }
    }
}

fn phase(run: &Run, d: &Diagnosis, p: &Phase) -> LoadPhase {
    let (model, connections) = match p.arrival {
        Arrival::Open { max_connections, .. } => ("open", max_connections),
        Arrival::Closed { connections } => ("closed", connections),
        Arrival::Paced { users, .. } => ("paced", users),
    };
    LoadPhase {
        id: p.id.clone(),
        kind: p.kind,
        model,
        offered_per_s: p.arrival.rate_per_s(),
        connections,
        achieved_per_s: d.levels.iter().find(|l| l.phase.id == p.id).map(|l| l.throughput_per_s).or_else(|| by_seconds(run, p)),
        fraction: p.fraction,
        t0_s: since_start_s(run, p.start),
        t1_s: p.end.map(|t| since_start_s(run, t)),
    }
}

/// Answers per second by the generator's own seconds, for phases that are not measured through.
fn by_seconds(run: &Run, p: &Phase) -> Option<f64> {
    let (mut answered, mut span_s) = (0, 0.0);
    for s in run.seconds_of(&p.id) {
        answered += s.ok;
        span_s += s.end.seconds_since(s.start);
    }
    (span_s > 0.0).then(|| answered as f64 / span_s)
}
