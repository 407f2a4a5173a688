//! `quality`: whether the measurement can be trusted, what watched, and what could not.

use super::Words;
use crate::calibration::{self, Counted};
use diagnose::quality::Validity;
use diagnose::{Diagnosis, Status};
use model::{Run, SensorState};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(crate) struct Quality {
    pub grade: &'static str,
    pub validity: &'static str,
    /// Why the grade is not better.
    pub reasons: Vec<Words>,
    pub generator: Generator,
    /// How often verdicts of this kind were right on services of known truth; `null` where nothing is said of the service.
    pub calibration: Option<Calibration>,
    /// Cores that the tool used outside the generator.
    pub observer_cost_cpu: f64,
    pub sensors: Vec<Sensor>,
    pub warnings: Vec<Warning>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Generator {
    /// Largest share of its core in a measured phase, 0 to 1.
    pub cpu: f64,
    pub send_lag_p99_ms: f64,
    pub shares_cpus: bool,
    /// What only runs of `load` have.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub own: Option<OwnFigures>,
}

/// What the generator of `load` says of itself.
#[derive(Debug, Serialize)]
pub(crate) struct OwnFigures {
    /// Active waiting for planned moments, in cores; not in `cpu`.
    pub spin: f64,
    /// Waiting for a core, as a share of the run.
    pub run_queue: f64,
    pub send_lag_p50_ms: f64,
    pub send_lag_max_ms: f64,
    pub memory_bytes: Option<u64>,
    pub cpus: Vec<u32>,
    pub real_time: bool,
    pub pacing: &'static str,
}

/// How often verdicts of a kind were right, with the 95 % interval of that share.
#[derive(Debug, Serialize)]
pub(crate) struct Calibration {
    pub right: u64,
    pub of: u64,
    pub low: f64,
    pub high: f64,
}

impl Calibration {
    fn of(c: Counted) -> Self {
        let (low, high) = c.interval();
        Self { right: c.right, of: c.of, low, high }
    }
}

/// The grade and the word of a validity.
pub(crate) fn graded(v: Validity) -> (&'static str, &'static str) {
    match v {
        Validity::Valid => ("good", "valid"),
        Validity::Suspect => ("fair", "suspect"),
        Validity::Invalid => ("poor", "invalid"),
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct Sensor {
    pub id: String,
    pub state: SensorState,
    /// In English.
    pub reason: Option<String>,
    pub reason_message: Option<Words>,
    /// What would turn it on, in English.
    pub unlock: Option<String>,
    pub unlock_message: Option<Words>,
    /// Causes that could not be judged without it.
    pub blocks: Vec<&'static str>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Warning {
    pub code: String,
    pub text: Words,
}

impl Quality {
    pub(crate) fn of(run: &Run, d: &Diagnosis) -> Self {
        let q = &d.quality;
        let (grade, validity) = graded(q.validity);
        Self {
            grade,
            validity,
            reasons: q.reasons.iter().map(Words::of).collect(),
            generator: Generator {
                cpu: q.generator_cpu,
                send_lag_p99_ms: q.send_lag_p99_ms,
                shares_cpus: run.environment.generator.shares_cpus,
                own: None,
            },
            calibration: calibration::of(&d.verdict).map(Calibration::of),
            observer_cost_cpu: q.observer_cores,
            sensors: sensors(run, d),
            warnings: run.warnings.iter().map(|(code, text)| Warning { code: code.clone(), text: Words::kept(text) }).collect(),
        }
    }
}

/// Sensors of the run, and those that a cause asked for in vain.
fn sensors(run: &Run, d: &Diagnosis) -> Vec<Sensor> {
    let blocks = |id: &str| -> Vec<&'static str> {
        let blocked = d.hypotheses.iter().filter(|h| h.status == Status::NotObservable && h.missing.contains(&id));
        blocked.map(|h| h.cause).collect()
    };
    let mut all: Vec<Sensor> = run
        .sensors
        .values()
        .map(|s| {
            let [reason, unlock] = [&s.reason, &s.unlock].map(|m| (!m.is_empty()).then(|| Words::kept(m)));
            let english = |w: &Option<Words>| w.as_ref().map(|w| w.en.clone());
            Sensor {
                id: s.id.clone(),
                state: s.state,
                reason: english(&reason),
                reason_message: reason,
                unlock: english(&unlock),
                unlock_message: unlock,
                blocks: blocks(&s.id),
            }
        })
        .collect();
    let mut unknown: Vec<&str> =
        d.hypotheses.iter().flat_map(|h| h.missing.iter().copied()).filter(|id| !run.sensors.contains_key(*id)).collect();
    unknown.sort_unstable();
    unknown.dedup();
    all.extend(unknown.into_iter().map(|id| Sensor {
        id: id.to_owned(),
        state: SensorState::Off,
        reason: None,
        reason_message: None,
        unlock: None,
        unlock_message: None,
        blocks: blocks(id),
    }));
    all
}
