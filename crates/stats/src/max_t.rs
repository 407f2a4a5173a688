//! Permutation max-T: which settings are worse than the best one, when each was measured once per round and the best was picked from the
//! same data.
//!
//! If settings do not differ, their figures within a round could as well be exchanged. Permuting them inside every round, picking the
//! leader anew and taking the largest t against it gives the distribution of "the worst looks this bad by chance", with the picking and the
//! number of comparisons paid for. Stepping down (Westfall & Young 1993, section 2.6): the worst is tested against all, and if it falls the
//! next is tested without it. Source: METHODS section 3.2 point 4. The t is that of paired differences, so that a noisy setting widens its
//! own comparisons only.
//!
//! Needs rounds in which every setting was measured. With r rounds of k settings no p is below 1 / k!^(r - 1), nor below 1 / (permutations
//! + 1).

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

/// Permutations for a decision.
pub const PERMUTATIONS: usize = 10_000;

/// Settings against their leader.
#[derive(Debug, Clone, PartialEq)]
pub struct AgainstLeader {
    /// The setting with the highest mean.
    pub leader: usize,
    /// Adjusted p by setting that it is as good as the leader; 1 for the leader itself.
    pub p: Vec<f64>,
}

/// Compares settings. `rounds[r][k]` is the figure of setting `k` in round `r`, the larger the better, in log units. `None` with fewer than
/// two rounds or settings, rounds of different lengths or figures that are not finite.
pub fn against_leader(rounds: &[Vec<f64>], permutations: usize, seed: u64) -> Option<AgainstLeader> {
    let settings = rounds.first()?.len();
    let whole = rounds.iter().all(|r| r.len() == settings && r.iter().all(|v| v.is_finite()));
    if !whole || rounds.len() < 2 || settings < 2 {
        return None;
    }
    let (leader, t) = losses(rounds);
    // The worst first; the leader itself is never tested.
    let mut order: Vec<usize> = (0..settings).filter(|k| *k != leader).collect();
    order.sort_by(|a, b| t[*b].total_cmp(&t[*a]));
    let mut p = vec![1.0; settings];
    let mut highest = 0.0_f64;
    for (step, worst) in order.iter().enumerate() {
        let kept: Vec<usize> = order[step..].iter().copied().chain([leader]).collect();
        let rest: Vec<Vec<f64>> = rounds.iter().map(|r| kept.iter().map(|k| r[*k]).collect()).collect();
        highest = highest.max(chance_of(t[*worst], rest, permutations, seed.wrapping_add(step as u64)));
        p[*worst] = highest;
    }
    Some(AgainstLeader { leader, p })
}

/// How often the largest t among exchanged figures is at least `t`.
fn chance_of(t: f64, mut rounds: Vec<Vec<f64>>, permutations: usize, seed: u64) -> f64 {
    let mut rng = StdRng::seed_from_u64(seed);
    // The same figures in another order differ in the last digits; a tie must stay a tie.
    let bar = t * (1.0 - 1e-9);
    let mut beyond = 0;
    for _ in 0..permutations {
        for r in &mut rounds {
            r.shuffle(&mut rng);
        }
        let largest = losses(&rounds).1.into_iter().fold(0.0, f64::max);
        beyond += usize::from(largest >= bar);
    }
    (1 + beyond) as f64 / (1 + permutations) as f64
}

/// The leader, and the t of what each setting loses to it (0 for the leader). Never negative, because the leader has the highest mean.
fn losses(rounds: &[Vec<f64>]) -> (usize, Vec<f64>) {
    let n = rounds.len() as f64;
    let settings = rounds[0].len();
    let sum = |k: usize| rounds.iter().map(|r| r[k]).sum::<f64>();
    let leader = (1..settings).fold((0, sum(0)), |best, k| if sum(k) > best.1 { (k, sum(k)) } else { best }).0;
    let t = |k: usize| {
        let mean = rounds.iter().map(|r| r[leader] - r[k]).sum::<f64>() / n;
        let squares = rounds.iter().map(|r| (r[leader] - r[k] - mean).powi(2)).sum::<f64>();
        let t = mean / (squares / (n - 1.0) / n).sqrt();
        // Nothing lost without any spread is no loss; something lost without any spread is as clear as can be.
        if t.is_nan() { 0.0 } else { t.max(0.0) }
    };
    (leader, (0..settings).map(t).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounds that drift, with settings at `means` and a fixed scatter of about 1 %.
    fn rounds(means: &[f64], n: usize) -> Vec<Vec<f64>> {
        let scatter = |r: usize, k: usize| 0.01 * (((r * 31 + k * 17 + r * k * 7) % 13) as f64 - 6.0) / 4.0;
        (0..n).map(|r| means.iter().enumerate().map(|(k, m)| m + r as f64 * 0.3 + scatter(r, k)).collect()).collect()
    }

    #[test]
    fn a_clear_loser_falls_in_four_rounds_and_those_near_the_leader_stay() {
        let found = against_leader(&rounds(&[0.0, 0.002, -0.3, -0.25, 0.001], 4), 2_000, 1).unwrap();
        assert!(found.p[2] < 0.02 && found.p[3] < 0.02, "{found:?}");
        assert!(found.p[0] > 0.2 && found.p[1] > 0.2 && found.p[4] > 0.2, "{found:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_answer() {
        let r = rounds(&[0.0, -0.01, -0.02], 6);
        assert_eq!(against_leader(&r, 500, 7), against_leader(&r, 500, 7));
    }

    #[test]
    fn settings_without_any_difference_are_left_alone() {
        let found = against_leader(&vec![vec![1.0; 4]; 5], 200, 1).unwrap();
        assert_eq!(found.p, [1.0; 4]);
    }

    #[test]
    fn a_gap_in_the_rounds_is_not_guessed_over() {
        assert_eq!(against_leader(&[vec![1.0, f64::NAN], vec![1.0, 2.0]], 100, 1), None);
        assert_eq!(against_leader(&[vec![1.0, 2.0], vec![1.0]], 100, 1), None);
        assert_eq!(against_leader(&[vec![1.0, 2.0]], 100, 1), None);
    }
}
