//! Group-sequential two-sided test: look at the pairs several times, stop early, and keep the promised rate of false alarms.
//!
//! Error spending (Lan & DeMets 1983) with the power family of Kim & DeMets 1987: by information fraction t = n / n_max a total of `alpha*t^2`
//! is spent. The boundary on the z scale comes from the recursion of Armitage, McPherson & Rowe 1969 over the density of the partial
//! sum; it becomes a boundary for Student's t at the same nominal p (Jennison & Turnbull 2000, section 11.5). Constants: METHODS section
//! 2.2. The interval at a look is a repeated confidence interval (Jennison & Turnbull 1984): it covers at all looks together.
//!
//! Values are one per pair, in log units, so that the interval's `exp` is that of the ratio.
//!
//! What breaks it: values that are not symmetric when nothing differs (randomise the order inside each pair: one-sided exponential values
//! give twice the promised false alarms), looks that were not planned, pairs left out after seeing their outcome. The map to t is an
//! approximation: `cargo xtask methods` measures what it costs.

use crate::describe::{mean, standard_error, t_statistic};
use crate::dist::{normal_cdf, normal_density, normal_quantile, t_quantile};
use crate::interval::Interval;

/// Pairs at which the standard design looks.
pub const LOOKS: [usize; 8] = [6, 8, 10, 12, 14, 16, 18, 20];
/// False alarms of the standard design.
pub const ALPHA: f64 = 0.05;
/// Exponent of the spending function.
const SPENDING_POWER: i32 = 2;
/// Points of the density on each side of the middle; Simpson's rule is then good to 1e-9.
const HALF_GRID: usize = 120;
/// The effect found with 80 % power in at most 20 pairs, in standard deviations of a pair (METHODS section 2.3, measured by `cargo xtask
/// stats`).
pub const DETECTABLE_SD: f64 = 0.70;

/// One planned look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// Number of pairs.
    pub pairs: usize,
    /// False alarms spent up to here.
    pub spent: f64,
    /// Boundary on the z scale.
    pub z: f64,
    /// Nominal two-sided p at this look.
    pub p: f64,
    /// Boundary for |t| with pairs - 1 degrees of freedom.
    pub t: f64,
}

/// What a look found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reading {
    /// The look.
    pub look: Look,
    /// Mean of the values.
    pub mean: f64,
    /// Student's t of the mean.
    pub t: f64,
    /// Repeated confidence interval of the mean; it excludes zero exactly when |t| crosses the boundary.
    pub interval: Interval,
}

/// Planned looks with their boundary.
#[derive(Debug, Clone, PartialEq)]
pub struct Design {
    looks: Vec<Look>,
}

impl Design {
    /// The design of METHODS: eight looks from 6 to 20 pairs, 5 % false alarms.
    ///
    /// ```
    /// let t: Vec<String> = stats::gst::Design::standard().looks().iter().map(|l| format!("{:.3}", l.t)).collect();
    /// assert_eq!(t.join(" "), "4.893 3.952 3.393 3.050 2.809 2.625 2.476 2.349");
    /// ```
    pub fn standard() -> Self {
        Self { looks: looks(&LOOKS, ALPHA) }
    }

    /// Looks at these numbers of pairs, the last of which is the most. `None` unless they rise from at least 2 and `alpha` is between 0 and
    /// 1.
    pub fn new(pairs: &[usize], alpha: f64) -> Option<Self> {
        let rising = pairs.windows(2).all(|w| w[0] < w[1]);
        let sound = rising && pairs.first().is_some_and(|n| *n >= 2) && alpha > 0.0 && alpha < 1.0;
        sound.then(|| Self { looks: looks(pairs, alpha) })
    }

    /// The looks, in order.
    pub fn looks(&self) -> &[Look] {
        &self.looks
    }

    /// Reads the pairs so far. `None` between looks, or when the values do not vary at all.
    pub fn read(&self, values: &[f64]) -> Option<Reading> {
        let look = *self.looks.iter().find(|l| l.pairs == values.len())?;
        let t = t_statistic(values)?;
        let mean = mean(values);
        Some(Reading { look, mean, t, interval: Interval::around(mean, look.t * standard_error(values)) })
    }
}

impl Reading {
    /// Whether the boundary is crossed: there is a difference.
    pub fn crossed(&self) -> bool {
        self.t.abs() > self.look.t
    }
}

/// Boundary at these looks, which must rise.
fn looks(pairs: &[usize], alpha: f64) -> Vec<Look> {
    let most = pairs.last().map_or(1.0, |n| *n as f64);
    let fractions: Vec<f64> = pairs.iter().map(|n| *n as f64 / most).collect();
    let zs = boundary(&fractions, alpha);
    pairs.iter().zip(fractions).zip(zs).map(|((n, fraction), z)| look(*n, spent(alpha, fraction), z)).collect()
}

