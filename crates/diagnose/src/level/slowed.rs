//! By how much slow CPUs make requests dearer, second by second: as far as two readings agree, that work of known length took longer, and that answers took
//! more CPU. Each alone is deceived. A core that idles while requests wait for a lock clocks down, and the work takes longer; a job of the service's own
//! makes answers look dearer.

use super::sensitivity::{Sensitivity, cpu_per_answer};
use super::speed::{SECOND_NS, Speed};
use model::{Phase, Run, Timestamp};

crate::thresholds! {
    /// How many times as much CPU as the speed makes of it an answer may take in a second that slow CPUs explain. Beyond that something else makes it dearer: a job
    /// of the service's own, its collector. A guess: what seconds differ by.
    DEARER = 1.1;
    /// How many times as much CPU as usual an answer takes where the CPUs are slow. Source: at 0.8 of what a service can do its CPUs are full then.
    SLOW = 1.25;
    /// The same of a second beside one, which is slow for a part of it. A guess.
    A_LITTLE_SLOW = 1.1;
}

/// How many times as much CPU as usual answers take by second, as far as the speed of the CPUs is why.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Slowed {
    from: Timestamp,
    times: Vec<f64>,
}

impl Slowed {
    /// In a phase with that speed; `None` where CPU per answer is not known.
    pub(crate) fn of(run: &Run, phase: &Phase, speed: &Speed) -> Option<Self> {
        let power = Sensitivity::of(run).map_or(1.0, |s| s.felt());
        let dear = cpu_per_answer(run, phase, speed.from, speed.times.len());
        let known: Vec<f64> = dear.iter().flatten().copied().collect();
        if known.is_empty() {
            return None;
        }
        let usual = stats::describe::median(&known);
        let of = |(times, dear): (&Option<f64>, &Option<f64>)| times.zip(*dear).map_or(1.0, |(t, d)| both(t.powf(power), d / usual));
        Some(Self { from: speed.from, times: speed.times.iter().zip(&dear).map(of).collect() })
    }

    /// Of each second since `from`.
    #[cfg(test)]
    pub(super) fn by_second(from: Timestamp, times: impl IntoIterator<Item = f64>) -> Self {
        Self { from, times: times.into_iter().collect() }
    }

    /// At a moment; 1 where that is not known.
    fn at(&self, at: Timestamp) -> f64 {
        usize::try_from(at.ns_since(self.from).div_euclid(SECOND_NS)).ok().and_then(|i| self.times.get(i)).copied().unwrap_or(1.0)
    }

    /// The end of the last second that is known.
    fn end(&self) -> Timestamp {
        self.from.plus_ns((self.times.len() as i64).saturating_mul(SECOND_NS))
    }

    /// Stretches from one second to the next, and the rest.
    fn next(&self, at: Timestamp, to: Timestamp) -> Timestamp {
        if at < self.from {
            return self.from.min(to);
        }
        if at >= self.end() {
            return to;
        }
        at.plus_ns(SECOND_NS - at.ns_since(self.from).rem_euclid(SECOND_NS)).min(to)
    }

    /// How many seconds of usual speed a stretch is worth.
    pub(super) fn worth_s(&self, from: Timestamp, to: Timestamp) -> f64 {
        let (mut at, mut sum) = (from, 0.0);
        while at < to {
            let next = self.next(at, to);
            sum += next.seconds_since(at) / self.at(at);
            at = next;
        }
        sum
    }

    /// How long work takes from a moment on that takes so long at usual speed, seconds.
    pub(super) fn takes_s(&self, mut work_s: f64, from: Timestamp) -> f64 {
        let mut at = from.max(self.from.min(self.end()));
        let mut sum = at.seconds_since(from).min(work_s).max(0.0);
        work_s -= sum;
        while at < self.end() && work_s > 0.0 {
            let next = self.next(at, self.end());
            let done = (next.seconds_since(at) / self.at(at)).min(work_s);
            sum += done * self.at(at);
            work_s -= done;
            at = next;
        }
        sum + work_s.max(0.0)
    }

