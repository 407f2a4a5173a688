//! When requests are planned: an absolute schedule, computed and never slept.
//!
//! ```text
//!  constant   |    |    |    |    |       start + k / rate
//!  poisson    | ||      |  |     ||       gaps drawn from the exponential distribution, mean 1 / rate
//! ```
//! A generator that falls behind sends late, against the same plan: the plan knows nothing of sending.

use crate::random::Random;

/// A schedule: offsets from the start of a phase, in nanoseconds, ascending.
#[derive(Debug, Clone)]
pub struct Pacer {
    gap_ns: f64,
    shape: Shape,
}

#[derive(Debug, Clone)]
enum Shape {
    Constant { k: u64 },
    Poisson { at_ns: f64, random: Random },
}

impl Pacer {
    /// Requests evenly spaced at `rate_per_s` (above 0), the first at the start.
    pub fn constant(rate_per_s: f64) -> Self {
        Self { gap_ns: 1e9 / rate_per_s, shape: Shape::Constant { k: 0 } }
    }

    /// Independent arrivals at `rate_per_s` (above 0) on average.
    pub fn poisson(rate_per_s: f64, seed: u64) -> Self {
        Self { gap_ns: 1e9 / rate_per_s, shape: Shape::Poisson { at_ns: 0.0, random: Random::new(seed, 1) } }
    }

    /// The next planned moment, nanoseconds after the start.
    pub fn next_ns(&mut self) -> i64 {
        match &mut self.shape {
            Shape::Constant { k } => {
                // Multiplied, not summed up: rounding never accumulates.
                let at = *k as f64 * self.gap_ns;
                *k += 1;
                at as i64
            }
            Shape::Poisson { at_ns, random } => {
                *at_ns += random.exponential() * self.gap_ns;
                *at_ns as i64
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned_within(mut pacer: Pacer, seconds: i64) -> Vec<i64> {
        std::iter::from_fn(|| Some(pacer.next_ns())).take_while(|t| *t < seconds * 1_000_000_000).collect()
    }

    #[test]
    fn constant_plans_integrate_to_the_rate_at_any_rate() {
        for rate in [0.5, 1.0, 3.0, 333.0, 1234.5, 9999.0] {
            let n = planned_within(Pacer::constant(rate), 60).len() as f64;
            assert!((n - rate * 60.0).abs() <= 1.0, "{rate}/s planned {n} in 60 s");
        }
    }

    #[test]
    fn constant_gaps_never_drift() {
        let plan = planned_within(Pacer::constant(3000.0), 30);
        assert_eq!(plan[0], 0);
        assert!((plan[60_000] - 20_000_000_000).abs() <= 1);
        assert!(plan.windows(2).all(|w| (333_333..=333_334).contains(&(w[1] - w[0]))));
    }

    #[test]
    fn poisson_gaps_have_the_mean_and_the_variance_of_the_exponential() {
        let plan = planned_within(Pacer::poisson(1000.0, 42), 100);
        let gaps: Vec<f64> = plan.windows(2).map(|w| (w[1] - w[0]) as f64 / 1e6).collect();
        let n = gaps.len() as f64;
        let mean = gaps.iter().sum::<f64>() / n;
        let variance = gaps.iter().map(|g| (g - mean).powi(2)).sum::<f64>() / n;
        // 100,000 gaps of mean 1 ms: four standard errors are 0.013 for the mean and 0.036 for the variance.
        assert!((mean - 1.0).abs() < 0.013, "mean gap {mean} ms");
        assert!((variance - 1.0).abs() < 0.036, "variance {variance} ms2");
    }

    #[test]
    fn poisson_plans_repeat_with_their_seed() {
        let plan = |seed| planned_within(Pacer::poisson(500.0, seed), 2);
        assert_eq!(plan(1), plan(1));
        assert_ne!(plan(1), plan(2));
        assert!(plan(1).is_sorted());
    }
}
