//! `load`: how requests came, in words and figures.

use crate::document::{Knee, Load, LoadPhase, Words};
use crate::load::model::{LoadModel, Stage};
use crate::load::quality::SendSpacing;
use crate::load::report::LoadReport;
use crate::load::rows::ScenarioRow;
use model::{Message, PhaseKind, message};
use serde::Serialize;

/// How far connections divided by the response time may be from the rate that was counted, as a share. A guess: the ends of a short run.
const LAW_HOLDS: f64 = 0.1;

/// The object that `why` has, and what only `load` knows.
#[derive(Debug, Serialize)]
pub(crate) struct LoadObject {
    #[serde(flatten)]
    pub shared: Load,
    /// How requests came, in words.
    pub description: Words,
    pub offered_per_s: f64,
    pub achieved_per_s: f64,
    pub timeout_ms: f64,
    /// Of connections that are always busy: why it were so many requests and no more. `null` for planned rates.
    pub law: Option<Words>,
    /// Time between one request leaving and the next; `null` where the plan has no constant rate.
    pub spacing_ms: Option<Spacing>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Spacing {
    /// With several, gaps are those of each thread.
    pub threads: u32,
    pub mean: f64,
    pub sd: f64,
    pub p99: f64,
}

impl Spacing {
    pub(super) fn of(s: SendSpacing) -> Self {
        Self { threads: s.threads, mean: s.mean_ns / 1e6, sd: s.sd_ns / 1e6, p99: s.p99_ns as f64 / 1e6 }
    }
}

impl LoadObject {
    pub(super) fn of(r: &LoadReport) -> Self {
        Self {
            shared: Load { model: name(&r.model), phases: phases(r), knee: Knee { per_s: None, ci: None, method: None } },
            description: Words::of(&with_protocol(said(r), &r.protocol)),
            offered_per_s: r.offered_per_s,
            achieved_per_s: r.achieved_per_s,
            timeout_ms: r.timeout_ns as f64 / 1e6,
            law: law(r),
            spacing_ms: r.spacing.map(Spacing::of),
        }
    }
}

fn name(model: &LoadModel) -> &'static str {
    match model {
        LoadModel::Closed { .. } => "closed",
        LoadModel::Open { .. } => "open",
        LoadModel::Users { .. } => "users",
        LoadModel::Stages(_) => "stages",
        LoadModel::Scenarios => "scenarios",
    }
}

fn said(r: &LoadReport) -> Message {
    let one = |s: &ScenarioRow| match s.start_s {
        start if start > 0.0 => {
            message!("load/scenario-from", scenario: name(&s.total.name), start: Seconds(start), load: (model_said(&s.model)))
        }
        _ => message!("load/scenario", scenario: name(&s.total.name), load: (model_said(&s.model))),
    };
    match r.model {
        LoadModel::Scenarios => {
            let each: Vec<Message> = r.scenarios.iter().map(one).collect();
            message!("load/scenarios", number: Count(each.len() as f64), each: (each))
        }
        _ => model_said(&r.model),
    }
}

/// How the requests of one scenario came.
pub(super) fn model_said(model: &LoadModel) -> Message {
    match model {
        LoadModel::Closed { connections } => message!("load/closed", connections: Count(f64::from(*connections))),
        LoadModel::Open { rate_per_s, poisson } => {
            message!("load/open", rate: PerSecond(*rate_per_s), arrivals: kind(if *poisson { "poisson" } else { "even" }))
        }
        LoadModel::Users { users, every_ns } => {
            message!("load/users", users: Count(f64::from(*users)), every: Seconds(*every_ns as f64 / 1e9))
        }
        LoadModel::Stages(stages) => {
            let told = stages.iter().map(|s| s.text.clone()).filter(|t| !t.is_empty());
            match told.reduce(|before, next| message!("load/then", before: (before), next: (next))) {
                None => message!("load/stages-in-number", number: Count(stages.len() as f64)),
                Some(all) => message!("load/stages", stages: (all)),
            }
        }
        LoadModel::Scenarios => message!("load/several"),
    }
}

fn with_protocol(load: Message, protocol: &Message) -> Message {
    if protocol.is_empty() { load } else { message!("load/with-protocol", load: (load), protocol: (protocol.clone())) }
}

