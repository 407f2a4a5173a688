//! Seconds of a level that are far slower than the others. A mean hides what comes now and then: a cache that runs out for all at once, a job
//! every few seconds.

use model::{Attempt, Run, Timestamp, signal};
use std::collections::BTreeSet;

crate::thresholds! {
    /// How many times slower than the usual second of its level a second must be to stand out. A guess: the means of seconds in one queue at
    /// 0.8 of what it can do differ by less than twice.
    STANDS_OUT = 3.0;
    /// Fewest seconds of a level by which the usual one is known. A guess.
    FEWEST_SECONDS = 5.0;
}

/// The seconds of a level that are far slower than the others, and those in which old objects were collected. The first second is left out:
/// connections are opened in it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SlowSeconds {
    /// Share of all time of the level's requests that its slow seconds add to it, 0 to 1, beyond what the same requests add when they are dealt
    /// out to the seconds in turn: rare kinds of requests that take long make seconds unlike too. 0 where the level is too short.
    pub added: f64,
    /// What of that slow seconds with such a collection add.
    pub added_in_collections: f64,
    /// How many seconds there are, how many are slow, how many have such a collection, and how many are and have both.
    pub seconds: usize,
    /// Slow ones.
    pub slow: usize,
    /// With a collection.
    pub collected: usize,
    /// Slow ones with a collection.
    pub both: usize,
}

/// Whether a collection of old objects ended in a second, counted from `from` on: in the one in the middle of the two readings of their number between
/// which it did.
pub(super) fn collections_of_old(run: &Run, from: Timestamp) -> impl Fn(usize) -> bool {
    let old = run.series_of(signal::GC_COUNT).filter(|s| matches!(s.label("collector"), "old" | "major"));
    let ended = old.flat_map(|s| s.t.windows(2).zip(s.v.windows(2))).filter(|(_, n)| n[1] > n[0]);
    let middle = |t: &[Timestamp]| f64::midpoint(t[0].seconds_since(from), t[1].seconds_since(from));
    let seconds: BTreeSet<i64> = ended.map(|(t, _)| middle(t).floor() as i64).collect();
    move |second| seconds.contains(&(second as i64))
}

/// Of requests that were `answered`, in order of their plan. `collected`: whether old objects were collected in a second, counted from `from` on.
pub(super) fn slow_seconds(answered: &[Attempt], from: Timestamp, collected: impl Fn(usize) -> bool) -> SlowSeconds {
    let second = |a: &Attempt| a.planned.seconds_since(from).max(0.0) as usize;
    let later: Vec<&Attempt> = answered.iter().filter(|a| second(a) > 0).collect();
    let last = later.iter().map(|a| second(a)).max().unwrap_or(0);
    if (last as f64) < FEWEST_SECONDS.get() {
        return SlowSeconds::default();
    }
    let by = |of: &dyn Fn(usize, &Attempt) -> usize| {
        let mut seconds = vec![(0.0, 0.0); last];
        for (i, a) in later.iter().enumerate() {
            let (ms, n) = &mut seconds[of(i, a)];
            *ms += a.response_ns() as f64 / 1e6;
            *n += 1.0;
        }
        beyond_the_usual(&seconds)
    };
    let (seconds, dealt) = (by(&|_, a| second(a) - 1), by(&|i, _| i % last));
    let with: Vec<bool> = (1..=last).map(collected).collect();
    let added = (seconds.iter().sum::<f64>() - dealt.iter().sum::<f64>()).max(0.0);
    let in_collections: f64 = seconds.iter().zip(&with).filter(|(_, w)| **w).map(|(s, _)| s).sum();
    SlowSeconds {
        added,
        added_in_collections: in_collections.min(added),
        seconds: last,
        slow: seconds.iter().filter(|s| **s > 0.0).count(),
        collected: with.iter().filter(|w| **w).count(),
        both: seconds.iter().zip(&with).filter(|(s, w)| **s > 0.0 && **w).count(),
    }
}

