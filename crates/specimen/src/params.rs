//! Parameters of a repetition: pool sizes, thread counts, service times. Drawn from ranges with a seed, so that nothing can be
//! tuned to one configuration and every repetition can be had again.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// A drawn value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// `true`
    Switch(bool),
    /// `12`
    Whole(i64),
    /// `0.4`
    Number(f64),
    /// `"fat"`
    Text(String),
}

impl Value {
    /// Whether a process with `when = "<this>"` starts: a number above 0, `true`, or a text that is not empty.
    pub fn is_set(&self) -> bool {
        match self {
            Self::Switch(on) => *on,
            Self::Whole(n) => *n > 0,
            Self::Number(n) => *n > 0.0,
            Self::Text(t) => !t.is_empty(),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch(v) => v.fmt(f),
            Self::Whole(v) => v.fmt(f),
            Self::Number(v) => v.fmt(f),
            Self::Text(v) => v.fmt(f),
        }
    }
}

/// The parameters of one repetition, by name.
pub type Params = BTreeMap<String, Value>;

/// Where the value of a parameter comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum Range {
    /// Always the same.
    Fixed(Value),
    /// A whole number, both ends included.
    Uniform(i64, i64),
    /// One of these.
    Choose(Vec<Value>),
}

impl Range {
    fn draw(&self, rng: &mut StdRng) -> Value {
        match self {
            Self::Fixed(value) => value.clone(),
            Self::Uniform(min, max) => Value::Whole(rng.random_range(*min..=*max)),
            Self::Choose(values) => values[rng.random_range(0..values.len())].clone(),
        }
    }
}

/// Draws all of `ranges`. Each parameter has a stream of its own: one that is added or fixed moves no other.
pub(crate) fn draw(ranges: &BTreeMap<String, Range>, seed: u64) -> Params {
    let one = |(name, range): (&String, &Range)| {
        let mut rng = StdRng::seed_from_u64(seed ^ hash(name.as_bytes()));
        (name.clone(), range.draw(&mut rng))
    };
    ranges.iter().map(one).collect()
}

/// Seed of a repetition. It knows the case but not the variant: a fault and its absence are compared under the same parameters.
/// Below 2^31, because services read it as whatever their language calls an integer.
pub(crate) fn repetition_seed(base: u64, case: &str, repetition: u32) -> u64 {
    base.wrapping_add(hash(format!("{case}/{repetition}").as_bytes())) & 0x7fff_ffff
}

/// FNV-1a: stable across machines and compilers, unlike the hashers of the standard library.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges() -> BTreeMap<String, Range> {
        let words = ["a", "b", "c"].map(|w| Value::Text(w.to_owned())).to_vec();
        [("pool", Range::Uniform(8, 14)), ("mode", Range::Choose(words)), ("threads", Range::Fixed(Value::Whole(200)))]
            .map(|(n, r)| (n.to_owned(), r))
            .into()
    }

    #[test]
    fn the_same_seed_draws_the_same_values_and_other_seeds_reach_the_whole_range() {
        let drawn: Vec<Params> = (0..200).map(|seed| draw(&ranges(), seed)).collect();
        assert_eq!(drawn[7], draw(&ranges(), 7));
        let pools: std::collections::BTreeSet<String> = drawn.iter().map(|p| p["pool"].to_string()).collect();
        assert_eq!(pools.len(), 7, "8 to 14, both included: {pools:?}");
        let modes: std::collections::BTreeSet<String> = drawn.iter().map(|p| p["mode"].to_string()).collect();
        assert_eq!(modes.len(), 3, "{modes:?}");
        assert!(drawn.iter().all(|p| p["threads"] == Value::Whole(200) && matches!(p["pool"], Value::Whole(8..=14))));
    }

    #[test]
    fn fixing_one_parameter_moves_no_other() {
        let mut fixed = ranges();
        fixed.insert("pool".to_owned(), Range::Fixed(Value::Whole(1)));
        assert!((0..50).all(|seed| draw(&ranges(), seed)["mode"] == draw(&fixed, seed)["mode"]));
    }

    #[test]
    fn a_repetition_seed_depends_on_base_case_and_repetition_and_fits_an_int() {
        let all = [(1, "a", 0), (2, "a", 0), (1, "b", 0), (1, "a", 1)].map(|(b, c, r)| repetition_seed(b, c, r));
        assert_eq!(all.iter().collect::<std::collections::BTreeSet<_>>().len(), 4);
        assert!(all.iter().all(|s| *s < 1 << 31));
    }
}
