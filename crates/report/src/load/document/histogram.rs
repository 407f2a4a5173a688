//! A distribution in a dozen bars: round bounds, as fine as a dozen allows, every value in exactly one of them.

use hdrhistogram::Histogram;
use serde::Serialize;

/// Most bars.
const MOST: usize = 12;
/// Bounds within a decade, from coarse to fine.
const STEPS: [&[f64]; 4] = [&[1.0], &[1.0, 3.0], &[1.0, 2.0, 5.0], &[1.0, 1.5, 2.0, 3.0, 5.0, 7.0]];

/// How many values lie in `[from, to)`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Bar {
    pub from_ms: f64,
    pub to_ms: f64,
    pub count: u64,
    /// Of all values.
    pub share: f64,
}

/// The bars of a histogram of nanoseconds, ascending; the first and the last are not empty.
pub(super) fn bars(h: &Histogram<u64>) -> Vec<Bar> {
    if h.is_empty() {
        return Vec::new();
    }
    let (low, high) = (h.min().max(1) as f64 / 1e6, h.max() as f64 / 1e6);
    let bounds = bounds(low, high);
    let mut counts = vec![0u64; bounds.len() - 1];
    for v in h.iter_recorded() {
        let ms = v.value_iterated_to() as f64 / 1e6;
        let i = bounds.partition_point(|b| *b <= ms).saturating_sub(1).min(counts.len() - 1);
        counts[i] += v.count_at_value();
    }
    let first = counts.iter().position(|n| *n > 0).unwrap_or(0);
    let last = counts.iter().rposition(|n| *n > 0).unwrap_or(0);
    let bar = |i: usize| Bar { from_ms: bounds[i], to_ms: bounds[i + 1], count: counts[i], share: counts[i] as f64 / h.len() as f64 };
    (first..=last).map(bar).collect()
}

/// Ascending, the first at most `low`, the last above `high`.
fn bounds(low: f64, high: f64) -> Vec<f64> {
    let mut all: Vec<Vec<f64>> = STEPS.iter().map(|steps| decades(low, high, steps)).collect();
    // a narrow distribution is better told in equal steps
    if high < low * 4.0 {
        all.push(equal(low, high));
    }
    all.into_iter().rev().find(|b| b.len() <= MOST + 1).unwrap_or_else(|| decades(low, high, STEPS[0]))
}

fn decades(low: f64, high: f64, steps: &[f64]) -> Vec<f64> {
    let mut bounds = Vec::new();
    for exponent in low.log10().floor() as i32 - 1..=high.log10().floor() as i32 + 1 {
        bounds.extend(steps.iter().map(|s| rounded(s * 10f64.powi(exponent))));
    }
    cut(&bounds, low, high)
}

fn equal(low: f64, high: f64) -> Vec<f64> {
    let raw = ((high - low) / (MOST - 2) as f64).max(low * 0.001);
    let decade = 10f64.powi(raw.log10().floor() as i32);
    let step = [1.0, 2.0, 5.0, 10.0].map(|s| s * decade).into_iter().find(|s| *s >= raw).unwrap_or(raw);
    let first = (low / step).floor();
    let bounds: Vec<f64> = (0..=MOST + 2).map(|i| rounded((first + i as f64) * step)).collect();
    cut(&bounds, low, high)
}

/// Only the bounds that are needed.
fn cut(bounds: &[f64], low: f64, high: f64) -> Vec<f64> {
    let from = bounds.iter().rposition(|b| *b <= low).unwrap_or(0);
    let to = bounds.iter().position(|b| *b > high).unwrap_or(bounds.len() - 1);
    bounds[from..=to.max(from + 1)].to_vec()
}

/// Without the dust of binary fractions: 0.30000000000000004 is 0.3.
fn rounded(x: f64) -> f64 {
    format!("{x:.6e}").parse().unwrap_or(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values_us: impl IntoIterator<Item = u64>) -> Vec<Bar> {
        let mut h = Histogram::new(3).expect("3 digits are allowed");
        values_us.into_iter().for_each(|us| h.record(us * 1_000).expect("it grows"));
        bars(&h)
    }

    #[test]
    fn every_value_is_in_one_bar_however_wide_the_distribution() {
        let cases: [(&str, Vec<u64>); 5] = [
            ("one value", vec![1_234; 50]),
            ("narrow", (1_000..1_400).collect()),
            ("a decade", (1_000..9_000).step_by(10).collect()),
            ("with a tail", (300..900).chain([250_000, 9_000_000]).collect()),
            ("six decades", (0..7).map(|e| 10u64.pow(e)).collect()),
        ];
        for (name, values) in cases {
            let bars = of(values.clone());
            assert_eq!(bars.iter().map(|b| b.count).sum::<u64>(), values.len() as u64, "{name}");
            assert!(!bars.is_empty() && bars.len() <= MOST, "{name}: {bars:?}");
            assert!(bars.windows(2).all(|w| w[0].to_ms == w[1].from_ms), "{name}: {bars:?}");
            let range = (bars[0].from_ms * 1e3, bars[bars.len() - 1].to_ms * 1e3);
            let (low, high) = (values[0] as f64, *values.iter().max().expect("there are some") as f64);
            assert!(range.0 <= low && range.1 >= high, "{name}: {range:?}");
        }
    }

    #[test]
    fn bounds_are_round_and_as_fine_as_a_dozen_bars_allow() {
        let bounds = |bars: Vec<Bar>| bars.iter().map(|b| b.from_ms).collect::<Vec<_>>();
        assert_eq!(bounds(of((0..400).map(|i| 1_000 + i)))[..3], [1.0, 1.05, 1.1]);
        assert_eq!(bounds(of((0..100).map(|i| 300 + i * 100))), [0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 7.0, 10.0]);
    }

    #[test]
    fn nothing_counted_has_no_bars() {
        assert_eq!(of([]), []);
    }
}
