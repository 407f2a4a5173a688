//! Requests by route.

use super::{Outcomes, small_histogram};
use hdrhistogram::Histogram;
use model::Outcome;

/// One route of several.
#[derive(Debug, Clone)]
pub(crate) struct RouteCounts {
    pub(crate) ended: Outcomes,
    /// Planned to done of answered requests, and of timed-out and cut-off ones, whose times are lower bounds.
    pub(crate) response: Histogram<u32>,
    pub(crate) response_sum: u64,
}

impl RouteCounts {
    pub(crate) fn new() -> Self {
        Self { ended: Outcomes::default(), response_sum: 0, response: small_histogram() }
    }

    /// Empties it and keeps its memory.
    pub(crate) fn clear(&mut self) {
        (self.ended, self.response_sum) = (Outcomes::default(), 0);
        if !self.response.is_empty() {
            self.response.reset();
        }
    }

    /// Counts a request that ended.
    pub(crate) fn end(&mut self, outcome: Outcome, response_ns: u64) {
        self.ended[outcome as usize] += 1;
        if outcome.is_answered() || matches!(outcome, Outcome::Timeout | Outcome::Censored) {
            self.response_sum += response_ns;
            self.response.saturating_record(response_ns);
        }
    }

    /// Adds those of another thread, or of another stretch of time.
    pub(crate) fn add(&mut self, from: &Self) {
        for (x, y) in self.ended.iter_mut().zip(from.ended) {
            *x += y;
        }
        self.response_sum += from.response_sum;
        self.response.add(&from.response).expect("histograms of one shape add up");
    }
}
