//! The run over time, a row a second, in bounded memory: when there are too many rows, two become one.

#[cfg(test)]
mod tests;

use hdrhistogram::serialization::{Serializer, V2Serializer};
use model::{LoadSecond, Outcome, Timestamp};
use stats::hdr;

/// Most rows that are kept: ten minutes by the second; then rows of two seconds, of four, and so on. More than a page can show, and some
/// megabytes of histograms.
pub const MOST_ROWS: usize = 600;

/// One interval, usually a second.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SecondRow {
    /// Start, seconds after the first planned moment.
    pub t_s: f64,
    /// Length, seconds.
    pub span_s: f64,
    /// Whether requests were planned throughout; false for the wait for the last answers. Rates are judged over steady rows only.
    pub steady: bool,
    /// Requests planned.
    pub planned: u64,
    /// Requests that ended, however.
    pub done: u64,
    /// Of those, the ones that were answered, whatever the status.
    pub answered: u64,
    /// Of `done`, the ones that ended otherwise than well.
    pub errors: u64,
    /// Of `done`, the ones that were given up (time-out, cut off) and are not in the latencies: slower than any limit, for objectives.
    pub given_up: u64,
    /// How long those had taken until then, together, nanoseconds.
    pub given_up_ns: u64,
    /// Requests planned but never sent, because of the cap.
    pub dropped: u64,
    /// Requests in flight or waiting for a connection, at the end.
    pub in_flight: u64,
    /// CPU time of the generator without active waiting, in cores.
    pub generator_cpu: f64,
    /// Planned to done: mean, nanoseconds.
    pub mean_ns: f64,
    /// Median of the same, nanoseconds.
    pub p50_ns: u64,
    /// 95th percentile of the same, nanoseconds.
    pub p95_ns: u64,
    /// 99th percentile of the same, nanoseconds.
    pub p99_ns: u64,
    /// Largest of the same, nanoseconds.
    pub max_ns: u64,
    /// The same as a serialised HDR histogram (V2), nanoseconds. Objectives with `for` or `after` and `.hlog` need it; may be empty.
    pub response_hdr: Vec<u8>,
    /// Sent to done, likewise; only `.hlog` reads it; may be empty.
    pub service_hdr: Vec<u8>,
}

impl SecondRow {
    /// A second as the engine tells it; `start` is the first planned moment of the run, `timeout_ns` when requests are given up.
    pub fn of(s: &LoadSecond, start: Timestamp, timeout_ns: u64) -> Self {
        let errors: u64 = s.errors.values().sum();
        let by = |o: Outcome| s.errors.get(o.name()).copied().unwrap_or(0);
        let span_s = s.end.seconds_since(s.start);
        Self {
            t_s: s.start.seconds_since(start),
            span_s,
            steady: s.is_steady(),
            planned: s.planned,
            done: s.ok + errors,
            answered: s.ok + by(Outcome::ClientError) + by(Outcome::ServerError) + by(Outcome::CheckFailed),
            errors,
            given_up: by(Outcome::Timeout) + by(Outcome::Censored),
            given_up_ns: by(Outcome::Timeout) * timeout_ns,
            dropped: s.traffic.as_ref().map_or(0, |t| t.dropped),
            in_flight: s.in_flight,
            generator_cpu: s.generator_cpu_ns.saturating_sub(s.generator_spin_ns) as f64 / 1e9 / span_s.max(1e-9),
            service_hdr: s.service_hdr.clone(),
            ..Self::default()
        }
        .timed(s.response_hdr.clone())
    }

    /// With the latencies of a serialised histogram.
    #[must_use]
    pub fn timed(self, response_hdr: Vec<u8>) -> Self {
        let s = hdr::summary(&hdr::merge([response_hdr.as_slice()]).0);
        Self {
            mean_ns: s.mean_ns,
            p50_ns: s.p50_ns as u64,
            p95_ns: s.p95_ns as u64,
            p99_ns: s.p99_ns as u64,
            max_ns: s.max_ns as u64,
            response_hdr,
            ..self
        }
    }

    /// This and the next one as one. Without histograms the larger percentile stands: the true one is at most that.
    fn and(self, next: &Self) -> Self {
        let span_s = self.span_s + next.span_s;
        let answers = (self.answered + next.answered).max(1) as f64;
        let bare = Self {
            t_s: self.t_s,
            span_s,
            steady: self.steady && next.steady,
            planned: self.planned + next.planned,
            done: self.done + next.done,
            answered: self.answered + next.answered,
            errors: self.errors + next.errors,
            given_up: self.given_up + next.given_up,
            given_up_ns: self.given_up_ns + next.given_up_ns,
            dropped: self.dropped + next.dropped,
            in_flight: next.in_flight,
            generator_cpu: (self.generator_cpu * self.span_s + next.generator_cpu * next.span_s) / span_s.max(1e-9),
            mean_ns: (self.mean_ns * self.answered as f64 + next.mean_ns * next.answered as f64) / answers,
            p50_ns: self.p50_ns.max(next.p50_ns),
            p95_ns: self.p95_ns.max(next.p95_ns),
            p99_ns: self.p99_ns.max(next.p99_ns),
            max_ns: self.max_ns.max(next.max_ns),
            response_hdr: Vec::new(),
            service_hdr: merged(&self.service_hdr, &next.service_hdr),
        };
        match merged(&self.response_hdr, &next.response_hdr) {
            none if none.is_empty() => bare,
            both => bare.timed(both),
        }
    }
}

/// Two serialised histograms as one; empty of empty ones.
pub(super) fn merged(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    if !(a.is_empty() && b.is_empty()) {
        V2Serializer::new().serialize(&hdr::merge([a, b]).0, &mut bytes).expect("a vector takes all bytes");
    }
    bytes
}

/// The rows of a run, at most [`MOST_ROWS`].
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    rows: Vec<SecondRow>,
    /// How many rows that were pushed make one that is kept.
    per_row: usize,
    /// How many have gone into the last row.
    in_last: usize,
}

impl Default for Series {
    fn default() -> Self {
        Self { rows: Vec::new(), per_row: 1, in_last: 0 }
    }
}

impl Series {
    /// Appends an interval; they come in order of time.
    pub fn push(&mut self, row: SecondRow) {
        match self.rows.pop() {
            Some(last) if self.in_last < self.per_row => {
                self.rows.push(last.and(&row));
                self.in_last += 1;
                return;
            }
            Some(last) => self.rows.push(last),
            None => {}
        }
        if self.rows.len() == MOST_ROWS {
            self.halve();
        }
        self.rows.push(row);
        self.in_last = 1;
    }

    /// The rows kept.
    pub fn rows(&self) -> &[SecondRow] {
        &self.rows
    }

    fn halve(&mut self) {
        let mut all = std::mem::take(&mut self.rows).into_iter();
        while let Some(first) = all.next() {
            self.rows.push(match all.next() {
                Some(second) => first.and(&second),
                None => first,
            });
        }
        self.per_row *= 2;
    }
}

impl FromIterator<SecondRow> for Series {
    fn from_iter<I: IntoIterator<Item = SecondRow>>(rows: I) -> Self {
        let mut all = Self::default();
        rows.into_iter().for_each(|row| all.push(row));
        all
    }
}
