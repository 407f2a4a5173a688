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

/// Ratio `b / a` as it would be if `beside`, a value that both sides of a pair were measured with, had been alike on both: the intercept of
/// the regression of the log-ratios on those of `beside` (analysis of covariance for pairs; Fisher, Statistical Methods for Research Workers,
/// section 49.1). `None` with fewer than four pairs, a value that is not positive, or a `beside` that never differs.
///
/// ```
/// // b is 10 % more than a, and both go with the square of how slow the machine is
/// let slow = [(1.0, 1.1), (1.2, 1.0), (1.1, 1.1), (1.0, 1.3), (1.2, 1.1)];
/// let pairs = slow.map(|(a, b)| (a * a, 1.1 * b * b));
/// let r = stats::paired::adjusted(&pairs, &slow).unwrap();
/// assert!((r.ratio - 1.1).abs() < 1e-9 && r.high - r.low < 1e-6);
/// ```
pub fn adjusted(pairs: &[(f64, f64)], beside: &[(f64, f64)]) -> Option<Ratio> {
    Line::through(pairs, beside).map(|line| line.at(0.0))
}

/// The same where `beside` itself differs between the sides: what goes with it from pair to pair is taken out of the interval, its mean difference is left in. The
/// value of that regression at the mean of the log-ratios of `beside`. `None` as in [`adjusted`].
///
/// ```
/// // b is 10 % more than a, and what is measured beside is a tenth less on that side
/// let slow = [(1.0, 0.99), (1.2, 0.9), (1.1, 0.99), (1.0, 1.17), (1.2, 0.99)];
/// let pairs = slow.map(|(a, b)| (a, 1.1 * b / 0.9));
/// let r = stats::paired::steadied(&pairs, &slow).unwrap();
/// assert!((r.ratio - stats::paired::ratio(&pairs).unwrap().ratio).abs() < 1e-9 && r.high - r.low < 1e-6);
/// ```
pub fn steadied(pairs: &[(f64, f64)], beside: &[(f64, f64)]) -> Option<Ratio> {
    Line::through(pairs, beside).map(|line| line.at(line.x))
}

/// The line through the log-ratios of pairs (y) by those of what was measured beside them (x), by least squares.
struct Line {
    /// Means.
    x: f64,
    y: f64,
    slope: f64,
    /// Sum of the squares of x about its mean.
    squares: f64,
    /// Variance of what is left beside the line.
    residual: f64,
    n: f64,
}

impl Line {
    fn through(pairs: &[(f64, f64)], beside: &[(f64, f64)]) -> Option<Self> {
        let (y, x) = (log_ratios(pairs)?, log_ratios(beside)?);
        let n = y.len() as f64;
        if y.len() < 4 || x.len() != y.len() {
            return None;
        }
        let (mx, my) = (mean(&x), mean(&y));
        let squares: f64 = x.iter().map(|x| (x - mx).powi(2)).sum();
        if squares <= 0.0 {
            return None;
        }
        let slope = x.iter().zip(&y).map(|(x, y)| (x - mx) * (y - my)).sum::<f64>() / squares;
        let residual = x.iter().zip(&y).map(|(x, y)| (y - my - slope * (x - mx)).powi(2)).sum::<f64>() / (n - 2.0);
        Some(Self { x: mx, y: my, slope, squares, residual, n })
    }

    /// Its value at `x` with the 95 % interval.
    fn at(&self, x: f64) -> Ratio {
        let by = x - self.x;
        let half = t_quantile(0.975, self.n - 2.0) * (self.residual * (1.0 / self.n + by * by / self.squares)).sqrt();
        let value = self.y + self.slope * by;
        Ratio { ratio: value.exp(), low: (value - half).exp(), high: (value + half).exp() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_beside_is_taken_out_as_a_regression_does() {
        // SciPy 1.17.1: r = linregress(x, y); r.intercept + [-1, 0, 1] * t.ppf(0.975, 4) * r.intercept_stderr
        let (x, y) = ([0.10, -0.05, 0.02, 0.15, -0.12, 0.07], [0.19, 0.01, 0.06, 0.21, -0.10, 0.12]);
        let pairs = |v: [f64; 6]| v.map(|d| (2.0, 2.0 * f64::exp(d)));
        let r = adjusted(&pairs(y), &pairs(x)).unwrap();
        let want = [0.025_874_217_909, 0.048_884_062_813, 0.071_893_907_717];
        for (got, want) in [r.low, r.ratio, r.high].into_iter().zip(want) {
            assert!((got.ln() - want).abs() < 1e-9, "{} is not {want}", got.ln());
        }
    }

    #[test]
    fn without_a_difference_beside_there_is_nothing_to_take_out() {
        assert_eq!(adjusted(&[(1.0, 1.1); 5], &[(1.0, 1.0); 5]), None);
        assert_eq!(adjusted(&[(1.0, 1.1); 3], &[(1.0, 1.1), (1.0, 1.2), (1.0, 1.3)]), None);
        assert_eq!(adjusted(&[(1.0, 1.1); 4], &[(1.0, 1.1), (1.0, 1.2), (1.0, 0.0), (1.0, 1.0)]), None);
    }

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
