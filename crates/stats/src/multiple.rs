//! Several tests at once. Which correction where (METHODS section 11): Holm over secondary metrics and over factors of a perturbation,
//! Benjamini-Hochberg over event types and lags and over confirmations of regressions. A result prints every test it made, with its
//! adjusted p.

/// Adjusted p values of Holm 1979: rejecting those at most alpha errs at all with probability at most alpha, however the tests depend.
///
/// ```
/// assert_eq!(stats::multiple::holm(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
/// ```
pub fn holm(p: &[f64]) -> Vec<f64> {
    let n = p.len();
    let mut adjusted = vec![1.0; n];
    let mut highest = 0.0_f64;
    for (rank, i) in ascending(p).into_iter().enumerate() {
        highest = highest.max((n - rank) as f64 * p[i]).min(1.0);
        adjusted[i] = highest;
    }
    adjusted
}

/// Adjusted p values of Benjamini & Hochberg 1995: of those at most q, a share of at most q is false on average, for tests that are
/// independent or depend positively.
///
/// ```
/// assert_eq!(stats::multiple::benjamini_hochberg(&[0.01, 0.04, 0.03]), [0.03, 0.04, 0.04]);
/// ```
pub fn benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    let n = p.len() as f64;
    let mut adjusted = vec![1.0; p.len()];
    let mut lowest = 1.0_f64;
    for (rank, i) in ascending(p).into_iter().enumerate().rev() {
        lowest = lowest.min(n / (rank as f64 + 1.0) * p[i]);
        adjusted[i] = lowest;
    }
    adjusted
}

fn ascending(p: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_test_needs_no_correction() {
        assert_eq!((holm(&[0.03]), benjamini_hochberg(&[0.03])), (vec![0.03], vec![0.03]));
        assert_eq!((holm(&[]), benjamini_hochberg(&[])), (vec![], vec![]));
    }

    proptest! {
        #[test]
        fn holm_is_stricter_than_benjamini_hochberg_and_both_keep_the_order(p in prop::collection::vec(0.0..=1.0_f64, 1..12)) {
            let (h, b) = (holm(&p), benjamini_hochberg(&p));
            for i in 0..p.len() {
                prop_assert!(p[i] <= b[i] + 1e-15 && b[i] <= h[i] + 1e-15 && h[i] <= 1.0);
                for j in 0..p.len() {
                    prop_assert!(p[i] > p[j] || (h[i] <= h[j] && b[i] <= b[j]));
                }
            }
        }
    }
}
