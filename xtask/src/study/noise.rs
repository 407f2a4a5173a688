//! Seeded noise of the kinds that measurements have.

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_distr::{Distribution, Exp1, StandardNormal};

/// A stream of random values.
pub(super) struct Noise(StdRng);

impl Noise {
    pub(super) fn new(seed: u64) -> Self {
        Self(StdRng::seed_from_u64(seed))
    }

    /// A seed for something random of its own.
    pub(super) fn seed(&mut self) -> u64 {
        self.0.random()
    }

    pub(super) fn normal(&mut self, sd: f64) -> f64 {
        let z: f64 = StandardNormal.sample(&mut self.0);
        sd * z
    }

    pub(super) fn exponential(&mut self, mean: f64) -> f64 {
        let e: f64 = Exp1.sample(&mut self.0);
        mean * e
    }

    /// Symmetric with long tails, standard deviation `sd`.
    pub(super) fn double_exponential(&mut self, sd: f64) -> f64 {
        let e = self.exponential(sd / 2_f64.sqrt());
        if self.coin() { e } else { -e }
    }

    /// Normal, but one in ten has four times the spread.
    pub(super) fn contaminated(&mut self, sd: f64) -> f64 {
        let wild = self.chance(0.1);
        self.normal(if wild { 4.0 * sd } else { sd })
    }

    pub(super) fn uniform(&mut self, from: f64, to: f64) -> f64 {
        self.0.random_range(from..to)
    }

    /// Uniform on a log scale.
    pub(super) fn log_uniform(&mut self, from: f64, to: f64) -> f64 {
        self.uniform(from.ln(), to.ln()).exp()
    }

    pub(super) fn chance(&mut self, p: f64) -> bool {
        self.0.random_bool(p.clamp(0.0, 1.0))
    }

    pub(super) fn coin(&mut self) -> bool {
        self.0.random()
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n)
    }

    pub(super) fn shuffle<T>(&mut self, values: &mut [T]) {
        values.shuffle(&mut self.0);
    }
}

/// A first-order autoregression: the slow drift of a machine.
pub(super) struct Drift {
    phi: f64,
    sd: f64,
    level: f64,
}

impl Drift {
    /// Stationary standard deviation `sd`, correlation `phi` from one value to the next.
    pub(super) fn new(phi: f64, sd: f64, noise: &mut Noise) -> Self {
        Self { phi, sd, level: noise.normal(sd) }
    }

    pub(super) fn next(&mut self, noise: &mut Noise) -> f64 {
        self.level = self.phi * self.level + noise.normal(self.sd * (1.0 - self.phi * self.phi).sqrt());
        self.level
    }
}
