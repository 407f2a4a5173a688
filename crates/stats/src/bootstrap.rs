//! Standard errors by the bootstrap over windows of time (requests and samples inside a window are not independent).
//! Source: Efron & Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 5; the joint form is LEDGER's.

use crate::describe::standard_deviation;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Number of resamples: the standard error is then known to about 5 %.
pub const RESAMPLES: usize = 200;

/// Standard error of `sum(numerator) / sum(denominator)`, resampling windows jointly, so that traffic that both saw cancels.
/// Zero with fewer than two windows.
pub fn ratio_se(numerator: &[f64], denominator: &[f64], seed: u64) -> f64 {
    let n = numerator.len().min(denominator.len());
    if n < 2 {
        return 0.0;
    }
    let mut rng = StdRng::seed_from_u64(seed);
    let ratios: Vec<f64> = (0..RESAMPLES)
        .filter_map(|_| {
            let (mut a, mut b) = (0.0, 0.0);
            for _ in 0..n {
                let i = rng.random_range(0..n);
                a += numerator[i];
                b += denominator[i];
            }
            (b > 0.0).then(|| a / b)
        })
        .collect();
    standard_deviation(&ratios)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_windows_have_no_error() {
        assert_eq!(ratio_se(&[5.0; 8], &[10.0; 8], 1), 0.0);
    }

    #[test]
    fn error_of_a_mean_is_sd_over_root_n() {
        // with all denominators 1 the ratio is the mean; 64 windows alternating 0 and 2: sd 1.008, s.e. 0.126
        let num: Vec<f64> = (0..64).map(|i| f64::from(i % 2) * 2.0).collect();
        let se = ratio_se(&num, &[1.0; 64], 7);
        assert!((se - 0.126).abs() < 0.03, "{se}");
    }

    #[test]
    fn traffic_that_both_saw_cancels() {
        let traffic = [10.0, 200.0, 30.0, 90.0, 55.0, 150.0];
        let time: Vec<f64> = traffic.iter().map(|t| t * 3.0).collect();
        assert!(ratio_se(&time, &traffic, 3) < 1e-12);
    }
}
