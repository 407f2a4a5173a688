//! How often sessions are sampled: as often as planned, unless that costs too much.

use std::time::Duration;

/// Longest interval that cost may lead to.
const LONGEST: Duration = Duration::from_millis(100);
/// Share of the interval that one sampling may take (a choice: 2 ms of 20 ms).
const COST_SHARE: f64 = 0.1;

/// The interval in force.
pub(crate) struct Pace(Duration);

impl Pace {
    /// Begins with this interval.
    pub(crate) fn from(interval: Duration) -> Self {
        Self(interval)
    }

    pub(crate) fn interval(&self) -> Duration {
        self.0
    }

    /// Judges what samplings took, in seconds. Says what it decided when the interval grows; it never shrinks.
    pub(crate) fn judge(&mut self, costs_s: &[f64]) -> Option<String> {
        let mut sorted = costs_s.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        // The median: one slow answer is no reason.
        let median = *sorted.get(sorted.len() / 2)?;
        let affordable = Duration::from_secs_f64((median / COST_SHARE).clamp(0.0, LONGEST.as_secs_f64()));
        (affordable > self.0).then(|| {
            self.0 = affordable;
            format!("one sampling of the sessions takes {:.1} ms: sampling every {} ms", median * 1e3, affordable.as_millis())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_follows_the_cost_up_to_its_bound_and_never_back() {
        let mut pace = Pace::from(Duration::from_millis(20));
        for (cost_s, want_ms) in [(0.0007, 20), (0.0015, 20), (0.004, 40), (0.0005, 40), (0.05, 100), (1.0, 100)] {
            let before = pace.interval();
            let said = pace.judge(&[cost_s; 9]);
            assert_eq!(pace.interval(), Duration::from_millis(want_ms), "{cost_s} s");
            assert_eq!(said.is_some(), pace.interval() > before, "said exactly when it grows");
        }
    }

    #[test]
    fn a_few_slow_answers_change_nothing() {
        let mut pace = Pace::from(Duration::from_millis(20));
        assert_eq!(pace.judge(&[0.001, 0.5, 0.001, 0.5, 0.001]), None);
        assert_eq!(pace.judge(&[]), None);
    }
}
