//! How probable it is that so many marked things are drawn. Of each layer, a number of things of which some are marked, some are drawn without
//! putting them back; the layers do not depend on each other. Source: Fisher's exact test (Fisher 1935), one-sided; over layers the exact
//! conditional test of Mantel and Haenszel (Mehta, Patel and Gray 1985).

use statrs::distribution::{Discrete as _, Hypergeometric};

/// One layer. `marked` and `drawn` are at most `all`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layer {
    /// Things in it.
    pub all: u64,
    /// Of these marked.
    pub marked: u64,
    /// Of all drawn.
    pub drawn: u64,
}

/// Probability that `seen` marked things or more are drawn from all layers together, 0 to 1; 1 without layers, and for what cannot be.
///
/// ```
/// use stats::hypergeometric::{Layer, at_least};
/// let two_of_seven = Layer { all: 7, marked: 2, drawn: 2 };
/// assert!((at_least(&[two_of_seven], 2) - 1.0 / 21.0).abs() < 1e-12);
/// ```
pub fn at_least(layers: &[Layer], seen: u64) -> f64 {
    // probability of 0, 1, 2, ... over the layers so far
    let mut total = vec![1.0];
    for l in layers {
        let Ok(of) = Hypergeometric::new(l.all, l.marked, l.drawn) else { return 1.0 };
        let most = l.marked.min(l.drawn);
        let mut next = vec![0.0; total.len() + most as usize];
        for (i, p) in total.iter().enumerate() {
            for k in 0..=most {
                next[i + k as usize] += p * of.ln_pmf(k).exp();
            }
        }
        total = next;
    }
    total.iter().skip(usize::try_from(seen).unwrap_or(usize::MAX)).sum::<f64>().min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layer(all: u64, marked: u64, drawn: u64) -> Layer {
        Layer { all, marked, drawn }
    }

    #[test]
    fn agrees_with_counting_and_with_the_tables() {
        for (layers, seen, probability) in [
            (vec![layer(7, 2, 2)], 1, 11.0 / 21.0),
            (vec![layer(7, 2, 2)], 0, 1.0),
            (vec![layer(7, 2, 2), layer(7, 3, 3)], 5, 1.0 / 21.0 / 35.0),
            (vec![layer(7, 7, 2)], 2, 1.0),
            (vec![layer(7, 3, 0)], 0, 1.0),
            (vec![], 0, 1.0),
            // the usual example: 4 or 5 of 5 white marbles among 50 in 10 draws
            (vec![layer(50, 5, 10)], 4, 0.003_964_583 + 0.000_118_937_5),
        ] {
            let ours = at_least(&layers, seen);
            assert!((ours - probability).abs() < 1e-8, "{layers:?}: {ours}, not {probability}");
        }
    }

    #[test]
    fn large_layers_stay_numbers() {
        let p = at_least(&[layer(20_000, 5_000, 5_000)], 1_300);
        assert!(p > 0.0 && p < 0.1, "{p}");
    }
}
