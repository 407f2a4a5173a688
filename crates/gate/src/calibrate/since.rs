//! Since when a class is steady: the last levels that agree, where change points cut the seconds into levels.
//!
//! After Barrett et al. 2017: PELT on mean and spread with a penalty of 15 ln n, outliers at their bound, segments of at least ten seconds. Values that resemble
//! their neighbours are cut too often; neighbours whose means agree within what is asked count as one level. A drift is cut into stairs: a last level that still
//! drifts is none.

use stats::describe::{mean, median, quantile};
use stats::pelt::{Cost, changes};
use stats::theil_sen::trend;

/// Shortest level, seconds. Source: METHODS section 6.2.
const SHORTEST: usize = 10;
/// For how long the last level must be seen, seconds. A choice: twice what the gate asks for.
const LASTS: usize = 30;
/// Level of an interval that nobody reads.
const LEVEL: f64 = 0.90;
/// How far from the median of the seconds around it, in spreads from the 10th to the 90th percentile, a second is an outlier. Source: Barrett et al. 2017.
const OUTLIER: f64 = 3.0;
/// Seconds on each side of an outlier.
const AROUND: usize = 10;

/// How a class got to its last level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Course {
    /// It was there from the beginning.
    Flat,
    /// It was slower before.
    Warms,
    /// It was faster before.
    Slows,
}

/// Since when a class is on its last level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Steady {
    /// Seconds after the load began.
    pub since_s: f64,
    /// How it got there.
    pub course: Course,
    /// Changes of its level before.
    pub changes: usize,
}

/// Of seconds as end and median; `None` where the last level was not seen for long enough.
pub(super) fn since(seconds: &[(f64, f64)], change: f64) -> Option<Steady> {
    let logs: Vec<f64> = seconds.iter().map(|(_, ms)| ms.max(f64::MIN_POSITIVE).ln()).collect();
    let logs = clipped(&logs);
    let cuts = changes(&logs, Cost::MeanVariance, SHORTEST, Cost::MeanVariance.penalty(logs.len()));
    let edges: Vec<usize> = std::iter::once(0).chain(cuts).chain([logs.len()]).collect();
    let levels: Vec<f64> = edges.windows(2).map(|e| mean(&logs[e[0]..e[1]])).collect();
    let last = *levels.last()?;
    let agree = |level: &f64| (level - last).abs() <= change.ln_1p();
    let first = levels.len() - levels.iter().rev().take_while(|l| agree(l)).count();
    if logs.len() - edges[first] < LASTS {
        return None;
    }
    let level: Vec<(f64, f64)> = seconds.iter().map(|s| s.0).zip(logs.iter().copied()).skip(edges[first]).collect();
    let per_s = trend(&level, LEVEL).map_or(0.0, |t| t.slope);
    if (per_s * LASTS as f64).abs() > change.ln_1p() {
        return None;
    }
    let before = first.checked_sub(1).map(|i| levels[i]);
    let course = match before {
        None => Course::Flat,
        Some(level) if level > last => Course::Warms,
        Some(_) => Course::Slows,
    };
    let since_s = edges[first].checked_sub(1).map_or(0.0, |i| seconds[i].0);
    Some(Steady { since_s, course, changes: first })
}

/// The series with its outliers at the bound beyond which they are such.
fn clipped(logs: &[f64]) -> Vec<f64> {
    let bounded = |i: usize| {
        let around = &logs[i.saturating_sub(AROUND)..(i + AROUND + 1).min(logs.len())];
        let reach = OUTLIER * (quantile(around, 0.9) - quantile(around, 0.1));
        let middle = median(around);
        logs[i].clamp(middle - reach, middle + reach)
    };
    (0..logs.len()).map(bounded).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn seconds(n: usize, ms: impl Fn(usize) -> f64) -> Vec<(f64, f64)> {
        (0..n).map(|i| (i as f64 + 1.0, ms(i) * (1.0 + 0.02 * (((i * 7_919) % 101) as f64 / 50.0 - 1.0)))).collect()
    }

    #[test]
    fn each_course_is_told() {
        let of = |ms: fn(usize) -> f64| since(&seconds(120, ms), 0.05).map(|s| (s.since_s, s.course));
        assert_eq!(of(|_| 10.0), Some((0.0, Course::Flat)));
        assert_eq!(of(|i| if i < 40 { 20.0 } else { 10.0 }), Some((40.0, Course::Warms)));
        assert_eq!(of(|i| if i < 40 { 10.0 } else { 20.0 }), Some((40.0, Course::Slows)));
    }

    #[test]
    fn who_changes_in_the_last_half_minute_or_goes_on_changing_is_not_steady() {
        assert_eq!(since(&seconds(120, |i| if i < 100 { 10.0 } else { 8.0 }), 0.05), None);
        assert_eq!(since(&seconds(240, |i| 10.0 * (0.005 * i as f64).exp()), 0.05), None);
        assert_eq!(since(&seconds(12, |_| 10.0), 0.05), None);
    }

    #[test]
    fn a_second_that_stands_out_is_no_change() {
        let wild = seconds(120, |i| if i == 70 { 400.0 } else { 10.0 });
        assert_eq!(since(&wild, 0.05).map(|s| s.since_s), Some(0.0));
    }

    proptest! {
        #[test]
        fn what_is_multiplied_settles_at_the_same_moment(by in 0.01..100.0_f64, at in 15..80_usize) {
            let of = |by: f64| since(&seconds(130, |i| by * if i < at { 20.0 } else { 10.0 }), 0.05).map(|s| s.since_s);
            prop_assert_eq!(of(1.0), of(by));
        }
    }
}
