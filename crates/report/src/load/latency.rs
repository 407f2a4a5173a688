//! A latency distribution over a whole run.

use hdrhistogram::Histogram;

/// Nanoseconds. All zero when nothing was counted; a mean above a largest value of zero: only the mean is known.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Latency {
    /// Number of values.
    pub count: u64,
    /// Exact mean.
    pub mean_ns: f64,
    /// Smallest.
    pub min_ns: u64,
    /// Median.
    pub p50_ns: u64,
    /// 75th percentile.
    pub p75_ns: u64,
    /// 90th percentile.
    pub p90_ns: u64,
    /// 95th percentile.
    pub p95_ns: u64,
    /// 99th percentile.
    pub p99_ns: u64,
    /// 99.9th percentile.
    pub p99_9_ns: u64,
    /// 99.99th percentile.
    pub p99_99_ns: u64,
    /// Largest.
    pub max_ns: u64,
    /// The values themselves, where they are kept: for other percentiles, the histogram of the text, and objectives on cut-off runs.
    pub histogram: Option<Histogram<u64>>,
}

impl Latency {
    /// The figures of a histogram of nanoseconds whose values add up to `sum_ns`.
    pub fn of(h: &Histogram<u64>, sum_ns: f64) -> Self {
        if h.is_empty() {
            return Self::default();
        }
        let q = |q: f64| h.value_at_quantile(q);
        Self {
            count: h.len(),
            mean_ns: sum_ns / h.len() as f64,
            min_ns: h.min(),
            p50_ns: q(0.5),
            p75_ns: q(0.75),
            p90_ns: q(0.9),
            p95_ns: q(0.95),
            p99_ns: q(0.99),
            p99_9_ns: q(0.999),
            p99_99_ns: q(0.9999),
            max_ns: h.max(),
            histogram: None,
        }
    }

    /// The same, with the histogram kept.
    pub fn keeping(h: Histogram<u64>, sum_ns: f64) -> Self {
        let figures = Self::of(&h, sum_ns);
        Self { histogram: Some(h), ..figures }
    }

    /// The same of values whose mean is known.
    pub fn with_mean(h: &Histogram<u64>, mean_ns: f64) -> Self {
        Self::keeping(h.clone(), mean_ns * h.len() as f64)
    }

    /// The value at `quantile` (0 to 1), nanoseconds; `None` when it was not kept.
    pub(crate) fn at(&self, quantile: f64) -> Option<u64> {
        if let Some(h) = &self.histogram {
            return (!h.is_empty()).then(|| h.value_at_quantile(quantile));
        }
        let kept = [
            (0.5, self.p50_ns),
            (0.75, self.p75_ns),
            (0.9, self.p90_ns),
            (0.95, self.p95_ns),
            (0.99, self.p99_ns),
            (0.999, self.p99_9_ns),
            (0.9999, self.p99_99_ns),
        ];
        kept.into_iter().find(|(q, _)| (q - quantile).abs() < 1e-9).map(|(_, ns)| ns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_percentile_is_known_with_the_histogram_and_the_usual_ones_without() {
        let mut h = Histogram::new(3).expect("3 digits are allowed");
        (1..=1000).for_each(|i| h.record(i * 1000).expect("it grows"));
        let bare = Latency::of(&h, 500_500_000.0);
        assert_eq!((bare.count, bare.mean_ns), (1000, 500_500.0));
        assert_eq!((bare.at(0.99), bare.at(0.97)), (Some(bare.p99_ns), None));
        let full = Latency::keeping(h, 500_500_000.0);
        assert_eq!(full.at(0.99), bare.at(0.99));
        assert!(full.at(0.97).is_some_and(|ns| ns.abs_diff(970_000) < 1_000));
    }

    #[test]
    fn nothing_counted_is_zero() {
        let empty = Histogram::new(3).expect("3 digits are allowed");
        assert_eq!(Latency::of(&empty, 0.0), Latency::default());
    }
}