/// What each second that stands out adds to what it would have if it were as usual, as a share of the sum of all; 0 for the others. Of each second the
/// sum of times and the number of requests.
fn beyond_the_usual(seconds: &[(f64, f64)]) -> Vec<f64> {
    let mut means: Vec<f64> = seconds.iter().filter(|(_, n)| *n > 0.0).map(|(ms, n)| ms / n).collect();
    means.sort_unstable_by(f64::total_cmp);
    let usual = means.get(means.len() / 2).copied().unwrap_or(f64::INFINITY);
    let all: f64 = seconds.iter().map(|(ms, _)| ms).sum();
    let stands_out = |ms: f64, n: f64| n > 0.0 && ms > STANDS_OUT.get() * usual * n;
    seconds.iter().map(|(ms, n)| if stands_out(*ms, *n) { (ms - usual * n) / all.max(f64::MIN_POSITIVE) } else { 0.0 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Outcome;

    /// Eight seconds of a hundred requests each, of which request `i` takes `ms(i)`.
    fn level(ms: impl Fn(i64) -> f64) -> f64 {
        let answered: Vec<Attempt> = (0..800)
            .map(|i| {
                let planned = Timestamp::from_ns(i * 10_000_000);
                let done = planned.plus_ns((ms(i) * 1e6) as i64);
                Attempt { planned, sent: planned, first_byte: done, done, outcome: Outcome::Ok }
            })
            .collect();
        slow_seconds(&answered, Timestamp::from_ns(0), |_| false).added
    }

    #[test]
    fn a_slow_second_is_told_by_what_it_adds() {
        // 100 of 700 requests take 100 ms where 10 ms are usual: 9,000 of 16,000 ms
        let share = level(|i| if (300..400).contains(&i) { 100.0 } else { 10.0 });
        assert!((share - 9.0 / 16.0).abs() < 0.01, "{share}");
    }

    #[test]
    fn seconds_alike_add_nothing() {
        assert_eq!(level(|_| 10.0), 0.0);
        assert_eq!(level(|i| 10.0 + (i / 100) as f64 * 2.0), 0.0, "it gets slower, by less than three times");
        assert_eq!(level(|i| if i < 100 { 500.0 } else { 10.0 }), 0.0, "the first second");
    }

    #[test]
    fn a_rare_kind_of_request_is_no_slow_second() {
        // each 160th takes two seconds: five of eight seconds have one, or two
        let share = level(|i| if i % 160 == 0 { 2_000.0 } else { 1.0 });
        assert!(share < 0.05, "{share}");
    }

    #[test]
    fn a_level_that_is_too_short_tells_nothing() {
        let planned = |i: i64| Timestamp::from_ns(i * 10_000_000);
        let of = |i| Attempt {
            planned: planned(i),
            sent: planned(i),
            first_byte: planned(i),
            done: planned(i + 1 + i / 200 * 40),
            outcome: Outcome::Ok,
        };
        assert_eq!(slow_seconds(&(0..300).map(of).collect::<Vec<_>>(), planned(0), |_| true), SlowSeconds::default());
    }

    #[test]
    fn slow_seconds_with_a_collection_are_told_apart() {
        // the fourth and the seventh of eight seconds are slow, and the first is left out
        let answered: Vec<Attempt> = (0..800)
            .map(|i| {
                let planned = Timestamp::from_ns(i * 10_000_000);
                let ms = if matches!(i / 100, 3 | 6) { 100.0 } else { 10.0 };
                let done = planned.plus_ns((ms * 1e6) as i64);
                Attempt { planned, sent: planned, first_byte: done, done, outcome: Outcome::Ok }
            })
            .collect();
        let of = |collected: &[usize]| slow_seconds(&answered, Timestamp::from_ns(0), |s| collected.contains(&s));
        let both = of(&[3, 6]);
        assert_eq!((both.seconds, both.slow, both.collected, both.both), (7, 2, 2, 2));
        assert!((both.added - both.added_in_collections).abs() < 1e-9 && both.added > 0.5, "{both:?}");
        let one = of(&[0, 2, 6]);
        assert_eq!((one.slow, one.collected, one.both), (2, 2, 1), "of the first second nothing counts");
        assert!((one.added_in_collections - one.added / 2.0).abs() < 0.01, "{one:?}");
    }
}
