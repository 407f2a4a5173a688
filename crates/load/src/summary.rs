//! What a phase amounts to: folded from its windows on the caller's thread.

use crate::generator::PhaseEnd;
use crate::tally::{Window, histogram};
use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Serializer, V2Serializer};
use model::{Arrival, LoadSecond, Outcome, Timestamp};

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
    pub arrival: Arrival,
    /// First planned moment.
    pub start: Timestamp,
    /// End of planning: the steady part lies before.
    pub steady_end: Timestamp,
    /// End of the last request.
    pub end: Timestamp,
    /// Whether it was stopped before its time.
    pub stopped_early: bool,
    /// Requests planned.
    pub planned: u64,
    /// Requests of which something was sent.
    pub sent: u64,
    /// Requests ended, by [`Outcome`] as a number; they add up to `planned`.
    pub outcomes: [u64; 7],
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
    /// CPU time of the generator as a share of one core, active waiting included.
    pub generator_cpu_share: f64,
    /// The part of it spent in active waiting for planned moments.
    pub generator_spin_share: f64,
    /// Time the generator waited for a core, as a share of the wall time.
    pub generator_run_queue_share: f64,
    /// The first thing that failed.
    pub first_error: Option<String>,
}

impl PhaseSummary {
    /// Requests that ended with `outcome`.
    pub fn count(&self, outcome: Outcome) -> u64 {
        self.outcomes[outcome as usize]
    }

    /// Requests that were answered, whatever the status.
    pub fn answered(&self) -> u64 {
        self.outcomes[..=Outcome::ServerError as usize].iter().sum()
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
    response: Histogram<u64>,
    service: Histogram<u64>,
    late: Histogram<u64>,
    lag: Histogram<u64>,
    planned: u64,
    sent: u64,
    outcomes: [u64; 7],
    response_sum: f64,
    service_sum: f64,
    late_sum: f64,
    waited: u64,
    retries: u64,
    opened: u64,
    refused: u64,
    steady: Steady,
    lower_bounds: bool,
    first_error: Option<String>,
}

/// Sums over the steady part.
#[derive(Default)]
struct Steady {
    answered: u64,
    wall_ns: i64,
    cpu_ns: u64,
    spin_ns: u64,
    run_queue_ns: u64,
}

impl Total {
    pub(crate) fn new() -> Self {
        Self {
            response: histogram(),
            service: histogram(),
            late: histogram(),
            lag: histogram(),
            planned: 0,
            sent: 0,
            outcomes: [0; 7],
            response_sum: 0.0,
            service_sum: 0.0,
            late_sum: 0.0,
            waited: 0,
            retries: 0,
            opened: 0,
            refused: 0,
            steady: Steady::default(),
            lower_bounds: false,
            first_error: None,
        }
    }

    pub(crate) fn add(&mut self, w: &Window) {
        let c = &w.counts;
        for (total, part) in
            [(&mut self.response, &w.response), (&mut self.service, &w.service), (&mut self.late, &w.late), (&mut self.lag, &w.lag)]
        {
            total.add(part).expect("histograms of one shape add up");
        }
        for bound in &w.bounds {
            self.response.saturating_record(*bound);
            self.response_sum += *bound as f64;
            self.lower_bounds = true;
        }
        self.response_sum += c.response_sum as f64;
        self.service_sum += c.service_sum as f64;
        self.late_sum += c.late_sum as f64;
        self.planned += c.planned;
        self.sent += c.sent;
        self.waited += c.waited;
        self.retries += c.retries;
        self.opened += c.opened;
        self.refused += c.refused;
        for (total, n) in self.outcomes.iter_mut().zip(c.ended) {
            *total += n;
        }
        if c.steady {
            self.steady.answered += c.answered();
            self.steady.wall_ns += c.end - c.start;
            self.steady.cpu_ns += c.cpu_ns;
            self.steady.spin_ns += c.spin_ns;
            self.steady.run_queue_ns += c.run_queue_ns;
        }
        if self.first_error.is_none() {
            self.first_error.clone_from(&c.error_sample);
        }
    }

    pub(crate) fn finish(self, phase: &str, arrival: Arrival, start: Timestamp, end: PhaseEnd) -> PhaseSummary {
        let wall_ns = self.steady.wall_ns.max(1) as f64;
        let ended: u64 = self.outcomes.iter().sum();
        PhaseSummary {
            phase: phase.to_owned(),
            arrival,
            start,
            steady_end: Timestamp::from_ns(end.stop_at),
            end: Timestamp::from_ns(end.end),
            stopped_early: end.stopped_early,
            planned: self.planned,
            sent: self.sent,
            outcomes: self.outcomes,
            offered_per_s: self.planned as f64 * 1e9 / wall_ns,
            achieved_per_s: self.steady.answered as f64 * 1e9 / wall_ns,
            response: distribution(&self.response, self.response_sum),
            response_is_lower_bound: self.lower_bounds,
            service: distribution(&self.service, self.service_sum),
            late_mean_ns: self.late_sum / ended.max(1) as f64,
            late_p99_ns: quantile(&self.late, 0.99),
            lag_p99_ns: quantile(&self.lag, 0.99),
            waited_for_connection: self.waited,
            backlog_slope_per_s: end.backlog_slope_per_s,
            in_flight_at_stop: end.in_flight_at_stop,
            connections: end.connections,
            connections_opened: self.opened,
            connects_failed: self.refused,
            retries: self.retries,
            generator_cpu_share: self.steady.cpu_ns as f64 / wall_ns,
            generator_spin_share: self.steady.spin_ns as f64 / wall_ns,
            generator_run_queue_share: self.steady.run_queue_ns as f64 / wall_ns,
            first_error: self.first_error,
        }
    }
}

fn quantile(h: &Histogram<u64>, q: f64) -> u64 {
    if h.is_empty() { 0 } else { h.value_at_quantile(q) }
}

fn distribution(h: &Histogram<u64>, sum: f64) -> Distribution {
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
        error_sample: c.error_sample.clone(),
    }
}
