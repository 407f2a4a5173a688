//! Harrell-Davis quantiles: a weighted mean of all order statistics, steadier than the one order statistic at the rank, above all with few
//! values.
//!
//! Harrell & Davis 1982: `Q_p = sum_i x_(i) [I_{i/n}(a, b) - I_{(i-1)/n}(a, b)]`, a = (n + 1) p, b = (n + 1)(1 - p), with I the regularised
//! incomplete beta function. On a histogram every bucket stands for its values: cumulative ranks in place of i / n, and the middle of the
//! bucket as the value. What a bucket hides (0.1 % with three digits) it hides here too.

use crate::dist::beta_cdf;
use hdrhistogram::Histogram;

/// Quantile `p` of `values`, in any order and any unit. NaN without values; the extremes are the smallest and the largest value.
pub fn of_values(values: &[f64], p: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    weighted(sorted.into_iter().map(|v| (v, 1)), values.len() as u64, p)
}

/// Quantile `p` of what a histogram counted, in its unit.
pub fn of_histogram(histogram: &Histogram<u64>, p: f64) -> f64 {
    let buckets = histogram.iter_recorded().map(|b| {
        let middle =
            0.5 * (histogram.lowest_equivalent(b.value_iterated_to()) as f64 + histogram.highest_equivalent(b.value_iterated_to()) as f64);
        (middle, b.count_since_last_iteration())
    });
    weighted(buckets, histogram.len(), p)
}

/// Over ascending values with their counts, `n` in all.
fn weighted(values: impl Iterator<Item = (f64, u64)>, n: u64, p: f64) -> f64 {
    if n == 0 || !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    let (a, b) = ((n as f64 + 1.0) * p, (n as f64 + 1.0) * (1.0 - p));
    let (mut rank, mut below, mut sum, mut last) = (0, 0.0, 0.0, f64::NAN);
    for (value, count) in values {
        if rank == 0 && p == 0.0 {
            return value;
        }
        rank += count;
        last = value;
        if p < 1.0 && below < 1.0 {
            let up_to = if rank == n { 1.0 } else { share_below(rank as f64 / n as f64, a, b) };
            sum += value * (up_to - below);
            below = up_to;
        }
    }
    if p == 1.0 { last } else { sum }
}

/// The incomplete beta function, without working where it is 0 or 1 to all digits.
fn share_below(x: f64, a: f64, b: f64) -> f64 {
    let mean = a / (a + b);
    let sd = (mean * (1.0 - mean) / (a + b + 1.0)).sqrt();
    // Far tails: a beta distribution with both shapes large has nothing beyond 12 standard deviations; small shapes have long tails and are
    // computed.
    if a.min(b) > 50.0 && (x - mean).abs() > 12.0 * sd { f64::from(u8::from(x > mean)) } else { beta_cdf(x, a, b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_median_of_a_symmetric_sample_is_its_middle() {
        assert!((of_values(&[3.0, 1.0, 2.0, 5.0, 4.0], 0.5) - 3.0).abs() < 1e-12);
        assert_eq!((of_values(&[3.0, 1.0, 2.0], 0.0), of_values(&[3.0, 1.0, 2.0], 1.0)), (1.0, 3.0));
        assert!(of_values(&[], 0.5).is_nan());
    }

    #[test]
    fn a_histogram_gives_the_figure_of_its_values() {
        let mut h = Histogram::<u64>::new(3).unwrap();
        let values: Vec<f64> = (0..5_000_u64).map(|i| (1_000_000 + (i * i * 37) % 900_000) as f64).collect();
        for v in &values {
            h.record(*v as u64).unwrap();
        }
        for p in [0.01, 0.5, 0.9, 0.99, 0.999] {
            let (a, b) = (of_values(&values, p), of_histogram(&h, p));
            assert!((a / b - 1.0).abs() < 0.001, "{p}: {a} {b}");
        }
    }

    #[test]
    fn millions_of_values_give_a_figure_too() {
        let mut h = Histogram::<u64>::new(3).unwrap();
        (1..=1_000).for_each(|v| h.record_n(v * 1_000, 5_000).unwrap());
        let q = of_histogram(&h, 0.99);
        assert!((q / 990_000.0 - 1.0).abs() < 0.001, "{q}");
    }

    proptest! {
        #[test]
        fn quantiles_rise_and_stay_inside(values in prop::collection::vec(0.0..100.0_f64, 1..60)) {
            let q: Vec<f64> = [0.0, 0.1, 0.5, 0.9, 0.99, 1.0].iter().map(|p| of_values(&values, *p)).collect();
            prop_assert!(q.windows(2).all(|w| w[0] <= w[1] + 1e-9), "{q:?}");
        }
    }
}