    /// Stretches in which the CPUs are slow: begin and end of each, seconds since the begin. A second beside one that is slow belongs to it where
    /// it is a little slow, as it begins or ends in its middle.
    pub(crate) fn stretches(&self) -> Vec<(f64, f64)> {
        let times = &self.times;
        let near = |i: usize| times[i.saturating_sub(1)..(i + 2).min(times.len())].iter().any(|t| *t >= SLOW.get());
        let slow = (0..times.len()).filter(|i| times[*i] >= SLOW.get() || times[*i] >= A_LITTLE_SLOW.get() && near(*i));
        let mut all: Vec<(f64, f64)> = Vec::new();
        for (begin, end) in slow.map(|i| (i as f64, (i + 1) as f64)) {
            match all.last_mut().filter(|last| last.1 == begin) {
                Some(last) => last.1 = end,
                None => all.push((begin, end)),
            }
        }
        all
    }
}

/// What both agree on: `felt` is what the speed makes of an answer, `dear` what it took, both as multiples of what is usual. 1 where it took more than
/// the speed makes of it.
fn both(felt: f64, dear: f64) -> f64 {
    if dear > DEARER.get() * felt.max(1.0) {
        return 1.0;
    }
    dear.clamp(felt.min(1.0), felt.max(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ms: i64) -> Timestamp {
        Timestamp::from_ns(ms * 1_000_000)
    }

    #[test]
    fn slow_cpus_are_what_both_readings_agree_on() {
        for (felt, dear, agreed, why) in [
            (1.5, 1.48, 1.48, "the work takes longer and answers are dearer"),
            (1.5, 1.6, 1.5, "a little dearer than the speed makes of it"),
            (2.2, 1.0, 1.0, "a core that idles, while requests wait for something else"),
            (1.3, 2.3, 1.0, "a job of the service's own"),
            (1.0, 1.4, 1.0, "answers are dearer on CPUs as fast as ever"),
            (0.8, 0.85, 0.85, "a fast second"),
            (0.8, 0.5, 0.8, "a fast second with cheap requests"),
        ] {
            assert_eq!(both(felt, dear), agreed, "{why}");
        }
    }

    #[test]
    fn work_is_done_at_the_speed_of_each_second() {
        let slowed = Slowed::by_second(at(0), [1.0, 1.0, 2.0, 1.0]);
        assert_eq!((slowed.at(at(-10)), slowed.at(at(2_000)), slowed.at(at(9_500))), (1.0, 2.0, 1.0), "nothing is known before and after");
        assert_eq!(slowed.worth_s(at(1_500), at(3_500)), 0.5 + 0.5 + 0.5);
        assert_eq!(slowed.worth_s(at(-1_000), at(6_000)), 6.5);
        assert_eq!(slowed.takes_s(0.3, at(2_990)), 0.01 + 0.295);
        assert_eq!((slowed.takes_s(3.5, at(1_000)), slowed.takes_s(2.0, at(-5_000)), slowed.takes_s(1.0, at(8_000))), (4.0, 2.0, 1.0));
        let far = Timestamp::from_ns(i64::MAX);
        assert!(slowed.worth_s(at(0), far) > 9e9 && Slowed::default().worth_s(at(0), far) > 9e9, "at once");
    }

    #[test]
    fn slow_seconds_side_by_side_are_one_stretch() {
        let of = |times: &[f64]| Slowed::by_second(at(0), times.iter().copied()).stretches();
        assert_eq!(of(&[1.0, 1.15, 1.3, 1.4, 1.0, 1.15, 1.0, 1.5]), [(1.0, 4.0), (7.0, 8.0)]);
        assert_eq!(of(&[1.2, 1.2, 1.0]), []);
    }
}
