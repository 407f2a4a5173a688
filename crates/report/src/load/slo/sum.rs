//! What some seconds of a run amount to: seconds are added, and taken out again when a window moves on.

use super::Metric;
use crate::load::series::SecondRow;
use crate::percentile::{carries, fewest};
use hdrhistogram::Histogram;
use model::{Message, message};
use stats::hdr;

/// What a metric says.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Measured {
    /// Its value, in its unit.
    Value(f64),
    /// Nothing, and why.
    Nothing(Message),
}

/// `p99 needs more than 100 answers, 45 came`.
pub(super) fn too_few(metric: Metric, quantile: f64, count: u64) -> Measured {
    let (needed, came) = (fewest(quantile) as f64, count as f64);
    Measured::Nothing(message!("load/too-few", metric: name(metric.to_string()), needed: Count(needed), came: Count(came)))
}

/// Sums over some seconds.
#[derive(Debug, Clone)]
pub(super) struct Sum {
    response: Histogram<u64>,
    /// Of `response`, nanoseconds.
    response_ns: f64,
    /// Answers in rows that came without a histogram.
    untimed: u64,
    done: u64,
    errors: u64,
    given_up: u64,
    /// Lower bounds of those, together, nanoseconds.
    given_up_ns: f64,
    planned: u64,
    dropped: u64,
    steady_answers: u64,
    steady_s: f64,
    /// Seconds.
    pub(super) span_s: f64,
}

impl Sum {
    pub(super) fn new() -> Self {
        Self {
            response: Histogram::new(3).expect("3 significant digits are allowed"),
            response_ns: 0.0,
            untimed: 0,
            done: 0,
            errors: 0,
            given_up: 0,
            given_up_ns: 0.0,
            planned: 0,
            dropped: 0,
            steady_answers: 0,
            steady_s: 0.0,
            span_s: 0.0,
        }
    }

    pub(super) fn add(&mut self, row: &SecondRow) {
        let (h, _) = hdr::merge([row.response_hdr.as_slice()]);
        self.response.add(&h).expect("it grows");
        self.response_ns += row.mean_ns * h.len() as f64;
        self.untimed += row.answered.saturating_sub(h.len());
        self.done += row.done;
        self.errors += row.errors;
        self.given_up += row.given_up;
        self.given_up_ns += row.given_up_ns as f64;
        self.planned += row.planned;
        self.dropped += row.dropped;
        self.span_s += row.span_s;
        if row.steady {
            self.steady_answers += row.answered;
            self.steady_s += row.span_s;
        }
    }

    /// Takes out a row that was added.
    pub(super) fn remove(&mut self, row: &SecondRow) {
        let (h, _) = hdr::merge([row.response_hdr.as_slice()]);
        self.response.subtract(&h).expect("only what was added is taken out");
        self.response_ns -= row.mean_ns * h.len() as f64;
        self.untimed -= row.answered.saturating_sub(h.len());
        self.done -= row.done;
        self.errors -= row.errors;
        self.given_up -= row.given_up;
        self.given_up_ns -= row.given_up_ns as f64;
        self.planned -= row.planned;
        self.dropped -= row.dropped;
        self.span_s -= row.span_s;
        if row.steady {
            self.steady_answers -= row.answered;
            self.steady_s -= row.span_s;
        }
    }

    /// Requests that ended.
    pub(super) fn done(&self) -> u64 {
        self.done
    }

    /// The value of `metric` over these seconds. Requests that were given up count as slower than any limit, in the mean with their bounds.
    pub(super) fn measure(&self, metric: Metric) -> Measured {
        let timed = self.response.len() + self.given_up;
        let nothing = Measured::Nothing;
        match metric {
            Metric::Quantile(_) | Metric::Mean | Metric::Max if self.untimed > 0 => nothing(message!("load/latencies-by-second")),
            Metric::Quantile(q) if !carries(timed, q) => too_few(metric, q, timed),
            Metric::Mean | Metric::Max if timed == 0 => nothing(message!("load/none-answered")),
            Metric::ErrorRate if self.done == 0 => nothing(message!("load/none-ended")),
            Metric::DropRate if self.planned == 0 => nothing(message!("load/none-planned")),
            Metric::Tps if self.steady_s == 0.0 => nothing(message!("load/no-load")),
            Metric::Quantile(q) => Measured::Value(self.quantile(q, timed)),
            Metric::Max if self.given_up > 0 => Measured::Value(f64::INFINITY),
            Metric::Mean => Measured::Value((self.response_ns + self.given_up_ns) / timed as f64),
            Metric::Max => Measured::Value(self.response.max() as f64),
            Metric::ErrorRate => Measured::Value(self.errors as f64 / self.done as f64),
            Metric::DropRate => Measured::Value(self.dropped as f64 / self.planned as f64),
            Metric::Tps => Measured::Value(self.steady_answers as f64 / self.steady_s),
            Metric::Checks => nothing(message!("load/checks-by-second")),
        }
    }

    fn quantile(&self, q: f64, timed: u64) -> f64 {
        let rank = ((q * timed as f64) - 1e-6).ceil().max(1.0);
        let answered = self.response.len() as f64;
        if rank > answered { f64::INFINITY } else { self.response.value_at_quantile((rank - 0.5) / answered) as f64 }
    }
}
