//! How probable it is that marked things stand so high among others. Of each layer, a number of things in the order of a figure, of which some are
//! marked; the layers do not depend on each other. Source: the rank-sum test (Wilcoxon 1945), one-sided; over layers van Elteren (1960), with
//! sums of ranks added as they are.

use statrs::distribution::{ContinuousCDF as _, Normal};

/// Things of all layers together up to which every way to mark them is counted; of more the sum is taken as normal, which is then exact to a
/// thousandth.
const COUNTED: u64 = 120;

/// One layer. `marked` is at most `all`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layer {
    /// Things in it.
    pub all: u64,
    /// Of these marked.
    pub marked: u64,
}

/// Probability that the ranks of the marked things, 1 for the least of a layer, have the sum `seen` or more, if any of them could be marked; 1 without layers.
///
/// ```
/// use stats::rank_sum::{Layer, at_least};
/// let two_of_seven = Layer { all: 7, marked: 2 };
/// assert!((at_least(&[two_of_seven], 6 + 7) - 1.0 / 21.0).abs() < 1e-12);
/// ```
pub fn at_least(layers: &[Layer], seen: u64) -> f64 {
    if layers.iter().map(|l| l.all).sum::<u64>() > COUNTED {
        return normal(layers, seen);
    }
    // probability of each sum over the layers so far
    let mut total = vec![1.0];
    for l in layers {
        let of = sums(l.all as usize, l.marked.min(l.all) as usize);
        let mut next = vec![0.0; total.len() + of.len() - 1];
        for (i, p) in total.iter().enumerate() {
            for (k, q) in of.iter().enumerate() {
                next[i + k] += p * q;
            }
        }
        total = next;
    }
    total.iter().skip(usize::try_from(seen).unwrap_or(usize::MAX)).sum::<f64>().min(1.0)
}

/// Probability of each sum of `marked` of the ranks up to `all`.
fn sums(all: usize, marked: usize) -> Vec<f64> {
    let most = all * marked;
    // ways to choose so many ranks with such a sum
    let mut ways = vec![vec![0.0; most + 1]; marked + 1];
    ways[0][0] = 1.0;
    for rank in 1..=all {
        for chosen in (0..marked.min(rank)).rev() {
            for sum in 0..=most - rank.min(most) {
                let more = ways[chosen][sum];
                ways[chosen + 1][sum + rank] += more;
            }
        }
    }
    let last = ways.pop().unwrap_or_default();
    let every: f64 = last.iter().sum();
    last.into_iter().map(|w| w / every).collect()
}

fn normal(layers: &[Layer], seen: u64) -> f64 {
    let (mut mean, mut variance) = (0.0, 0.0);
    for l in layers {
        let (n, m) = (l.all as f64, l.marked as f64);
        mean += m * (n + 1.0) / 2.0;
        variance += m * (n - m) * (n + 1.0) / 12.0;
    }
    match Normal::new(mean, variance.sqrt()) {
        // half of a step, because sums are whole numbers
        Ok(of) if variance > 0.0 => of.sf(seen as f64 - 0.5),
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layer(all: u64, marked: u64) -> Layer {
        Layer { all, marked }
    }

    #[test]
    fn agrees_with_counting() {
        for (layers, seen, probability) in [
            (vec![layer(7, 1)], 7, 1.0 / 7.0),
            (vec![layer(7, 1)], 6, 2.0 / 7.0),
            (vec![layer(7, 1)], 1, 1.0),
            (vec![layer(7, 1), layer(7, 1), layer(7, 2)], 7 + 7 + 13, 1.0 / 7.0 / 7.0 / 21.0),
            (vec![layer(7, 7)], 28, 1.0),
            (vec![layer(7, 0)], 0, 1.0),
            (vec![], 0, 1.0),
            // of 252 ways to mark five of ten, 7 have ranks of 37 or more (Wilcoxon's table: 0.028)
            (vec![layer(10, 5)], 37, 7.0 / 252.0),
        ] {
            let ours = at_least(&layers, seen);
            assert!((ours - probability).abs() < 1e-9, "{layers:?}: {ours}, not {probability}");
        }
    }

    #[test]
    fn many_are_taken_as_normal_and_agree() {
        let (few, sum) = ([layer(60, 20), layer(60, 10)], 1_050);
        assert!((at_least(&few, sum) - normal(&few, sum)).abs() < 1e-3, "{} {}", at_least(&few, sum), normal(&few, sum));
        assert!(at_least(&[layer(300, 40)], 8_000) < 0.001);
        assert_eq!(at_least(&[layer(300, 300)], 8_000), 1.0);
    }
}
