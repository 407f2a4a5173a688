//! Seeded choices. Own generator (SplitMix64), so that a seed means the same requests in every version.

/// A stream of pseudo-random numbers.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    /// The stream of `seed`; `lane` tells apart streams of one run.
    pub(crate) fn new(seed: u64, lane: u64) -> Self {
        let mut r = Self(seed ^ lane.wrapping_mul(0xA076_1D64_78BD_642F));
        r.next();
        r
    }

    /// 64 random bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in `0..n`; `n` must not be 0.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u64
    }

    /// A sample of the exponential distribution with mean 1.
    pub(crate) fn exponential(&mut self) -> f64 {
        let open = ((self.next() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
        -open.ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_seed_gives_one_stream_and_lanes_differ() {
        let take = |seed, lane| {
            let mut r = Random::new(seed, lane);
            (0..8).map(|_| r.next()).collect::<Vec<_>>()
        };
        assert_eq!(take(7, 1), take(7, 1));
        assert_ne!(take(7, 1), take(7, 2));
        assert_ne!(take(7, 1), take(8, 1));
    }

    #[test]
    fn choices_below_n_cover_all_and_stay_below() {
        let mut r = Random::new(1, 0);
        let mut seen = [0_u32; 5];
        for _ in 0..5000 {
            seen[r.below(5) as usize] += 1;
        }
        assert!(seen.iter().all(|n| (800..1200).contains(n)), "{seen:?}");
    }
}
