//! Bootstrap interval, bias-corrected and accelerated: for statistics without a formula, such as a median of pairs or a ratio of sums.
//!
//! Efron 1987; Efron & Tibshirani 1993, chapter 14. With Phi the normal distribution function and th_i the statistic without value i:
//!
//! ```text
//! z0  = Phi^-1(share of resamples below the estimate)
//! acc = sum (m - th_i)^3 / (6 (sum (m - th_i)^2)^1.5),   m = mean of th_i
//! ends at the quantiles Phi(z0 + (z0 + z) / (1 - acc (z0 + z))) of the resamples,   z = -+1.96
//! ```
//!
//! Resamples of n values spread less than the values do, by sqrt((n - 1) / n), and the normal quantile knows nothing of n: at ten values the
//! interval for 95 % covers 90. [`interval`] therefore takes tails of Phi(-sqrt(n / (n - 1)) t), t the quantile of Student's t with n - 1 degrees of
//! freedom: the expanded percentile interval of Hesterberg 2015 ("What Teachers Should Know About the Bootstrap", section 5.3). [`plain`] does not.
//!
//! Values must be independent (pairs, rounds, events; for series see [`crate::block_bootstrap`]). Below 10 values the resamples are too few
//! kinds; then the t interval is the honest one (METHODS section 2.3), and none is given here.

use crate::describe::{mean, quantile_of_sorted};
use crate::dist::{normal_cdf, normal_quantile, t_quantile};
use crate::interval::Interval;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Fewest values.
pub const FEWEST: usize = 10;
/// Resamples for an interval.
pub const RESAMPLES: usize = 4_000;

/// Interval of `statistic` at `level` (such as 0.95), with tails widened for the number of values. `None` below [`FEWEST`] values, or when the
/// statistic is not finite on them or on a resample.
pub fn interval(values: &[f64], statistic: impl Fn(&[f64]) -> f64, level: f64, resamples: usize, seed: u64) -> Option<Interval> {
    plain(values, statistic, widened(level, values.len()), resamples, seed)
}

/// The level at which resamples of `n` values cover what they should at `level`.
fn widened(level: f64, n: usize) -> f64 {
    if n < 2 {
        return level;
    }
    let free = n as f64 - 1.0;
    let t = t_quantile(f64::midpoint(1.0, level), free);
    1.0 - 2.0 * normal_cdf(-((free + 1.0) / free).sqrt() * t)
}

/// The same with tails as if there were many values: what other programs give.
pub fn plain(values: &[f64], statistic: impl Fn(&[f64]) -> f64, level: f64, resamples: usize, seed: u64) -> Option<Interval> {
    if values.len() < FEWEST {
        return None;
    }
    let mut rng = StdRng::seed_from_u64(seed);
    let mut sample = vec![0.0; values.len()];
    let mut resampled: Vec<f64> = (0..resamples)
        .map(|_| {
            for s in &mut sample {
                *s = values[rng.random_range(0..values.len())];
            }
            statistic(&sample)
        })
        .collect();
    let without: Vec<f64> = (0..values.len()).map(|i| statistic(&[&values[..i], &values[i + 1..]].concat())).collect();
    corrected(statistic(values), &mut resampled, &without, level)
}

/// The interval from the estimate, its resamples (sorted here) and the estimates without one value each.
pub fn corrected(estimate: f64, resampled: &mut [f64], without: &[f64], level: f64) -> Option<Interval> {
    if resampled.is_empty() || !estimate.is_finite() || resampled.iter().chain(without).any(|v| !v.is_finite()) {
        return None;
    }
    resampled.sort_by(f64::total_cmp);
    if resampled[0] == resampled[resampled.len() - 1] {
        return Some(Interval { low: resampled[0], high: resampled[0] });
    }
    let bias = bias(estimate, resampled);
    let acceleration = acceleration(without);
    let end = |p: f64| {
        let z = bias + normal_quantile(p);
        quantile_of_sorted(resampled, normal_cdf(bias + z / (1.0 - acceleration * z)))
    };
    let tail = (1.0 - level) / 2.0;
    Some(Interval { low: end(tail), high: end(1.0 - tail) })
}

/// z0. Resamples equal to the estimate count half; a share of 0 or 1 counts as half a resample off it, so that the interval stays finite.
fn bias(estimate: f64, resampled: &[f64]) -> f64 {
    let n = resampled.len() as f64;
    let below = resampled.iter().filter(|v| **v < estimate).count() as f64;
    let equal = resampled.iter().filter(|v| **v == estimate).count() as f64;
    normal_quantile(((below + 0.5 * equal) / n).clamp(0.5 / n, 1.0 - 0.5 / n))
}

fn acceleration(without: &[f64]) -> f64 {
    let m = mean(without);
    let squares: f64 = without.iter().map(|v| (m - v).powi(2)).sum();
    let cubes: f64 = without.iter().map(|v| (m - v).powi(3)).sum();
    if squares > 0.0 { cubes / (6.0 * squares.powf(1.5)) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::median;

    #[test]
    fn symmetric_values_give_nearly_the_t_interval() {
        let values: Vec<f64> = (0..40).map(|i| f64::from((i * 17) % 40) - 19.5).collect();
        let i = interval(&values, mean, 0.95, 8_000, 5).unwrap();
        let half = t_quantile(0.975, 39.0) * crate::describe::standard_error(&values);
        assert!((i.low + half).abs() < 0.06 * half && (i.high - half).abs() < 0.06 * half, "{i:?} {half}");
    }

    #[test]
    fn few_values_have_wider_tails_and_many_do_not() {
        // Hesterberg 2015, section 5.3: at n = 10 tails of 0.9 % stand for 2.5 %
        assert!((widened(0.95, 10) - 0.983).abs() < 0.001 && (widened(0.95, 10_000) - 0.95).abs() < 1e-3, "{}", widened(0.95, 10));
    }

    #[test]
    fn skewed_values_push_the_interval_to_the_long_side() {
        let values: Vec<f64> = (1..=20).map(|i| (f64::from(i) / 4.0).exp()).collect();
        let i = interval(&values, mean, 0.95, 4_000, 5).unwrap();
        assert!(i.high - mean(&values) > 1.3 * (mean(&values) - i.low), "{i:?}");
    }

    #[test]
    fn few_values_or_figures_that_are_none_give_no_interval() {
        assert_eq!(interval(&[1.0; 9], mean, 0.95, 100, 1), None);
        assert_eq!(interval(&[1.0; 12], |_| f64::NAN, 0.95, 100, 1), None);
        assert_eq!(interval(&[1.0; 12], median, 0.95, 100, 1), Some(Interval { low: 1.0, high: 1.0 }));
    }
}
