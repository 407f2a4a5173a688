//! Random moments.

use std::time::Duration;

/// Longest gap, as a multiple of the mean.
const MOST: f64 = 5.0;

/// Exponential gaps: moments without memory, which no rhythm of the service can meet or miss, and which see what lasts for as long as it lasts.
#[derive(Debug, Clone)]
pub(crate) struct Gaps {
    mean: Duration,
    state: u64,
}

impl Gaps {
    /// Of this mean, less 0.7 % that the longest would have.
    pub(crate) fn new(mean: Duration, seed: u64) -> Self {
        Self { mean, state: seed | 1 }
    }

    /// Time until the next moment.
    pub(crate) fn next(&mut self) -> Duration {
        // xorshift64, Marsaglia 2003
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        let uniform = ((self.state >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
        self.mean.mul_f64((-uniform.ln()).min(MOST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_have_the_mean_that_was_asked_for() {
        let mean = Duration::from_millis(20);
        let mut gaps = Gaps::new(mean, 7);
        let n = 100_000;
        let sum: Duration = (0..n).map(|_| gaps.next()).sum();
        // the cut at five means takes exp(-5) = 0.7 % away
        let mean = sum.as_secs_f64() / f64::from(n) / mean.as_secs_f64();
        assert!((0.98..1.0).contains(&mean), "{mean}");
    }
}
