//! What a run of `load` amounts to, as plain data: whoever generated the load fills it, every output reads it.
//!
//! Units are in the names. Everything has a default, so `LoadReport { url, ..LoadReport::default() }` is a start; what stays empty is left
//! out of the text and is `null`, zero or empty in JSON. Latency starts at the plan; what counts from sending is called uncorrected.

use super::latency::Latency;
use super::quality::{LoadQuality, SendSpacing};
use super::series::Series;
use super::slo::SloResult;
use model::Outcome;

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
    /// What was spoken, in words, where it was not HTTP/1.1.
    pub protocol: String,
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
    /// Each route, in the order of the scenario; a single request may leave it empty.
    pub routes: Vec<RouteRow>,
    /// The run over time.
    pub series: Series,
    /// What failed, by kind, in any order.
    pub errors: Vec<ErrorGroup>,
    /// Checks of the scenario, by name.
    pub checks: Vec<CheckRow>,
    /// How evenly requests left; `None` when it was not measured.
    pub spacing: Option<SendSpacing>,
    /// Whether the generator was up to it, and what it cost.
    pub quality: LoadQuality,
    /// Objectives as judged: `judge.finish(&report)` of a [`super::SloJudge`], or [`super::judge`].
    pub slos: Vec<SloResult>,
    /// Kebab-case code and text of whatever else must be said.
    pub warnings: Vec<(String, String)>,
}

impl LoadReport {
    /// Requests that ended well.
    pub(crate) fn succeeded(&self) -> u64 {
        self.totals.count(Outcome::Ok)
    }
}

/// How a run of `load` ended.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum LoadEnd {
    /// As planned.
    #[default]
    Complete,
    /// By a signal; what was measured stands.
    Interrupted,
    /// By an objective with `abort`, or a safety limit: the reason.
    Aborted(String),
}

/// How requests came.
#[derive(Debug, Clone, PartialEq)]
pub enum LoadModel {
    /// Connections that are always busy.
    Closed {
        /// How many.
        connections: u32,
    },
    /// A planned rate.
    Open {
        /// Requests per second.
        rate_per_s: f64,
        /// Poisson arrivals; otherwise evenly spaced.
        poisson: bool,
    },
    /// Users with a connection each that send one request per period.
    Users {
        /// How many.
        users: u32,
        /// The period, nanoseconds.
        every_ns: u64,
    },
    /// Stretches of different load, one after the other.
    Stages(Vec<Stage>),
}

impl Default for LoadModel {
    fn default() -> Self {
        Self::Closed { connections: 1 }
    }
}

/// One stretch of a staged load.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Stage {
    /// Unique within the run.
    pub id: String,
    /// In words: `ramp 100/s to 500/s`.
    pub text: String,
    /// Requests planned per second, mean over the stage; `None` for closed load.
    pub offered_per_s: Option<f64>,
    /// Requests answered per second of the stage.
    pub achieved_per_s: Option<f64>,
    /// Start, seconds after the first planned moment.
    pub t0_s: f64,
    /// End, seconds after the first planned moment.
    pub t1_s: f64,
}

/// Counts over the whole run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Totals {
    /// Requests planned, those that the cap dropped included.
    pub planned: u64,
    /// Requests of which something was sent.
    pub sent: u64,
    /// Requests ended, by outcome (each outcome once, in any order). What failed is everything but [`Outcome::Ok`].
    pub ended: Vec<(Outcome, u64)>,
    /// Requests planned but never sent, because the cap was reached and its policy is to drop.
    pub dropped: u64,
    /// Requests sent again because a kept connection turned out to be closed.
    pub retries: u64,
    /// Redirects followed.
    pub redirects: u64,
    /// Connections opened.
    pub connections_opened: u64,
    /// Attempts to open a connection that failed.
    pub connects_failed: u64,
    /// Bytes read, heads included.
    pub bytes_in: u64,
    /// Bytes written, heads included.
    pub bytes_out: u64,
    /// Answers by status code (200: 59,940), ascending; empty when not kept.
    pub statuses: Vec<(u16, u64)>,
}

impl Totals {
    /// Requests that ended with `outcome`.
    pub fn count(&self, outcome: Outcome) -> u64 {
        self.ended.iter().filter(|(o, _)| *o == outcome).map(|(_, n)| n).sum()
    }

    /// Requests that ended at all, those cut off included.
    pub fn all(&self) -> u64 {
        self.ended.iter().map(|(_, n)| n).sum()
    }

    /// Requests that ended otherwise than well.
    pub fn errors(&self) -> u64 {
        self.all() - self.count(Outcome::Ok)
    }

    /// Requests that were answered, whatever the status.
    pub fn answered(&self) -> u64 {
        self.ended.iter().filter(|(o, _)| o.is_answered()).map(|(_, n)| n).sum()
    }

    /// Share of requests that ended otherwise than well, 0 to 1; 0 without a request.
    pub fn error_share(&self) -> f64 {
        self.errors() as f64 / self.all().max(1) as f64
    }
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
