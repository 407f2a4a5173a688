//! The one document of a run of `load`: the same `load`, `requests` and `quality` objects as that of `why`, with more in them.
//!
//! Text and JUnit print from here too, so a figure can never differ between outputs. See `outputs/json/json.md` for what other programs may rely on.

mod histogram;
mod model;
mod quality;
mod requests;
mod rows;
mod scenarios;
mod series;
mod slo;

pub(crate) use model::{LoadObject, Spacing};
pub(crate) use requests::{RequestsObject, latency};
pub(crate) use rows::{ErrorGroup, Route};
pub(crate) use scenarios::Scenario;
pub(crate) use slo::SloObject;

use super::report::{LoadEnd, LoadReport};
use crate::document::{Quality, SCHEMA_VERSION, Tool, Words, iso_8601, some};
use ::model::RunStatus;
use serde::Serialize;

/// Everything that is said of a run of `load`.
#[derive(Debug, Serialize)]
pub(crate) struct LoadDocument {
    pub schema_version: &'static str,
    pub tool: Tool,
    pub run: RunObject,
    pub load: LoadObject,
    pub requests: RequestsObject,
    pub slo: Vec<SloObject>,
    pub quality: Quality,
    pub series: Vec<series::Column>,
}

/// Which run this is.
#[derive(Debug, Serialize)]
pub(crate) struct RunObject {
    pub id: Option<String>,
    pub scenario: Option<String>,
    pub url: String,
    pub started_at: String,
    /// Planning, without the wait for the last answers.
    pub duration_s: f64,
    pub planned_s: Option<f64>,
    pub drain_s: f64,
    pub status: RunStatus,
    /// Why it was aborted, in English.
    pub reason: Option<String>,
    pub reason_message: Option<Words>,
    pub driver: &'static str,
    /// As text: it does not fit the numbers of every JSON reader.
    pub seed: String,
}

impl LoadDocument {
    /// The document of a run.
    pub(crate) fn of(r: &LoadReport) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            tool: Tool { version: r.tool_version.clone() },
            run: RunObject::of(r),
            load: LoadObject::of(r),
            requests: RequestsObject::of(r),
            slo: r.slos.iter().map(SloObject::of).collect(),
            quality: quality::of(r),
            series: series::columns(&r.series),
        }
    }
}

impl RunObject {
    fn of(r: &LoadReport) -> Self {
        let (status, reason) = match &r.end {
            LoadEnd::Complete => (RunStatus::Complete, None),
            LoadEnd::Interrupted => (RunStatus::Partial, None),
            LoadEnd::Aborted(why) => (RunStatus::Aborted, Some(Words::kept(why))),
        };
        Self {
            id: some(&r.id),
            scenario: some(&r.scenario),
            url: r.target.clone(),
            started_at: iso_8601(r.started_unix_ns),
            duration_s: r.duration_s,
            planned_s: r.planned_s,
            drain_s: r.drain_s,
            status,
            reason: reason.as_ref().map(|w| w.en.clone()),
            reason_message: reason,
            driver: "builtin",
            seed: r.seed.to_string(),
        }
    }
}
