//! How fast the target's CPUs were in each second of a level, by work of known length on them. On a shared machine they differ by half between
//! seconds in which nobody takes time (bench/RESULTS.md), and what a request needs of the CPU with them.

use model::{Phase, Run, Series, Timestamp, signal};
use std::collections::BTreeSet;

crate::thresholds! {
    /// Fewest pieces of work by which a second is known. A guess: a quarter of what the probe does.
    FEWEST_PIECES = 5.0;
    /// Fewest pieces by which it is known what is usual on a CPU. A guess.
    FEWEST_ON_CPU = 10.0;
    /// Share of the pieces of a second that may be left out, those that took longest: the kernel's own work was counted to them. A guess.
    LONGEST = 0.1;
}

pub(super) const SECOND_NS: i64 = 1_000_000_000;

/// The median of those that can be times; `None` without any.
fn median(pieces: &[f64]) -> Option<f64> {
    let times: Vec<f64> = pieces.iter().copied().filter(|v| is_time(*v)).collect();
    (!times.is_empty()).then(|| stats::describe::median(&times))
}

fn is_time(v: f64) -> bool {
    v.is_finite() && v > 0.0
}

/// The work on the CPUs that processes of this service may use.
fn of_service(run: &Run) -> impl Iterator<Item = &Series> {
    let everywhere = run.environment.processes().any(|p| p.cpus.is_empty());
    let cpus: BTreeSet<u32> = run.environment.processes().flat_map(|p| p.cpus.iter().copied()).collect();
    run.series_of(signal::FIXED_WORK_TIME).filter(move |s| everywhere || s.label("cpu").parse().is_ok_and(|cpu: u32| cpus.contains(&cpu)))
}

/// Speed of the target's CPUs by second. What is usual is taken from the level itself: a machine that is slow throughout looks usual.
#[derive(Debug, Clone, PartialEq)]
pub struct Speed {
    pub(super) from: Timestamp,
    /// Of each second, how many times as long as usual work takes; `None` where too little was done.
    pub(super) times: Vec<Option<f64>>,
    /// CPU time of a piece of the work in a usual second, the mean over CPUs, seconds. It compares runs of the same version.
    pub usual_s: f64,
}

impl Speed {
    /// In a phase that has ended, as in [`Speed::of`].
    pub fn of_phase(run: &Run, phase: &Phase) -> Option<Self> {
        Self::of(run, (phase.start, phase.end?))
    }

    /// In a window; `None` where no work was done, or too little in most seconds.
    pub fn of(run: &Run, (from, to): (Timestamp, Timestamp)) -> Option<Self> {
        let seconds = to.seconds_since(from).ceil().max(1.0);
        let done: usize = of_service(run).map(|s| s.within(from, to).len()).sum();
        // a window of any length may stand in a file
        if 2.0 * done as f64 <= FEWEST_PIECES.get() * seconds {
            return None;
        }
        let mut of_cpus = Vec::new();
        let mut pieces: Vec<Vec<f64>> = vec![Vec::new(); seconds as usize];
        for series in of_service(run) {
            let within = series.within(from, to);
            // CPUs are not alike
            let Some(usual) = median(within).filter(|_| within.len() as f64 >= FEWEST_ON_CPU.get()) else { continue };
            of_cpus.push(usual);
            for (t, v) in series.t.iter().zip(&series.v).filter(|(t, v)| (from..=to).contains(*t) && is_time(**v)) {
                let second = (t.seconds_since(from).max(0.0) as usize).min(pieces.len() - 1);
                pieces[second].push(v / usual);
            }
        }
        let times: Vec<Option<f64>> = pieces.into_iter().map(without_the_longest).collect();
        let known: Vec<f64> = times.iter().flatten().copied().collect();
        if 2 * known.len() <= times.len() {
            return None;
        }
        let usual = stats::describe::median(&known);
        let times = times.into_iter().map(|times| Some(times? / usual)).collect();
        Some(Self { from, times, usual_s: usual * stats::describe::mean(&of_cpus) })
    }

