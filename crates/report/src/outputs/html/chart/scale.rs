//! From figures to places between 0 and 1, and the round figures that stand beside a chart.

/// How figures lie along an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Scale {
    /// Equal differences are equally far.
    Linear {
        /// The figure at 0.
        from: f64,
        /// The figure at 1.
        to: f64,
    },
    /// Equal ratios are equally far.
    Log {
        /// The figure at 0, above zero.
        from: f64,
        /// The figure at 1.
        to: f64,
    },
}

/// Ratio of the largest figure to the smallest from which only a logarithmic scale shows both.
const WIDE: f64 = 30.0;
/// Room above the largest figure, as a share of it.
const ROOM: f64 = 0.06;

impl Scale {
    /// From nothing up to the largest of `values`.
    pub(crate) fn upwards(values: impl IntoIterator<Item = f64>) -> Self {
        let largest = values.into_iter().filter(|v| v.is_finite()).fold(0.0, f64::max);
        Self::Linear { from: 0.0, to: if largest > 0.0 { largest * (1.0 + ROOM) } else { 1.0 } }
    }

    /// For times: logarithmic where they are far apart, else from nothing upwards.
    pub(crate) fn spread(values: impl IntoIterator<Item = f64> + Clone) -> Self {
        let above = || values.clone().into_iter().filter(|v| v.is_finite() && *v > 0.0);
        let (Some(least), Some(largest)) = (above().reduce(f64::min), above().reduce(f64::max)) else { return Self::upwards(values) };
        if largest / least < WIDE {
            return Self::upwards(values);
        }
        Self::Log { from: least / (1.0 + ROOM), to: largest * (1.0 + ROOM) }
    }

    /// Where a figure lies, 0 to 1; what lies outside stands at the edge.
    pub(crate) fn place(&self, v: f64) -> f64 {
        let place = match *self {
            Self::Linear { from, to } => (v - from) / (to - from),
            Self::Log { from, to } => (v.max(from) / from).ln() / (to / from).ln(),
        };
        if place.is_finite() { place.clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Round figures within, at most about `most` of them.
    pub(crate) fn ticks(&self, most: usize) -> Vec<f64> {
        match *self {
            Self::Linear { from, to } => linear(from, to, most),
            Self::Log { from, to } => logarithmic(from, to, most),
        }
    }
}

fn linear(from: f64, to: f64, most: usize) -> Vec<f64> {
    let rough = (to - from) / most.max(1) as f64;
    let size = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|m| m * size).into_iter().find(|s| *s >= rough * 0.999).unwrap_or(10.0 * size);
    if !step.is_finite() || step <= 0.0 {
        return Vec::new();
    }
    let (first, last) = ((from / step).ceil() as i64, (to / step + 1e-9).floor() as i64);
    (first..=last).map(|i| i as f64 * step).collect()
}

/// Powers of ten, or what lies between where these are too few.
fn logarithmic(from: f64, to: f64, most: usize) -> Vec<f64> {
    let within = |steps: &[f64]| -> Vec<f64> {
        let (low, high) = (from.log10().floor() as i32, to.log10().ceil() as i32);
        let all = (low..=high).flat_map(|p| steps.iter().map(move |s| s * 10_f64.powi(p)));
        all.filter(|v| *v >= from && *v <= to).collect()
    };
    let choices = [within(&[1.0, 2.0, 5.0]), within(&[1.0, 3.0]), within(&[1.0])];
    let [.., tens] = &choices;
    let fits = choices.iter().find(|c| c.len() <= most);
    fits.cloned().unwrap_or_else(|| tens.iter().copied().step_by(tens.len().div_ceil(most.max(1))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ticks_are_round_and_few() {
        let cases: [(Scale, usize, &[f64]); 5] = [
            (Scale::Linear { from: 0.0, to: 212.0 }, 3, &[0.0, 100.0, 200.0]),
            (Scale::Linear { from: 0.0, to: 1.06 }, 3, &[0.0, 0.5, 1.0]),
            (Scale::Linear { from: 12.0, to: 118.0 }, 4, &[50.0, 100.0]),
            (Scale::Log { from: 0.8, to: 900.0 }, 4, &[1.0, 10.0, 100.0]),
            (Scale::Log { from: 8.0, to: 300.0 }, 6, &[10.0, 20.0, 50.0, 100.0, 200.0]),
        ];
        for (scale, most, want) in cases {
            let ticks = scale.ticks(most);
            assert!(ticks.len() == want.len() && ticks.iter().zip(want).all(|(a, b)| (a - b).abs() < 1e-9), "{scale:?}: {ticks:?}");
        }
    }

    #[test]
    fn times_that_are_far_apart_lie_on_a_logarithmic_scale() {
        assert!(matches!(Scale::spread([1.0, 500.0]), Scale::Log { .. }));
        assert!(matches!(Scale::spread([10.0, 100.0]), Scale::Linear { .. }));
        assert_eq!(Scale::spread([]), Scale::Linear { from: 0.0, to: 1.0 });
        assert_eq!(Scale::upwards([0.0, f64::NAN]), Scale::Linear { from: 0.0, to: 1.0 });
    }

    proptest! {
        #[test]
        fn a_larger_figure_lies_no_lower_and_all_lie_within(a in 0.0..1e6, b in 0.0..1e6, top in 1e-3..1e6) {
            for scale in [Scale::upwards([top]), Scale::Log { from: 1e-3, to: top + 1.0 }] {
                let (low, high) = (scale.place(f64::min(a, b)), scale.place(f64::max(a, b)));
                prop_assert!(low <= high && (0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high));
            }
        }

        #[test]
        fn ticks_lie_within_and_are_never_many(to in 1e-6..1e9_f64, most in 1_usize..8) {
            for scale in [Scale::Linear { from: 0.0, to }, Scale::Log { from: to / 1e4, to }] {
                let ticks = scale.ticks(most);
                prop_assert!(ticks.len() <= most + 2, "{ticks:?}");
                prop_assert!(ticks.iter().all(|t| (-1e-9..=1.0 + 1e-9).contains(&scale.place(*t))));
            }
        }
    }
}
