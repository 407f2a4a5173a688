//! Rows of the tables of a run: routes, failures, checks, traces.

use super::latency::Latency;
use super::model::LoadModel;
use super::quality::{SendSpacing, Validity};

/// One route.
#[derive(Debug, Clone, Default)]
pub struct RouteRow {
    /// Name of the step, or method and path template.
    pub name: String,
    /// Requests that ended.
    pub count: u64,
    /// Of those, the ones that ended otherwise than well.
    pub errors: u64,
    /// Answers per second of the run.
    pub per_s: f64,
    /// Planned to done.
    pub response: Latency,
}

/// One scenario of several that ran together.
#[derive(Debug, Clone)]
pub struct ScenarioRow {
    /// Name and figures; the rate is over the scenario's own time.
    pub total: RouteRow,
    /// How its requests came.
    pub model: LoadModel,
    /// Most connections.
    pub connections: u32,
    /// Its first planned moment, seconds after that of the run.
    pub start_s: f64,
    /// From there to the end of its planning, seconds.
    pub duration_s: f64,
    /// Requests planned, those that the cap dropped included.
    pub planned: u64,
    /// Of those, the ones that the cap dropped.
    pub dropped: u64,
    /// Requests planned per second of `duration_s`.
    pub offered_per_s: f64,
    /// How evenly its requests left; `None` when it was not measured.
    pub spacing: Option<SendSpacing>,
    /// Whether its figures may be believed.
    pub validity: Validity,
}

/// Failures of one kind.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ErrorGroup {
    /// What it is: an outcome's name, finer where more is known (`status 503`, `connection reset`).
    pub kind: String,
    /// How often.
    pub count: u64,
    /// First seen, seconds after the first planned moment.
    pub first_s: f64,
    /// Last seen, seconds after the first planned moment.
    pub last_s: f64,
    /// One of them: status line or error text, no bodies, no secrets. May be empty.
    pub sample: String,
}

/// A check of the scenario.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CheckRow {
    /// Its name: `status is 201`.
    pub name: String,
    /// Answers that passed.
    pub passed: u64,
    /// Answers that did not.
    pub failed: u64,
}

/// Requests that were sent with a trace context.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Traces {
    /// How many.
    pub sent: u64,
    /// The slowest of them from sending, the slowest first.
    pub slowest: Vec<Exemplar>,
}

/// One request that can be looked up in a tracing tool.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Exemplar {
    /// Id of its trace: 32 hexadecimal digits.
    pub trace_id: String,
    /// Its route.
    pub route: String,
    /// Name of its outcome (`ok`, `timeout`).
    pub outcome: String,
    /// When it was sent, seconds after the first planned moment.
    pub sent_s: f64,
    /// Sent to done, nanoseconds; a lower bound where no answer came.
    pub service_ns: u64,
    /// Planned to done, nanoseconds.
    pub response_ns: u64,
}
