//! How far a figure is from the threshold that decides, against how far it may be wrong.

use crate::threshold::wrong_by;

/// A figure beside its threshold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Margin {
    /// What was measured.
    pub value: f64,
    /// What it is held against, in the same unit.
    pub threshold: f64,
    /// Standard error of the figure, where it is known; 0 elsewhere.
    pub error: f64,
}

impl Margin {
    /// Of a figure whose error is not known.
    pub fn new(value: f64, threshold: f64) -> Self {
        Self { value, threshold, error: 0.0 }
    }

    /// Distance in units of what both may be wrong by: two standard errors of the figure, and what the threshold may be wrong by
    /// ([`Threshold::may_be_wrong_by`](crate::threshold::Threshold::may_be_wrong_by)). Below 1 the figure might as well be on the other side.
    pub fn distance(&self) -> f64 {
        let wrong_by = (2.0 * self.error).hypot(wrong_by(self.threshold));
        (self.value - self.threshold).abs() / wrong_by.max(1e-12)
    }

    /// Whether the figure might as well be on the other side.
    pub fn is_near(&self) -> bool {
        self.distance() < 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_is_within_the_error_of_figure_and_threshold() {
        for (value, error, near) in [(0.5986, 0.0, true), (0.55, 0.0, false), (0.55, 0.04, true), (0.65, 0.0, false), (0.63, 0.0, true)] {
            assert_eq!(Margin { value, threshold: 0.6, error }.is_near(), near, "{value}");
        }
    }
}
