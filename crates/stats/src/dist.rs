//! Distribution functions of the normal, Student's t and the beta distribution, over `statrs`. They give NaN for parameters that mean
//! nothing (degrees of freedom or shapes that are not positive, a probability outside 0 to 1), so that a figure made of them is visibly
//! none.

use statrs::distribution::{ContinuousCDF, StudentsT};
use statrs::function::{beta, erf};
use std::f64::consts::{PI, SQRT_2};

/// Density of the standard normal distribution at `z`.
pub fn normal_density(z: f64) -> f64 {
    (-0.5 * z * z).exp() / (2.0 * PI).sqrt()
}

/// Probability that a standard normal value is at most `z`.
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * erf::erfc(-z / SQRT_2)
}

/// The value that a standard normal variable stays below with probability `p`.
pub fn normal_quantile(p: f64) -> f64 {
    if (0.0..=1.0).contains(&p) { -SQRT_2 * erf::erfc_inv(2.0 * p) } else { f64::NAN }
}

/// Probability that Student's t with `df` degrees of freedom is at most `t`.
pub fn t_cdf(t: f64, df: f64) -> f64 {
    if t.is_infinite() {
        return f64::from(u8::from(t > 0.0));
    }
    StudentsT::new(0.0, 1.0, df).map_or(f64::NAN, |d| d.cdf(t))
}

/// The value that Student's t with `df` degrees of freedom stays below with probability `p`.
pub fn t_quantile(p: f64, df: f64) -> f64 {
    match StudentsT::new(0.0, 1.0, df) {
        Ok(_) if p == 0.5 => 0.0,
        Ok(d) if p > 0.0 && p < 1.0 => d.inverse_cdf(p),
        _ => f64::NAN,
    }
}

/// Two-sided p value of a t statistic.
pub fn t_two_sided(t: f64, df: f64) -> f64 {
    2.0 * t_cdf(-t.abs(), df)
}

/// Probability that a beta variable with shapes `a` and `b` is at most `x`; `x` outside 0 to 1 counts as the nearer end.
pub fn beta_cdf(x: f64, a: f64, b: f64) -> f64 {
    beta::checked_beta_reg(a, b, x.clamp(0.0, 1.0)).unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_nothing_is_not_a_number() {
        assert!(t_quantile(0.9, 0.0).is_nan() && t_quantile(1.0, 3.0).is_nan() && normal_quantile(1.1).is_nan());
        assert!(beta_cdf(0.5, -1.0, 2.0).is_nan());
    }

    #[test]
    fn quantiles_undo_probabilities() {
        for p in [1e-6, 0.001, 0.025, 0.5, 0.8, 0.9999] {
            assert!((normal_cdf(normal_quantile(p)) - p).abs() < 1e-10 * p, "{p}");
            assert!((t_cdf(t_quantile(p, 5.0), 5.0) - p).abs() < 1e-8 * p, "{p}");
        }
    }

    #[test]
    fn both_tails_of_an_infinite_t_are_empty() {
        assert_eq!((t_two_sided(f64::INFINITY, 5.0), t_cdf(f64::INFINITY, 5.0)), (0.0, 1.0));
    }
}
