//! What of the time that an event loop is busy it collects garbage, by samples of its stacks, and waits for others that do it.

use crate::frames::{Part, Place, Stacks};
use model::{Timestamp, WallProfile};

crate::thresholds! {
    /// Share of a collection of young objects on a single core that V8's four threads have of it while the loop waits for them, at most. Source: with that
    /// of the loop five threads share the core evenly.
    HELPERS_HAVE = 0.8;
}

/// The samples of a loop between two moments that are not idle.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Busy {
    /// Time for which they stand, seconds.
    pub(super) all_s: f64,
    /// Of that, in collections.
    pub(super) collects_s: f64,
}

impl Busy {
    /// Share of the busy time that collects, 0 to 1; 0 where nothing was seen.
    pub(super) fn share(self) -> f64 {
        if self.all_s > 0.0 { self.collects_s / self.all_s } else { 0.0 }
    }
}

/// What the samples of `profile`, in order of time, say of `from` to `to`. One that stands for longer belongs to both sides of a moment in it.
pub(super) fn busy(profile: &WallProfile, stacks: &Stacks, (from, to): (Timestamp, Timestamp)) -> Busy {
    let mut sum = Busy::default();
    let interval_ns = profile.nominal_interval_ns;
    let longest_ns = profile.samples.iter().map(|x| i64::from(x.weight)).max().unwrap_or(0) * interval_ns;
    let first = profile.samples.partition_point(|x| x.t.plus_ns(longest_ns) < from);
    for x in profile.samples[first..].iter().take_while(|x| x.t < to) {
        let end = x.t.plus_ns(i64::from(x.weight) * interval_ns).min(to);
        let seconds = end.seconds_since(x.t.max(from)).max(0.0);
        if let Some(Place::Request(part)) = stacks.class(x.stack).map(|c| c.place) {
            sum.all_s += seconds;
            sum.collects_s += if part == Part::Stopped { seconds } else { 0.0 };
        }
    }
    sum
}

/// For how long a loop without another core waits for the helpers that collect young objects with it, which use `helped_ms` in all: not for longer than
/// they have of such collections, nor than it is off its core. All in milliseconds per request.
pub(super) fn gives_way(helped_ms: f64, young_ms: f64, off_core_ms: f64) -> f64 {
    helped_ms.min(HELPERS_HAVE.get() * young_ms).min(off_core_ms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Frame, FrameKind, Observation, Run, WallSample};

    #[test]
    fn a_sample_belongs_to_both_sides_of_a_moment_and_idle_ones_to_none() {
        let frame = |class: &str, method: &str| Frame {
            class: class.into(),
            method: method.into(),
            line: 0,
            kind: if class.is_empty() { FrameKind::Native } else { FrameKind::Compiled },
        };
        let mut run = Run::default();
        run.environment.target.runtime = model::Runtime::named("node");
        run.apply(Observation::Stacks {
            frames: vec![frame("", "(idle)"), frame("", "(garbage collector)"), frame("src/page.js", "render")],
            stacks: vec![vec![0], vec![1], vec![2]],
        });
        let at = Timestamp::from_ns;
        let sample = |t: i64, weight, stack| WallSample { t: at(t), tid: 1, weight, stack };
        let profile = WallProfile {
            nominal_interval_ns: 10,
            // idle to 40, collects to 90, computes to 120
            samples: vec![sample(0, 4, 0), sample(40, 5, 1), sample(90, 3, 2)],
            ..WallProfile::default()
        };
        let stacks = Stacks::of(&run);
        let seen = |from, to| {
            let b = busy(&profile, &stacks, (at(from), at(to)));
            ((b.all_s * 1e9).round() as i64, (b.collects_s * 1e9).round() as i64)
        };
        assert_eq!(seen(0, 120), (80, 50));
        assert_eq!(seen(60, 100), (40, 30));
        assert_eq!(seen(0, 40), (0, 0));
        assert_eq!(seen(200, 300), (0, 0));
        assert_eq!(busy(&profile, &stacks, (at(0), at(30))).share(), 0.0);
    }

    #[test]
    fn a_loop_gives_way_to_helpers_in_collections_alone() {
        // a stop of 0.13 that a loop shares with four helpers is 0.026 of its own
        assert_eq!(gives_way(0.1, 0.13, 0.2), 0.1);
        for (why, helped, young, off_core, told) in [
            ("helpers mark beside the loop", 0.4, 0.1, 0.5, 0.08),
            ("no helper runs", 0.0, 0.1, 0.2, 0.0),
            ("the loop had its core all along", 0.1, 0.13, 0.0, 0.0),
        ] {
            assert!((gives_way(helped, young, off_core) - told).abs() < 1e-12, "{why}");
        }
    }
}
