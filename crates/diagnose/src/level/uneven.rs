//! Seconds of a level that are far slower than the others. A mean hides what comes now and then: a cache that runs out for all at once, a job
//! every few seconds.

use super::taken::{For, Taken};
use model::{Attempt, Timestamp};

crate::thresholds! {
    /// How many times slower than the usual second of its level a second must be to stand out. A guess: the means of seconds in one queue at
    /// 0.8 of what it can do differ by less than twice.
    STANDS_OUT = 3.0;
    /// Fewest seconds of a level by which the usual one is known. A guess.
    FEWEST_SECONDS = 5.0;
}

/// What the seconds of a level that are far slower than the others add. The first second is left out: connections are opened in it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SlowSeconds {
    /// Share of all time of the level's requests that its slow seconds add to it, 0 to 1, beyond what the same requests add when they are dealt
    /// out to the seconds in turn: rare kinds of requests that take long make seconds unlike too. 0 where the level is too short.
    pub added: f64,
    /// What of that requests waited for the collector in the same seconds, where old objects were collected.
    pub by_collector: f64,
    /// What of that requests waited because the cores were slower in these seconds than usual, where their speed is known.
    pub by_speed: f64,
    /// What of that requests waited for one or the other: more than the sum where each alone would have left time.
    pub by_both: f64,
}

/// Of requests that were `answered`, in any order, from which time was `taken`.
pub(super) fn slow_seconds(answered: &[Attempt], from: Timestamp, taken: Option<&Taken>) -> SlowSeconds {
    // a run has them in the order of their answers
    let mut answered = answered.to_vec();
    answered.sort_by_key(|a| a.planned);
    let second = |a: &Attempt| a.planned.seconds_since(from).max(0.0) as usize;
    let later: Vec<&Attempt> = answered.iter().filter(|a| second(a) > 0).collect();
    let last = later.iter().map(|a| second(a)).max().unwrap_or(0);
    if (last as f64) < FEWEST_SECONDS.get() {
        return SlowSeconds::default();
    }
    // sums of what is told of each request, and how many they are
    let sums = |of: &dyn Fn(usize, &Attempt) -> usize, ms: &dyn Fn(usize, &Attempt) -> f64| {
        let mut seconds = vec![(0.0, 0.0); last];
        for (i, a) in later.iter().enumerate() {
            let (sum, n) = &mut seconds[of(i, a)];
            *sum += ms(i, a);
            *n += 1.0;
        }
        seconds
    };
    let took = |_: usize, a: &Attempt| a.response_ns() as f64 / 1e6;
    let (seconds, dealt) = (sums(&|_, a| second(a) - 1, &took), sums(&|i, _| i % last, &took));
    let (slow, dealt) = (beyond_the_usual(&seconds), beyond_the_usual(&dealt));
    let added = (slow.iter().sum::<f64>() - dealt.iter().sum::<f64>()).max(0.0);
    let Some(taken) = taken.filter(|_| added > 0.0) else { return SlowSeconds { added, ..SlowSeconds::default() } };
    let all = seconds.iter().map(|(ms, _)| ms).sum::<f64>().max(f64::MIN_POSITIVE);
    // the CPU of the first second is that of its requests
    let first = answered.len() - later.len();
    let by = |why: For| {
        let waits = taken.waits_ms(&answered, why);
        let waited = sums(&|_, a| second(a) - 1, &|i, _| waits[first + i]);
        let usual = usual(&waited);
        let of_second = |(slow, (ms, n)): (&f64, &(f64, f64))| slow.min((ms - usual * n).max(0.0) / all);
        added * slow.iter().zip(&waited).map(of_second).sum::<f64>() / slow.iter().sum::<f64>().max(f64::MIN_POSITIVE)
    };
    let by_collector = by(For::Collector);
    if taken.slowed.is_none() {
        return SlowSeconds { added, by_collector, by_speed: 0.0, by_both: by_collector };
    }
    SlowSeconds { added, by_collector, by_speed: by(For::Speed), by_both: by(For::Both) }
}

/// What each second that stands out adds to what it would have if it were as usual, as a share of the sum of all; 0 for the others. Of each second the
/// sum of times and the number of requests.
fn beyond_the_usual(seconds: &[(f64, f64)]) -> Vec<f64> {
    let (usual, all) = (usual(seconds), seconds.iter().map(|(ms, _)| ms).sum::<f64>());
    let stands_out = |ms: f64, n: f64| n > 0.0 && ms > STANDS_OUT.get() * usual * n;
    seconds.iter().map(|(ms, n)| if stands_out(*ms, *n) { (ms - usual * n) / all.max(f64::MIN_POSITIVE) } else { 0.0 }).collect()
}

