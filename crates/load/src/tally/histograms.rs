//! Empty histograms of nanoseconds: one shape for what is of all requests, one for what is of many routes.

use hdrhistogram::{Counter, Histogram};

/// Lowest and highest latency told apart, nanoseconds; longer ones count as the highest.
const LOW_NS: u64 = 1_000;
const HIGH_NS: u64 = 120_000_000_000;

/// An empty histogram of nanoseconds, three significant digits.
pub(crate) fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(LOW_NS, HIGH_NS, 3).expect("the bounds are constants that the histogram takes")
}

/// An empty histogram of nanoseconds for one of many routes: two significant digits, a tenth of the memory.
pub(crate) fn small_histogram<C: Counter>() -> Histogram<C> {
    Histogram::new_with_bounds(LOW_NS, HIGH_NS, 2).expect("the bounds are constants that the histogram takes")
}

/// The same counts in wider counters.
pub(crate) fn widened(small: &Histogram<u32>) -> Histogram<u64> {
    let mut wide = small_histogram();
    for v in small.iter_recorded() {
        wide.saturating_record_n(v.value_iterated_to(), u64::from(v.count_at_value()));
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wider_counters_count_the_same() {
        let mut small = small_histogram::<u32>();
        (0..2000_u64).for_each(|i| small.saturating_record(i * i * 37_000));
        let wide = widened(&small);
        assert_eq!((wide.len(), wide.max(), wide.min()), (small.len(), small.max(), small.min()));
        for q in [0.01, 0.5, 0.9, 0.99, 0.999] {
            assert_eq!(wide.value_at_quantile(q), small.value_at_quantile(q), "{q}");
        }
    }
}
