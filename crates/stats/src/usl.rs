//! Universal Scalability Law: throughput over concurrency with contention and coherence. A description of measured points, never a
//! definition of capacity.
//!
//! `X(N) = gamma N / (1 + alpha (N - 1) + beta N (N - 1))`, peak at sqrt((1 - alpha) / beta). Three-parameter form: Gunther 2018. Fitted by
//! least squares on X with gamma > 0, 0 <= alpha < 1, beta >= 0: every combination of "free" and "at its bound" is fitted by
//! Levenberg-Marquardt and the best that keeps the bounds wins, so no local minimum at a bound is missed. Interval of beta by bootstrap
//! within each concurrency: "no evidence of throughput falling again" if it touches zero.
//!
//! Needs 6 concurrencies with 3 replicates each to say anything ([`enough`]); below N = 1 the curve means nothing, and beyond 1.5 times the
//! largest N it is a guess (METHODS section 1.3 point 6).

use crate::describe::quantile;
use crate::interval::Interval;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

const ITERATIONS: usize = 200;

/// A fitted curve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Usl {
    /// Throughput of one user, per second.
    pub gamma: f64,
    /// Contention: the share that is serial.
    pub alpha: f64,
    /// Coherence: the cost of every pair.
    pub beta: f64,
}

impl Usl {
    /// Throughput at `n` users, per second.
    pub fn throughput_per_s(&self, n: f64) -> f64 {
        self.gamma * n / (1.0 + self.alpha * (n - 1.0) + self.beta * n * (n - 1.0))
    }

    /// Users at the peak; `None` when throughput only rises.
    pub fn peak_users(&self) -> Option<f64> {
        (self.beta > 0.0).then(|| ((1.0 - self.alpha) / self.beta).sqrt())
    }

    fn gradient(&self, n: f64) -> [f64; 3] {
        let divisor = 1.0 + self.alpha * (n - 1.0) + self.beta * n * (n - 1.0);
        let x = self.gamma * n / divisor;
        [n / divisor, -x * (n - 1.0) / divisor, -x * n * (n - 1.0) / divisor]
    }

    fn with(self, free: &[usize], step: &[f64]) -> Self {
        let mut p = [self.gamma, self.alpha, self.beta];
        free.iter().zip(step).for_each(|(i, s)| p[*i] += s);
        Self { gamma: p[0], alpha: p[1], beta: p[2] }
    }

    fn is_possible(&self) -> bool {
        self.gamma > 0.0 && (0.0..1.0).contains(&self.alpha) && self.beta >= 0.0
    }

    fn squares(&self, points: &[(f64, f64)]) -> f64 {
        points.iter().map(|(n, x)| (x - self.throughput_per_s(*n)).powi(2)).sum()
    }
}

/// Whether there are 6 concurrencies with 3 replicates each.
pub fn enough(points: &[(f64, f64)]) -> bool {
    replicates(points).iter().filter(|r| r.len() >= 3).count() >= 6
}

/// Fits `(users, throughput per second)`; users at least 1. `None` with fewer than three different concurrencies or points that are not
/// positive.
pub fn fit(points: &[(f64, f64)]) -> Option<Usl> {
    if replicates(points).len() < 3 || !points.iter().all(|(n, x)| *n >= 1.0 && *x > 0.0 && x.is_finite()) {
        return None;
    }
    let first = points.iter().map(|(n, x)| x / n).fold(0.0, f64::max);
    let start = |alpha, beta| Usl { gamma: first, alpha, beta };
    let fits = [
        descend(start(0.0, 0.0), &[0], points),
        descend(start(0.1, 0.0), &[0, 1], points),
        descend(start(0.0, 0.001), &[0, 2], points),
        descend(start(0.1, 0.001), &[0, 1, 2], points),
    ];
    fits.into_iter().filter(Usl::is_possible).min_by(|a, b| a.squares(points).total_cmp(&b.squares(points)))
}

/// Levenberg-Marquardt over the `free` parameters.
fn descend(mut at: Usl, free: &[usize], points: &[(f64, f64)]) -> Usl {
    let mut damping = 1e-3;
    for _ in 0..ITERATIONS {
        let (hessian, slope) = normal_equations(&at, free, points);
        let Some(step) = solve(hessian, slope, damping, free.len()) else {
            break;
        };
        let next = at.with(free, &step[..free.len()]);
        let gain = at.squares(points) - next.squares(points);
        if gain >= 0.0 {
            at = next;
            damping = (damping / 10.0).max(1e-15);
            if gain <= 1e-16 * at.squares(points) {
                break;
            }
        } else {
            damping *= 10.0;
            if damping > 1e12 {
                break;
            }
        }
    }
    at
}

