//! The one document: what a run and its diagnosis say, in the names and units that other programs rely on.
//!
//! Every rendering prints from here. Field names are stable (`schema_version`): fields are added, never renamed. Figures are as measured,
//! unrounded; what is not finite is `null` in JSON.

mod experiments;
mod findings;
mod hypotheses;
mod ledgers;
mod load;
mod place;
mod processes;
mod quality;
mod requests;
mod resources;
mod routes;
mod verdict;

pub(crate) use experiments::Experiment;
pub(crate) use findings::Finding;
pub(crate) use hypotheses::{Gain, Hypothesis};
pub(crate) use ledgers::{CrossCheck, Ledger, Part, ledgers};
pub(crate) use load::{Knee, Load, LoadPhase};
pub(crate) use place::{Tool, iso_8601};
pub(crate) use processes::Process;
pub(crate) use quality::{Generator, OwnFigures, Quality, Sensor, Warning, graded};
pub(crate) use requests::{FinerLatency, Latency, LevelTotal, Requests, Total};
pub(crate) use routes::RequestsOfWhy;
pub(crate) use verdict::{Limit, Verdict};

use diagnose::Diagnosis;
use model::Run;
use serde::Serialize;

/// Version of the field names.
pub(crate) const SCHEMA_VERSION: &str = "1.0";

/// Everything that is said of a run.
#[derive(Debug, Serialize)]
pub(crate) struct Document {
    pub schema_version: &'static str,
    pub tool: place::Tool,
    pub run: place::RunInfo,
    pub environment: place::Environment,
    pub load: Load,
    pub requests: RequestsOfWhy,
    pub verdict: Verdict,
    pub findings: Vec<Finding>,
    pub hypotheses: Vec<Hypothesis>,
    pub ledger: Vec<Ledger>,
    /// How much of each limited resource was in use at each level.
    pub resources: Vec<resources::Resource>,
    pub processes: Vec<Process>,
    /// Experiments that were made in the run.
    pub experiments: Vec<Experiment>,
    pub quality: Quality,
    pub events: Vec<place::Event>,
}

impl Document {
    /// The document of a run.
    pub(crate) fn of(run: &Run, d: &Diagnosis) -> Self {
        let findings = findings::findings(run, d);
        Self {
            schema_version: SCHEMA_VERSION,
            tool: place::Tool::of(run),
            run: place::RunInfo::of(run),
            environment: place::Environment::of(run),
            load: Load::of(run, d),
            requests: RequestsOfWhy::of(run, d),
            verdict: Verdict::of(d, &findings),
            findings,
            hypotheses: d.hypotheses.iter().enumerate().map(|(i, h)| Hypothesis::of(i, h)).collect(),
            ledger: ledgers(d),
            resources: resources::all(d),
            processes: processes::all(d),
            experiments: d.experiments.iter().map(Experiment::of).collect(),
            quality: Quality::of(run, d),
            // plans and results stand under `experiments`
            events: run.events.iter().filter(|e| !e.kind.starts_with("experiment-")).map(|e| place::Event::of(run, e)).collect(),
        }
    }
}

/// A text by language. English is always there.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Words {
    pub en: String,
}

impl Words {
    pub(crate) fn new(en: impl Into<String>) -> Self {
        Self { en: en.into() }
    }
}

/// `None` for an empty string: `null` says "nothing to say" better than `""`.
pub(crate) fn some(s: &str) -> Option<String> {
    (!s.is_empty()).then(|| s.to_owned())
}

/// Seconds from the start of the run.
pub(crate) fn since_start_s(run: &Run, t: model::Timestamp) -> f64 {
    t.seconds_since(run.info.started)
}
