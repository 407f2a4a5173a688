//! What a phase amounts to: folded from its windows on the caller's thread.

mod distribution;
mod join;
mod second;
mod total;

pub use distribution::Distribution;
pub(crate) use second::load_second;
pub(crate) use total::Total;

use crate::job::Pattern;
use crate::spacing::SendSpacing;
use crate::tally::{CheckCount, answered, histogram};
use crate::trace::Traced;
use hdrhistogram::Histogram;
use model::{Outcome, Timestamp};

/// What a phase amounts to. Shares are of one core, over the steady part: from the first planned moment to the last.
#[derive(Debug, Clone, PartialEq)]
pub struct PhaseSummary {
    /// Phase id.
    pub phase: String,
    /// How requests arrived.
    pub pattern: Pattern,
    /// Generator threads.
    pub threads: u32,
    /// Requests at a time on one connection, at most; 1 over HTTP/1.1.
    pub streams: u32,
    /// First planned moment.
    pub start: Timestamp,
    /// End of planning: the steady part lies before.
    pub steady_end: Timestamp,
    /// End of the last request.
    pub end: Timestamp,
    /// Whether it was stopped before its time.
    pub stopped_early: bool,
    /// Whether that was because a request found no connection under the cap.
    pub overflowed: bool,
    /// Requests planned.
    pub planned: u64,
    /// Requests planned and not sent, because all connections were busy and that was the policy.
    pub dropped: u64,
    /// Requests of which something was sent.
    pub sent: u64,
    /// Requests ended, by [`Outcome`] as a number; with `dropped` they add up to `planned`.
    pub outcomes: [u64; Outcome::COUNT],
    /// Requests planned per second of the steady part.
    pub offered_per_s: f64,
    /// Requests answered (whatever the status) per second of the steady part.
    pub achieved_per_s: f64,
    /// Planned to done of answered, timed-out and censored requests; the latter two count with their lower bounds.
    pub response: Distribution,
    /// Whether `response` holds such lower bounds: it is at least this large, then.
    pub response_is_lower_bound: bool,
    /// Sent to done of answered requests: what a tool that forgets its plan would print.
    pub service: Distribution,
    /// Sent to first byte of answered requests: mean in nanoseconds.
    pub waiting_mean_ns: f64,
    /// Opening a connection: mean in nanoseconds.
    pub connect_mean_ns: f64,
    /// TLS handshake: mean in nanoseconds; 0 without TLS.
    pub tls_mean_ns: f64,
    /// Planned to sent, all requests: mean in nanoseconds.
    pub late_mean_ns: f64,
    /// Planned to sent, all requests: 99th percentile in nanoseconds.
    pub late_p99_ns: u64,
    /// The generator's own part of it, from the moment plan and free connection were both there: 99th percentile in nanoseconds.
    pub lag_p99_ns: u64,
    /// How evenly requests left while the plan kept one rate; `None` for closed load, for stages, and where the rate was changed on the way.
    pub spacing: Option<SendSpacing>,
    /// Requests that found no free connection when planned.
    pub waited_for_connection: u64,
    /// Growth of requests in flight or waiting over the steady part, per second.
    pub backlog_slope_per_s: f64,
    /// Requests in flight or waiting when planning ended.
    pub in_flight_at_stop: u64,
    /// Connections open at the end.
    pub connections: u64,
    /// Connections opened for the phase, those ahead of it included.
    pub connections_opened: u64,
    /// Attempts to open a connection that failed.
    pub connects_failed: u64,
    /// Requests sent again because a kept connection turned out to be closed by the server.
    pub retries: u64,
    /// Redirects followed.
    pub redirects: u64,
    /// Answers by status: `(status, answers)`, ascending.
    pub statuses: Vec<(u16, u64)>,
    /// Bytes written.
    pub bytes_out: u64,
    /// Bytes read.
    pub bytes_in: u64,
    /// CPU time of the generator as a share of one core, active waiting included.
    pub generator_cpu_share: f64,
    /// The part of it spent in active waiting for planned moments.
    pub generator_spin_share: f64,
    /// Time the generator waited for a core, as a share of the wall time.
    pub generator_run_queue_share: f64,
    /// The distributions themselves.
    pub histograms: Histograms,
    /// Requests with a trace context; `None` where none were asked for.
    pub traced: Option<Traced>,
    /// The first thing that failed.
    pub first_error: Option<String>,
    /// What failed, by kind, the most frequent first.
    pub failures: Vec<Failure>,
    /// How often each check of measured steps held, in the order of [`Scenario::checks`](crate::Scenario::checks); empty where only the status
    /// of an answer matters.
    pub checks: Vec<CheckCount>,
    /// By route of the scenario, when it has several.
    pub routes: Vec<RouteSummary>,
}

/// Distributions of nanoseconds, three significant digits.
#[derive(Clone, PartialEq)]
pub struct Histograms {
    /// As [`PhaseSummary::response`].
    pub response: Histogram<u64>,
    /// As [`PhaseSummary::service`].
    pub service: Histogram<u64>,
    /// Planned to sent, all requests.
    pub late: Histogram<u64>,
    /// The generator's own part of it.
    pub lag: Histogram<u64>,
}

/// Without the counts, which are thousands.
impl std::fmt::Debug for Histograms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Histograms").field("answers", &self.response.len()).finish_non_exhaustive()
    }
}

impl Default for Histograms {
    fn default() -> Self {
        Self { response: histogram(), service: histogram(), late: histogram(), lag: histogram() }
    }
}

/// One kind of failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What became of the requests.
    pub outcome: Outcome,
    /// Requests that failed so; 0 for connects that failed without a request waiting for them.
    pub count: u64,
    /// The first time.
    pub first: Timestamp,
    /// The last time.
    pub last: Timestamp,
    /// The first one, in words.
    pub text: String,
}

/// One route of several. Its percentiles have two significant digits.
#[derive(Clone, PartialEq)]
pub struct RouteSummary {
    /// Index in [`Scenario::routes`](crate::Scenario::routes).
    pub route: usize,
    /// Requests ended, by [`Outcome`] as a number.
    pub outcomes: [u64; Outcome::COUNT],
    /// Planned to done of answered, timed-out and censored requests; the latter two count with their lower bounds.
    pub response: Distribution,
    /// The distribution itself, two significant digits.
    pub histogram: Histogram<u64>,
}

impl RouteSummary {
    /// Requests that were answered, whatever the status.
    pub fn answered(&self) -> u64 {
        answered(&self.outcomes)
    }
}

/// Without the counts, which are hundreds.
impl std::fmt::Debug for RouteSummary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RouteSummary")
            .field("route", &self.route)
            .field("outcomes", &self.outcomes)
            .field("response", &self.response)
            .finish_non_exhaustive()
    }
}

impl PhaseSummary {
    /// Requests that ended with `outcome`.
    pub fn count(&self, outcome: Outcome) -> u64 {
        self.outcomes[outcome as usize]
    }

    /// Requests that were answered, whatever the status.
    pub fn answered(&self) -> u64 {
        answered(&self.outcomes)
    }

    /// Requests that ended otherwise than well.
    pub fn errors(&self) -> u64 {
        self.outcomes[1..].iter().sum()
    }

    /// Share of requests that ended otherwise than well, 0 to 1.
    pub fn error_share(&self) -> f64 {
        self.errors() as f64 / self.outcomes.iter().sum::<u64>().max(1) as f64
    }
}
