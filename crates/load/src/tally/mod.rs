//! What a window of a phase amounts to, as counted by the generator thread and handed over whole once a second.

mod checks;
mod counts;
mod histograms;
mod kinds;
mod routes;
mod statuses;

pub use checks::CheckCount;
pub(crate) use checks::Checks;
pub(crate) use counts::{Counts, Outcomes, answered};
use histograms::small_histogram;
pub(crate) use histograms::{histogram, widened};
pub(crate) use kinds::{Kind, Kinds};
pub(crate) use routes::RouteCounts;
pub(crate) use statuses::Statuses;

use hdrhistogram::Histogram;
use model::{Attempt, Carried, Outcome};

/// One window.
pub(crate) struct Window {
    pub(crate) counts: Counts,
    /// Planned to done and sent to done of answered requests, planned to sent of all.
    pub(crate) response: Histogram<u64>,
    pub(crate) service: Histogram<u64>,
    pub(crate) late: Histogram<u64>,
    /// The generator's own part of `late`: from the moment both plan and connection were there.
    pub(crate) lag: Histogram<u64>,
    /// Lower bounds of the response of requests that timed out or were cut off, nanoseconds.
    pub(crate) bounds: Histogram<u64>,
    pub(crate) bounds_sum: u64,
    /// By route, when there are several.
    pub(crate) routes: Vec<RouteCounts>,
    pub(crate) checks: Checks,
    pub(crate) statuses: Statuses,
    pub(crate) errors: Kinds,
    /// Every request that ended, when asked for.
    pub(crate) attempts: Vec<(Attempt, Carried)>,
    pub(crate) keep_attempts: bool,
}

impl Window {
    pub(crate) fn new(routes: usize) -> Self {
        Self {
            counts: Counts::default(),
            response: histogram(),
            service: histogram(),
            late: histogram(),
            lag: histogram(),
            bounds: histogram(),
            bounds_sum: 0,
            routes: if routes > 1 { vec![RouteCounts::new(); routes] } else { Vec::new() },
            checks: Checks::default(),
            statuses: Statuses::default(),
            errors: Kinds::default(),
            attempts: Vec::new(),
            keep_attempts: false,
        }
    }

    /// The same for a scenario with so many checks.
    pub(crate) fn with_checks(self, count: usize) -> Self {
        Self { checks: Checks::new(count), ..self }
    }

    /// Empties it and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.counts = Counts::default();
        for h in [&mut self.response, &mut self.service, &mut self.late, &mut self.lag, &mut self.bounds] {
            if !h.is_empty() {
                h.reset();
            }
        }
        self.routes.iter_mut().for_each(RouteCounts::clear);
        self.bounds_sum = 0;
        self.checks.clear();
        self.statuses.0.clear();
        self.errors.0.clear();
        self.attempts.clear();
    }

    /// Counts an attempt that ended, with what it carried; `lag_ns` is the generator's own delay.
    pub(crate) fn end(&mut self, a: &Attempt, carried: &Carried, lag_ns: i64) {
        let ns = |n: i64| n.max(0) as u64;
        let late = ns(a.late_ns());
        self.counts.ended[a.outcome as usize] += 1;
        self.counts.late_sum += late;
        self.late.saturating_record(late);
        self.lag.saturating_record(ns(lag_ns));
        let response = ns(a.response_ns());
        match a.outcome {
            Outcome::Ok | Outcome::ClientError | Outcome::ServerError | Outcome::CheckFailed => {
                let service = ns(a.service_ns());
                self.counts.response_sum += response;
                self.counts.service_sum += service;
                self.counts.waiting_sum += ns(a.first_byte.ns_since(a.sent));
                self.response.saturating_record(response);
                self.service.saturating_record(service);
            }
            Outcome::Timeout | Outcome::Censored => {
                self.bounds.saturating_record(response);
                self.bounds_sum += response;
            }
            Outcome::ConnectionError | Outcome::ProtocolError => {}
        }
        if let Some(r) = carried.route.and_then(|r| self.routes.get_mut(usize::from(r))) {
            r.end(a.outcome, response);
        }
        if self.keep_attempts {
            self.attempts.push((*a, *carried));
        }
    }

    /// Counts a failure by its kind; `text` is only asked for when the kind is new.
    pub(crate) fn error(&mut self, outcome: Outcome, code: i32, now: i64, text: impl FnOnce() -> String) {
        self.errors.count(outcome, code, now, 1, text);
    }

    /// A connect failed; `counts` tells whether a request failed with it.
    pub(crate) fn connect_error(&mut self, code: i32, now: i64, counts: bool, text: impl FnOnce() -> String) {
        self.errors.count(Outcome::ConnectionError, code, now, u64::from(counts), text);
    }

    /// Adds the window of another thread over the same stretch of time.
    pub(crate) fn add(&mut self, o: &Self) {
        self.add_figures(o);
        self.attempts.extend_from_slice(&o.attempts);
    }

    /// Adds everything but single attempts.
    pub(crate) fn add_figures(&mut self, o: &Self) {
        self.counts.add(&o.counts);
        self.routes.iter_mut().zip(&o.routes).for_each(|(a, b)| a.add(b));
        self.checks.add(&o.checks);
        self.statuses.add(&o.statuses);
        self.errors.add(&o.errors);
        for (a, b) in [
            (&mut self.response, &o.response),
            (&mut self.service, &o.service),
            (&mut self.late, &o.late),
            (&mut self.lag, &o.lag),
            (&mut self.bounds, &o.bounds),
        ] {
            a.add(b).expect("histograms of one shape add up");
        }
        self.bounds_sum += o.bounds_sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Timestamp;
    use proptest::prelude::*;

    fn attempt(response: i64, outcome: u8) -> Attempt {
        let at = Timestamp::from_ns;
        Attempt {
            planned: at(0),
            sent: at(response / 4),
            first_byte: at(response / 2),
            done: at(response),
            outcome: Outcome::from_u8(outcome).expect("known"),
        }
    }

    proptest! {
        #[test]
        fn merged_windows_equal_one_window(ends in prop::collection::vec((0_i64..200_000_000_000, 0_u8..7, 0_u16..3, 0_usize..4), 0..300)) {
            let mut whole = Window::new(3);
            let mut parts: Vec<Window> = (0..4).map(|_| Window::new(3)).collect();
            for (response, outcome, step, thread) in &ends {
                for w in [&mut whole, &mut parts[*thread]] {
                    w.end(&attempt(*response, *outcome), &Carried { route: Some(*step), ..Carried::default() }, *response / 8);
                    w.error(Outcome::ServerError, 500 + i32::from(*outcome), *response, || "x".to_owned());
                }
            }
            let mut merged = Window::new(3);
            for p in &parts {
                merged.add(p);
            }
            prop_assert_eq!(merged.counts.ended, whole.counts.ended);
            prop_assert_eq!(merged.counts.response_sum, whole.counts.response_sum);
            for (a, b) in [(&merged.response, &whole.response), (&merged.service, &whole.service), (&merged.late, &whole.late), (&merged.lag, &whole.lag), (&merged.bounds, &whole.bounds)] {
                prop_assert_eq!(a, b);
            }
            for (a, b) in merged.routes.iter().zip(&whole.routes) {
                prop_assert_eq!((a.ended, a.response_sum, &a.response), (b.ended, b.response_sum, &b.response));
            }
            let sum = |w: &Window| w.errors.0.iter().map(|k| k.count).sum::<u64>();
            prop_assert_eq!(sum(&merged), sum(&whole));
        }
    }
}
