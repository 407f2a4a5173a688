//! Intervals, and what one of them allows to be said about an effect.
//!
//! Two one-sided tests by an interval (Schuirmann 1987): "no material effect" holds at level alpha / 2 on each side when the whole
//! (1 - alpha) interval lies inside the margin. Source: METHODS sections 2.3 and 10.

/// A two-sided interval. Ends may be infinite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// What an interval of a log ratio says, given the smallest effect of interest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Zero is excluded, and effects of interest are not.
    Effect,
    /// Every value inside is smaller than the smallest effect of interest; zero may be excluded or not.
    NoMaterialEffect,
    /// Neither: more data, or `not shown`.
    Open,
}

impl Interval {
    /// The interval that says nothing.
    pub const EVERYTHING: Self = Self { low: f64::NEG_INFINITY, high: f64::INFINITY };

    /// `centre` plus and minus `half`.
    pub fn around(centre: f64, half: f64) -> Self {
        Self { low: centre - half, high: centre + half }
    }

    /// Whether `value` lies inside or on an end.
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Whether all of it lies inside `outer`.
    pub fn within(self, outer: Self) -> bool {
        outer.low <= self.low && self.high <= outer.high
    }

    /// From end to end.
    pub fn width(self) -> f64 {
        self.high - self.low
    }

    /// Of log ratios, the ratios.
    #[must_use]
    pub fn exp(self) -> Self {
        Self { low: self.low.exp(), high: self.high.exp() }
    }
}

/// Log ratios that are too small to matter: ln(1 - mde) to ln(1 + mde). `mde` is a share, such as 0.05.
///
/// ```
/// let m = stats::interval::margin(0.05);
/// assert!((m.low + 0.0513).abs() < 1e-4 && (m.high - 0.0488).abs() < 1e-4);
/// ```
pub fn margin(mde: f64) -> Interval {
    Interval { low: (1.0 - mde).ln(), high: (1.0 + mde).ln() }
}

/// What the interval of a log ratio says. An interval inside the margin that excludes zero is no material effect: certain, and too small.
pub fn judge(log_ratio: Interval, mde: f64) -> Outcome {
    if log_ratio.within(margin(mde)) {
        Outcome::NoMaterialEffect
    } else if log_ratio.contains(0.0) || log_ratio.low.is_nan() || log_ratio.high.is_nan() {
        Outcome::Open
    } else {
        Outcome::Effect
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(low: f64, high: f64) -> Outcome {
        judge(Interval { low, high }, 0.05)
    }

    #[test]
    fn an_interval_says_one_of_three_things() {
        assert_eq!((of(0.01, 0.10), of(-0.3, -0.1)), (Outcome::Effect, Outcome::Effect));
        assert_eq!((of(-0.02, 0.03), of(0.01, 0.02)), (Outcome::NoMaterialEffect, Outcome::NoMaterialEffect));
        assert_eq!((of(-0.02, 0.09), of(f64::NAN, f64::NAN)), (Outcome::Open, Outcome::Open));
        assert_eq!(judge(Interval::EVERYTHING, 0.9), Outcome::Open);
    }

    #[test]
    fn the_margin_is_wider_below_one_than_above() {
        assert_eq!(of(-0.0512, 0.048), Outcome::NoMaterialEffect);
        assert_eq!(of(-0.01, 0.0512), Outcome::Open);
    }
}
