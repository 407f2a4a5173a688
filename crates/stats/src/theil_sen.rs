//! Theil-Sen: a trend that one wild run in four cannot turn. Raises the alarm on slow drift, which is no change point.
//!
//! The slope is the median of the slopes of all pairs of points (Theil 1950); the interval takes the slopes whose ranks belong to Kendall's
//! test (Sen 1968), as SciPy's `theilslopes` does. Values with memory make the interval too narrow.

use crate::describe::quantile_of_sorted;
use crate::dist::normal_quantile;
use crate::interval::Interval;

/// A trend.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trend {
    /// Change of y per unit of x.
    pub slope: f64,
    /// Interval of the slope.
    pub interval: Interval,
    /// y at x = 0: the median of y - slope x.
    pub intercept: f64,
}

/// Trend of `(x, y)` with an interval at `level`. `None` with fewer than two different x, or values that are not finite.
pub fn trend(points: &[(f64, f64)], level: f64) -> Option<Trend> {
    if points.iter().any(|(x, y)| !x.is_finite() || !y.is_finite()) {
        return None;
    }
    let pairs = points.iter().enumerate().flat_map(|(i, a)| points[i + 1..].iter().map(move |b| (*a, *b)));
    let mut slopes: Vec<f64> = pairs.filter(|(a, b)| a.0 != b.0).map(|(a, b)| (b.1 - a.1) / (b.0 - a.0)).collect();
    slopes.sort_by(f64::total_cmp);
    let last = slopes.len().checked_sub(1)?;
    let slope = quantile_of_sorted(&slopes, 0.5);
    let mut rest: Vec<f64> = points.iter().map(|(x, y)| y - slope * x).collect();
    rest.sort_by(f64::total_cmp);
    // Half the width in ranks: z times the standard deviation of Kendall's S, which ties make smaller.
    let half = -normal_quantile((1.0 - level) / 2.0) * variance_of_s(points).max(0.0).sqrt();
    let middle = slopes.len() as f64;
    let low = ((0.5 * middle - 0.5 * half).round_ties_even() - 1.0).max(0.0) as usize;
    let high = ((0.5 * middle + 0.5 * half).round_ties_even() as usize).min(last);
    Some(Trend { slope, interval: Interval { low: slopes[low.min(last)], high: slopes[high] }, intercept: quantile_of_sorted(&rest, 0.5) })
}

fn variance_of_s(points: &[(f64, f64)]) -> f64 {
    let term = |n: f64| n * (n - 1.0) * (2.0 * n + 5.0);
    let ties = |pick: fn(&(f64, f64)) -> f64| {
        let mut values: Vec<f64> = points.iter().map(pick).collect();
        values.sort_by(f64::total_cmp);
        values.chunk_by(|a, b| a == b).map(|c| term(c.len() as f64)).sum::<f64>()
    };
    (term(points.len() as f64) - ties(|p| p.0) - ties(|p| p.1)) / 18.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_wild_point_in_five_does_not_turn_the_trend() {
        let mut points: Vec<(f64, f64)> = (0..20).map(|i| (f64::from(i), 2.0 * f64::from(i) + 0.1 * f64::from((i * 7) % 5))).collect();
        (0..4).for_each(|i| points[i * 5].1 = -300.0);
        let t = trend(&points, 0.95).unwrap();
        assert!((t.slope - 2.0).abs() < 0.1, "{t:?}");
    }

    #[test]
    fn a_level_series_has_no_trend() {
        let t = trend(&[(0.0, 1.0), (1.0, 1.0), (2.0, 1.0)], 0.95).unwrap();
        assert_eq!((t.slope, t.intercept), (0.0, 1.0));
        assert_eq!((trend(&[(1.0, 1.0), (1.0, 2.0)], 0.95), trend(&[], 0.95)), (None, None));
    }

    proptest! {
        #[test]
        fn adding_a_line_adds_its_slope(y in prop::collection::vec(-5.0..5.0_f64, 3..25), slope in -3.0..3.0_f64) {
            let at = |add: f64| trend(&y.iter().enumerate().map(|(i, v)| (i as f64, v + add * i as f64)).collect::<Vec<_>>(), 0.95).unwrap();
            let (plain, tilted) = (at(0.0), at(slope));
            prop_assert!((plain.slope + slope - tilted.slope).abs() < 1e-9);
            prop_assert!(plain.interval.contains(plain.slope));
        }
    }
}
