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
    /// Share of what slow seconds add that requests must have waited for the collector. A guess: most of it. The replay knows neither when
    /// between two readings the core was taken, nor that the loop is slower while objects are marked.
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
    /// Whether collections of old objects are why: at each of them requests waited for most of that for the collector, and what is left would
    /// not count.
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
        let enough = slow.len() as f64 >= FEWEST.get().max(OF_LEVELS.get() * open.len() as f64);
        let worst = slow.iter().copied().filter(|_| enough).max_by(|x, y| x.slow_seconds.added.total_cmp(&y.slow_seconds.added))?;
        let is_collector = |l: &&Level| {
            let SlowSeconds { added, by_collector } = l.slow_seconds;
            by_collector >= BY_COLLECTOR.get() * added && added - by_collector < LEAST_ADDED.get()
        };
        let by_collections = slow.iter().all(is_collector);
        Some(SomeSlow { levels: slow.len(), of: open.len(), worst, by_collections })
    }
}
