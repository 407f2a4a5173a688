//! How fast the target's CPUs were in each second of a level, by work of known length on them. On a shared machine they differ by half between
//! seconds in which nobody takes time (bench/RESULTS.md), and what a request needs of the CPU with them.

use model::{Phase, Run, Series, Timestamp, signal};

crate::thresholds! {
    /// Fewest pieces of work by which a second is known. A guess: a quarter of what the probe does.
    FEWEST_PIECES = 5.0;
    /// Fewest pieces by which it is known what is usual on a CPU. A guess.
    FEWEST_ON_CPU = 10.0;
    /// Share of the pieces of a second that may be left out, those that took longest: the kernel's own work was counted to them. A guess.
    LONGEST = 0.1;
    /// How many times as much of all CPUs of the machine may be used in a slow second as is usual and as its slowness makes of it. Beyond that somebody here works
    /// beside the requests, the service perhaps, and may be why the CPUs are slow. A guess: what readings of ticks differ by.
    MORE_USED = 1.1;
    /// How many times as much CPU as usual a request takes in a second in which the CPUs are slow. Source: at 0.8 of what a service can do its CPUs are full then.
    SLOW = 1.25;
    /// The same of a second beside one, which is slow for a part of it. A guess.
    A_LITTLE_SLOW = 1.1;
}

/// CPU time of the work of known length in a phase, seconds: the mean over the CPUs of their medians; `None` where none was done. It compares
/// runs of the same version.
pub fn fixed_work_s(run: &Run, phase: &Phase) -> Option<f64> {
    let end = phase.end?;
    let medians: Vec<f64> =
        of_target(run).map(|s| s.within(phase.start, end)).filter(|w| !w.is_empty()).map(stats::describe::median).collect();
    (!medians.is_empty()).then(|| stats::describe::mean(&medians))
}

/// The work on the CPUs that this target may use.
fn of_target(run: &Run) -> impl Iterator<Item = &Series> {
    let cpus = &run.environment.target.cpus;
    run.series_of(signal::FIXED_WORK_TIME)
        .filter(move |s| cpus.is_empty() || s.label("cpu").parse().is_ok_and(|cpu: u32| cpus.contains(&cpu)))
}

/// Speed of the target's CPUs by second. What is usual is taken from the level itself: a machine that is slow throughout looks usual.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Speed {
    from: Timestamp,
    seconds: Vec<Option<Second>>,
    /// CPU time of a piece of the work in a usual second, the mean over CPUs, seconds.
    usual_s: f64,
    /// The power of that with which CPU per request goes; 1 unless told.
    power: f64,
}

/// One second.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Second {
    /// How many times as long as usual work takes.
    times: f64,
    /// How many times as much as usual of all CPUs of the machine is used; `None` where that was not read.
    used: Option<f64>,
}

impl Speed {
    /// In a phase that has ended, as in [`Speed::of`].
    pub fn of_phase(run: &Run, phase: &Phase) -> Option<Self> {
        Self::of(run, (phase.start, phase.end?))
    }

    /// In a window; `None` where no work was done, or too little in most seconds.
    pub(crate) fn of(run: &Run, (from, to): (Timestamp, Timestamp)) -> Option<Self> {
        let mut of_cpus = Vec::new();
        let mut pieces: Vec<Vec<f64>> = vec![Vec::new(); to.seconds_since(from).ceil().max(1.0) as usize];
        for series in of_target(run) {
            let within = series.within(from, to);
            if (within.len() as f64) < FEWEST_ON_CPU.get() {
                continue;
            }
            // CPUs are not alike
            let usual = stats::describe::median(within);
            of_cpus.push(usual);
            for (t, v) in series.t.iter().zip(&series.v).filter(|(t, _)| (from..=to).contains(*t)) {
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
        let used = used(run, from, times.len());
        let usually = stats::describe::median(&used);
        let of = |(i, times): (usize, Option<f64>)| Some(Second { times: times? / usual, used: used.get(i).map(|u| u / usually) });
        let seconds = times.into_iter().enumerate().map(of).collect();
        Some(Self { from, seconds, usual_s: usual * stats::describe::mean(&of_cpus), power: 1.0 })
    }

    /// Of each second since `from`, how many times as long as usual work takes.
    #[cfg(test)]
    pub(super) fn by_second(from: Timestamp, times: impl IntoIterator<Item = f64>) -> Self {
        let seconds = times.into_iter().map(|times| Some(Second { times, used: None })).collect();
        Self { from, seconds, usual_s: 50e-6, power: 1.0 }
    }

    /// The same for a service whose CPU per request goes with that power of the time of the work.
    pub(super) fn felt_to_the(self, power: f64) -> Self {
        Self { power, ..self }
    }

    /// The middle of each second that is known, and how many times as long as usual work took in it.
    pub fn seconds(&self) -> impl Iterator<Item = (Timestamp, f64)> + '_ {
        let middle = |i: usize| self.from.plus_ns(i as i64 * SECOND_NS + SECOND_NS / 2);
        self.seconds.iter().enumerate().filter_map(move |(i, s)| Some((middle(i), s.as_ref()?.times)))
    }

    /// CPU time of a piece of the work by second, seconds: what compares levels.
    pub fn work_s(&self) -> impl Iterator<Item = (Timestamp, f64)> + '_ {
        self.seconds().map(|(t, times)| (t, times * self.usual_s))
    }

