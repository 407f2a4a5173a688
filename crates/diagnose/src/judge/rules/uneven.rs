//! Levels in which a few seconds are far slower than the others.

use crate::judge::facts::Facts;
use crate::judge::rule::Holding;
use crate::margin::Margin;
use crate::slow_seconds::least_added;
use model::message;

/// A few seconds are far slower than the others at more than one level of open load: something comes now and then, and means do not tell what. Where
/// it is collections of old objects, that is told by a cause; where it is the speed of the CPUs, by the quality of the run.
pub(super) fn seconds(f: &Facts) -> Option<Holding> {
    let slow = f.a.some_slow_seconds().filter(|s| s.why.is_none())?;
    let added = slow.worst.slow_seconds.added;
    let says = message!(
        "judge/some-seconds-slow",
        levels: Count(slow.levels as f64),
        of: Count(slow.of as f64),
        share: Share(added),
        rate: PerSecond(slow.worst.throughput_per_s),
        option: name("--tail"),
    );
    Some(Holding::of(says).by(Margin::new(added, least_added())))
}
