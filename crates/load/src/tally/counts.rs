//! Plain counts of one window, and how those of several threads add up.

use model::Outcome;

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
    /// Of those, steps that followed after the end of planning, in iterations under way.
    pub(crate) trailing: u64,
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
    /// Answers that sent a step on to another path.
    pub(crate) redirects: u64,
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
    pub(super) fn add(&mut self, o: &Self) {
        self.start = self.start.min(o.start);
        self.end = self.end.max(o.end);
        self.steady &= o.steady;
        for (a, b) in self.ended.iter_mut().zip(o.ended) {
            *a += b;
        }
        let Self {
            planned,
            trailing,
            dropped,
            sent,
            in_flight,
            waited,
            retries,
            redirects,
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
            (trailing, o.trailing),
            (dropped, o.dropped),
            (sent, o.sent),
            (in_flight, o.in_flight),
            (waited, o.waited),
            (retries, o.retries),
            (redirects, o.redirects),
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
