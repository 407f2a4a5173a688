//! What was left to be gained when a service was opened: by how much its answers took longer in the half minute after, against its last level.

use super::{Second, Start};
use stats::block_bootstrap::{RESAMPLES, block_length, interval};
use stats::describe::mean;

/// Seconds after the opening that are looked at. Source: METHODS section 6.2.
const AFTER_S: f64 = 30.0;
/// Fewest of them.
const FEWEST: usize = 10;
/// Level of the interval.
const LEVEL: f64 = 0.90;

/// Slowdown that was left, as a share: 0.3 is 30 % slower than warm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Left {
    /// Mean over the seconds.
    pub mean: f64,
    /// The ends of its 90 % interval.
    pub low: f64,
    /// The other end.
    pub high: f64,
}

/// Of a service that is opened at `at_s` and steady from `since_s` on. Each second is compared with what its own answers would have taken at the last level, so
/// that its mix does not matter. `None` where too few seconds were seen.
pub fn left(start: &Start, at_s: f64, since_s: f64, seed: u64) -> Option<Left> {
    let levels: Vec<Option<f64>> = (0..start.classes()).map(|class| level(start, class, since_s)).collect();
    let after = start.even().filter(|s| s.at_s > at_s && s.at_s <= at_s + AFTER_S);
    let slower: Vec<f64> = after.filter_map(|s| slower(s, &levels)).collect();
    if slower.len() < FEWEST {
        return None;
    }
    let by_chance = interval(&slower, block_length(&slower), mean, LEVEL, RESAMPLES, seed)?;
    Some(Left { mean: mean(&slower) - 1.0, low: by_chance.low - 1.0, high: by_chance.high - 1.0 })
}

/// Mean response of a class at its last level.
fn level(start: &Start, class: usize, since_s: f64) -> Option<f64> {
    let steady = start.even().filter(|s| s.at_s > since_s).filter_map(|s| s.classes.get(class));
    let all: Vec<f64> = steady.flatten().copied().collect();
    (!all.is_empty()).then(|| mean(&all))
}

/// How many times as long as at the last level the answers of a second took.
fn slower(second: &Second, levels: &[Option<f64>]) -> Option<f64> {
    let (mut took, mut warm) = (0.0, 0.0);
    for (ms, level) in second.classes.iter().zip(levels) {
        took += ms.iter().sum::<f64>();
        warm += ms.len() as f64 * (*level)?;
    }
    (warm > 0.0).then(|| took / warm)
}

#[cfg(test)]
mod tests {
    use super::super::tests::start;
    use super::*;

    #[test]
    fn who_opens_in_the_lull_leaves_what_the_lull_costs_and_who_opens_after_it_nothing() {
        let start = start(150, 50, |s| if s < 60 { 20.0 } else { 10.0 });
        let early = left(&start, 20.0, 60.0, 1).expect("enough seconds");
        assert!((early.mean - 1.0).abs() < 0.02 && early.low > 0.9, "{early:?}");
        let half = left(&start, 45.0, 60.0, 1).expect("enough seconds");
        assert!((half.mean - 0.5).abs() < 0.05 && half.low < 0.5 && half.high > 0.5, "{half:?}");
        let late = left(&start, 80.0, 60.0, 1).expect("enough seconds");
        assert!(late.mean.abs() < 0.01 && late.low < 0.0 && late.high > 0.0, "{late:?}");
        assert_eq!(left(&start, 145.0, 60.0, 1), None);
    }

    #[test]
    fn another_mix_of_routes_is_no_slowdown() {
        let mut start = start(120, 40, |_| 10.0);
        for (i, s) in start.seconds.iter_mut().enumerate() {
            s.classes.push(vec![100.0; if i < 60 { 20 } else { 5 }]);
        }
        assert!(left(&start, 10.0, 60.0, 1).is_some_and(|l| l.mean.abs() < 0.01));
    }
}
