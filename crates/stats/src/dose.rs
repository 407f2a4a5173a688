//! What a dose does: the slope of a response over doses given in randomised blocks, and which limit such a slope points at.
//!
//! Every block gives every dose once. A line is fitted inside each block, which takes out whatever drifts from block to block, and the
//! slopes of the blocks give the estimate and its t interval with blocks - 1 degrees of freedom. With three doses or more each block also
//! has a curvature; the line's slope is then that of a chord, and [`Effect::tangent`] is the slope at dose zero. Source: METHODS section
//! 4.3 points 4 and 5.
//!
//! With y = 1 / throughput of a saturated closed load and the dose a delay added to each of v calls during which one of c tokens is held,
//! 1/X = (h + v dose) / c: the slope is v / c, and v / slope says which configured limit binds.

use crate::describe::{mean, standard_error, t_statistic};
use crate::dist::{t_quantile, t_two_sided};
use crate::interval::Interval;

/// Fewest blocks for a verdict.
pub const FEWEST_BLOCKS: usize = 5;

/// What a dose does to a response, in units of the response per unit of dose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effect {
    /// Slope of the straight line.
    pub slope: f64,
    /// Its 95 % interval.
    pub interval: Interval,
    /// Its standard error, over blocks.
    pub error: f64,
    /// Blocks.
    pub blocks: usize,
    /// Two-sided p that the slope is zero.
    pub p: f64,
    /// Slope at dose zero, from parabolas; with its 95 % interval. `None` with fewer than three doses.
    pub tangent: Option<(f64, Interval)>,
    /// Two-sided p that there is no curvature. `None` with fewer than three doses.
    pub p_straight: Option<f64>,
}

/// Effect over blocks of `(dose, response)`, doses as realised. `None` with fewer than two blocks, a block without two different doses, or
/// responses that vary so little that no error can be given.
pub fn effect(blocks: &[Vec<(f64, f64)>]) -> Option<Effect> {
    let slopes: Vec<f64> = blocks.iter().map(|b| Some(line(b)?.0)).collect::<Option<_>>()?;
    let (slope, interval) = with_interval(&slopes)?;
    let parabolas: Option<Vec<(f64, f64)>> = blocks.iter().map(|b| parabola(b)).collect();
    let (tangents, curvatures): (Vec<f64>, Vec<f64>) = parabolas.unwrap_or_default().into_iter().unzip();
    let (error, p) = (standard_error(&slopes), p_zero(&slopes)?);
    Some(Effect { slope, interval, error, blocks: blocks.len(), p, tangent: with_interval(&tangents), p_straight: p_zero(&curvatures) })
}

impl Effect {
    /// Interval of the slope at another level, such as 0.99.
    pub fn interval_at(&self, level: f64) -> Interval {
        Interval::around(self.slope, t_quantile(f64::midpoint(1.0, level), self.blocks as f64 - 1.0) * self.error)
    }
}

/// The response at `dose` by the straight lines of the blocks, with its 95 % interval; a negative dose is time saved. With y = 1 /
/// throughput its lower end bounds what a fix can give, noise included: the line bends the safe way
/// ([`crate::law::throughput_bound_per_s`]). `None` as for [`effect`].
pub fn predict(blocks: &[Vec<(f64, f64)>], dose: f64) -> Option<(f64, Interval)> {
    let values: Vec<f64> = blocks.iter().map(|b| line(b).map(|(slope, at_zero)| at_zero + slope * dose)).collect::<Option<_>>()?;
    with_interval(&values)
}

/// Share of a time source in the limit: the elasticity d ln y / d ln(time) of y = 1 / throughput by the time that the source takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Elasticity {
    /// Over the doses, with its 95 % interval: too large where the source limits more the longer it takes.
    pub chord: (f64, Interval),
    /// Without a dose, from parabolas; with its 95 % interval, some four times as wide. `None` with fewer than three doses.
    pub tangent: Option<(f64, Interval)>,
}

