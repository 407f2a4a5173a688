//! Mean, spread and quantiles of plain values. Empty input gives NaN, except where said.

/// Arithmetic mean.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Sample standard deviation (divisor n - 1); zero with fewer than two values.
pub fn standard_deviation(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    if n < 2.0 {
        return 0.0;
    }
    let mean = mean(values);
    (values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt()
}

/// Quantile `p` of values in any order, linear between order statistics (type 7 of Hyndman & Fan 1996, the default of R and NumPy).
pub fn quantile(values: &[f64], p: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    quantile_of_sorted(&sorted, p)
}

/// [`quantile`] of values that are sorted already.
pub fn quantile_of_sorted(sorted: &[f64], p: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else {
        return f64::NAN;
    };
    let at = p.clamp(0.0, 1.0) * last as f64;
    let below = at.floor() as usize;
    let above = (below + 1).min(last);
    let share = at - below as f64;
    // Equal neighbours may be infinite, and infinity times zero is no number.
    if sorted[below] == sorted[above] || share == 0.0 { sorted[below] } else { sorted[below] + share * (sorted[above] - sorted[below]) }
}

/// The middle value, or the mean of the middle two.
pub fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// Student's t of the mean against zero: mean / (sd / sqrt(n)). `None` with fewer than two values or values that do not vary at all: what
/// never varies is quantised or not measured, and no test may rest on it.
pub fn t_statistic(values: &[f64]) -> Option<f64> {
    let largest = values.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
    // Equal values have a spread of rounding errors.
    let varies = standard_deviation(values) > 1e-12 * largest;
    let t = mean(values) / standard_error(values);
    (varies && t.is_finite()).then_some(t)
}

/// Standard error of the mean: sd / sqrt(n).
pub fn standard_error(values: &[f64]) -> f64 {
    standard_deviation(values) / (values.len() as f64).sqrt()
}

/// ln(b / a) of each pair `(a, b)`; `None` when a value is not positive and finite.
pub fn log_ratios(pairs: &[(f64, f64)]) -> Option<Vec<f64>> {
    pairs.iter().map(|(a, b)| (*a > 0.0 && *b > 0.0).then(|| (b / a).ln()).filter(|d| d.is_finite())).collect()
}

/// Standard deviation of normal values by the median of their absolute distances from what they lie about: those that stand out do not count. 1.4826 is
/// one over the third quartile of the standard normal distribution. `distances` are not negative and not none.
pub fn deviation_by_median(distances: &[f64]) -> f64 {
    1.4826 * median(distances)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_on_the_line_between_order_statistics() {
        let v = [4.0, 1.0, 3.0, 2.0];
        assert_eq!((quantile(&v, 0.0), median(&v), quantile(&v, 0.9), quantile(&v, 1.0)), (1.0, 2.5, 3.7, 4.0));
        assert_eq!(quantile(&[f64::INFINITY; 3], 0.4), f64::INFINITY);
        assert!(median(&[]).is_nan());
    }

    #[test]
    fn values_that_never_vary_have_no_t() {
        assert_eq!((t_statistic(&[0.1; 6]), t_statistic(&[0.0; 6]), t_statistic(&[1.0])), (None, None, None));
        assert!((t_statistic(&[1.0, 3.0]).unwrap() - 2.0).abs() < 1e-12);
    }

    #[test]
    fn a_ratio_needs_two_positive_values() {
        assert_eq!(log_ratios(&[(1.0, 1.0), (2.0, 0.0)]), None);
        assert_eq!(log_ratios(&[(2.0, 2.0)]), Some(vec![0.0]));
    }
}