fn look(pairs: usize, spent: f64, z: f64) -> Look {
    let p = 2.0 * normal_cdf(-z);
    Look { pairs, spent, z, p, t: t_quantile(1.0 - p / 2.0, pairs as f64 - 1.0) }
}

fn spent(alpha: f64, fraction: f64) -> f64 {
    alpha * fraction.powi(SPENDING_POWER)
}

/// Two-sided boundary on the z scale at information fractions that rise to 1.
pub fn boundary(fractions: &[f64], alpha: f64) -> Vec<f64> {
    let Some(first) = fractions.first().copied() else {
        return Vec::new();
    };
    // The partial sum is Brownian motion at time = fraction; it is followed on the grid between the boundaries.
    let z = -normal_quantile(spent(alpha, first) / 2.0);
    let mut zs = vec![z];
    let mut inside = Density::new(z * first.sqrt(), |x| normal_density(x / first.sqrt()) / first.sqrt());
    for pair in fractions.windows(2) {
        let step = (pair[1] - pair[0]).sqrt();
        let edge = inside.edge(step, spent(alpha, pair[1]) - spent(alpha, pair[0]));
        zs.push(edge / pair[1].sqrt());
        inside = Density::new(edge, |y| inside.integrate(|x| normal_density((y - x) / step) / step));
    }
    zs
}

/// Density of partial sums that have not left `-edge..edge` so far, with the weights of Simpson's rule multiplied in.
struct Density {
    at: Vec<f64>,
    weighted: Vec<f64>,
}

impl Density {
    fn new(edge: f64, density: impl Fn(f64) -> f64) -> Self {
        let cells = 2 * HALF_GRID;
        let width = 2.0 * edge / cells as f64;
        let at: Vec<f64> = (0..=cells).map(|i| -edge + i as f64 * width).collect();
        let simpson = |i: usize| match i {
            0 => 1.0,
            i if i == cells => 1.0,
            i if i % 2 == 1 => 4.0,
            _ => 2.0,
        };
        let weighted = at.iter().enumerate().map(|(i, x)| density(*x) * simpson(i) * width / 3.0).collect();
        Self { at, weighted }
    }

    fn integrate(&self, f: impl Fn(f64) -> f64) -> f64 {
        self.at.iter().zip(&self.weighted).map(|(x, w)| w * f(*x)).sum()
    }

    /// The edge that a further step of standard deviation `step` leaves with probability `leaving`.
    fn edge(&self, step: f64, leaving: f64) -> f64 {
        let beyond = |edge: f64| self.integrate(|x| normal_cdf((x - edge) / step) + normal_cdf((-edge - x) / step));
        let (mut low, mut high) = (0.0, 20.0);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if beyond(middle) > leaving {
                low = middle;
            } else {
                high = middle;
            }
        }
        0.5 * (low + high)
    }
}

/// Smallest effect that may be promised with 80 % power in 20 pairs, in the units of `pair_sd` (the standard deviation of A/A pairs).
pub fn detectable(pair_sd: f64) -> f64 {
    DETECTABLE_SD * pair_sd
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_look_is_the_plain_t_test() {
        let d = Design::new(&[12], 0.05).unwrap();
        assert!((d.looks()[0].t - 2.200_985).abs() < 1e-6, "{:?}", d.looks()[0]);
    }

    #[test]
    fn all_of_alpha_is_spent_at_the_last_look_and_never_more() {
        let d = Design::standard();
        assert!(d.looks().windows(2).all(|w| w[0].spent < w[1].spent && w[0].t > w[1].t));
        assert!((d.looks()[7].spent - 0.05).abs() < 1e-12);
    }

    #[test]
    fn the_interval_excludes_zero_exactly_when_the_boundary_is_crossed() {
        let d = Design::standard();
        let flat = d.read(&[0.1, -0.1, 0.05, -0.02, 0.03, -0.07]).unwrap();
        let clear = d.read(&[0.1, 0.11, 0.09, 0.1, 0.12, 0.1]).unwrap();
        assert!(!flat.crossed() && flat.interval.contains(0.0));
        assert!(clear.crossed() && !clear.interval.contains(0.0));
    }

    #[test]
    fn nothing_is_read_between_looks_or_off_values_that_do_not_vary() {
        let d = Design::standard();
        assert_eq!(d.read(&[0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.4]), None);
        assert_eq!(d.read(&[0.1; 6]), None);
    }

    #[test]
    fn a_plan_must_rise() {
        assert_eq!(Design::new(&[6, 6], 0.05), None);
        assert_eq!(Design::new(&[1, 6], 0.05), None);
        assert_eq!(Design::new(&[], 0.05), None);
    }
}
