//! A figure of a simulation, its Monte-Carlo interval, and the bar that it must clear.

use stats::dist::beta_cdf;
use stats::interval::Interval;
use std::fmt;

/// One line of the results.
pub(super) struct Figure {
    pub(super) what: String,
    pub(super) value: Value,
    pub(super) bar: Bar,
}

/// What was seen.
#[derive(Clone, Copy)]
pub(super) enum Value {
    /// So many of so many.
    Share { hits: u64, of: u64 },
    /// Mean with its standard error.
    Mean { mean: f64, se: f64 },
}

/// What is needed.
#[derive(Clone, Copy)]
pub(super) enum Bar {
    AtMost(f64),
    AtLeast(f64),
    Between(f64, f64),
    /// Shown, not judged.
    None,
}

impl Figure {
    /// Share of `true`.
    pub(super) fn share(what: impl Into<String>, seen: impl IntoIterator<Item = bool>, bar: Bar) -> Self {
        let (hits, of) = seen.into_iter().fold((0, 0), |(hits, of), hit| (hits + u64::from(hit), of + 1));
        Self { what: what.into(), value: Value::Share { hits, of }, bar }
    }

    /// Mean of values.
    pub(super) fn mean(what: impl Into<String>, values: &[f64], bar: Bar) -> Self {
        let value = Value::Mean { mean: stats::describe::mean(values), se: stats::describe::standard_error(values) };
        Self { what: what.into(), value, bar }
    }

    /// 95 % interval of the figure: Clopper & Pearson 1934 for a share, normal for a mean.
    pub(super) fn interval(&self) -> Interval {
        match self.value {
            Value::Mean { mean, se } => Interval::around(mean, 1.96 * se),
            Value::Share { hits, of } => {
                let (h, n) = (hits as f64, of as f64);
                let low = if hits == 0 { 0.0 } else { solve(|p| beta_cdf(p, h, n - h + 1.0) - 0.025) };
                let high = if hits == of { 1.0 } else { solve(|p| beta_cdf(p, h + 1.0, n - h) - 0.975) };
                Interval { low, high }
            }
        }
    }

    /// Whether the whole interval lies on the wrong side of the bar. A figure that is none misses every bar.
    pub(super) fn misses(&self) -> bool {
        let i = self.interval();
        match self.bar {
            Bar::None => false,
            _ if i.low.is_nan() || i.high.is_nan() => true,
            Bar::AtMost(most) => i.low > most,
            Bar::AtLeast(least) => i.high < least,
            Bar::Between(least, most) => i.high < least || i.low > most,
        }
    }

    fn show(&self, v: f64) -> String {
        match self.value {
            Value::Share { .. } => format!("{:.1}", 100.0 * v),
            Value::Mean { .. } => format!("{v:.3}"),
        }
    }

    /// The bar in words.
    pub(super) fn needed(&self) -> String {
        let unit = if matches!(self.value, Value::Share { .. }) { " %" } else { "" };
        match self.bar {
            Bar::None => String::new(),
            Bar::AtMost(most) => format!("<= {}{unit}", self.show(most)),
            Bar::AtLeast(least) => format!(">= {}{unit}", self.show(least)),
            Bar::Between(least, most) => format!("{} to {}{unit}", self.show(least), self.show(most)),
        }
    }
}

/// The figure with its interval.
impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let i = self.interval();
        match self.value {
            Value::Share { hits, of } => {
                write!(f, "{} % [{}, {}] of {of}", self.show(hits as f64 / of as f64), self.show(i.low), self.show(i.high))
            }
            Value::Mean { mean, .. } => write!(f, "{} [{}, {}]", self.show(mean), self.show(i.low), self.show(i.high)),
        }
    }
}

/// Where a function that rises over 0 to 1 is zero.
fn solve(f: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if f(middle) < 0.0 { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(hits: u64, of: u64, bar: Bar) -> Figure {
        Figure { what: String::new(), value: Value::Share { hits, of }, bar }
    }

    #[test]
    fn the_interval_of_a_share_is_that_of_clopper_and_pearson() {
        // R: binom.test(5, 100)$conf.int is 0.01643 to 0.11284
        let i = share(5, 100, Bar::None).interval();
        assert!((i.low - 0.016_43).abs() < 1e-5 && (i.high - 0.112_84).abs() < 1e-5, "{i:?}");
        assert_eq!((share(0, 10, Bar::None).interval().low, share(10, 10, Bar::None).interval().high), (0.0, 1.0));
    }

    #[test]
    fn only_an_interval_wholly_on_the_wrong_side_misses() {
        assert!(!share(70, 1_000, Bar::AtMost(0.06)).misses() && share(90, 1_000, Bar::AtMost(0.06)).misses());
        assert!(!share(925, 1_000, Bar::AtLeast(0.93)).misses() && share(900, 1_000, Bar::AtLeast(0.93)).misses());
        assert!(share(600, 1_000, Bar::Between(0.48, 0.54)).misses());
        assert!(Figure::mean("", &[], Bar::AtMost(1.0)).misses() && !Figure::mean("", &[], Bar::None).misses());
    }
}
