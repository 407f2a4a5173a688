//! Sign-flip test: how often would the mean lie as far from zero if each value could as well have had the other sign? Needs no
//! distribution, only that the values are symmetric when nothing differs, which a random order inside each pair gives.
//!
//! Source: Fisher 1935, "The Design of Experiments", section 21; METHODS section 2.3 point 6. All 2^n signs are tried up to 20 values, and
//! so many drawn at random beyond. The smallest possible p is 2 / 2^n: below 6 values nothing is ever significant at 5 %, below 9 at 0.5 %.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Up to this many values every assignment of signs is tried.
pub const EXACT_UP_TO: usize = 20;
/// Assignments drawn beyond that.
const DRAWS: u32 = 20_000;

/// Result of the test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignFlip {
    /// Two-sided p value; 1 without values.
    pub p: f64,
    /// Whether all assignments were tried.
    pub exact: bool,
}

/// Tests that the mean of `values` is zero. `seed` matters above [`EXACT_UP_TO`] values only.
///
/// ```
/// let six = stats::sign_flip::test(&[0.1, 0.2, 0.05, 0.3, 0.1, 0.15], 1);
/// assert_eq!((six.p, six.exact), (2.0 / 64.0, true));
/// ```
pub fn test(values: &[f64], seed: u64) -> SignFlip {
    let observed = values.iter().sum::<f64>().abs();
    // Sums in another order differ in the last digits; a tie must stay a tie.
    let bar = observed - 1e-12 * values.iter().map(|v| v.abs()).sum::<f64>();
    if values.len() <= EXACT_UP_TO {
        // A sum and its mirror image are equally far from zero, so the first sign can stay.
        let (first, rest) = values.split_first().map_or((0.0, values), |(f, r)| (*f, r));
        let p = at_least(rest, first, bar) as f64 / (1_u64 << rest.len()) as f64;
        return SignFlip { p, exact: true };
    }
    let mut rng = StdRng::seed_from_u64(seed);
    let beyond = (0..DRAWS).filter(|_| values.iter().map(|v| if rng.random::<bool>() { *v } else { -v }).sum::<f64>().abs() >= bar).count();
    SignFlip { p: (1 + beyond) as f64 / f64::from(1 + DRAWS), exact: false }
}

/// In how many assignments of signs to `rest` the sum, added to `sum`, is at least `bar` from zero.
fn at_least(rest: &[f64], sum: f64, bar: f64) -> u64 {
    match rest.split_first() {
        None => u64::from(sum.abs() >= bar),
        Some((first, rest)) => at_least(rest, sum + first, bar) + at_least(rest, sum - first, bar),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn values_that_cancel_are_no_evidence() {
        assert_eq!(test(&[1.0, -1.0, 2.0, -2.0], 1).p, 1.0);
        assert_eq!(test(&[], 1).p, 1.0);
    }

    #[test]
    fn five_values_can_never_reach_five_per_cent() {
        assert!(test(&[1.0; 5], 1).p > 0.05 && test(&[1.0; 6], 1).p < 0.05);
        assert!(test(&[1.0; 8], 1).p > 0.005 && test(&[1.0; 9], 1).p < 0.005);
    }

    #[test]
    fn drawn_signs_come_close_to_all_signs() {
        let values: Vec<f64> = (0..20).map(|i| f64::from((i * 13) % 17) - 6.5).collect();
        let exact = test(&values, 1).p;
        let longer: Vec<f64> = values.iter().copied().chain([0.0]).collect();
        let drawn = test(&longer, 1);
        assert!(!drawn.exact && (drawn.p - exact).abs() < 0.01, "{} {exact}", drawn.p);
    }

    proptest! {
        #[test]
        fn neither_scale_nor_direction_nor_order_matter(mut values in prop::collection::vec(-5.0..5.0_f64, 1..10), scale in 0.1..50.0_f64) {
            let p = test(&values, 1).p;
            let scaled: Vec<f64> = values.iter().map(|v| -v * scale).collect();
            prop_assert_eq!(p, test(&scaled, 1).p);
            values.reverse();
            prop_assert_eq!(p, test(&values, 1).p);
            prop_assert!(p >= 2.0 / 2_f64.powi(values.len() as i32) && p <= 1.0);
        }
    }
}
