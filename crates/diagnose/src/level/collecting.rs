//! What of the time that an event loop is busy it collects garbage, by samples of its stacks.

use crate::frames::{Part, Place, Stacks};
use model::{Timestamp, WallProfile};

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
    // none stands for more than a second and reaches into what begins later
    let first = profile.samples.partition_point(|x| x.t.plus_ns(1_000_000_000) < from);
    for x in profile.samples[first..].iter().take_while(|x| x.t < to) {
        let end = x.t.plus_ns(i64::from(x.weight) * interval_ns).min(to);
        let seconds = end.seconds_since(x.t.max(from)).max(0.0);
        match stacks.class(x.stack).map(|c| c.place) {
            Some(Place::Request(part)) => {
                sum.all_s += seconds;
                sum.collects_s += if part == Part::Stopped { seconds } else { 0.0 };
            }
            _ => {}
        }
    }
    sum
}
