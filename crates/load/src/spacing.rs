//! How evenly requests leave: the time between one and the next on one generator thread. Several threads take turns in a plan without
//! talking to each other, so nobody knows the time between requests of different threads.

use crate::tally::histogram;
use hdrhistogram::Histogram;

/// Gaps of one thread, over a stretch in which the plan keeps one rate.
#[derive(Debug, Clone)]
pub(crate) struct Spacing {
    /// When the last request left; `None` before the first, nanoseconds.
    last: Option<i64>,
    sum_ns: f64,
    sum_of_squares: f64,
    gaps: Histogram<u64>,
}

/// Time between one request leaving and the next, on a generator thread, while the plan kept one rate.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SendSpacing {
    /// Gaps measured.
    pub count: u64,
    /// Mean, nanoseconds.
    pub mean_ns: f64,
    /// Standard deviation, nanoseconds; Poisson arrivals have one as large as the mean.
    pub sd_ns: f64,
    /// 99th percentile, nanoseconds, three significant digits.
    pub p99_ns: u64,
}

impl Spacing {
    pub(crate) fn new() -> Self {
        Self { last: None, sum_ns: 0.0, sum_of_squares: 0.0, gaps: histogram() }
    }

    /// A request leaves at `now`, nanoseconds.
    pub(crate) fn left(&mut self, now: i64) {
        if let Some(last) = self.last.replace(now) {
            let gap = (now - last).max(0);
            self.sum_ns += gap as f64;
            self.sum_of_squares += gap as f64 * gap as f64;
            self.gaps.saturating_record(gap as u64);
        }
    }

    /// With the gaps of another thread.
    pub(crate) fn and(mut self, other: &Self) -> Self {
        self.sum_ns += other.sum_ns;
        self.sum_of_squares += other.sum_of_squares;
        self.gaps.add(&other.gaps).expect("histograms of one shape add up");
        self
    }

    /// `None` without a gap.
    pub(crate) fn summary(&self) -> Option<SendSpacing> {
        let count = self.gaps.len();
        if count == 0 {
            return None;
        }
        let mean_ns = self.sum_ns / count as f64;
        let variance = (self.sum_of_squares / count as f64 - mean_ns * mean_ns).max(0.0);
        Some(SendSpacing { count, mean_ns, sd_ns: variance.sqrt(), p99_ns: self.gaps.value_at_quantile(0.99) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: i64 = 1_000_000;

    #[test]
    fn gaps_have_their_mean_their_spread_and_their_tail() {
        //  2 ms apart, every fiftieth time 12 ms
        let (mut s, mut now) = (Spacing::new(), 5 * MS);
        assert_eq!(s.summary(), None);
        for k in 0..1000 {
            s.left(now);
            now += if k % 50 == 49 { 12 * MS } else { 2 * MS };
        }
        let g = s.summary().expect("gaps");
        // 999 gaps, 19 of them of 12 ms
        assert_eq!(g.count, 999);
        assert!((g.mean_ns / 1e6 - (980.0 * 2.0 + 19.0 * 12.0) / 999.0).abs() < 1e-9, "{g:?}");
        assert!((g.sd_ns / 1e6 - 1.366).abs() < 0.01, "{g:?}");
        assert!((g.p99_ns as i64 - 12 * MS).abs() < 12_000, "{g:?}");
    }

    #[test]
    fn threads_add_up_without_a_gap_between_them() {
        let thread = |from: i64| {
            let mut s = Spacing::new();
            (0..3).for_each(|k| s.left(from + k * 6 * MS));
            s
        };
        let g = thread(0).and(&thread(2 * MS)).and(&thread(4 * MS)).summary().expect("gaps");
        assert_eq!((g.count, g.mean_ns, g.sd_ns), (6, 6e6, 0.0));
    }
}