/// Elasticity over blocks of `(dose, 1 / throughput)` by the `time` that the source takes without a dose (same unit as the doses), fitted in both
/// logarithms: where one thing limits this is a straight line of slope 1 however large the doses are. `None` as for [`effect`], and where a
/// response or a time is not positive. Source: METHODS section 4.2 point 2; the formula for the CPU in its section 4.3 point 5 (-ln(X'/X) / -ln(1 - taken)) is the same for
/// time taken away.
pub fn elasticity(blocks: &[Vec<(f64, f64)>], time: f64) -> Option<Elasticity> {
    if time <= 0.0 {
        return None;
    }
    let logarithms = |b: &Vec<(f64, f64)>| b.iter().map(|(d, y)| ((1.0 + d / time).ln(), y.ln())).collect::<Vec<_>>();
    let blocks: Vec<_> = blocks.iter().map(logarithms).collect();
    let chords: Vec<f64> = blocks.iter().map(|b| Some(line(b)?.0)).collect::<Option<_>>()?;
    let tangents: Option<Vec<f64>> = blocks.iter().map(|b| Some(parabola(b)?.0)).collect();
    Some(Elasticity { chord: with_interval(&chords)?, tangent: with_interval(&tangents.unwrap_or_default()) })
}

fn with_interval(values: &[f64]) -> Option<(f64, Interval)> {
    let half = t_quantile(0.975, values.len() as f64 - 1.0) * standard_error(values);
    (values.len() >= 2 && half.is_finite()).then(|| (mean(values), Interval::around(mean(values), half)))
}

fn p_zero(values: &[f64]) -> Option<f64> {
    Some(t_two_sided(t_statistic(values)?, values.len() as f64 - 1.0))
}

/// Slope of the least-squares line, and its value at zero.
fn line(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let n = points.len() as f64;
    let (x, y) = (points.iter().map(|p| p.0).sum::<f64>() / n, points.iter().map(|p| p.1).sum::<f64>() / n);
    let xx: f64 = points.iter().map(|p| (p.0 - x).powi(2)).sum();
    let xy: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let slope = xy / xx;
    slope.is_finite().then_some((slope, y - slope * x))
}

/// Slope at zero and curvature of the least-squares parabola: the curvature is what is left of y over what is left of x^2 once a line is
/// taken out of both.
fn parabola(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let squares: Vec<(f64, f64)> = points.iter().map(|(x, _)| (*x, x * x)).collect();
    let (line_y, line_squares) = (line(points)?, line(&squares)?);
    let rest = |of: &[(f64, f64)], (slope, at_zero): (f64, f64)| of.iter().map(|(x, y)| y - slope * x - at_zero).collect::<Vec<f64>>();
    let (y, q) = (rest(points, line_y), rest(&squares, line_squares));
    let size: f64 = q.iter().map(|v| v * v).sum();
    // Two doses leave nothing of x^2 but rounding.
    let scale: f64 = squares.iter().map(|(_, s)| s * s).sum();
    let curvature = q.iter().zip(&y).map(|(a, b)| a * b).sum::<f64>() / size;
    (size > 1e-12 * scale).then_some((line_y.0 - curvature * line_squares.0, curvature))
}

/// Number of tokens that bind, v / slope, from the interval of the slope and `calls` per request (v). A slope that may be zero leaves it
/// open upwards; one that is surely not positive gives `None`: what was delayed does not limit.
pub fn tokens(slope: f64, interval: Interval, calls: f64) -> Option<(f64, Interval)> {
    if interval.high <= 0.0 || calls <= 0.0 {
        return None;
    }
    let high = if interval.low > 0.0 { calls / interval.low } else { f64::INFINITY };
    let estimate = if slope > 0.0 { calls / slope } else { f64::INFINITY };
    Some((estimate, Interval { low: calls / interval.high, high }))
}

/// Level at which configured limits are compared with a slope. An interval of 95 % leaves the true limit out once in twenty, whatever else is
/// configured: who wants names that are right in 95 of 100 must look at a wider one.
pub const NAMING_LEVEL: f64 = 0.99;

