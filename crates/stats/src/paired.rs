//! Ratios from interleaved pairs: the log-ratio per pair, its mean, and the t interval. Source: METHODS section 2.3 points 4 and 5 with a
//! number of pairs fixed beforehand; whoever looks several times takes [`crate::gst`].

use crate::describe::{log_ratios, mean, standard_error};
use crate::dist::t_quantile;

/// A ratio with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ratio {
    /// Geometric mean of the ratios of the pairs.
    pub ratio: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// Ratio `b / a` over pairs of positive values; `None` with fewer than two pairs or a value that is not positive.
///
/// ```
/// let r = stats::paired::ratio(&[(100.0, 98.0), (102.0, 99.0), (101.0, 98.5)]).unwrap();
/// assert!(r.low < 0.975 && r.high > 0.97 && (r.ratio - 0.975).abs() < 0.005);
/// ```
pub fn ratio(pairs: &[(f64, f64)]) -> Option<Ratio> {
    let logs = log_ratios(pairs).filter(|l| l.len() >= 2)?;
    let mean = mean(&logs);
    let half = t_quantile(0.975, logs.len() as f64 - 1.0) * standard_error(&logs);
    Some(Ratio { ratio: mean.exp(), low: (mean - half).exp(), high: (mean + half).exp() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_pairs_have_no_width() {
        let r = ratio(&[(10.0, 11.0); 8]).unwrap();
        assert!((r.ratio - 1.1).abs() < 1e-12 && (r.high - r.low).abs() < 1e-9);
    }

    #[test]
    fn the_interval_is_mean_and_t_times_the_standard_error() {
        let r = ratio(&[(1.0, 1.02), (1.0, 0.97), (1.0, 1.05), (1.0, 0.99)]).unwrap();
        let d: [f64; 4] = [1.02, 0.97, 1.05, 0.99].map(f64::ln);
        let mean = d.iter().sum::<f64>() / 4.0;
        let sd = (d.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 3.0).sqrt();
        assert!((r.ratio.ln() - mean).abs() < 1e-12);
        assert!((r.high.ln() - (mean + 3.182_446_305 * sd / 2.0)).abs() < 1e-9);
    }

    #[test]
    fn one_pair_or_a_zero_says_nothing() {
        assert_eq!(ratio(&[(1.0, 1.0)]), None);
        assert_eq!(ratio(&[(1.0, 1.0), (1.0, 0.0)]), None);
    }
}
