//! Whether a few seconds are far slower than the others under open load, and whether collections of old objects are why.

use crate::Analysis;
use crate::level::{Level, SlowSeconds};
use stats::hypergeometric::{self, Layer};

crate::thresholds! {
    /// Share of the time of a level's requests that its slow seconds must add to count. Source: what is not worth a fifth is not called a cause
    /// (METHODS section 0).
    LEAST_ADDED = 0.2;
    /// Share of the levels of open load that must have such seconds: what stops the host or the generator once is in one of them. A guess: half.
    OF_LEVELS = 0.5;
    /// Fewest levels that must have them. A guess: once may be chance.
    FEWEST = 2.0;
    /// Probability that so many slow seconds have a collection by chance, up to which it is none. A guess: one in a hundred runs.
    CHANCE = 0.01;
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
    /// Whether collections of old objects are why: what other seconds add would not count, and that collections meet slow seconds is no chance.
    pub by_collections: bool,
}

/// The least that counts.
pub(crate) fn least_added() -> f64 {
    LEAST_ADDED.get()
}

impl Analysis<'_> {
    /// Such seconds; `None` where there are none, or too few.
    pub fn some_slow_seconds(&self) -> Option<SomeSlow<'_>> {
        let open: Vec<&Level> = self.levels.iter().filter(|l| l.phase.is_open()).collect();
        let slow: Vec<&Level> = open.iter().copied().filter(|l| l.slow_seconds.added >= LEAST_ADDED.get()).collect();
        let enough = slow.len() as f64 >= FEWEST.get().max(OF_LEVELS.get() * open.len() as f64);
        let worst = slow.iter().copied().filter(|_| enough).max_by(|x, y| x.slow_seconds.added.total_cmp(&y.slow_seconds.added))?;
        let others_add = |l: &&Level| l.slow_seconds.added - l.slow_seconds.added_in_collections;
        let by_others = slow.iter().any(|l| others_add(l) >= LEAST_ADDED.get());
        let all: Vec<SlowSeconds> = open.iter().map(|l| l.slow_seconds).collect();
        let by_collections = !by_others && chance(&all) <= CHANCE.get();
        Some(SomeSlow { levels: slow.len(), of: open.len(), worst, by_collections })
    }
}

/// Probability that at least as many slow seconds as were seen have a collection, if collections came at any second of each level.
fn chance(levels: &[SlowSeconds]) -> f64 {
    let layer = |l: &SlowSeconds| Layer { all: l.seconds as u64, marked: l.collected as u64, drawn: l.slow as u64 };
    let layers: Vec<Layer> = levels.iter().map(layer).collect();
    hypergeometric::at_least(&layers, levels.iter().map(|l| l.both as u64).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(all: usize, slow: usize, collected: usize, both: usize) -> SlowSeconds {
        SlowSeconds { seconds: all, slow, collected, both, ..SlowSeconds::default() }
    }

    #[test]
    fn one_level_is_not_enough_and_two_are() {
        assert!(chance(&[seconds(7, 2, 3, 2)]) > CHANCE.get());
        assert!(chance(&[seconds(7, 2, 2, 2), seconds(7, 2, 2, 2)]) <= CHANCE.get());
    }
}
