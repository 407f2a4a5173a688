//! How long a step takes: a mean and a shape. Every request draws from a generator of its own, seeded by run, request and step, so that a
//! change of the service leaves all other draws as they are (common random numbers).

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand_distr::{Distribution, Exp1, StandardNormal};

/// Form of the distribution around the mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// Always the mean.
    Constant,
    /// Exponential.
    Exponential,
    /// Lognormal with this coefficient of variation.
    Lognormal(f64),
}

/// A random duration, milliseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Time {
    /// Mean, milliseconds.
    pub mean_ms: f64,
    /// Form of the distribution.
    pub shape: Shape,
    /// Tells the draws of one step from those of another; given by [`super::Service::numbered`].
    pub id: u32,
}

impl Time {
    /// Always `ms`.
    pub const fn constant(ms: f64) -> Self {
        Self { mean_ms: ms, shape: Shape::Constant, id: 0 }
    }

    /// Exponential with mean `ms`.
    pub const fn exponential(ms: f64) -> Self {
        Self { mean_ms: ms, shape: Shape::Exponential, id: 0 }
    }

    /// Lognormal with mean `ms` and coefficient of variation `cv`.
    pub const fn lognormal(ms: f64, cv: f64) -> Self {
        Self { mean_ms: ms, shape: Shape::Lognormal(cv), id: 0 }
    }

    /// The same, `factor` times as long.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self { mean_ms: self.mean_ms * factor, ..self }
    }

    /// The draw of one request, milliseconds.
    pub fn draw(&self, seed: u64, request: u64) -> f64 {
        if self.mean_ms <= 0.0 {
            return 0.0;
        }
        match self.shape {
            Shape::Constant => self.mean_ms,
            Shape::Exponential => {
                let x: f64 = Exp1.sample(&mut generator(seed, request, self.id));
                self.mean_ms * x
            }
            Shape::Lognormal(cv) => {
                let z: f64 = StandardNormal.sample(&mut generator(seed, request, self.id));
                let variance = (1.0 + cv * cv).ln();
                self.mean_ms * (variance.sqrt() * z - variance / 2.0).exp()
            }
        }
    }
}

/// The generator of one step of one request.
pub(super) fn generator(seed: u64, request: u64, step: u32) -> SmallRng {
    // three odd constants keep (seed, request, step) apart; SmallRng spreads the bits
    let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ request.wrapping_mul(0xbf58_476d_1ce4_e5b9)
        ^ u64::from(step).wrapping_mul(0x94d0_49bb_1331_11eb);
    SmallRng::seed_from_u64(mixed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_as_asked_for_and_draws_repeat() {
        for time in [Time::exponential(3.0), Time::lognormal(3.0, 1.0), Time::constant(3.0)] {
            let mean = (0..200_000).map(|i| time.draw(7, i)).sum::<f64>() / 200_000.0;
            assert!((mean - 3.0).abs() < 0.03, "{time:?}: {mean}");
            assert_eq!(time.draw(7, 42), time.draw(7, 42));
        }
    }
}