    /// How many times as much CPU as usual a request takes at a moment, through others than the programs of this machine; 1 where that is not known.
    pub(super) fn slowness(&self, at: Timestamp) -> f64 {
        let i = usize::try_from(at.ns_since(self.from).div_euclid(SECOND_NS)).ok();
        let Some(second) = i.and_then(|i| self.seconds.get(i).copied().flatten()) else { return 1.0 };
        let times = second.times.powf(self.power);
        if second.used.is_some_and(|used| used > MORE_USED.get() * times.max(1.0)) { 1.0 } else { times }
    }

    /// How many seconds of usual speed a stretch is worth.
    pub(super) fn worth_s(&self, from: Timestamp, to: Timestamp) -> f64 {
        let (mut at, mut sum) = (from, 0.0);
        while at < to {
            let into = at.ns_since(self.from).rem_euclid(SECOND_NS);
            let next = at.plus_ns(SECOND_NS - into).min(to);
            sum += next.seconds_since(at) / self.slowness(at);
            at = next;
        }
        sum
    }

    /// Stretches in which the CPUs are slow, through others than the programs of this machine: begin and end of each, seconds since the begin. A second
    /// beside one that is slow belongs to it where it is a little slow, as it begins or ends in its middle.
    pub(crate) fn slow_stretches(&self) -> Vec<(f64, f64)> {
        let times: Vec<f64> = (0..self.seconds.len()).map(|i| self.slowness(self.from.plus_ns(i as i64 * SECOND_NS))).collect();
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

    /// How many times as long as usual work takes in a slow second: the 95th percentile of seconds.
    pub fn slow(&self) -> f64 {
        stats::describe::quantile(&self.seconds().map(|(_, times)| times).collect::<Vec<_>>(), 0.95)
    }
}

const SECOND_NS: i64 = 1_000_000_000;

/// The mean of the pieces of a second but for the longest; `None` where there are too few.
fn without_the_longest(mut pieces: Vec<f64>) -> Option<f64> {
    if (pieces.len() as f64) < FEWEST_PIECES.get() {
        return None;
    }
    pieces.sort_unstable_by(f64::total_cmp);
    let kept = pieces.len() - (LONGEST.get() * pieces.len() as f64).ceil() as usize;
    Some(stats::describe::mean(&pieces[..kept]))
}

/// Core seconds that were used of all CPUs of the machine in each second; nothing where they were not read.
fn used(run: &Run, from: Timestamp, seconds: usize) -> Vec<f64> {
    let is_used = |s: &&Series| matches!(s.label("state"), "busy" | "softirq");
    let all: Vec<&Series> = run.series_of(signal::SYSTEM_CPU_TIME).filter(is_used).collect();
    if all.is_empty() {
        return Vec::new();
    }
    let at = |i: usize| from.plus_ns(i as i64 * SECOND_NS);
    (0..seconds).map(|i| all.iter().filter_map(|s| s.increase(at(i), at(i + 1))).sum()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Observation;
    use model::series::labels;

    fn at(ms: i64) -> Timestamp {
        Timestamp::from_ns(ms * 1_000_000)
    }

    /// A piece each 50 ms for eight seconds on two CPUs in turn, of which the other takes twice as long: `us(ms)` on the first. `busy_s(second)` is used of
    /// the machine's CPUs.
    fn of(us: impl Fn(i64) -> f64, each: i64, busy_s: impl Fn(i64) -> f64) -> Option<Speed> {
        let mut run = Run::from_observations([]);
        for (cpu, first, times) in [("0", 0, 1.0), ("3", each, 2.0)] {
            let mut s = Series::new(signal::FIXED_WORK_TIME, labels([("cpu", cpu)]));
            (0..8_000).filter(|ms| ms % (2 * each) == first).for_each(|ms| s.push(at(ms), us(ms) * times / 1e6));
            run.apply(Observation::Series(s));
        }
        let mut busy = Series::new(signal::SYSTEM_CPU_TIME, labels([("cpu", "0"), ("state", "busy")]));
        (0..=8).for_each(|s| busy.push(at(1000 * s), (0..s).map(&busy_s).sum()));
        run.apply(Observation::Series(busy));
        Speed::of(&run, (at(0), at(8_000)))
    }

    fn slow_in_the_fourth(ms: i64) -> f64 {
        if ms / 1000 == 3 { 60.0 } else { 40.0 }
    }

    #[test]
    fn a_second_in_which_work_takes_longer_is_told_whatever_cpu_it_was_on() {
        let speed = of(slow_in_the_fourth, 50, |_| 0.8).expect("work");
        let told: Vec<f64> = (0..8).map(|s| (speed.slowness(at(1000 * s + 500)) * 1e3).round() / 1e3).collect();
        assert_eq!(told, [1.0, 1.0, 1.0, 1.5, 1.0, 1.0, 1.0, 1.0]);
        assert_eq!((speed.slowness(at(-10)), speed.slowness(at(9_500))), (1.0, 1.0), "nothing is known before and after");
        assert!((speed.worth_s(at(2_500), at(4_500)) - (1.0 + 1.0 / 1.5)).abs() < 1e-9);
        assert!((1.0..=1.5).contains(&speed.slow()) && speed.slow() > 1.1, "{}", speed.slow());
        let us: Vec<f64> = speed.work_s().map(|(_, s)| (s * 1e7).round() / 10.0).collect();
        assert_eq!(us, [60.0, 60.0, 60.0, 90.0, 60.0, 60.0, 60.0, 60.0], "of both CPUs");
        assert!((speed.felt_to_the(2.0).slowness(at(3_500)) - 2.25).abs() < 1e-9, "a service that feels it more");
    }

    #[test]
    fn a_second_in_which_programs_of_this_machine_work_more_is_not_the_machines_doing() {
        let speed = |busy: f64| of(slow_in_the_fourth, 50, |s| if s == 3 { busy } else { 0.6 }).expect("work");
        assert!(speed(0.9).slowness(at(3_500)) > 1.4, "the same work, which takes longer");
        assert_eq!(speed(1.3).slowness(at(3_500)), 1.0, "more work");
        assert_eq!(speed(1.3).seconds().count(), 8, "it is slower all the same");
    }

    #[test]
    fn slow_seconds_side_by_side_are_one_stretch() {
        let of = |times: &[f64]| Speed::by_second(at(0), times.iter().copied()).slow_stretches();
        assert_eq!(of(&[1.0, 1.15, 1.3, 1.4, 1.0, 1.15, 1.0, 1.5]), [(1.0, 4.0), (7.0, 8.0)]);
        assert_eq!(of(&[1.2, 1.2, 1.0]), []);
    }

    #[test]
    fn what_the_kernel_does_now_and_then_is_left_out() {
        let speed = of(|ms| if ms == 3_200 { 4_000.0 } else { 40.0 }, 50, |_| 0.8).expect("work");
        assert!((speed.slowness(at(3_500)) - 1.0).abs() < 1e-9 && speed.slow() < 1.001);
    }

    #[test]
    fn too_few_pieces_tell_nothing() {
        assert_eq!(of(|_| 40.0, 250, |_| 0.8), None);
        assert_eq!(Speed::of(&Run::from_observations([]), (at(0), at(8_000))), None);
    }
}
