//! What several kinds of events explain together, divided among them: each gets the mean of what it adds, over all orders in which they may be taken
//! (Shapley 1953).

/// Share of the slow requests for each exposure, and of all together. The share of a set is its attributable fraction (Miettinen 1974), at
/// least 0.
pub(super) fn shares(slow: &[u32], all: &[u32], exposures: &[&[bool]]) -> (Vec<f64>, f64) {
    let n = exposures.len();
    let of_set: Vec<f64> = (0..1_usize << n).map(|set| attributable(slow, all, exposures, set)).collect();
    let together = of_set[of_set.len() - 1];
    let share = |i: usize| -> f64 {
        let without = (0..1_usize << n).filter(|set| set >> i & 1 == 0);
        without.map(|set| weight(set.count_ones() as usize, n) * (of_set[set | 1 << i] - of_set[set])).sum()
    };
    ((0..n).map(share).collect(), together)
}

/// Share of the orders in which exactly those of a set of `k` come before one of `n`: k! (n - k - 1)! / n!.
fn weight(k: usize, n: usize) -> f64 {
    let factorial = |m: usize| (1..=m).map(|x| x as f64).product::<f64>();
    factorial(k) * factorial(n - k - 1) / factorial(n)
}

fn attributable(slow: &[u32], all: &[u32], exposures: &[&[bool]], set: usize) -> f64 {
    let is_exposed = |bin: usize| exposures.iter().enumerate().any(|(i, e)| set >> i & 1 == 1 && e[bin]);
    let (mut exposed, mut rest) = ([0.0, 0.0], [0.0, 0.0]);
    for (bin, (slow, all)) in slow.iter().zip(all).enumerate() {
        let to = if is_exposed(bin) { &mut exposed } else { &mut rest };
        to[0] += f64::from(*slow);
        to[1] += f64::from(*all);
    }
    let slow = exposed[0] + rest[0];
    if slow == 0.0 || exposed[1] == 0.0 || exposed[0] == 0.0 {
        return 0.0;
    }
    // 1 - 1 / RR, where RR may be infinite
    let inverse = if rest[1] > 0.0 { rest[0] / rest[1] / (exposed[0] / exposed[1]) } else { 1.0 };
    (exposed[0] / slow * (1.0 - inverse)).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::shares;

    #[test]
    fn two_that_never_meet_get_what_each_explains() {
        let (a, b) = ([true, false, false, false], [false, true, false, false]);
        let (of, together) = shares(&[6, 2, 0, 0], &[10, 10, 10, 10], &[&a, &b]);
        // alone the second is no likelier to be slow than the rest, with the first in it
        assert!((of[0] - 5.0 / 6.0).abs() < 1e-9 && (of[1] - 1.0 / 6.0).abs() < 1e-9 && (together - 1.0).abs() < 1e-9, "{of:?}");
        assert!((of.iter().sum::<f64>() - together).abs() < 1e-9);
    }

    #[test]
    fn two_that_always_meet_share_alike() {
        let a = [true, false, false, false];
        let (of, _) = shares(&[8, 0, 0, 0], &[10, 10, 10, 10], &[&a, &a]);
        assert!((of[0] - of[1]).abs() < 1e-9 && (of[0] - 0.5).abs() < 1e-9, "{of:?}");
    }

    #[test]
    fn nothing_explains_nothing() {
        assert_eq!(shares(&[1, 1], &[5, 5], &[]), (Vec::new(), 0.0));
        assert_eq!(shares(&[0, 0], &[5, 5], &[&[true, false]]).1, 0.0);
    }
}
