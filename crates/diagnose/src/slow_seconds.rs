//! Whether a few seconds are far slower than the others under open load, and whether collections of old objects or the speed of the CPUs are why.

use crate::Analysis;
use crate::level::{Level, SlowSeconds};
use model::{Message, message};

crate::thresholds! {
    /// Share of the time of a level's requests that its slow seconds must add to count. Source: what is not worth a fifth is not called a cause
    /// (METHODS section 0).
    LEAST_ADDED = 0.2;
    /// Share of the levels of open load that must have such seconds: what stops the host or the generator once is in one of them. A guess: half.
    OF_LEVELS = 0.5;
    /// Fewest levels that must have them. A guess: once may be chance.
    FEWEST = 2.0;
    /// Share of what the slow seconds of all these levels add that requests must have waited for the collector, for CPUs that are slower than
    /// usual, or for one or the other. A guess: most of it. The replay knows neither when between two readings the core was taken, nor that the
    /// loop is slower while objects are marked.
    EXPLAINED = 0.5;
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
    /// What is why: at all of them together requests waited for most of that for it, and of what is left too few levels would have such seconds
    /// to count.
    pub why: Option<WhySlow>,
}

/// What makes seconds slow, where that is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhySlow {
    /// Collections of old objects.
    Collections,
    /// CPUs that are slower than usual, with answers that take as much more CPU.
    Speed,
    /// Both together, of which collections are a fifth or more.
    Both,
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
        let seconds: Vec<SlowSeconds> = slow.iter().map(|l| l.slow_seconds).collect();
        Some(SomeSlow { levels: slow.len(), of: open.len(), worst, why: why(&seconds, enough) })
    }

    /// That the speed of the CPUs is why, where it is: no cause is named for it.
    pub(crate) fn slow_by_speed(&self) -> Option<Message> {
        let slow = self.some_slow_seconds()?;
        let (levels, of) = (slow.levels as f64, slow.of as f64);
        let (share, rate) = (slow.worst.slow_seconds.added, slow.worst.throughput_per_s);
        match slow.why? {
            WhySlow::Speed => Some(message!(
                "quality/slow-seconds-by-cpus",
                levels: Count(levels),
                of: Count(of),
                share: Share(share),
                rate: PerSecond(rate)
            )),
            WhySlow::Both => Some(message!(
                "quality/slow-seconds-by-cpus-and-collector",
                levels: Count(levels),
                of: Count(of),
                share: Share(share),
                rate: PerSecond(rate)
            )),
            WhySlow::Collections => None,
        }
    }
}

/// What is why, of the seconds of some levels.
fn why(slow: &[SlowSeconds], enough: impl Fn(usize) -> bool + Copy) -> Option<WhySlow> {
    let sum = |of: fn(&SlowSeconds) -> f64| slow.iter().map(of).sum::<f64>();
    let collects = sum(|s| s.by_collector) >= LEAST_ADDED.get() * sum(|s| s.added);
    if explains(slow, |s| s.by_collector, enough) {
        Some(WhySlow::Collections)
    } else if !collects && explains(slow, |s| s.by_speed, enough) {
        Some(WhySlow::Speed)
    } else {
        (collects && explains(slow, |s| s.by_both, enough)).then_some(WhySlow::Both)
    }
}

/// Whether what they add `by` something is why the `slow` seconds of these levels are slow; `enough` says of how many levels it is not chance.
fn explains(slow: &[SlowSeconds], by: impl Fn(&SlowSeconds) -> f64, enough: impl Fn(usize) -> bool) -> bool {
    let left = slow.iter().filter(|s| s.added - by(s) >= LEAST_ADDED.get()).count();
    slow.iter().map(&by).sum::<f64>() >= EXPLAINED.get() * slow.iter().map(|s| s.added).sum::<f64>() && !enough(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collections_are_why_where_they_add_most_and_what_is_left_is_chance() {
        let of = |levels: &[(f64, f64)]| {
            let slow: Vec<SlowSeconds> =
                levels.iter().map(|(added, by)| SlowSeconds { added: *added, by_collector: *by, ..SlowSeconds::default() }).collect();
            explains(&slow, |s| s.by_collector, |n| n >= 2)
        };
        assert!(of(&[(0.22, 0.11), (0.25, 0.19)]), "half of it at one, more at the other");
        assert!(of(&[(0.29, 0.29), (0.51, 0.29)]), "at one there is more, once");
        assert!(!of(&[(0.5, 0.26), (0.5, 0.28)]), "something else comes at both");
        assert!(!of(&[(0.3, 0.0), (0.3, 0.14)]), "collections are a quarter of it");
    }

    #[test]
    fn slow_cpus_hide_no_collections() {
        let of = |by_collector: f64, by_speed: f64, by_both: f64| {
            why(&[SlowSeconds { added: 0.5, by_collector: 0.5 * by_collector, by_speed: 0.5 * by_speed, by_both: 0.5 * by_both }; 2], |n| {
                n >= 2
            })
        };
        assert_eq!(of(0.0, 0.9, 0.9), Some(WhySlow::Speed));
        assert_eq!(of(0.9, 0.9, 1.0), Some(WhySlow::Collections));
        assert_eq!(of(0.3, 0.7, 0.9), Some(WhySlow::Both));
        assert_eq!(of(0.3, 0.2, 0.4), None);
        assert_eq!(of(0.1, 0.3, 0.9), None, "what only two together explain, of which one is next to nothing");
    }
}