fn normal_equations(at: &Usl, free: &[usize], points: &[(f64, f64)]) -> ([[f64; 3]; 3], [f64; 3]) {
    let (mut hessian, mut slope) = ([[0.0; 3]; 3], [0.0; 3]);
    for (n, x) in points {
        let gradient = at.gradient(*n);
        for (i, a) in free.iter().enumerate() {
            slope[i] += gradient[*a] * (x - at.throughput_per_s(*n));
            for (j, b) in free.iter().enumerate() {
                hessian[i][j] += gradient[*a] * gradient[*b];
            }
        }
    }
    (hessian, slope)
}

/// Solves the damped equations by Gauss elimination with pivots; `None` if they are singular.
fn solve(mut m: [[f64; 3]; 3], mut v: [f64; 3], damping: f64, n: usize) -> Option<[f64; 3]> {
    (0..n).for_each(|i| m[i][i] *= 1.0 + damping);
    for i in 0..n {
        let pivot = (i..n).max_by(|a, b| m[*a][i].abs().total_cmp(&m[*b][i].abs()))?;
        m.swap(i, pivot);
        v.swap(i, pivot);
        if m[i][i] == 0.0 || !m[i][i].is_finite() {
            return None;
        }
        for row in i + 1..n {
            let factor = m[row][i] / m[i][i];
            (i..n).for_each(|column| m[row][column] -= factor * m[i][column]);
            v[row] -= factor * v[i];
        }
    }
    for i in (0..n).rev() {
        v[i] = (v[i] - (i + 1..n).map(|j| m[i][j] * v[j]).sum::<f64>()) / m[i][i];
    }
    Some(v)
}

/// 95 % interval of beta: replicates are drawn anew within each concurrency. `None` when points do not suffice for a fit.
pub fn beta_interval(points: &[(f64, f64)], resamples: usize, seed: u64) -> Option<Interval> {
    fit(points)?;
    let groups = replicates(points);
    let mut rng = StdRng::seed_from_u64(seed);
    let mut betas = Vec::with_capacity(resamples);
    for _ in 0..resamples {
        let drawn: Vec<(f64, f64)> =
            groups.iter().flat_map(|g| g.iter().map(|_| g[rng.random_range(0..g.len())]).collect::<Vec<_>>()).collect();
        betas.extend(fit(&drawn).map(|f| f.beta));
    }
    (!betas.is_empty()).then(|| Interval { low: quantile(&betas, 0.025), high: quantile(&betas, 0.975) })
}

/// Points of one concurrency each.
fn replicates(points: &[(f64, f64)]) -> Vec<Vec<(f64, f64)>> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    sorted.chunk_by(|a, b| a.0 == b.0).map(<[_]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(truth: Usl, scatter: f64) -> Vec<(f64, f64)> {
        let users = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];
        let noise = |i: usize| 1.0 + scatter * (((i * 7) % 11) as f64 / 5.0 - 1.0);
        (0..21).map(|i| (users[i / 3], truth.throughput_per_s(users[i / 3]) * noise(i))).collect()
    }

    #[test]
    fn a_curve_without_noise_is_found_again() {
        for (alpha, beta) in [(0.05, 0.0004), (0.0, 0.0), (0.2, 0.0), (0.0, 0.01)] {
            let truth = Usl { gamma: 90.0, alpha, beta };
            let f = fit(&points(truth, 0.0)).unwrap();
            assert!((f.gamma / 90.0 - 1.0).abs() < 1e-6 && (f.alpha - alpha).abs() < 1e-6 && (f.beta - beta).abs() < 1e-8, "{f:?}");
        }
    }

    #[test]
    fn the_interval_tells_whether_throughput_falls_again() {
        let falling = points(Usl { gamma: 90.0, alpha: 0.05, beta: 0.002 }, 0.02);
        let level = points(Usl { gamma: 90.0, alpha: 0.3, beta: 0.0 }, 0.02);
        assert!(enough(&falling) && beta_interval(&falling, 200, 1).unwrap().low > 0.001);
        assert!(beta_interval(&level, 200, 1).unwrap().low < 1e-5);
    }

    #[test]
    fn parameters_keep_their_bounds_whatever_the_points() {
        let f = fit(&[(1.0, 10.0), (2.0, 30.0), (4.0, 80.0), (8.0, 200.0)]).unwrap();
        assert!(f.is_possible() && f.alpha == 0.0 && f.beta == 0.0 && f.peak_users().is_none(), "{f:?}");
    }

    #[test]
    fn two_concurrencies_are_not_a_curve() {
        assert_eq!(fit(&[(1.0, 10.0), (2.0, 18.0), (2.0, 17.0)]), None);
        assert!(!enough(&[(1.0, 10.0), (2.0, 18.0), (4.0, 17.0)]));
    }
}
