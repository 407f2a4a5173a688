//! PELT: where a series changes its mean, or its mean and spread, by the best cut into segments under a penalty per cut.
//!
//! Optimal partitioning with pruning: Killick, Fearnhead & Eckley 2012. Costs:
//!
//! - [`Cost::MeanVariance`]: n (ln(2 pi s^2) + 1) per segment, penalty 15 ln n as in Barrett et al. 2017 (phases of warm-up; METHODS
//!   sections 6.1 and 10).
//! - [`Cost::Mean`]: sum of squares / sigma^2 with sigma known from A/A, penalty 3 ln n (METHODS section 7.2).
//!
//! Values are taken as independent: on a series with memory it cuts too often, so the spread must be that of the series at the scale of a
//! segment. Slow drift is cut into stairs; [`crate::theil_sen`] sees it as what it is.

use std::f64::consts::PI;

/// What a segment costs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cost {
    /// Mean and spread of each segment are its own.
    MeanVariance,
    /// The spread is known and the same everywhere, in the unit of the series.
    Mean {
        /// Standard deviation.
        sigma: f64,
    },
}

impl Cost {
    /// The penalty per cut that METHODS uses with this cost, for a series of `n`.
    pub fn penalty(self, n: usize) -> f64 {
        let ln = (n.max(1) as f64).ln();
        match self {
            Self::MeanVariance => 15.0 * ln,
            Self::Mean { .. } => 3.0 * ln,
        }
    }
}

/// First index of every segment but the first, ascending. Segments have at least `min_segment` values (at least 2 for the spread to mean
/// something). Empty when nothing changes, when the series is shorter than two segments, or when it holds a value that is not finite.
///
/// ```
/// use stats::pelt::{Cost, changes};
/// let y = [0.1, -0.1, 0.0, 0.1, -0.1, 5.0, 5.1, 4.9, 5.0, 5.1];
/// assert_eq!(changes(&y, Cost::Mean { sigma: 0.1 }, 2, Cost::Mean { sigma: 0.1 }.penalty(10)), [5]);
/// ```
pub fn changes(series: &[f64], cost: Cost, min_segment: usize, penalty: f64) -> Vec<usize> {
    let shortest = min_segment.max(1);
    if series.len() < 2 * shortest || series.iter().any(|v| !v.is_finite()) {
        return Vec::new();
    }
    let sums = Sums::new(series);
    // best[t]: lowest cost of the first t values, and where their last segment begins
    let mut best = vec![(f64::INFINITY, 0); series.len() + 1];
    best[0] = (-penalty, 0);
    let mut starts: Vec<Start> = Vec::new();
    for end in shortest..=series.len() {
        starts.push(Start { at: end - shortest, until: usize::MAX });
        starts.retain(|s| s.until >= end);
        for s in &starts {
            let total = best[s.at].0 + sums.cost(s.at, end, cost) + penalty;
            if total < best[end].0 {
                best[end] = (total, s.at);
            }
        }
        // A start that is worse than cutting here stays worse, but only once a segment from here is long enough to be allowed.
        for s in &mut starts {
            if s.until == usize::MAX && best[s.at].0 + sums.cost(s.at, end, cost) > best[end].0 {
                s.until = end + shortest - 1;
            }
        }
    }
    let cuts = std::iter::successors(Some(best[series.len()].1), |at| (*at > 0).then(|| best[*at].1));
    let mut cuts: Vec<usize> = cuts.take_while(|at| *at > 0).collect();
    cuts.reverse();
    cuts
}

/// Where the last segment may begin, and the last end for which that can still be best.
struct Start {
    at: usize,
    until: usize,
}

/// Sums of values and squares up to each index, about the overall mean so that squares of large values do not swamp their spread.
struct Sums {
    values: Vec<f64>,
    squares: Vec<f64>,
    floor: f64,
}

