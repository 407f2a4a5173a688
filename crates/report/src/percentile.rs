//! Which percentiles a number of requests can carry: the same rule for every output and for objectives.

/// Whether `count` values say anything about `quantile` (0 to 1): only when more than one of them may lie beyond it, so p99 takes more than
/// 100, p99.9 more than 1,000.
pub(crate) fn carries(count: u64, quantile: f64) -> bool {
    count >= fewest(quantile)
}

/// The fewest values that carry `quantile`.
pub(crate) fn fewest(quantile: f64) -> u64 {
    // a hair more, because 1 / (1 - 0.99) is a hair less than 100
    (1.0 / (1.0 - quantile) + 1e-6).floor() as u64 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_takes_more_than_one_value_beyond_it() {
        for (quantile, want) in [(0.5, 3), (0.75, 5), (0.9, 11), (0.95, 21), (0.99, 101), (0.999, 1_001), (0.9999, 10_001)] {
            assert_eq!(fewest(quantile), want, "{quantile}");
        }
        assert!(!carries(0, 0.5) && !carries(1_000, 0.999) && carries(1_001, 0.999));
    }
}
