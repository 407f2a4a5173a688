//! A quantity over the time of a phase: a rate, or a number of users. Made of straight pieces, so that its area is known exactly.
//!
//! ```text
//!  value |        ______
//!        |      /|      \        ramp, step, hold, ramp
//!        |____/  |______ \_____
//!        +-----------------------> ns
//! ```

const SECOND_NS: f64 = 1e9;

/// How a stage gets to its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shape {
    /// At once, then constant.
    #[default]
    Step,
    /// In a straight line over the whole stage.
    Ramp,
}

/// One stage of a profile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stage {
    /// How long it takes, nanoseconds (above 0).
    pub duration_ns: i64,
    /// Value at its end, not negative: requests per second, or users.
    pub target: f64,
    /// How it gets there.
    pub shape: Shape,
}

/// A straight piece: from `start_ns` on, `value` changing by `slope` a second.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Piece {
    start_ns: i64,
    value: f64,
    /// Per second.
    slope: f64,
    /// Area of all earlier pieces, in value times seconds.
    area: f64,
}

/// Piecewise linear and never negative. After the last stage the last value goes on for ever.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    pieces: Vec<Piece>,
    /// As given; none for a constant.
    stages: Vec<Stage>,
    /// Sum of the stages, nanoseconds; 0 for a constant.
    length_ns: i64,
}

impl Profile {
    /// `value` for ever.
    pub fn constant(value: f64) -> Self {
        Self { pieces: vec![Piece { start_ns: 0, value, slope: 0.0, area: 0.0 }], stages: Vec::new(), length_ns: 0 }
    }

    /// From `first` through `stages`.
    pub fn stages(first: f64, stages: &[Stage]) -> Self {
        let (mut pieces, mut at, mut value, mut area) = (Vec::new(), 0, first, 0.0);
        for s in stages {
            let seconds = s.duration_ns as f64 / SECOND_NS;
            let (from, slope) = match s.shape {
                Shape::Step => (s.target, 0.0),
                Shape::Ramp => (value, (s.target - value) / seconds),
            };
            pieces.push(Piece { start_ns: at, value: from, slope, area });
            area += f64::midpoint(from, s.target) * seconds;
            at += s.duration_ns;
            value = s.target;
        }
        pieces.push(Piece { start_ns: at, value, slope: 0.0, area });
        Self { pieces, stages: stages.to_vec(), length_ns: at }
    }

    /// Sum of the stages, nanoseconds; 0 for a constant.
    pub fn length_ns(&self) -> i64 {
        self.length_ns
    }

    /// The stages that it was made of; none for a constant.
    pub fn all_stages(&self) -> &[Stage] {
        &self.stages
    }

    /// The value at `t_ns` (not negative); at a step the later one.
    pub fn value_at(&self, t_ns: i64) -> f64 {
        let p = self.pieces[self.pieces.partition_point(|p| p.start_ns <= t_ns).max(1) - 1];
        p.value + p.slope * (t_ns - p.start_ns) as f64 / SECOND_NS
    }

    /// The largest value anywhere.
    pub fn peak(&self) -> f64 {
        let ends = self.pieces.windows(2).map(|w| w[0].value + w[0].slope * (w[1].start_ns - w[0].start_ns) as f64 / SECOND_NS);
        self.pieces.iter().map(|p| p.value).chain(ends).fold(0.0, f64::max)
    }

    /// Value times seconds from the start to `t_ns`: for a rate, how many requests.
    pub fn area_to(&self, t_ns: i64) -> f64 {
        let p = self.pieces[self.pieces.partition_point(|p| p.start_ns <= t_ns).max(1) - 1];
        let s = (t_ns - p.start_ns) as f64 / SECOND_NS;
        p.area + s * (p.value + p.slope * s / 2.0)
    }

    /// The first moment at which the area is `area`, nanoseconds; `None` when it never gets there.
    pub fn when(&self, area: f64) -> Option<i64> {
        // The last piece whose area lies below: of several at one area the first is the earliest moment.
        let i = self.pieces.partition_point(|p| p.area < area).max(1) - 1;
        let p = self.pieces[i];
        let left = (area - p.area).max(0.0);
        if left == 0.0 {
            // At the very start of a piece: not before something can flow.
            let flows = self.pieces[i..].iter().find(|p| p.value > 0.0 || p.slope > 0.0)?;
            return Some(flows.start_ns);
        }
        // left = value s + slope s^2 / 2, in the form that does not cancel.
        let root = (p.value * p.value + 2.0 * p.slope * left).max(0.0).sqrt();
        let s = 2.0 * left / (p.value + root);
        s.is_finite().then(|| p.start_ns + (s * SECOND_NS).round() as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const S: i64 = 1_000_000_000;

    fn stage(seconds: i64, target: f64, shape: Shape) -> Stage {
        Stage { duration_ns: seconds * S, target, shape }
    }

    #[test]
    fn values_areas_and_moments_of_a_spike() {
        //  10/s for 10 s, 100/s for 2 s, ramp to 0 in 10 s
        let p = Profile::stages(10.0, &[stage(10, 10.0, Shape::Step), stage(2, 100.0, Shape::Step), stage(10, 0.0, Shape::Ramp)]);
        assert_eq!((p.value_at(0), p.value_at(10 * S), p.value_at(17 * S), p.value_at(99 * S)), (10.0, 100.0, 50.0, 0.0));
        assert_eq!((p.area_to(10 * S), p.area_to(12 * S), p.area_to(22 * S), p.area_to(30 * S)), (100.0, 300.0, 800.0, 800.0));
        assert_eq!((p.when(50.0), p.when(200.0), p.when(800.5)), (Some(5 * S), Some(11 * S), None));
        assert_eq!((p.length_ns(), p.peak()), (22 * S, 100.0));
    }

    #[test]
    fn nothing_flows_before_a_ramp_from_zero_has_begun() {
        let p = Profile::stages(0.0, &[stage(5, 0.0, Shape::Step), stage(10, 100.0, Shape::Ramp)]);
        assert_eq!(p.when(0.0), Some(5 * S));
        assert_eq!(Profile::constant(0.0).when(0.0), None);
        assert_eq!(Profile::constant(4.0).when(0.0), Some(0));
    }

    proptest! {
        #[test]
        fn moments_are_the_inverse_of_areas(first in 0.0..500.0_f64, raw in prop::collection::vec((1_i64..20, 0.0..500.0_f64, any::<bool>()), 0..6), share in 0.0..1.0_f64) {
            let stages: Vec<Stage> = raw.iter().map(|(s, t, ramp)| stage(*s, *t, if *ramp { Shape::Ramp } else { Shape::Step })).collect();
            let p = Profile::stages(first, &stages);
            let end = p.length_ns() + 5 * S;
            let area = p.area_to(end) * share;
            if let Some(at) = p.when(area) {
                // A moment is a whole number of nanoseconds.
                prop_assert!((p.area_to(at) - area).abs() <= 1e-6 * (1.0 + p.peak()), "{} against {area}", p.area_to(at));
            } else {
                prop_assert!(p.value_at(end) == 0.0 || area == 0.0);
            }
        }
    }
}
