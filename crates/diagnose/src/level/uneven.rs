//! Seconds of a level that are far slower than the others. A mean hides what comes now and then: a cache that runs out for all at once, a job
//! every few seconds.

use model::{Attempt, Timestamp};

crate::thresholds! {
    /// How many times slower than the usual second of its level a second must be to stand out. A guess: the means of seconds in one queue at
    /// 0.8 of what it can do differ by less than twice.
    STANDS_OUT = 3.0;
    /// Fewest seconds of a level by which the usual one is known. A guess.
    FEWEST_SECONDS = 5.0;
}

/// Share of all time of a level's requests that its slow seconds add to it, 0 to 1, beyond what the same requests add when they are dealt out to the
/// seconds in turn: rare kinds of requests that take long make seconds unlike too. The first second is left out: connections are opened in it.
/// `answered` in order of their plan; 0 where the level is too short.
pub(super) fn added(answered: &[Attempt], from: Timestamp) -> f64 {
    let second = |a: &Attempt| a.planned.seconds_since(from).max(0.0) as usize;
    let later: Vec<&Attempt> = answered.iter().filter(|a| second(a) > 0).collect();
    let last = later.iter().map(|a| second(a)).max().unwrap_or(0);
    if (last as f64) < FEWEST_SECONDS.get() {
        return 0.0;
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
    (by(&|_, a| second(a) - 1) - by(&|i, _| i % last)).max(0.0)
}

/// Share of the sum that seconds which stand out add to what they would have if they were as usual. Of each second the sum of times and the number of
/// requests.
fn beyond_the_usual(seconds: &[(f64, f64)]) -> f64 {
    let mut means: Vec<f64> = seconds.iter().filter(|(_, n)| *n > 0.0).map(|(ms, n)| ms / n).collect();
    means.sort_unstable_by(f64::total_cmp);
    let Some(usual) = means.get(means.len() / 2) else { return 0.0 };
    let all: f64 = seconds.iter().map(|(ms, _)| ms).sum();
    let slow = seconds.iter().filter(|(ms, n)| *ms > STANDS_OUT.get() * usual * n);
    slow.map(|(ms, n)| ms - usual * n).sum::<f64>() / all.max(f64::MIN_POSITIVE)
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
        added(&answered, Timestamp::from_ns(0))
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
        assert_eq!(added(&(0..300).map(of).collect::<Vec<_>>(), planned(0)), 0.0);
    }
}