/// The mean of the second in the middle; without requests there is none, and nothing stands out.
fn usual(seconds: &[(f64, f64)]) -> f64 {
    let mut means: Vec<f64> = seconds.iter().filter(|(_, n)| *n > 0.0).map(|(ms, n)| ms / n).collect();
    means.sort_unstable_by(f64::total_cmp);
    means.get(means.len() / 2).copied().unwrap_or(f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::slowed::Slowed;
    use model::{Outcome, Series};

    /// Eight seconds of a hundred requests each, of which request `i` takes `ms(i)`.
    fn level(ms: impl Fn(i64) -> f64) -> f64 {
        let answered: Vec<Attempt> = (0..800)
            .map(|i| {
                let planned = Timestamp::from_ns(i * 10_000_000);
                let done = planned.plus_ns((ms(i) * 1e6) as i64);
                Attempt { planned, sent: planned, first_byte: done, done, outcome: Outcome::Ok }
            })
            .collect();
        slow_seconds(&answered, Timestamp::from_ns(0), None).added
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
        assert_eq!(slow_seconds(&(0..300).map(of).collect::<Vec<_>>(), planned(0), None), SlowSeconds::default());
    }

    /// Ten seconds of a hundred requests a second that each need 6 ms of the one core, of which a collector takes 0.3 s in the sixth second.
    fn collected(ms: impl Fn(i64) -> f64) -> SlowSeconds {
        let at = Timestamp::from_ns;
        let request = |i: i64| {
            let planned = at(i * 10_000_000);
            let done = planned.plus_ns((ms(i) * 1e6) as i64);
            Attempt { planned, sent: planned, first_byte: done, done, outcome: Outcome::Ok }
        };
        let mut used = Series::default();
        (0..11).for_each(|s| used.push(at(s * 1_000_000_000), 0.6 * s as f64));
        let taken = Taken { cores: 1.0, used, bursts: vec![(at(5_000_000_000), 0.3)], slowed: None };
        // a run has them in the order of their answers
        let mut answered: Vec<Attempt> = (0..1000).map(request).collect();
        answered.sort_by_key(|a| a.done);
        answered.reverse();
        slow_seconds(&answered, at(0), Some(&taken))
    }

    #[test]
    fn what_waits_for_the_collector_is_told_from_what_waits_for_something_else() {
        // 0.3 s of work that the core works off beside the requests, of each 10 ms the 4 that they leave
        let queue = |i: i64| (300.0 - 4.0 * (i - 500) as f64).max(0.0) * f64::from(i >= 500);
        let of_collector = collected(|i| 6.0 + queue(i));
        assert!(of_collector.added > 0.6 && of_collector.by_collector > 0.97 * of_collector.added, "{of_collector:?}");
        let elsewhere = collected(|i| 6.0 + queue(i + 300));
        assert!(elsewhere.added > 0.6 && elsewhere.by_collector == 0.0, "{elsewhere:?}");
        // a job that keeps the core for three times as long, a third of it in collections
        let job = collected(|i| 6.0 + (900.0 - 4.0 * (i - 500) as f64).max(0.0) * f64::from(i >= 500));
        assert!(job.added > 0.8 && job.by_collector < 0.15 * job.added, "{job:?}");
    }

    /// Ten seconds of a hundred requests a second that each need 8 ms of the one core, which takes `slowness(second)` times as long for all.
    fn on_a_core(slowness: impl Fn(i64) -> f64, told: impl Fn(i64) -> f64) -> SlowSeconds {
        let at = Timestamp::from_ns;
        let mut free = at(0);
        let mut used = Series::default();
        let (mut sum, mut by_second) = (0.0, Vec::new());
        let answered: Vec<Attempt> = (0..1000)
            .map(|i| {
                let planned = at(i * 10_000_000);
                let begins = free.max(planned);
                free = begins.plus_ns((8e6 * slowness(begins.ns() / 1_000_000_000)) as i64);
                by_second.push((free.ns() / 1_000_000_000, free.seconds_since(begins)));
                Attempt { planned, sent: planned, first_byte: free, done: free, outcome: Outcome::Ok }
            })
            .collect();
        for second in 0..11 {
            used.push(at(second * 1_000_000_000), sum);
            sum += by_second.iter().filter(|(s, _)| *s == second).map(|(_, cpu)| cpu).sum::<f64>();
        }
        let taken = Taken { cores: 1.0, used, bursts: Vec::new(), slowed: Some(Slowed::by_second(at(0), (0..11).map(told))) };
        slow_seconds(&answered, at(0), Some(&taken))
    }

    #[test]
    fn what_waits_on_a_slow_core_is_told_from_what_waits_for_something_else() {
        let slow_in = |second: i64| move |s: i64| if s == second { 1.5 } else { 1.0 };
        let told = on_a_core(slow_in(5), slow_in(5));
        assert!(told.added > 0.5 && told.by_speed > 0.9 * told.added, "{told:?}");
        assert!(told.by_collector == 0.0 && told.by_both == told.by_speed, "{told:?}");
        let elsewhere = on_a_core(slow_in(5), slow_in(8));
        assert!(elsewhere.added > 0.5 && elsewhere.by_speed < 0.05 * elsewhere.added, "{elsewhere:?}");
        let a_little = on_a_core(slow_in(5), |s| if s == 5 { 1.1 } else { 1.0 });
        assert!(a_little.by_speed < 0.1 * a_little.added, "a core that is a tenth slower is not full: {a_little:?}");
        // the wait goes with how much slower it is
        let less = on_a_core(slow_in(5), |s| if s == 5 { 1.35 } else { 1.0 });
        assert!((0.15..0.65).contains(&(less.by_speed / less.added)), "{less:?}");
    }
}