    /// The middle of each second that is known, and how many times as long as usual work took in it.
    pub fn seconds(&self) -> impl Iterator<Item = (Timestamp, f64)> + '_ {
        let middle = |i: usize| self.from.plus_ns(i as i64 * SECOND_NS + SECOND_NS / 2);
        self.times.iter().enumerate().filter_map(move |(i, times)| Some((middle(i), (*times)?)))
    }

    /// CPU time of a piece of the work by second, seconds: what compares levels.
    pub fn work_s(&self) -> impl Iterator<Item = (Timestamp, f64)> + '_ {
        self.seconds().map(|(t, times)| (t, times * self.usual_s))
    }

    /// How many times as long as usual work takes in a slow second: the 95th percentile of seconds.
    pub fn slow(&self) -> f64 {
        stats::describe::quantile(&self.seconds().map(|(_, times)| times).collect::<Vec<_>>(), 0.95)
    }
}

/// The mean of the pieces of a second but for the longest; `None` where there are too few.
fn without_the_longest(mut pieces: Vec<f64>) -> Option<f64> {
    if (pieces.len() as f64) < FEWEST_PIECES.get() {
        return None;
    }
    pieces.sort_unstable_by(f64::total_cmp);
    let kept = pieces.len() - (LONGEST.get() * pieces.len() as f64).ceil() as usize;
    Some(stats::describe::mean(&pieces[..kept]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Observation;
    use model::series::labels;

    fn at(ms: i64) -> Timestamp {
        Timestamp::from_ns(ms * 1_000_000)
    }

    /// A piece each 50 ms for eight seconds on two CPUs in turn, of which the other takes twice as long: `us(ms)` on the first.
    fn of(us: impl Fn(i64) -> f64, each: i64) -> Option<Speed> {
        let mut run = Run::from_observations([]);
        for (cpu, first, times) in [("0", 0, 1.0), ("3", each, 2.0)] {
            let mut s = Series::new(signal::FIXED_WORK_TIME, labels([("cpu", cpu)]));
            (0..8_000).filter(|ms| ms % (2 * each) == first).for_each(|ms| s.push(at(ms), us(ms) * times / 1e6));
            run.apply(Observation::Series(s));
        }
        Speed::of(&run, (at(0), at(8_000)))
    }

    #[test]
    fn a_second_in_which_work_takes_longer_is_told_whatever_cpu_it_was_on() {
        let speed = of(|ms| if ms / 1000 == 3 { 60.0 } else { 40.0 }, 50).expect("work");
        let told: Vec<f64> = speed.seconds().map(|(_, times)| (times * 1e3).round() / 1e3).collect();
        assert_eq!(told, [1.0, 1.0, 1.0, 1.5, 1.0, 1.0, 1.0, 1.0]);
        assert!((1.1..=1.5).contains(&speed.slow()), "{}", speed.slow());
        let us: Vec<f64> = speed.work_s().map(|(_, s)| (s * 1e7).round() / 10.0).collect();
        assert_eq!(us, [60.0, 60.0, 60.0, 90.0, 60.0, 60.0, 60.0, 60.0], "of both CPUs");
    }

    #[test]
    fn what_the_kernel_does_now_and_then_is_left_out_and_so_is_what_is_no_time() {
        for odd in [4_000.0, f64::INFINITY, f64::NAN, -1.0, 0.0] {
            let speed = of(|ms| if ms == 3_200 { odd } else { 40.0 }, 50).expect("work");
            assert!(speed.seconds().all(|(_, times)| (times - 1.0).abs() < 1e-9) && speed.slow() < 1.001, "{odd}");
        }
        assert_eq!(of(|_| 0.0, 50), None);
    }

    #[test]
    fn too_few_pieces_tell_nothing_in_a_window_of_any_length() {
        assert_eq!(of(|_| 40.0, 250), None);
        assert_eq!(Speed::of(&Run::from_observations([]), (at(0), at(8_000))), None);
        assert_eq!(Speed::of(&Run::from_observations([]), (at(0), Timestamp::from_ns(i64::MAX))), None);
    }
}
