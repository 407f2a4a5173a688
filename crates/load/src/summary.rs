//! What a phase amounts to: folded from its windows on the caller's thread.

use crate::generator::PhaseEnd;
use crate::job::Pattern;
use crate::tally::{Kind, RouteCounts, Window, add_kinds, add_routes, answered, histogram};
use hdrhistogram::serialization::{Serializer, V2Serializer};
use hdrhistogram::{Counter, Histogram};
use model::{LoadSecond, Outcome, Timestamp};

/// Latency in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Distribution {
    /// Exact mean.
    pub mean_ns: f64,
    /// Median.
    pub p50_ns: u64,
    /// 95th percentile.
    pub p95_ns: u64,
    /// 99th percentile.
    pub p99_ns: u64,
    /// 99.9th percentile.
    pub p999_ns: u64,
    /// Largest.
    pub max_ns: u64,
}

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
    /// The first thing that failed.
    pub first_error: Option<String>,
    /// What failed, by kind, the most frequent first.
    pub failures: Vec<Failure>,
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
#[derive(Debug, Clone, PartialEq)]
pub struct RouteSummary {
    /// Index in [`Scenario::routes`](crate::Scenario::routes).
    pub route: usize,
    /// Requests ended, by [`Outcome`] as a number.
    pub outcomes: [u64; Outcome::COUNT],
    /// Planned to done of answered requests.
    pub response: Distribution,
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

/// Adds windows up.
pub(crate) struct Total {
    /// Everything so far, as if it were one window.
    sum: Window,
    steady: Steady,
    failures: Vec<Kind>,
    routes: Vec<RouteCounts>,
}

/// Sums over the steady part, of all threads.
#[derive(Default)]
struct Steady {
    answered: u64,
    wall_ns: i64,
    cpu_ns: u64,
    spin_ns: u64,
    run_queue_ns: u64,
}

impl Total {
    pub(crate) fn new(routes: usize) -> Self {
        let sum = Window::new(routes);
        let routes = sum.routes.clone();
        Self { sum, steady: Steady::default(), failures: Vec::new(), routes }
    }

    pub(crate) fn add(&mut self, w: &Window) {
        let c = &w.counts;
        self.sum.add_figures(w);
        add_kinds(&mut self.failures, &w.errors);
        add_routes(&mut self.routes, &w.routes);
        if c.steady {
            self.steady.answered += c.answered();
            self.steady.wall_ns += c.end - c.start;
            self.steady.cpu_ns += c.cpu_ns;
            self.steady.spin_ns += c.spin_ns;
            self.steady.run_queue_ns += c.run_queue_ns;
        }
    }

