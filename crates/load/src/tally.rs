//! What a window of a phase amounts to, as counted by the generator thread and handed over whole once a second.

use hdrhistogram::Histogram;
use model::{Attempt, Outcome};

/// Lowest and highest latency told apart, nanoseconds; longer ones count as the highest.
const LOW_NS: u64 = 1_000;
const HIGH_NS: u64 = 120_000_000_000;
/// Kinds of failures told apart in one window; the rest is counted by outcome only.
const KINDS: usize = 32;

/// An empty histogram of nanoseconds, three significant digits.
pub(crate) fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(LOW_NS, HIGH_NS, 3).expect("the bounds are constants that the histogram takes")
}

/// An empty histogram of nanoseconds for one of many routes: two significant digits, a tenth of the memory.
pub(crate) fn small_histogram() -> Histogram<u32> {
    Histogram::new_with_bounds(LOW_NS, HIGH_NS, 2).expect("the bounds are constants that the histogram takes")
}

/// Requests by [`Outcome`] as a number.
pub(crate) type Outcomes = [u64; Outcome::COUNT];

/// Those that were answered, whatever the status.
pub(crate) fn answered(outcomes: &Outcomes) -> u64 {
    let counts = outcomes.iter().zip(0..);
    counts.filter(|(_, i)| Outcome::from_u8(*i).is_some_and(Outcome::is_answered)).map(|(n, _)| n).sum()
}

/// Plain counts of one window.
#[derive(Debug, Default, Clone)]
pub(crate) struct Counts {
    /// Nanoseconds of the monotonic clock.
    pub(crate) start: i64,
    pub(crate) end: i64,
    /// Whether requests were planned throughout (false: only waiting for the last answers).
    pub(crate) steady: bool,
    pub(crate) planned: u64,
    /// Planned, found no connection under the cap, and not sent.
    pub(crate) dropped: u64,
    pub(crate) sent: u64,
    /// Ended, by outcome.
    pub(crate) ended: Outcomes,
    /// In flight or waiting for a connection at the end.
    pub(crate) in_flight: u64,
    /// Requests that found no free connection.
    pub(crate) waited: u64,
    /// Requests sent again because a kept connection turned out to be closed.
    pub(crate) retries: u64,
    /// Connections opened, and attempts to that failed.
    pub(crate) opened: u64,
    pub(crate) refused: u64,
    /// Exact sums over answered requests (`late`: over all; `waiting`: sent to first byte; `connect`, `tls`: over opened connections), nanoseconds.
    pub(crate) response_sum: u64,
    pub(crate) service_sum: u64,
    pub(crate) waiting_sum: u64,
    pub(crate) late_sum: u64,
    pub(crate) connect_sum: u64,
    pub(crate) tls_sum: u64,
    /// Bytes written and read.
    pub(crate) bytes_out: u64,
    pub(crate) bytes_in: u64,
    /// CPU time of the generator thread, the part of it spent in active waiting, and its wait for a core, nanoseconds.
    pub(crate) cpu_ns: u64,
    pub(crate) spin_ns: u64,
    pub(crate) run_queue_ns: u64,
}

impl Counts {
    /// Requests that were answered, whatever the status.
    pub(crate) fn answered(&self) -> u64 {
        answered(&self.ended)
    }

    /// Requests that ended otherwise than well.
    pub(crate) fn errors(&self) -> u64 {
        self.ended[1..].iter().sum()
    }

    /// Adds the counts of another thread over the same stretch of time.
    fn add(&mut self, o: &Self) {
        self.start = self.start.min(o.start);
        self.end = self.end.max(o.end);
        self.steady &= o.steady;
        for (a, b) in self.ended.iter_mut().zip(o.ended) {
            *a += b;
        }
        let Self {
            planned,
            dropped,
            sent,
            in_flight,
            waited,
            retries,
            opened,
            refused,
            response_sum,
            service_sum,
            waiting_sum,
            late_sum,
            connect_sum,
            tls_sum,
            bytes_out,
            bytes_in,
            cpu_ns,
            spin_ns,
            run_queue_ns,
            ..
        } = self;
        for (a, b) in [
            (planned, o.planned),
            (dropped, o.dropped),
            (sent, o.sent),
            (in_flight, o.in_flight),
            (waited, o.waited),
            (retries, o.retries),
            (opened, o.opened),
            (refused, o.refused),
            (response_sum, o.response_sum),
            (service_sum, o.service_sum),
            (waiting_sum, o.waiting_sum),
            (late_sum, o.late_sum),
            (connect_sum, o.connect_sum),
            (tls_sum, o.tls_sum),
            (bytes_out, o.bytes_out),
            (bytes_in, o.bytes_in),
            (cpu_ns, o.cpu_ns),
            (spin_ns, o.spin_ns),
            (run_queue_ns, o.run_queue_ns),
        ] {
            *a += b;
        }
    }
}

/// One kind of failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Kind {
    pub(crate) outcome: Outcome,
    /// Tells kinds of one outcome apart: a status, an error number.
    pub(crate) code: i32,
    pub(crate) count: u64,
    /// First and last time, nanoseconds of the monotonic clock.
    pub(crate) first: i64,
    pub(crate) last: i64,
    /// The first one, in words.
    pub(crate) text: String,
}