/// The one of the configured `limits` that binds: the only one inside the interval at [`NAMING_LEVEL`]. `None` when several are, or none is.
pub fn binding(e: &Effect, calls: f64, limits: &[f64]) -> Option<f64> {
    let (_, interval) = tokens(e.slope, e.interval_at(NAMING_LEVEL), calls)?;
    let mut inside = limits.iter().copied().filter(|l| interval.contains(*l));
    inside.next().filter(|_| inside.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_only_limit_has_a_share_of_one_at_any_dose_and_two_halves_share() {
        // the service's speed differs from block to block; scatter keeps the interval finite
        let blocks = |fixed: f64| -> Vec<Vec<(f64, f64)>> {
            let y = |b: usize, d: f64| (1.0 + b as f64 * 0.1) * (fixed + 4.0 + d) * (1.0 + 1e-4 * ((b * 7 + d as usize * 3) % 5) as f64);
            (0..5).map(|b| [0.0, 2.0, 4.0].iter().map(|d| (*d, y(b, *d))).collect()).collect()
        };
        let alone = elasticity(&blocks(0.0), 4.0).unwrap();
        for (share, interval) in [alone.chord, alone.tangent.unwrap()] {
            assert!((share - 1.0).abs() < 1e-2 && interval.contains(share), "{alone:?}");
        }
        // 4 of 8 to 8 of 12 of the time: between a half and two thirds
        let half = elasticity(&blocks(4.0), 4.0).unwrap();
        assert!((0.55..0.65).contains(&half.chord.0) && (0.49..0.52).contains(&half.tangent.unwrap().0), "{half:?}");
        assert_eq!(elasticity(&blocks(0.0), -1.0), None);
    }

    /// Ten connections held 40 ms: 1/X = (0.04 + dose) / 10, with blocks that drift and scatter of 0.2 %.
    fn blocks(curvature: f64) -> Vec<Vec<(f64, f64)>> {
        let scatter = |b: usize, d: usize| 8e-6 * (((b * 5 + d * 7 + b * d * 3) % 11) as f64 / 5.0 - 1.0);
        let y = |b: usize, d: usize, x: f64| (0.04 + x + curvature * x * x) / 10.0 + b as f64 * 1e-4 + scatter(b, d);
        (0..5).map(|b| [0.0, 0.005, 0.010].iter().enumerate().map(|(d, x)| (*x, y(b, d, *x))).collect()).collect()
    }

    #[test]
    fn the_slope_names_the_limit() {
        let e = effect(&blocks(0.0)).unwrap();
        let (c, interval) = tokens(e.slope, e.interval, 1.0).unwrap();
        assert!((c - 10.0).abs() < 0.5 && interval.contains(10.0) && !interval.contains(8.0), "{c} {interval:?}");
        assert!(e.p < 0.001);
        assert_eq!(
            (binding(&e, 1.0, &[10.0, 200.0]), binding(&e, 1.0, &[10.0, 10.001]), binding(&e, 1.0, &[200.0])),
            (Some(10.0), None, None)
        );
        assert_eq!(e.interval_at(0.95), e.interval);
    }

    #[test]
    fn a_bent_response_has_its_tangent_at_zero() {
        let e = effect(&blocks(40.0)).unwrap();
        let (tangent, interval) = e.tangent.unwrap();
        assert!((tangent - 0.1).abs() < 0.01 && interval.contains(0.1), "{e:?}");
        assert!(e.slope > 0.135 && e.p_straight.unwrap() < 0.01, "{e:?}");
    }

    #[test]
    fn two_doses_have_a_line_but_no_curve() {
        let two: Vec<Vec<(f64, f64)>> = blocks(0.0).into_iter().map(|b| b[..2].to_vec()).collect();
        let e = effect(&two).unwrap();
        assert!(e.tangent.is_none() && e.p_straight.is_none());
    }

    #[test]
    fn what_a_fix_can_give_is_bounded_from_the_line() {
        // half of the 40 ms saved: 1/X is 2 ms + block, whose mean is 0.2 ms
        let (inverse, interval) = predict(&blocks(0.0), -0.020).unwrap();
        assert!((inverse - 0.0022).abs() < 5e-5 && interval.contains(0.0022), "{inverse} {interval:?}");
    }

    #[test]
    fn a_slope_that_may_be_zero_leaves_the_limit_open_upwards() {
        assert_eq!(tokens(0.1, Interval { low: -0.1, high: 0.2 }, 1.0).unwrap().1, Interval { low: 5.0, high: f64::INFINITY });
        assert_eq!(tokens(-0.1, Interval { low: -0.2, high: -0.01 }, 1.0), None);
    }

    #[test]
    fn one_block_or_one_dose_says_nothing() {
        assert_eq!(effect(&blocks(0.0)[..1]), None);
        assert_eq!(effect(&[vec![(1.0, 2.0), (1.0, 3.0)], vec![(1.0, 2.0), (1.0, 3.0)]]), None);
    }
}
