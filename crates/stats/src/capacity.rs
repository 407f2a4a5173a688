//! Bayesian logistic search for the rate that a service just carries, from trials that pass or fail.
//!
//! Near the knee no short trial can estimate a latency, but each can say pass or fail; with several the rate at which half of them pass is
//! found although every single answer is noisy. Model (psychometric function; QUEST: Watson & Pelli 1983, Psi: Kontsevich & Tyler 1999):
//!
//! ```text
//! P(pass | rate) = l + (1 - 2 l) / (1 + exp(k (ln rate - ln capacity))),   l = 0.03
//! ```
//!
//! with a flat prior over ln capacity from 0.2 to 1.3 times the saturated throughput and over the softness k. The next trial is at the
//! posterior median. Constants: METHODS section 1.3. Sequential stopping costs some coverage of the interval, hence the verification trials
//! that must follow.
//!
//! Needs a pass probability that falls with the rate, and a service that comes back to the same state after a drain: retries, autoscaling
//! and caches that still fill break it.

/// Chance that a trial far from the knee goes the wrong way.
const LAPSE: f64 = 0.03;
/// Softness of the knee: the pass probability falls from 90 to 10 % within 4.4 / k in ln rate.
const SOFTNESS: [f64; 5] = [6.0, 12.0, 25.0, 50.0, 100.0];
/// Points of the grid over ln capacity (1.2 % apart).
const POINTS: usize = 160;
/// Range of the prior, as shares of the saturated throughput.
const RANGE: (f64, f64) = (0.2, 1.3);
/// Trials after which the search may stop, and must.
pub const TRIALS: (usize, usize) = (6, 18);
/// The 90 % credible interval that is narrow enough, as a share to each side.
const NARROW: f64 = 0.05;

/// A search for the capacity, in requests per second.
#[derive(Debug, Clone)]
pub struct Search {
    ln_rates: Vec<f64>,
    /// ln posterior by grid point and softness, up to a constant.
    weights: Vec<[f64; SOFTNESS.len()]>,
    trials: usize,
}

/// What the trials say so far.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// Rate at which half of the trials pass: posterior median.
    pub capacity_per_s: f64,
    /// Lower end of the 90 % credible interval.
    pub low_per_s: f64,
    /// Upper end.
    pub high_per_s: f64,
    /// Posterior mean of the softness k.
    pub softness: f64,
    /// Number of trials.
    pub trials: usize,
    /// Whether the search is over: narrow enough after 6 trials, or 18 trials.
    pub done: bool,
}

impl Search {
    /// Begins from the throughput of closed saturation. `None` unless it is positive and finite.
    pub fn new(saturated_per_s: f64) -> Option<Self> {
        let (low, high) = ((RANGE.0 * saturated_per_s).ln(), (RANGE.1 * saturated_per_s).ln());
        let step = (high - low) / (POINTS - 1) as f64;
        let ln_rates = (0..POINTS).map(|i| low + i as f64 * step).collect();
        (low.is_finite() && high.is_finite()).then(|| Self { ln_rates, weights: vec![[0.0; SOFTNESS.len()]; POINTS], trials: 0 })
    }

    /// Rate of the next trial, in requests per second.
    pub fn next_per_s(&self) -> f64 {
        quantile(&self.ln_rates, &self.over_capacity(), 0.5).exp()
    }

    /// Counts a trial at `rate_per_s`.
    pub fn record(&mut self, rate_per_s: f64, pass: bool) {
        let ln_rate = rate_per_s.ln();
        for (ln_capacity, weights) in self.ln_rates.iter().zip(&mut self.weights) {
            for (k, weight) in SOFTNESS.iter().zip(weights) {
                let p = LAPSE + (1.0 - 2.0 * LAPSE) / (1.0 + (k * (ln_rate - ln_capacity)).exp());
                *weight += if pass { p.ln() } else { (1.0 - p).ln() };
            }
        }
        self.trials += 1;
    }

    /// What is known.
    pub fn estimate(&self) -> Estimate {
        let posterior = self.over_capacity();
        let [low, middle, high] = [0.05, 0.5, 0.95].map(|p| quantile(&self.ln_rates, &posterior, p));
        let narrow = high - middle <= NARROW.ln_1p() && middle - low <= -(-NARROW).ln_1p();
        let done = (narrow && self.trials >= TRIALS.0) || self.trials >= TRIALS.1;
        let [capacity_per_s, low_per_s, high_per_s] = [middle, low, high].map(f64::exp);
        Estimate { capacity_per_s, low_per_s, high_per_s, softness: self.softness(), trials: self.trials, done }
    }

    /// Posterior mass by grid point.
    fn over_capacity(&self) -> Vec<f64> {
        let masses = self.masses();
        masses.iter().map(|m| m.iter().sum()).collect()
    }

    fn softness(&self) -> f64 {
        self.masses().iter().flat_map(|m| m.iter().zip(SOFTNESS)).map(|(m, k)| m * k).sum()
    }

    fn masses(&self) -> Vec<[f64; SOFTNESS.len()]> {
        let most = self.weights.iter().flatten().fold(f64::NEG_INFINITY, |a, b| a.max(*b));
        let total: f64 = self.weights.iter().flatten().map(|w| (w - most).exp()).sum();
        self.weights.iter().map(|ws| ws.map(|w| (w - most).exp() / total)).collect()
    }
}

/// Quantile of a distribution whose mass at each point is spread over the cell around it.
fn quantile(points: &[f64], masses: &[f64], p: f64) -> f64 {
    let step = points[1] - points[0];
    let mut below = 0.0;
    for (point, mass) in points.iter().zip(masses) {
        if below + mass >= p && *mass > 0.0 {
            return point + step * ((p - below) / mass - 0.5);
        }
        below += mass;
    }
    points[points.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches a service that passes exactly up to `capacity`.
    fn search(saturated: f64, capacity: f64) -> Estimate {
        let mut s = Search::new(saturated).unwrap();
        while !s.estimate().done {
            let rate = s.next_per_s();
            s.record(rate, rate <= capacity);
        }
        s.estimate()
    }

    #[test]
    fn a_sharp_knee_is_found_wherever_it_lies() {
        for share in [0.25, 0.4, 0.7, 0.9, 1.1] {
            let e = search(1_000.0, 1_000.0 * share);
            assert!((e.capacity_per_s / (1_000.0 * share) - 1.0).abs() < 0.05 && e.trials <= 18, "{share}: {e:?}");
            assert!(e.low_per_s < e.capacity_per_s && e.capacity_per_s < e.high_per_s);
        }
    }

    #[test]
    fn a_single_answer_that_lies_is_outvoted() {
        let mut s = Search::new(1_000.0).unwrap();
        for trial in 0..18 {
            let rate = s.next_per_s();
            s.record(rate, (rate <= 700.0) != (trial == 3));
        }
        assert!((s.estimate().capacity_per_s / 700.0 - 1.0).abs() < 0.05, "{:?}", s.estimate());
    }

    #[test]
    fn nothing_is_known_before_the_first_trial() {
        let e = Search::new(1_000.0).unwrap().estimate();
        assert!(e.low_per_s < 230.0 && e.high_per_s > 1_150.0 && !e.done, "{e:?}");
        assert!(Search::new(0.0).is_none() && Search::new(f64::NAN).is_none());
    }
}