/// Little's law for connections that are always busy, so that nobody takes the requests that a slow service was never sent for lost ones.
/// Only where it holds to a tenth: pauses between requests, or a run of few answers, are another account.
fn law(r: &LoadReport) -> Option<Words> {
    let LoadModel::Closed { connections } = r.model else { return None };
    let response = &r.latency.response;
    let rate = f64::from(connections) / (response.mean_ns / 1e9);
    let explains = response.count > 0 && (rate - r.achieved_per_s).abs() <= LAW_HOLDS * rate;
    explains.then(|| {
        Words::of(&message!(
            "load/law",
            connections: Count(f64::from(connections)),
            wait: Ms(response.mean_ns / 1e6),
            rate: PerSecond(r.achieved_per_s),
            requests: Count(r.totals.all() as f64),
            duration: Seconds(r.duration_s)
        ))
    })
}

/// The whole run is one phase unless it has stages, or several scenarios.
fn phases(r: &LoadReport) -> Vec<LoadPhase> {
    if r.model == LoadModel::Scenarios {
        return r.scenarios.iter().map(phase_of).collect();
    }
    let whole = Stage {
        id: "load".to_owned(),
        text: Message::default(),
        offered_per_s: Some(r.offered_per_s),
        achieved_per_s: Some(r.achieved_per_s),
        t0_s: 0.0,
        t1_s: r.duration_s,
    };
    let (stages, closed) = match &r.model {
        LoadModel::Stages(stages) => (stages.clone(), false),
        LoadModel::Closed { .. } => (vec![Stage { offered_per_s: None, ..whole }], true),
        LoadModel::Open { .. } | LoadModel::Users { .. } | LoadModel::Scenarios => (vec![whole], false),
    };
    stages.into_iter().map(|s| phase(s, closed, r.connections)).collect()
}

fn phase_of(s: &ScenarioRow) -> LoadPhase {
    let closed = match &s.model {
        LoadModel::Closed { .. } => true,
        LoadModel::Stages(stages) => stages.iter().all(|s| s.offered_per_s.is_none()),
        _ => false,
    };
    let stage = Stage {
        id: s.total.name.clone(),
        text: Message::default(),
        offered_per_s: (!closed).then_some(s.offered_per_s),
        achieved_per_s: Some(s.total.per_s),
        t0_s: s.start_s,
        t1_s: s.start_s + s.duration_s,
    };
    phase(stage, closed, s.connections)
}

fn phase(s: Stage, closed: bool, connections: u32) -> LoadPhase {
    let closed = closed || s.offered_per_s.is_none();
    LoadPhase {
        id: s.id,
        kind: if closed { PhaseKind::Saturation } else { PhaseKind::Level },
        model: if closed { "closed" } else { "open" },
        offered_per_s: s.offered_per_s,
        connections,
        achieved_per_s: s.achieved_per_s,
        fraction: None,
        t0_s: s.t0_s,
        t1_s: Some(s.t1_s),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_spoken_stands_behind_how_requests_came() {
        let spoken = |protocol: &str| with_protocol(said(&LoadReport::default()), &protocol.into());
        let closed = message!("load/closed", connections: Count(1.0));
        assert_eq!(spoken(""), closed);
        assert_eq!(spoken("HTTP/2"), message!("load/with-protocol", load: (closed), protocol: (Message::from("HTTP/2"))));
    }

    #[test]
    fn the_count_of_a_closed_run_is_explained() {
        let mut r =
            LoadReport { model: LoadModel::Closed { connections: 100 }, achieved_per_s: 10.5, duration_s: 300.0, ..LoadReport::default() };
        r.latency.response = crate::load::Latency { count: 3158, mean_ns: 9.5e9, ..crate::load::Latency::default() };
        r.totals.ended = vec![(model::Outcome::Ok, 3158)];
        let said = law(&r).unwrap();
        let figures = serde_json::json!({
            "connections": { "count": 100.0 },
            "wait": { "ms": 9500.0 },
            "rate": { "per_second": 10.5 },
            "requests": { "count": 3158.0 },
            "duration": { "seconds": 300.0 },
        });
        assert!(said.is("load/law") && serde_json::Value::Object(said.args.clone()) == figures, "{said:?}");
        // half of the time is a pause between requests
        assert!(law(&LoadReport { achieved_per_s: 5.2, ..r.clone() }).is_none());
        assert!(law(&LoadReport { model: LoadModel::Open { rate_per_s: 10.5, poisson: false }, ..r }).is_none());
    }
}
