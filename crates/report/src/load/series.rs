//! The run over time, a row a second, in bounded memory: when there are too many rows, two become one.

use hdrhistogram::serialization::{Serializer, V2Serializer};
use model::{LoadSecond, Outcome, Timestamp};
use stats::hdr;

/// Most rows that are kept: half an hour by the second; then rows of two seconds, of four, and so on.
pub const MOST_ROWS: usize = 1_800;

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
    /// A second as the engine tells it; `start` is the first planned moment of the run, `timeout_ns` when requests are given up. Dropped
    /// requests are not in it.
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
            dropped: 0,
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

#[cfg(test)]
mod tests {
    use super::*;
    use hdrhistogram::Histogram;

    fn row(i: u64, ms: &[u64]) -> SecondRow {
        let mut h = Histogram::<u64>::new(3).expect("3 digits are allowed");
        for ms in ms {
            h.record(ms * 1_000_000).expect("it grows");
        }
        let mut bytes = Vec::new();
        V2Serializer::new().serialize(&h, &mut bytes).expect("a vector takes all bytes");
        let n = ms.len() as u64;
        SecondRow { t_s: i as f64, span_s: 1.0, steady: true, planned: n, done: n, answered: n, ..SecondRow::default() }.timed(bytes)
    }

    #[test]
    fn a_day_takes_no_more_rows_than_half_an_hour_and_loses_no_request() {
        let all: Series = (0..86_400).map(|i| SecondRow { t_s: i as f64, span_s: 1.0, done: i % 7, ..SecondRow::default() }).collect();
        assert!(all.rows().len() <= MOST_ROWS && all.rows().len() > MOST_ROWS / 2 - 1, "{}", all.rows().len());
        assert_eq!(all.rows().iter().map(|r| r.done).sum::<u64>(), (0..86_400).map(|i| i % 7).sum::<u64>());
        assert!(all.rows().windows(2).all(|w| (w[0].t_s + w[0].span_s - w[1].t_s).abs() < 1e-6), "rows follow each other without gap");
        let mut lengths: Vec<f64> = all.rows().iter().map(|r| r.span_s).collect();
        lengths.pop();
        assert!(lengths.iter().all(|l| *l == 64.0), "all rows but the last are of one length");
    }

    #[test]
    fn joined_rows_have_the_percentiles_of_all_their_requests() {
        let (a, b) = (row(0, &[1; 90]), row(1, &[100; 10]));
        let both = a.and(&b);
        assert_eq!((both.done, both.span_s), (100, 2.0));
        assert_eq!((both.p50_ns / 1_000_000, both.p95_ns / 1_000_000), (1, 100));
        assert!((both.mean_ns / 1e6 - 10.9).abs() < 0.05, "{}", both.mean_ns);
    }

    #[test]
    fn a_second_of_the_engine_keeps_what_was_given_up_apart() {
        let at = |s: i64| Timestamp::from_ns(s * 1_000_000_000);
        let errors = [("timeout", 3), ("server-error", 2)].map(|(name, n)| (name.to_owned(), n)).into();
        let s =
            LoadSecond { start: at(12), end: at(13), planned: 100, ok: 90, errors, generator_cpu_ns: 300_000_000, ..LoadSecond::default() };
        let r = SecondRow::of(&LoadSecond { generator_spin_ns: 100_000_000, ..s }, at(10), 7);
        assert_eq!((r.t_s, r.done, r.answered, r.errors, r.given_up, r.given_up_ns), (2.0, 95, 92, 5, 3, 21));
        assert!((r.generator_cpu - 0.2).abs() < 1e-9);
    }
}
