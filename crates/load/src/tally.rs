//! What a window of a phase amounts to, as counted by the generator thread and handed over whole once a second.

use hdrhistogram::Histogram;
use model::{Attempt, Outcome};

/// Lowest and highest latency told apart, nanoseconds; longer ones count as the highest.
const LOW_NS: u64 = 1_000;
const HIGH_NS: u64 = 120_000_000_000;

/// An empty histogram of nanoseconds, three significant digits.
pub(crate) fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(LOW_NS, HIGH_NS, 3).expect("the bounds are constants that the histogram takes")
}

/// Plain counts of one window.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    /// Nanoseconds of the monotonic clock.
    pub(crate) start: i64,
    pub(crate) end: i64,
    /// Whether requests were planned throughout (false: only waiting for the last answers).
    pub(crate) steady: bool,
    pub(crate) planned: u64,
    pub(crate) sent: u64,
    /// Ended, by outcome.
    pub(crate) ended: [u64; 7],
    /// In flight or waiting for a connection at the end.
    pub(crate) in_flight: u64,
    /// Requests that found no free connection.
    pub(crate) waited: u64,
    /// Requests sent again because a kept connection turned out to be closed.
    pub(crate) retries: u64,
    /// Connections opened, and attempts to that failed.
    pub(crate) opened: u64,
    pub(crate) refused: u64,
    /// Exact sums over answered requests (`late`: over all), nanoseconds.
    pub(crate) response_sum: u64,
    pub(crate) service_sum: u64,
    pub(crate) late_sum: u64,
    /// CPU time of the generator thread, the part of it spent in active waiting, and its wait for a core, nanoseconds.
    pub(crate) cpu_ns: u64,
    pub(crate) spin_ns: u64,
    pub(crate) run_queue_ns: u64,
    /// The first thing that failed.
    pub(crate) error_sample: Option<String>,
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
    pub(crate) bounds: Vec<u64>,
    /// Every request that ended, when asked for.
    pub(crate) attempts: Vec<Attempt>,
    pub(crate) keep_attempts: bool,
}

impl Window {
    pub(crate) fn new() -> Self {
        Self {
            counts: Counts::default(),
            response: histogram(),
            service: histogram(),
            late: histogram(),
            lag: histogram(),
            bounds: Vec::new(),
            attempts: Vec::new(),
            keep_attempts: false,
        }
    }

    /// Empties it and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.counts = Counts::default();
        for h in [&mut self.response, &mut self.service, &mut self.late, &mut self.lag] {
            h.reset();
        }
        self.bounds.clear();
        self.attempts.clear();
    }

    /// Counts an attempt that ended; `lag_ns` is the generator's own delay.
    pub(crate) fn end(&mut self, a: &Attempt, lag_ns: i64) {
        let ns = |n: i64| n.max(0) as u64;
        let late = ns(a.late_ns());
        self.counts.ended[a.outcome as usize] += 1;
        self.counts.late_sum += late;
        self.late.saturating_record(late);
        self.lag.saturating_record(ns(lag_ns));
        match a.outcome {
            Outcome::Ok | Outcome::ClientError | Outcome::ServerError => {
                let (response, service) = (ns(a.response_ns()), ns(a.service_ns()));
                self.counts.response_sum += response;
                self.counts.service_sum += service;
                self.response.saturating_record(response);
                self.service.saturating_record(service);
            }
            Outcome::Timeout | Outcome::Censored => self.bounds.push(ns(a.response_ns())),
            Outcome::ConnectionError | Outcome::ProtocolError => {}
        }
        if self.keep_attempts {
            self.attempts.push(*a);
        }
    }

    /// Keeps the first error text of the window; `text` is only asked for when it is needed.
    pub(crate) fn sample(&mut self, text: impl FnOnce() -> String) {
        if self.counts.error_sample.is_none() {
            self.counts.error_sample = Some(text());
        }
    }
}

impl Counts {
    /// Requests that were answered, whatever the status.
    pub(crate) fn answered(&self) -> u64 {
        self.ended[..=Outcome::ServerError as usize].iter().sum()
    }

    /// Requests that ended otherwise than well.
    pub(crate) fn errors(&self) -> u64 {
        self.ended[1..].iter().sum()
    }
}