/// One route of several.
#[derive(Debug, Clone)]
pub(crate) struct RouteCounts {
    pub(crate) ended: Outcomes,
    pub(crate) response_sum: u64,
    pub(crate) response: Histogram<u32>,
}

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
    pub(crate) errors: Vec<Kind>,
    /// Every request that ended, when asked for.
    pub(crate) attempts: Vec<Attempt>,
    pub(crate) keep_attempts: bool,
}

impl Window {
    pub(crate) fn new(routes: usize) -> Self {
        let route = RouteCounts { ended: Outcomes::default(), response_sum: 0, response: small_histogram() };
        Self {
            counts: Counts::default(),
            response: histogram(),
            service: histogram(),
            late: histogram(),
            lag: histogram(),
            bounds: histogram(),
            bounds_sum: 0,
            routes: if routes > 1 { vec![route; routes] } else { Vec::new() },
            errors: Vec::new(),
            attempts: Vec::new(),
            keep_attempts: false,
        }
    }

    /// Empties it and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.counts = Counts::default();
        for h in [&mut self.response, &mut self.service, &mut self.late, &mut self.lag, &mut self.bounds] {
            if !h.is_empty() {
                h.reset();
            }
        }
        for r in &mut self.routes {
            (r.ended, r.response_sum) = (Outcomes::default(), 0);
            r.response.reset();
        }
        self.bounds_sum = 0;
        self.errors.clear();
        self.attempts.clear();
    }

    /// Counts an attempt on `route` that ended; `lag_ns` is the generator's own delay.
    pub(crate) fn end(&mut self, a: &Attempt, route: usize, lag_ns: i64) {
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
        if let Some(r) = self.routes.get_mut(route) {
            r.ended[a.outcome as usize] += 1;
            if a.outcome.is_answered() {
                r.response_sum += response;
                r.response.saturating_record(response);
            }
        }
        if self.keep_attempts {
            self.attempts.push(*a);
        }
    }

    /// Counts a failure by its kind; `text` is only asked for when the kind is new.
    pub(crate) fn error(&mut self, outcome: Outcome, code: i32, now: i64, text: impl FnOnce() -> String) {
        self.connect_error_of(outcome, code, now, true, text);
    }

    /// A connect failed; `counts` tells whether a request failed with it.
    pub(crate) fn connect_error(&mut self, code: i32, now: i64, counts: bool, text: impl FnOnce() -> String) {
        self.connect_error_of(Outcome::ConnectionError, code, now, counts, text);
    }

    fn connect_error_of(&mut self, outcome: Outcome, code: i32, now: i64, counts: bool, text: impl FnOnce() -> String) {
        let n = u64::from(counts);
        if let Some(k) = self.errors.iter_mut().find(|k| k.outcome == outcome && k.code == code) {
            k.count += n;
            k.last = now;
        } else if self.errors.len() < KINDS {
            self.errors.push(Kind { outcome, code, count: n, first: now, last: now, text: text() });
        }
    }

    /// Adds the window of another thread over the same stretch of time.
    pub(crate) fn add(&mut self, o: &Self) {
        self.add_figures(o);
        add_routes(&mut self.routes, &o.routes);
        add_kinds(&mut self.errors, &o.errors);
        self.attempts.extend_from_slice(&o.attempts);
    }

    /// Adds counts and histograms, but not routes, failures and single attempts.
    pub(crate) fn add_figures(&mut self, o: &Self) {
        self.counts.add(&o.counts);
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

/// Adds counts by route.
pub(crate) fn add_routes(to: &mut [RouteCounts], from: &[RouteCounts]) {
    for (a, b) in to.iter_mut().zip(from) {
        for (x, y) in a.ended.iter_mut().zip(b.ended) {
            *x += y;
        }
        a.response_sum += b.response_sum;
        a.response.add(&b.response).expect("histograms of one shape add up");
    }
}

/// Adds counts by kind of failure; of new kinds only so many are taken.
pub(crate) fn add_kinds(to: &mut Vec<Kind>, from: &[Kind]) {
    for k in from {
        if let Some(t) = to.iter_mut().find(|t| t.outcome == k.outcome && t.code == k.code) {
            t.count += k.count;
            t.first = t.first.min(k.first);
            t.last = t.last.max(k.last);
        } else if to.len() < KINDS {
            to.push(k.clone());
        }
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
        fn merged_windows_equal_one_window(ends in prop::collection::vec((0_i64..200_000_000_000, 0_u8..7, 0_usize..3, 0_usize..4), 0..300)) {
            let mut whole = Window::new(3);
            let mut parts: Vec<Window> = (0..4).map(|_| Window::new(3)).collect();
            for (response, outcome, step, thread) in &ends {
                for w in [&mut whole, &mut parts[*thread]] {
                    w.end(&attempt(*response, *outcome), *step, *response / 8);
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
            let sum = |w: &Window| w.errors.iter().map(|k| k.count).sum::<u64>();
            prop_assert_eq!(sum(&merged), sum(&whole));
        }
    }
}
