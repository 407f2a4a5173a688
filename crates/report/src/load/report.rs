//! What a run of `load` amounts to, as plain data: whoever generated the load fills it, every output reads it.
//!
//! Units are in the names. Everything has a default, so `LoadReport { url, ..LoadReport::default() }` is a start; what stays empty is left
//! out of the text and is `null`, zero or empty in JSON. Latency starts at the plan; what counts from sending is called uncorrected.

use super::latency::Latency;
use super::model::LoadModel;
use super::quality::{LoadQuality, SendSpacing};
use super::rows::{CheckRow, ErrorGroup, RouteRow, ScenarioRow, Traces};
use super::series::Series;
use super::slo::SloResult;
use super::totals::Totals;
use model::{Message, Outcome};

/// A run of `load`.
#[derive(Debug, Clone, Default)]
pub struct LoadReport {
    /// Version of the tool (`0.1.0`).
    pub tool_version: String,
    /// Id of the kept run; empty when it is not kept.
    pub id: String,
    /// What was loaded: method and URL, or the base URL of a scenario.
    pub target: String,
    /// Name of the scenario; empty for a single request.
    pub scenario: String,
    /// How requests came.
    pub model: LoadModel,
    /// What was spoken, where it was not HTTP/1.1.
    pub protocol: Message,
    /// Most connections; 0 when there is no cap.
    pub connections: u32,
    /// A request was given up after this long, nanoseconds.
    pub timeout_ns: u64,
    /// Seed of every random choice.
    pub seed: u64,
    /// Wall clock at the first planned moment, nanoseconds since 1970.
    pub started_unix_ns: i64,
    /// How long requests were to be planned, seconds; `None` when a number of requests was asked for.
    pub planned_s: Option<f64>,
    /// From the first planned moment to the end of planning, seconds. All rates are over this time.
    pub duration_s: f64,
    /// From the end of planning until the last request had ended, seconds.
    pub drain_s: f64,
    /// How it ended.
    pub end: LoadEnd,
    /// Requests planned per second of `duration_s`.
    pub offered_per_s: f64,
    /// Requests answered per second of `duration_s`, whatever the status.
    pub achieved_per_s: f64,
    /// Counts over the whole run.
    pub totals: Totals,
    /// Latency over the whole run.
    pub latency: Latencies,
    /// Each scenario, where several run together.
    pub scenarios: Vec<ScenarioRow>,
    /// Each route, in the order of the scenario; a single request may leave it empty. With several scenarios their names are
    /// `SCENARIO/ROUTE`.
    pub routes: Vec<RouteRow>,
    /// The run over time.
    pub series: Series,
    /// What failed, by kind, in any order.
    pub errors: Vec<ErrorGroup>,
    /// Checks of the scenario, by name.
    pub checks: Vec<CheckRow>,
    /// Requests with a trace context; `None` where none were asked for.
    pub traces: Option<Traces>,
    /// How evenly requests left; `None` when it was not measured.
    pub spacing: Option<SendSpacing>,
    /// Whether the generator was up to it, and what it cost.
    pub quality: LoadQuality,
    /// Objectives as judged: `judge.finish(&report)` of a [`super::SloJudge`], or [`super::judge`].
    pub slos: Vec<SloResult>,
    /// Kebab-case code and text of whatever else must be said.
    pub warnings: Vec<(String, Message)>,
}

impl LoadReport {
    /// The scenario that an objective names.
    pub(crate) fn scenario_named(&self, name: &str) -> Option<&ScenarioRow> {
        self.scenarios.iter().find(|s| s.total.name == name)
    }

    /// The figures of the scenario or route that an objective names.
    pub(crate) fn part_named(&self, name: &str) -> Option<&RouteRow> {
        self.scenario_named(name).map(|s| &s.total).or_else(|| self.routes.iter().find(|r| r.name == name))
    }

    /// Requests that ended well.
    pub(crate) fn succeeded(&self) -> u64 {
        self.totals.count(Outcome::Ok)
    }
}

/// How a run of `load` ended.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum LoadEnd {
    /// As planned.
    #[default]
    Complete,
    /// By a signal; what was measured stands.
    Interrupted,
    /// By an objective with `abort`, or a safety limit: the reason.
    Aborted(Message),
}

/// Latency over the whole run.
#[derive(Debug, Clone, Default)]
pub struct Latencies {
    /// Planned to done: the headline. Of answered requests, and of timed-out and cut-off ones with their lower bounds.
    pub response: Latency,
    /// Whether `response` holds such lower bounds: it is at least this large, then.
    pub response_is_lower_bound: bool,
    /// Sent to done of answered requests: what a tool that forgets its plan would print.
    pub service: Latency,
    /// Planned to sent: waiting for a connection and for the generator.
    pub late: Latency,
    /// Opening a connection, name look-up included; of connections, not of requests.
    pub connect: Latency,
    /// TLS handshake; of connections.
    pub tls: Latency,
    /// First to last byte of the request.
    pub sending: Latency,
    /// Last byte of the request to first byte of the answer.
    pub waiting: Latency,
    /// First to last byte of the answer.
    pub receiving: Latency,
}
