//! Whether a few seconds are far slower than the others under open load, and whether collections of old objects are why.

use crate::Analysis;
use crate::level::{Level, SlowSeconds};

crate::thresholds! {
    /// Share of the time of a level's requests that its slow seconds must add to count. Source: what is not worth a fifth is not called a cause
    /// (METHODS section 0).
    LEAST_ADDED = 0.2;
    /// Share of the levels of open load that must have such seconds: what stops the host or the generator once is in one of them. A guess: half.
    OF_LEVELS = 0.5;
    /// Fewest levels that must have them. A guess: once may be chance.
    FEWEST = 2.0;
    /// Share of what the slow seconds of all these levels add that requests must have waited for the collector. A guess: most of it. The replay
    /// knows neither when between two readings the core was taken, nor that the loop is slower while objects are marked.
    BY_COLLECTOR = 0.5;
}

/// Seconds that are far slower than the others, at several levels of open load.
#[derive(Debug, Clone, Copy)]
pub struct SomeSlow<'a> {
    /// How many levels have them.
    pub levels: usize,
    /// Of how many.
    pub of: usize,
    /// That to which they add most.
    pub worst: &'a Level,
    /// Whether collections of old objects are why: at all of them together requests waited for most of that for the collector, and of what is
    /// left too few levels would have such seconds to count.
    pub by_collections: bool,
}

/// The least that counts.
pub(crate) fn least_added() -> f64 {
    LEAST_ADDED.get()
}

impl Analysis<'_> {
    /// Such seconds; `None` where there are none, or too few. Levels that were beyond what the service can do do not count: requests pile up there.
    pub fn some_slow_seconds(&self) -> Option<SomeSlow<'_>> {
        let open: Vec<&Level> = self.levels.iter().filter(|l| l.phase.is_open() && !self.is_beyond(l)).collect();
        let slow: Vec<&Level> = open.iter().copied().filter(|l| l.slow_seconds.added >= LEAST_ADDED.get()).collect();
        let enough = |levels: usize| levels as f64 >= FEWEST.get().max(OF_LEVELS.get() * open.len() as f64);
        let worst =
            slow.iter().copied().filter(|_| enough(slow.len())).max_by(|x, y| x.slow_seconds.added.total_cmp(&y.slow_seconds.added))?;
        let by_collections = are_collections(&slow.iter().map(|l| l.slow_seconds).collect::<Vec<_>>(), enough);
        Some(SomeSlow { levels: slow.len(), of: open.len(), worst, by_collections })
    }
}

/// Whether collections are why the `slow` seconds of these levels are slow; `enough` says of how many levels it is not chance.
fn are_collections(slow: &[SlowSeconds], enough: impl Fn(usize) -> bool) -> bool {
    let sum = |of: fn(&SlowSeconds) -> f64| slow.iter().map(of).sum::<f64>();
    let left = slow.iter().filter(|s| s.added - s.by_collector >= LEAST_ADDED.get()).count();
    sum(|s| s.by_collector) >= BY_COLLECTOR.get() * sum(|s| s.added) && !enough(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collections_are_why_where_they_add_most_and_what_is_left_is_chance() {
        let of = |levels: &[(f64, f64)]| {
            let slow: Vec<SlowSeconds> =
                levels.iter().map(|(added, by_collector)| SlowSeconds { added: *added, by_collector: *by_collector }).collect();
            are_collections(&slow, |n| n >= 2)
        };
        assert!(of(&[(0.22, 0.11), (0.25, 0.19)]), "half of it at one, more at the other");
        assert!(of(&[(0.29, 0.29), (0.51, 0.29)]), "at one there is more, once");
        assert!(!of(&[(0.5, 0.26), (0.5, 0.28)]), "something else comes at both");
        assert!(!of(&[(0.3, 0.0), (0.3, 0.14)]), "collections are a quarter of it");
    }
}
