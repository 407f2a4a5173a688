//! Multiple comparisons with the best: what does each setting lose to the best of the others, at least and at most?
//!
//! Hsu 1984; Hsu 1996, "Multiple Comparisons: Theory and Methods", chapter 4. For setting i, with m_i the mean, the interval of `mu_i - max
//! of the other mu_j` goes from `min(0, min_j(m_i - m_j - w_ij))` to `max(0, min_j(m_i - m_j + w_ij))`, and the best set holds those whose
//! upper end is above zero. All intervals cover together with the stated level, whichever setting is picked by looking at them.
//!
//! The width is `w_ij = c * sd(paired differences) / sqrt(rounds)`. Hsu pools one variance and takes Dunnett's c; settings of a knob have
//! unequal variances (an overloaded one is noisy), so each pair has its own here and c is Bonferroni's one-sided t with rounds - 1 degrees
//! of freedom over the k - 1 comparisons, which holds for any dependence.

use crate::describe::{mean, standard_error};
use crate::dist::t_quantile;
use crate::interval::Interval;

/// A setting against the best of the others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing {
    /// Its mean minus that of the best other one, in the units of the figures. The lower end is what it may lose, the upper what it may
    /// gain.
    pub against_best: Interval,
    /// Whether it may be the best.
    pub in_best_set: bool,
}

/// Standing of each setting at joint level 1 - `alpha`. `rounds[r][k]` is the figure of setting `k` in round `r`, the larger the better, in
/// log units. `None` with fewer than two rounds or settings, rounds of different lengths or figures that are not finite.
pub fn standings(rounds: &[Vec<f64>], alpha: f64) -> Option<Vec<Standing>> {
    let settings = rounds.first()?.len();
    let whole = rounds.iter().all(|r| r.len() == settings && r.iter().all(|v| v.is_finite()));
    if !whole || rounds.len() < 2 || settings < 2 {
        return None;
    }
    let c = t_quantile(1.0 - alpha / (settings as f64 - 1.0), rounds.len() as f64 - 1.0);
    let difference = |i: usize, j: usize| {
        let d: Vec<f64> = rounds.iter().map(|r| r[i] - r[j]).collect();
        Interval::around(mean(&d), c * standard_error(&d))
    };
    let standing = |i: usize| {
        let others = (0..settings).filter(|j| *j != i).map(|j| difference(i, j));
        let least = others.fold(Interval { low: f64::INFINITY, high: f64::INFINITY }, |least, d| Interval {
            low: least.low.min(d.low),
            high: least.high.min(d.high),
        });
        // Settings that tie exactly in every round are each as good as the best.
        let in_best_set = least.high > 0.0 || (least.high == 0.0 && least.low == 0.0);
        Standing { against_best: Interval { low: least.low.min(0.0), high: least.high.max(0.0) }, in_best_set }
    };
    Some((0..settings).map(standing).collect())
}

/// The setting to recommend: the most conservative one (first in `most_conservative_first`) that surely loses at most `margin` (log units)
/// to the best; when none is that sure, the one of the best set that may lose least.
pub fn recommend(standings: &[Standing], most_conservative_first: &[usize], margin: f64) -> Option<usize> {
    let members: Vec<usize> =
        most_conservative_first.iter().copied().filter(|k| standings.get(*k).is_some_and(|s| s.in_best_set)).collect();
    let low = |k: &usize| standings[*k].against_best.low;
    members.iter().copied().find(|k| low(k) >= -margin).or_else(|| members.into_iter().max_by(|a, b| low(a).total_cmp(&low(b))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounds(means: &[f64], n: usize) -> Vec<Vec<f64>> {
        let scatter = |r: usize, k: usize| 0.01 * (((r * 31 + k * 17 + r * k * 7) % 13) as f64 - 6.0) / 4.0;
        (0..n).map(|r| means.iter().enumerate().map(|(k, m)| m + scatter(r, k)).collect()).collect()
    }

    #[test]
    fn the_best_set_holds_what_cannot_be_told_from_the_best() {
        let s = standings(&rounds(&[0.0, -0.002, -0.2, -0.1], 8), 0.05).unwrap();
        assert_eq!(s.iter().map(|s| s.in_best_set).collect::<Vec<_>>(), [true, true, false, false], "{s:?}");
        assert!((s[2].against_best.low + 0.2).abs() < 0.02 && (s[3].against_best.low + 0.1).abs() < 0.02, "{s:?}");
    }

    #[test]
    fn the_most_conservative_that_loses_little_for_sure_is_recommended() {
        let s = standings(&rounds(&[0.0, -0.002, -0.2], 10), 0.05).unwrap();
        assert_eq!(recommend(&s, &[2, 1, 0], 0.03), Some(1));
    }

    #[test]
    fn when_nothing_is_sure_the_one_that_may_lose_least_is() {
        let may_lose = |low| Standing { against_best: Interval { low, high: 0.1 }, in_best_set: true };
        assert_eq!(recommend(&[may_lose(-0.2), may_lose(-0.05)], &[0, 1], 0.03), Some(1));
        assert_eq!(recommend(&[], &[0], 0.03), None);
    }

    #[test]
    fn exact_ties_are_all_best() {
        let s = standings(&vec![vec![1.0; 3]; 4], 0.05).unwrap();
        assert!(s.iter().all(|s| s.in_best_set));
    }
}
