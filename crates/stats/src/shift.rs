//! Shift function: by how much each quantile moved from A to B, over the whole distribution, with a band that holds for all quantiles
//! together.
//!
//! Doksum 1974; Wilcox 1995; METHODS section 2.3 point 7: Harrell-Davis quantiles of each arm, log ratio per pair, bootstrap over pairs
//! (never over requests), and the 95 % point of the largest |t| over all quantiles as the width. Descriptive: the decision is that of the
//! primary metric.
//!
//! A bootstrap of few pairs is too narrow: below 10 pairs read it as a picture (coverage is in bench/methods/RESULTS.md).

use crate::describe::{mean, quantile, standard_error};
use crate::interval::Interval;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Deciles and the tail.
pub const QUANTILES: [f64; 12] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999];
/// Resamples of the pairs.
pub const RESAMPLES: usize = 2_000;

/// How one quantile moved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shift {
    /// Mean of ln(B / A) over the pairs.
    pub log_ratio: f64,
    /// Its part of the simultaneous band.
    pub band: Interval,
}

/// Shift of each quantile. `pairs[i][q]` is ln(B / A) of quantile `q` in pair `i`. `None` with fewer than two pairs, pairs of different
/// lengths, or figures that are not finite. A quantile that never varies has a band without width.
pub fn shifts(pairs: &[Vec<f64>], level: f64, resamples: usize, seed: u64) -> Option<Vec<Shift>> {
    let quantiles = pairs.first()?.len();
    if pairs.len() < 2 || pairs.iter().any(|p| p.len() != quantiles || p.iter().any(|v| !v.is_finite())) {
        return None;
    }
    let columns: Vec<Vec<f64>> = (0..quantiles).map(|q| pairs.iter().map(|p| p[q]).collect()).collect();
    let centre: Vec<f64> = columns.iter().map(|c| mean(c)).collect();
    let error: Vec<f64> = columns.iter().map(|c| standard_error(c)).collect();
    let mut rng = StdRng::seed_from_u64(seed);
    let largest: Vec<f64> = (0..resamples).map(|_| largest_t(&columns, &centre, &mut rng)).collect();
    let width = quantile(&largest, level);
    Some(
        centre
            .iter()
            .zip(error)
            .map(|(m, e)| Shift { log_ratio: *m, band: Interval::around(*m, if e > 0.0 { width * e } else { 0.0 }) })
            .collect(),
    )
}

/// Largest |t| over the quantiles in one resample of the pairs, each t with the standard error of that resample.
fn largest_t(columns: &[Vec<f64>], centre: &[f64], rng: &mut StdRng) -> f64 {
    let n = columns.first().map_or(0, Vec::len);
    let drawn: Vec<usize> = (0..n).map(|_| rng.random_range(0..n)).collect();
    let of_column = |(column, centre): (&Vec<f64>, &f64)| {
        let sample: Vec<f64> = drawn.iter().map(|i| column[*i]).collect();
        let t = (mean(&sample) - centre) / standard_error(&sample);
        // One pair drawn n times has no spread: infinitely far unless it is the centre itself.
        if t.is_nan() { 0.0 } else { t.abs() }
    };
    columns.iter().zip(centre).map(of_column).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(n: usize) -> Vec<Vec<f64>> {
        (0..n).map(|i| (0..3).map(|q| 0.1 * f64::from(q) + 0.01 * ((i * 7 + q as usize * 5) % 11) as f64 - 0.05).collect()).collect()
    }

    #[test]
    fn each_quantile_has_its_own_shift_inside_its_band() {
        let s = shifts(&pairs(12), 0.95, 500, 3).unwrap();
        assert!(s[0].band.contains(0.0) && !s[2].band.contains(0.0), "{s:?}");
        assert!(s.iter().all(|s| s.band.contains(s.log_ratio)));
    }

    #[test]
    fn the_band_for_all_is_wider_than_that_for_one() {
        let all = pairs(12);
        let one: Vec<Vec<f64>> = all.iter().map(|p| p[..1].to_vec()).collect();
        assert!(shifts(&all, 0.95, 800, 3).unwrap()[0].band.width() > shifts(&one, 0.95, 800, 3).unwrap()[0].band.width());
    }

    #[test]
    fn pairs_that_do_not_match_are_refused() {
        assert_eq!(shifts(&[vec![0.1], vec![0.1, 0.2]], 0.95, 100, 1), None);
        assert_eq!(shifts(&[vec![0.1]], 0.95, 100, 1), None);
        assert_eq!(shifts(&[vec![f64::NAN], vec![0.1]], 0.95, 100, 1), None);
    }
}