    pub(crate) fn finish(self, phase: &str, pattern: Pattern, threads: u32, start: Timestamp, end: PhaseEnd) -> PhaseSummary {
        let wall_ns = self.steady.wall_ns.max(1) as f64;
        // Shares are of one core: of the mean thread.
        let core_ns = wall_ns * f64::from(threads);
        let Self { mut sum, steady, mut failures, routes } = self;
        let lower_bounds = !sum.bounds.is_empty();
        sum.response.add(&sum.bounds).expect("histograms of one shape add up");
        let c = sum.counts.clone();
        let ended: u64 = c.ended.iter().sum();
        let first_error = failures.iter().min_by_key(|k| k.first).map(|k| k.text.clone());
        failures.sort_by_key(|k| (std::cmp::Reverse(k.count), k.first));
        let mean = |total: u64, n: u64| total as f64 / n.max(1) as f64;
        PhaseSummary {
            phase: phase.to_owned(),
            pattern,
            threads,
            streams: 1,
            start,
            steady_end: Timestamp::from_ns(end.stop_at),
            end: Timestamp::from_ns(end.end),
            stopped_early: end.stopped_early,
            overflowed: end.overflowed,
            planned: c.planned,
            dropped: c.dropped,
            sent: c.sent,
            outcomes: c.ended,
            offered_per_s: c.planned as f64 * 1e9 / wall_ns,
            achieved_per_s: steady.answered as f64 * 1e9 / wall_ns,
            response: distribution(&sum.response, (c.response_sum + sum.bounds_sum) as f64),
            response_is_lower_bound: lower_bounds,
            service: distribution(&sum.service, c.service_sum as f64),
            waiting_mean_ns: mean(c.waiting_sum, c.answered()),
            connect_mean_ns: mean(c.connect_sum, c.opened),
            tls_mean_ns: mean(c.tls_sum, c.opened),
            late_mean_ns: mean(c.late_sum, ended),
            late_p99_ns: quantile(&sum.late, 0.99),
            lag_p99_ns: quantile(&sum.lag, 0.99),
            waited_for_connection: c.waited,
            backlog_slope_per_s: end.backlog_slope_per_s,
            in_flight_at_stop: end.in_flight_at_stop,
            connections: end.connections,
            connections_opened: c.opened,
            connects_failed: c.refused,
            retries: c.retries,
            bytes_out: c.bytes_out,
            bytes_in: c.bytes_in,
            generator_cpu_share: steady.cpu_ns as f64 / core_ns,
            generator_spin_share: steady.spin_ns as f64 / core_ns,
            generator_run_queue_share: steady.run_queue_ns as f64 / core_ns,
            histograms: Histograms { response: sum.response, service: sum.service, late: sum.late, lag: sum.lag },
            first_error,
            failures: failures.into_iter().map(failure).collect(),
            routes: routes.iter().enumerate().map(|(index, r)| route(index, r)).collect(),
        }
    }
}

fn failure(k: Kind) -> Failure {
    let at = Timestamp::from_ns;
    Failure { outcome: k.outcome, count: k.count, first: at(k.first), last: at(k.last), text: k.text }
}

fn route(index: usize, r: &RouteCounts) -> RouteSummary {
    RouteSummary { route: index, outcomes: r.ended, response: distribution(&r.response, r.response_sum as f64) }
}

fn quantile<C: Counter>(h: &Histogram<C>, q: f64) -> u64 {
    if h.is_empty() { 0 } else { h.value_at_quantile(q) }
}

fn distribution<C: Counter>(h: &Histogram<C>, sum: f64) -> Distribution {
    Distribution {
        mean_ns: sum / h.len().max(1) as f64,
        p50_ns: quantile(h, 0.5),
        p95_ns: quantile(h, 0.95),
        p99_ns: quantile(h, 0.99),
        p999_ns: quantile(h, 0.999),
        max_ns: if h.is_empty() { 0 } else { h.max() },
    }
}

/// The window in the words of the model.
pub(crate) fn load_second(phase: &str, w: &Window) -> LoadSecond {
    let c = &w.counts;
    let errors = (1..c.ended.len()).filter(|i| c.ended[*i] > 0);
    let hdr = |h: &Histogram<u64>| {
        let mut bytes = Vec::new();
        V2Serializer::new().serialize(h, &mut bytes).expect("a vector takes all bytes");
        bytes
    };
    LoadSecond {
        phase: phase.to_owned(),
        start: Timestamp::from_ns(c.start),
        end: Timestamp::from_ns(c.end),
        planned: c.planned,
        sent: c.sent,
        ok: c.ended[Outcome::Ok as usize],
        errors: errors.filter_map(|i| Some((Outcome::from_u8(i as u8)?.name().to_owned(), c.ended[i]))).collect(),
        in_flight: c.in_flight,
        response_hdr: hdr(&w.response),
        service_hdr: hdr(&w.service),
        late_hdr: hdr(&w.late),
        lag_hdr: hdr(&w.lag),
        generator_cpu_ns: c.cpu_ns,
        generator_spin_ns: c.spin_ns,
        generator_run_queue_ns: c.run_queue_ns,
        error_sample: w.errors.first().map(|k| k.text.clone()),
    }
}
