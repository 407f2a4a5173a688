//! Bootstrap of a series whose neighbours resemble each other: whole blocks of neighbours are drawn, so that what holds them together is
//! kept.
//!
//! Circular blocks (Politis & Romano 1992): a block may run over the end into the beginning, and every value is drawn equally often. The
//! interval is the percentile interval. The block must be longer than the memory of the series; [`block_length`] is a rule of thumb
//! (n^(1/3), Hall, Horowitz & Jing 1995) times the memory that a first-order autoregression with the same lag-one correlation has. With
//! fewer than about 8 blocks it is too narrow, and nothing warns of it but the number of blocks. Values from different trials are
//! independent: there [`crate::bca`] is better.

use crate::describe::{mean, quantile};
use crate::interval::Interval;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Resamples for an interval.
pub const RESAMPLES: usize = 2_000;

/// Interval of `statistic` at `level` over blocks of `block` neighbours. `None` for an empty series, a block of none or longer than half
/// the series, or a statistic that is not finite on a resample.
pub fn interval(
    series: &[f64],
    block: usize,
    statistic: impl Fn(&[f64]) -> f64,
    level: f64,
    resamples: usize,
    seed: u64,
) -> Option<Interval> {
    if series.is_empty() || block == 0 || block > series.len().div_ceil(2) {
        return None;
    }
    let mut rng = StdRng::seed_from_u64(seed);
    let mut sample = Vec::with_capacity(series.len() + block);
    let resampled: Vec<f64> = (0..resamples)
        .map(|_| {
            draw(series, block, &mut sample, &mut rng);
            statistic(&sample)
        })
        .collect();
    let tail = (1.0 - level) / 2.0;
    let interval = Interval { low: quantile(&resampled, tail), high: quantile(&resampled, 1.0 - tail) };
    (interval.low.is_finite() && interval.high.is_finite()).then_some(interval)
}

fn draw(series: &[f64], block: usize, sample: &mut Vec<f64>, rng: &mut StdRng) {
    sample.clear();
    while sample.len() < series.len() {
        let start = rng.random_range(0..series.len());
        sample.extend((start..start + block).map(|i| series[i % series.len()]));
    }
    sample.truncate(series.len());
}

/// A block length for this series: ceil(n^(1/3) * ((1 + r) / (1 - r))^(2/3)), r the lag-one correlation (0 to 0.95), at most a quarter of
/// the series.
///
/// ```
/// assert_eq!(stats::block_bootstrap::block_length(&[0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0]), 2);
/// ```
pub fn block_length(series: &[f64]) -> usize {
    let r = lag_one_correlation(series).clamp(0.0, 0.95);
    let length = (series.len() as f64).cbrt() * ((1.0 + r) / (1.0 - r)).powf(2.0 / 3.0);
    (length.ceil() as usize).clamp(1, series.len().div_ceil(4).max(1))
}

/// Correlation of neighbours; 0 when nothing varies.
pub fn lag_one_correlation(series: &[f64]) -> f64 {
    let m = mean(series);
    let squares: f64 = series.iter().map(|v| (v - m).powi(2)).sum();
    let products: f64 = series.windows(2).map(|w| (w[0] - m) * (w[1] - m)).sum();
    if squares > 0.0 { products / squares } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A series that stays up or down for ten values each.
    fn slow() -> Vec<f64> {
        (0..200).map(|i| if (i / 10) % 2 == 0 { 1.0 } else { -1.0 } + 0.1 * f64::from((i * 7) % 5 - 2)).collect()
    }

    #[test]
    fn blocks_see_the_memory_that_single_values_do_not() {
        let wide = interval(&slow(), 25, mean, 0.95, 1_000, 1).unwrap();
        let narrow = interval(&slow(), 1, mean, 0.95, 1_000, 1).unwrap();
        assert!(block_length(&slow()) > 15, "{}", block_length(&slow()));
        assert!(wide.width() != narrow.width() && narrow.contains(0.0));
    }

    #[test]
    fn each_value_is_drawn_equally_often() {
        let mut rng = StdRng::seed_from_u64(1);
        let (mut sample, mut seen) = (Vec::new(), [0_u32; 10]);
        for _ in 0..4_000 {
            draw(&(0..10).map(f64::from).collect::<Vec<_>>(), 4, &mut sample, &mut rng);
            for v in &sample {
                seen[*v as usize] += 1;
            }
        }
        assert!(seen.iter().all(|n| (3_700..4_300).contains(n)), "{seen:?}");
    }

    #[test]
    fn a_block_longer_than_half_the_series_is_refused() {
        assert_eq!(interval(&[1.0, 2.0, 3.0], 3, mean, 0.95, 10, 1), None);
        assert_eq!(interval(&[], 1, mean, 0.95, 10, 1), None);
    }
}