impl Sums {
    fn new(series: &[f64]) -> Self {
        let mean = crate::describe::mean(series);
        let sums = |f: fn(f64) -> f64| {
            let running = series.iter().scan(0.0, move |sum, v| {
                *sum += f(v - mean);
                Some(*sum)
            });
            std::iter::once(0.0).chain(running).collect::<Vec<f64>>()
        };
        let (values, squares) = (sums(|v| v), sums(|v| v * v));
        let variance = squares[series.len()] / series.len() as f64;
        // A segment of equal values has no spread; its cost must stay finite.
        Self { values, squares, floor: (variance * 1e-9).max(f64::MIN_POSITIVE) }
    }

    fn cost(&self, from: usize, to: usize, cost: Cost) -> f64 {
        let n = (to - from) as f64;
        let sum = self.values[to] - self.values[from];
        let squares = (self.squares[to] - self.squares[from] - sum * sum / n).max(0.0);
        match cost {
            Cost::MeanVariance => n * ((2.0 * PI * (squares / n).max(self.floor)).ln() + 1.0),
            Cost::Mean { sigma } => squares / (sigma * sigma),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn noise(n: usize, scale: f64) -> Vec<f64> {
        (0..n).map(|i| scale * (((i * 7919) % 101) as f64 / 50.0 - 1.0)).collect()
    }

    /// The best cuts by trying every start for every end.
    fn by_all_starts(series: &[f64], cost: Cost, shortest: usize, penalty: f64) -> f64 {
        let sums = Sums::new(series);
        let mut best = vec![f64::INFINITY; series.len() + 1];
        best[0] = -penalty;
        for end in shortest..=series.len() {
            for start in 0..=end - shortest {
                best[end] = best[end].min(best[start] + sums.cost(start, end, cost) + penalty);
            }
        }
        best[series.len()]
    }

    #[test]
    fn a_change_of_spread_alone_is_seen_by_one_cost_and_not_by_the_other() {
        let y: Vec<f64> = noise(100, 1.0).into_iter().chain(noise(100, 10.0)).collect();
        assert_eq!(changes(&y, Cost::MeanVariance, 5, 15.0 * 200_f64.ln()), [100]);
        assert_eq!(changes(&y, Cost::Mean { sigma: 6.0 }, 5, 3.0 * 200_f64.ln()), Vec::<usize>::new());
    }

    #[test]
    fn warm_up_in_three_phases_is_cut_in_three() {
        let y: Vec<f64> = noise(40, 0.2)
            .iter()
            .map(|v| v + 6.0)
            .chain(noise(60, 0.1).iter().map(|v| v + 2.0))
            .chain(noise(80, 0.05).iter().map(|v| v + 1.0))
            .collect();
        assert_eq!(changes(&y, Cost::MeanVariance, 10, Cost::MeanVariance.penalty(180)), [40, 100]);
    }

    #[test]
    fn values_that_never_vary_and_short_or_broken_series_have_no_change() {
        assert_eq!(changes(&[3.0; 50], Cost::MeanVariance, 2, 10.0), Vec::<usize>::new());
        assert_eq!(changes(&[1.0, 9.0], Cost::Mean { sigma: 1.0 }, 2, 1.0), Vec::<usize>::new());
        assert_eq!(changes(&[f64::NAN; 50], Cost::MeanVariance, 2, 10.0), Vec::<usize>::new());
    }

    proptest! {
        #[test]
        fn pruning_never_loses_the_best_cuts(y in prop::collection::vec(-3.0..3.0_f64, 8..60), shortest in 1_usize..6, penalty in 0.5..20.0_f64) {
            for cost in [Cost::Mean { sigma: 1.0 }, Cost::MeanVariance] {
                if cost == Cost::MeanVariance && shortest < 2 {
                    continue;
                }
                let sums = Sums::new(&y);
                let cuts = changes(&y, cost, shortest, penalty);
                let edges: Vec<usize> = [0].into_iter().chain(cuts).chain([y.len()]).collect();
                let total = edges.windows(2).map(|w| sums.cost(w[0], w[1], cost) + penalty).sum::<f64>() - penalty;
                prop_assert!(edges.windows(2).all(|w| w[1] - w[0] >= shortest));
                if y.len() >= 2 * shortest {
                    prop_assert!((total - by_all_starts(&y, cost, shortest, penalty)).abs() < 1e-8);
                }
            }
        }
    }
}
