//! Anytime-valid t-test: look after every pair, for as long as you like, with no maximum named before.
//!
//! The e-value is the Bayes factor of a normal effect size (variance `g`) against none under the right Haar prior on the scale, which is a
//! martingale under every scale: Lai 1976; Wang & Ramdas, "Anytime-valid t-tests and confidence sequences", 2023.
//!
//! ```text
//! E_n = (1 + n g)^(-1/2) * [ (1 + t^2/v) / (1 + t^2/(v (1 + n g))) ]^(n/2),   v = n - 1
//! ```
//!
//! By Ville's inequality it exceeds 1/alpha at any time with probability at most alpha. Chosen before the run: it is no rescue after
//! another test has failed. With a maximum of pairs named, [`crate::gst`] finds more. Normal values are assumed; heavy tails make it more
//! careful, one-sided values break it as they break every t-test.

use crate::describe::{mean, standard_error, t_statistic};
use crate::interval::Interval;

/// Variance of the effect size under the alternative (METHODS section 2.2).
pub const G: f64 = 1.0;

/// ln E_n for Student's t from `n` values. Zero (nothing known) below two values.
pub fn ln_e_value(t: f64, n: usize, g: f64) -> f64 {
    if n < 2 {
        return 0.0;
    }
    let n = n as f64;
    let x = t * t / (n - 1.0);
    let spread = 1.0 + n * g;
    0.5 * n * (x.ln_1p() - (x / spread).ln_1p()) - 0.5 * spread.ln()
}

/// E-value of the values against a mean of zero; stop when it reaches 1/alpha. `None` when they do not vary or are fewer than two.
pub fn e_value(values: &[f64], g: f64) -> Option<f64> {
    Some(ln_e_value(t_statistic(values)?, values.len(), g).exp())
}

/// The |t| at which the e-value reaches 1/alpha; infinite when `n` values can never be enough (below 5 at alpha 5 %, g 1).
///
/// ```
/// let at = |n| format!("{:.2}", stats::anytime::critical_t(n, 0.05, 1.0));
/// assert_eq!([5, 6, 8, 10, 15, 20, 40].map(at), ["8.45", "5.45", "4.25", "3.87", "3.54", "3.42", "3.32"]);
/// assert_eq!(stats::anytime::critical_t(4, 0.05, 1.0), f64::INFINITY);
/// ```
pub fn critical_t(n: usize, alpha: f64, g: f64) -> f64 {
    let spread = 1.0 + n as f64 * g;
    let ratio = (spread.sqrt() / alpha).powf(2.0 / n as f64);
    if n < 2 || ratio >= spread {
        return f64::INFINITY;
    }
    ((n as f64 - 1.0) * (ratio - 1.0) / (1.0 - ratio / spread)).sqrt()
}

/// Confidence sequence: the interval of the mean after these values. The intervals of all n together cover with probability 1 - alpha.
/// It says nothing while `n` is too small or the values do not vary.
pub fn interval(values: &[f64], alpha: f64, g: f64) -> Interval {
    let critical = critical_t(values.len(), alpha, g);
    let error = standard_error(values);
    if critical.is_finite() && error > 0.0 { Interval::around(mean(values), critical * error) } else { Interval::EVERYTHING }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_e_value_at_the_critical_t_is_one_over_alpha() {
        for n in [5, 6, 9, 20, 40, 400] {
            assert!((ln_e_value(critical_t(n, 0.05, G), n, G).exp() - 20.0).abs() < 1e-9, "{n}");
        }
    }

    #[test]
    fn the_sequence_excludes_zero_exactly_when_the_e_value_has_reached_the_bar() {
        let mut values = Vec::new();
        for i in 0..40 {
            values.push(0.02 + 0.05 * f64::from((i * 7) % 11 - 5));
            if let Some(e) = e_value(&values, G) {
                assert_eq!(e >= 20.0, !interval(&values, 0.05, G).contains(0.0), "{i}");
            }
        }
    }

    #[test]
    fn too_few_values_say_nothing() {
        assert_eq!(interval(&[1.0, 1.1, 0.9, 1.0], 0.05, G), Interval::EVERYTHING);
        assert_eq!(e_value(&[1.0], G), None);
    }
}
