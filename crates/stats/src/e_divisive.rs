//! E-divisive: where a history of runs changed, without assuming a distribution.
//!
//! Matteson & James 2014. For a cut into x (n values) and y (m): `E = 2/(nm) sum|x - y| - mean|x - x'| - mean|y - y'|`, `Q = nm/(n + m) E`,
//! where y ends where Q is largest; the cut with the largest Q is tested by permuting the segment, and both sides are searched again.
//! Every permutation looks for its own best cut, so the choice of the cut is paid for: the p values of the t-test variant (Hunter 2023,
//! Apache Otava) are not corrected for it. Then a change must also be large enough to matter. Constants: METHODS section 7.2.
//!
//! A single run is never called: four values are needed on each side. Values must be exchangeable without a change; memory between runs
//! makes false alarms, so normalise by a control first and confirm by an A/B test.

use crate::describe::median;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

/// Fewest values on each side of a change.
pub const SIDE: usize = 4;
/// p below which a change counts.
pub const ALPHA: f64 = 0.001;
/// Permutations; the smallest p is 1 / (permutations + 1).
pub const PERMUTATIONS: usize = 1_999;

/// A change in a series.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Change {
    /// First value after it.
    pub at: usize,
    /// Its p value by permutation.
    pub p: f64,
    /// Difference of the medians, after minus before, up to the neighbouring changes; in the unit of the series (log units for log series).
    pub step: f64,
}

/// Changes of `series`, ascending. Steps below `smallest` (the larger of the effect of interest and 3 standard deviations of a run) are not
/// changes.
pub fn changes(series: &[f64], smallest: f64, alpha: f64, permutations: usize, seed: u64) -> Vec<Change> {
    let mut found = Vec::new();
    if series.iter().all(|v| v.is_finite()) {
        search(series, 0, alpha, permutations, seed, &mut found);
    }
    found.sort_by_key(|c| c.at);
    let mut kept: Vec<Change> = sized(series, &found);
    // The smallest step goes first, because without it its neighbours' segments are longer.
    while let Some((i, _)) =
        kept.iter().enumerate().filter(|(_, c)| c.step.abs() < smallest).min_by(|a, b| a.1.step.abs().total_cmp(&b.1.step.abs()))
    {
        kept.remove(i);
        kept = sized(series, &kept);
    }
    kept
}

fn search(segment: &[f64], offset: usize, alpha: f64, permutations: usize, seed: u64, found: &mut Vec<Change>) {
    let Some((at, q)) = best_cut(segment) else {
        return;
    };
    let mut rng = StdRng::seed_from_u64(seed.wrapping_add(offset as u64));
    let mut shuffled = segment.to_vec();
    let bar = q * (1.0 - 1e-9);
    let mut beyond = 0;
    for drawn in 0..permutations {
        shuffled.shuffle(&mut rng);
        beyond += usize::from(best_cut(&shuffled).is_some_and(|(_, q)| q >= bar));
        // Enough is enough: p can no longer come below alpha.
        if (1 + beyond) as f64 > alpha * (1 + permutations) as f64 && drawn > 100 {
            return;
        }
    }
    let p = (1 + beyond) as f64 / (1 + permutations) as f64;
    if p <= alpha {
        found.push(Change { at: offset + at, p, step: 0.0 });
        search(&segment[..at], offset, alpha, permutations, seed, found);
        search(&segment[at..], offset + at, alpha, permutations, seed, found);
    }
}

/// The cut with the largest Q, and that Q. What comes after the cut is compared as far as it differs most, so that a step that was taken back is seen too.
/// `None` when the segment is too short for two sides, or nothing varies.
pub fn best_cut(segment: &[f64]) -> Option<(usize, f64)> {
    let distances = Distances::new(segment);
    let mut best: Option<(usize, f64)> = None;
    for end in 2 * SIDE..=segment.len() {
        for at in SIDE..=end - SIDE {
            let q = distances.q(at, end);
            if best.is_none_or(|(_, most)| q > most) {
                best = Some((at, q));
            }
        }
    }
    best.filter(|(_, q)| *q > 0.0)
}

/// Distances between values, summed over rectangles: `sums[i][j]` is the sum over the first i values against the first j.
struct Distances {
    sums: Vec<f64>,
    row: usize,
}

impl Distances {
    fn new(values: &[f64]) -> Self {
        let row = values.len() + 1;
        let mut sums = vec![0.0; row * row];
        for (i, a) in values.iter().enumerate() {
            let mut line = 0.0;
            for (j, b) in values.iter().enumerate() {
                line += (a - b).abs();
                sums[(i + 1) * row + j + 1] = sums[i * row + j + 1] + line;
            }
        }
        Self { sums, row }
    }

    /// Q of the first `at` values against those from `at` to `end`.
    fn q(&self, at: usize, end: usize) -> f64 {
        let sum = |i: usize, j: usize| self.sums[i * self.row + j];
        let (n, m) = (at as f64, (end - at) as f64);
        let between = sum(at, end) - sum(at, at);
        // Both orders of a pair are in these sums.
        let (left, right) = (sum(at, at), sum(end, end) - 2.0 * between - sum(at, at));
        n * m / (n + m) * (2.0 * between / (n * m) - left / (n * (n - 1.0)) - right / (m * (m - 1.0)))
    }
}

/// The same changes with their steps.
fn sized(series: &[f64], found: &[Change]) -> Vec<Change> {
    let edges: Vec<usize> = [0].into_iter().chain(found.iter().map(|c| c.at)).chain([series.len()]).collect();
    let level = |i: usize| median(&series[edges[i]..edges[i + 1]]);
    found.iter().enumerate().map(|(i, c)| Change { step: level(i + 1) - level(i), ..*c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(n: usize, level: f64) -> Vec<f64> {
        (0..n).map(|i| level + 0.01 * (((i * 7919 + 31) % 97) as f64 / 48.0 - 1.0)).collect()
    }

    #[test]
    fn a_step_is_found_where_it_is() {
        let y = [noise(20, 0.0), noise(15, 0.05)].concat();
        let found = changes(&y, 0.02, ALPHA, PERMUTATIONS, 1);
        assert_eq!(found.len(), 1);
        assert!(found[0].at.abs_diff(20) <= 1 && (found[0].step - 0.05).abs() < 0.01, "{found:?}");
    }

    #[test]
    fn steps_that_do_not_matter_and_plain_noise_are_not_changes() {
        let y = [noise(20, 0.0), noise(15, 0.05)].concat();
        assert_eq!(changes(&y, 0.1, ALPHA, PERMUTATIONS, 1), []);
        assert_eq!(changes(&noise(40, 0.0), 0.0, ALPHA, PERMUTATIONS, 1), []);
        assert_eq!(changes(&[1.0; 40], 0.0, ALPHA, PERMUTATIONS, 1), []);
    }

    #[test]
    fn up_and_down_again_are_two_changes() {
        let y = [noise(15, 0.0), noise(15, 0.1), noise(15, 0.0)].concat();
        let found = changes(&y, 0.02, ALPHA, PERMUTATIONS, 1);
        assert_eq!(found.iter().map(|c| (c.at, c.step > 0.0)).collect::<Vec<_>>(), [(15, true), (30, false)]);
    }

    #[test]
    fn a_single_bad_run_is_never_called() {
        let mut y = noise(30, 0.0);
        y.push(5.0);
        assert_eq!(changes(&y, 0.02, ALPHA, PERMUTATIONS, 1), []);
        assert_eq!(best_cut(&[1.0; 7]), None);
    }
}
