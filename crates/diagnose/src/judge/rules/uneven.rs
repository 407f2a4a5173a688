//! Levels in which a few seconds are far slower than the others.

use crate::judge::facts::Facts;
use crate::judge::rule::Holding;
use crate::level::Level;
use crate::margin::Margin;
use model::message;

crate::thresholds! {
    /// Share of the time of a level's requests that its slow seconds must add to count. Source: what is not worth a fifth is not called a cause
    /// (METHODS section 0).
    LEAST_ADDED = 0.2;
    /// Share of the levels of open load that must have such seconds: what stops the host or the generator once is in one of them. A guess: half.
    OF_LEVELS = 0.5;
    /// Fewest levels that must have them. A guess: once may be chance.
    FEWEST = 2.0;
}

/// A few seconds are far slower than the others at more than one level of open load: something comes now and then, and means do not tell what.
pub(super) fn seconds(f: &Facts) -> Option<Holding> {
    let open: Vec<&Level> = f.a.levels.iter().filter(|l| l.phase.is_open()).collect();
    let slow: Vec<&&Level> = open.iter().filter(|l| l.added_by_slow_seconds >= LEAST_ADDED.get()).collect();
    let enough = slow.len() as f64 >= FEWEST.get().max(OF_LEVELS.get() * open.len() as f64);
    let worst = slow.iter().filter(|_| enough).max_by(|x, y| x.added_by_slow_seconds.total_cmp(&y.added_by_slow_seconds))?;
    let says = message!(
        "judge/some-seconds-slow",
        levels: Count(slow.len() as f64),
        of: Count(open.len() as f64),
        share: Share(worst.added_by_slow_seconds),
        rate: PerSecond(worst.throughput_per_s),
        option: name("--tail"),
    );
    Some(Holding::of(says).by(Margin::new(worst.added_by_slow_seconds, LEAST_ADDED.get())))
}
