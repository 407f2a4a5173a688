//! What the collector takes of the cores now and then, or what they lack in speed, and for how long that makes requests wait.
//!
//! A queue is replayed twice with the arrivals of the level, and the cores work it off: once as it was, and once without what is asked for. By as much as
//! more work is waiting in the first, requests wait for that. What the collector uses beyond its usual is work that comes before the requests; what it uses
//! over several readings is taken to come at once, at the first, as long as the cores have no idle moment. The wait grows with the square of what is taken,
//! so a collection explains little of a job that keeps the loop and makes objects. Slow cores work off less in a second, by as much as work of known length
//! takes longer in it and answers take more CPU ([`Slowed`]).
//!
//! Of an event loop it is the CPU of its thread that its samples find collecting, and what threads of the collector use of its core, where it has no
//! other. Of threads that serve side by side only stops are taken: whether a collector beside them had a free core is not known.

use super::Level;
use super::collecting::busy;
use super::scheduler::{cpus_and_allowed, increases, thread_names};
use super::slowed::Slowed;
use crate::frames::Stacks;
use crate::language::{Language, ThreadKind};
use model::{Attempt, Labels, Run, Series, Timestamp, signal};
use std::collections::BTreeSet;

/// Readings of threads in a level from which they tell one stretch from another. A guess: they come twice a second at least.
const FEWEST_READINGS: usize = 5;
/// Requests need the same CPU for so long at least, seconds: what they need while the collector works is done after it. A guess: longer than most of what
/// waits then.
const SAME_S: f64 = 1.0;
/// Share of the cores that must be used between two readings for the collection before to go on: while they have no idle moment, whatever came first is not
/// worked off. A guess: as full as readings tell.
const FULL: f64 = 0.95;

/// What was used between two readings, core seconds.
struct Stretch {
    from: Timestamp,
    to: Timestamp,
    /// By requests, and whatever comes before them.
    used_s: f64,
    /// By the collector, of the cores that serve requests.
    collects_s: f64,
    /// So much of that is in `used_s`.
    of_used_s: f64,
}

impl Stretch {
    fn seconds(&self) -> f64 {
        self.to.seconds_since(self.from)
    }
}

/// Why requests wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum For {
    /// The collector has the cores.
    Collector,
    /// The cores are slower than usual.
    Speed,
    /// One or the other.
    Both,
}

/// The cores that serve requests, what these use of them, and what the collector has taken of them beyond its usual.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Taken {
    /// Cores that serve requests: one on an event loop.
    pub(super) cores: f64,
    /// CPU that requests, and whatever comes before them, have used so far but for the bursts, seconds.
    pub(super) used: Series,
    /// Moments in order, and core seconds that were taken.
    pub(super) bursts: Vec<(Timestamp, f64)>,
    /// By how much slow cores made requests dearer; `None` where that is not known.
    pub(super) slowed: Option<Slowed>,
}

impl Taken {
    /// By the threads of the process, the stops of its collector and, of an event loop, its samples. `None` where no old object was
    /// collected and the speed of the cores is not known, or nothing was read.
    pub(super) fn of(run: &Run, level: &Level, stacks: &Stacks, request_threads: &BTreeSet<u32>) -> Option<Self> {
        let ((from, to), served) = (level.window, &level.served);
        let is_old = |s: &&Series| matches!(s.label("collector"), "old" | "concurrent" | "major");
        let slowed = level.speed.as_ref().and_then(|speed| Slowed::of(run, &level.phase, speed));
        let collected = run.series_of(signal::GC_COUNT).filter(is_old).filter_map(|s| s.increase(from, to)).sum::<f64>() > 0.0;
        if !collected && slowed.is_none() {
            return None;
        }
        let (language, on_loop) = (Language::of(run), served.event_loop().is_some());
        let is_collector = |(_, name): &(u32, &str)| language.thread_kind(name) == ThreadKind::Collector;
        let collectors: BTreeSet<u32> = thread_names(run).into_iter().filter(is_collector).map(|(tid, _)| tid).collect();
        let of_collector = cpu_s(run, (from, to), |tid| on_loop && collectors.contains(&tid));
        let serves = |tid: u32| if on_loop { request_threads.contains(&tid) } else { !collectors.contains(&tid) };
        let all = cpu_s(run, (from, to), serves);
        let allowed = cpus_and_allowed(run).1;
        let cores = if on_loop { 1.0 } else { allowed };
        let stops: Vec<&Series> = run.series_of(signal::GC_TIME).collect();
        let profile = run.wall.get(&level.phase.id).filter(|p| on_loop && !p.samples.is_empty());
        // on a loop that has no other core, whatever the process does comes before requests
        let alone = on_loop && allowed <= cores;
        let uses = if alone { cpu_s(run, (from, to), |_| true) } else { all.clone() };
        // where threads were read too seldom to tell one stretch from another, by the readings of the collector
        let seldom = all.within(from, to).len() < FEWEST_READINGS;
        let readings = stops.first().filter(|_| seldom).map_or(&all.t, |s| &s.t);
        let mut each: Vec<Stretch> = Vec::new();
        for t in readings.windows(2).filter(|t| t[1] > t[0] && t[1] >= from && t[0] <= to) {
            let seconds = t[1].seconds_since(t[0]);
            let helped_s = (of_collector.increase(t[0], t[1]).unwrap_or(0.0) - (allowed - cores).max(0.0) * seconds).max(0.0);
            let stopped_s = || stops.iter().filter_map(|s| s.increase(t[0], t[1])).sum::<f64>().max(0.0);
            // what a loop collects is in its CPU; its own count has the time in which it waits for others to collect
            let own_s = match profile {
                Some(p) => all.increase(t[0], t[1]).unwrap_or(0.0) * busy(p, stacks, (t[0], t[1])).share(),
                None => (stopped_s() - if alone { helped_s } else { 0.0 }).max(0.0) * cores,
            };
            let collects_s = if collected { (helped_s + own_s).min(cores * seconds) } else { 0.0 };
            let of_used_s = match (alone, on_loop) {
                (true, _) => collects_s,
                // what threads use of other cores is not in what this one does
                (false, true) => own_s,
                (false, false) => 0.0,
            };
            each.push(Stretch { from: t[0], to: t[1], used_s: uses.increase(t[0], t[1]).unwrap_or(0.0), collects_s, of_used_s });
        }
        Self::beyond_the_usual(&each, cores, slowed)
    }

    /// By the stretches of a level, in order; `None` where there are none, or no cores.
    fn beyond_the_usual(each: &[Stretch], cores: f64, slowed: Option<Slowed>) -> Option<Self> {
        let mut rates: Vec<f64> = each.iter().map(|x| x.collects_s / x.seconds()).collect();
        rates.sort_unstable_by(f64::total_cmp);
        let usual = *rates.get(rates.len() / 2)?;
        let mut bursts: Vec<(Timestamp, f64)> = Vec::new();
        let mut used = Series::new("", Labels::default());
        used.push(each.first()?.from, 0.0);
        let (mut so_far, mut collected) = (0.0, false);
        for (i, x) in each.iter().enumerate() {
            let more = (x.collects_s - usual * x.seconds()).max(0.0);
            let goes_on = collected && x.used_s >= FULL * cores * x.seconds();
            match bursts.last_mut().filter(|_| goes_on) {
                Some((_, burst)) => *burst += more,
                None if more > 0.0 => bursts.push((x.from, more)),
                None => {}
            }
            collected = more > 0.0;
            so_far += (x.used_s - more.min(x.of_used_s)).max(0.0);
            if i + 1 == each.len() || used.t.last().is_some_and(|then| x.to.seconds_since(*then) > 0.99 * SAME_S) {
                used.push(x.to, so_far);
            }
        }
        (cores > 0.0).then_some(Self { cores, used, bursts, slowed })
    }

    /// How many milliseconds each of the requests, in order of their plan, waits for that.
    pub(super) fn waits_ms(&self, requests: &[Attempt], why: For) -> Vec<f64> {
        let Some(first) = requests.first() else { return Vec::new() };
        let mut bursts = self.bursts.iter().peekable();
        // what comes before the first request is worked off until then
        let since = self.bursts.first().map_or(first.planned, |(t, _)| (*t).min(first.planned));
        let as_usual = Slowed::default();
        let slowed = self.slowed.as_ref().filter(|_| why != For::Collector).unwrap_or(&as_usual);
        let (mut with, mut without) = (Waiting::since(since, slowed), Waiting::since(since, &as_usual));
        let each = |(a, work_s): (&Attempt, f64)| {
            while let Some((t, more)) = bursts.next_if(|(t, _)| *t <= a.planned) {
                with.gets(*more, *t, self.cores);
                if why == For::Speed {
                    without.gets(*more, *t, self.cores);
                }
            }
            with.gets(work_s, a.planned, self.cores);
            without.gets(work_s, a.planned, self.cores);
            (with.left_s(self.cores) - without.left_s(self.cores)) * 1e3
        };
        requests.iter().zip(self.works_s(requests, why)).map(each).collect()
    }

    /// CPU that each of the requests needs, seconds: beside a collector what was used in its second. Slow cores cannot use more than they have: there it is
    /// the mean of all requests on cores of usual speed.
    fn works_s(&self, requests: &[Attempt], why: For) -> Vec<f64> {
        let interval = |a: &Attempt| self.used.t.partition_point(|t| *t <= a.planned);
        let mut arrivals = vec![0.0; self.used.t.len() + 1];
        for a in requests {
            arrivals[interval(a)] += 1.0;
        }
        let used_s = |i: usize| i.checked_sub(1).and_then(|k| Some(self.used.v.get(i)? - self.used.v[k])).unwrap_or(0.0);
        if why == For::Collector {
            return requests.iter().map(|a| used_s(interval(a)) / arrivals[interval(a)]).collect();
        }
        let t = &self.used.t;
        let seconds = |i: usize| t[i].seconds_since(t[i - 1]).max(f64::MIN_POSITIVE);
        let worth_s = |i: usize| self.slowed.as_ref().map_or(seconds(i), |s| s.worth_s(t[i - 1], t[i]));
        let at_usual_speed = |i: usize| used_s(i) * worth_s(i) / seconds(i);
        let sum: f64 = (1..t.len()).map(at_usual_speed).sum();
        let usual = sum / (1..t.len()).map(|i| arrivals[i]).sum::<f64>().max(1.0);
        vec![usual; requests.len()]
    }
}

/// Work that waits for the cores, seconds on cores of usual speed, and the moment at which it was so much.
struct Waiting<'a> {
    work_s: f64,
    at: Timestamp,
    slowed: &'a Slowed,
}

impl<'a> Waiting<'a> {
    fn since(at: Timestamp, slowed: &'a Slowed) -> Self {
        Self { work_s: 0.0, at, slowed }
    }

    /// Lets `cores` work until `at`, where more comes.
    fn gets(&mut self, more_s: f64, at: Timestamp, cores: f64) {
        self.work_s = (self.work_s - cores * self.slowed.worth_s(self.at, at)).max(0.0) + more_s;
        self.at = self.at.max(at);
    }

    /// How long the cores work on it, seconds.
    fn left_s(&self, cores: f64) -> f64 {
        self.slowed.takes_s(self.work_s / cores, self.at)
    }
}

/// CPU that some of the threads have used since shortly before a window, seconds. One that ends takes nothing away from the others.
fn cpu_s(run: &Run, (from, to): (Timestamp, Timestamp), of: impl Fn(u32) -> bool) -> Series {
    let first = run.threads.partition_point(|s| s.t < from).saturating_sub(1);
    let last = (run.threads.partition_point(|s| s.t <= to) + 1).min(run.threads.len());
    let readings = run.threads.get(first..last).unwrap_or_default();
    let mut used = Series::new("", Labels::default());
    let mut sum = 0.0;
    if let Some(first) = readings.first() {
        used.push(first.t, sum);
    }
    for pair in readings.windows(2) {
        sum += increases(&pair[0], &pair[1]).iter().filter(|(tid, _, _)| of(*tid)).map(|(_, cpu_s, _)| cpu_s).sum::<f64>();
        used.push(pair[1].t, sum);
    }
    used
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Analysis;
    use model::series::labels;
    use model::{FrameKind, Observation, ThreadSnapshot, ThreadStat, WallSample};
    use testkit::RunBuilder;

    const MAIN: u32 = 4127;
    const HELPER: u32 = 4150;

    /// A second level whose threads are read ten times a second. From 1.7 s on its loop collects for 100 ms. In that reading and in the next, loop and helper
    /// use `seconds`, else 0.02 and 0.001. How the loop was taken, in seconds of the level.
    fn taken(cpus: u32, seconds: [(f64, f64); 2]) -> Vec<(f64, f64)> {
        let built = RunBuilder::node(cpus).usual_loop_levels(100.0, |_, l| l).build();
        let analysis = Analysis::of(&built);
        let level = &analysis.levels[1];
        let (from, mut run) = (level.window.0, built.clone());
        let at = |s: f64| from.plus_ns((s * 1e9).round() as i64);
        let mut count = Series::new(signal::GC_COUNT, labels([("collector", "major")]));
        run.threads.retain(|t| t.t < from);
        let (mut main_s, mut helper_s) = (1000.0, 0.0);
        for i in 0..=60_usize {
            let t = at(0.1 * i as f64);
            count.push(t, if i > 17 { 1.0 } else { 0.0 });
            let (of_loop, of_helper) = if i == 18 || i == 19 { seconds[i - 18] } else { (0.02, 0.001) };
            main_s += of_loop;
            helper_s += of_helper;
            let stat = |tid, s: f64| ThreadStat { tid, cpu_ns: (s * 1e9) as u64, run_queue_ns: 0 };
            run.apply(Observation::Threads(ThreadSnapshot {
                t,
                threads: vec![stat(MAIN, main_s), stat(HELPER, helper_s)],
                new_names: if i == 0 { vec![(MAIN, "node".into()), (HELPER, "V8Worker0".into())] } else { Vec::new() },
                ..ThreadSnapshot::default()
            }));
        }
        run.apply(Observation::Series(count));
        let collects = run.stacks.stacks.len() as u32;
        let frame = model::Frame { class: String::new(), method: "(garbage collector)".into(), line: 0, kind: FrameKind::Native };
        run.apply(Observation::Stacks { frames: vec![frame], stacks: vec![vec![run.stacks.frames.len() as u32]] });
        let profile = run.wall.get_mut(&level.phase.id).expect("a profile");
        profile.samples = (0..600).map(|k| WallSample { t: at(0.01 * f64::from(k)), tid: MAIN, weight: 5, stack: 1 }).collect();
        profile.samples[170..180].iter_mut().for_each(|x| x.stack = collects);
        assert_eq!(profile.nominal_interval_ns, 2_000_000, "five make 10 ms");
        let taken = Taken::of(&run, level, &Stacks::of(&run), &BTreeSet::from([MAIN])).expect("an old object was collected");
        let rounded = |(t, s): &(Timestamp, f64)| ((t.seconds_since(from) * 1e3).round() / 1e3, (s * 1e4).round() / 1e4);
        taken.bursts.iter().map(rounded).filter(|(_, s)| *s > 0.0).collect()
    }

    #[test]
    fn a_loop_is_taken_by_its_own_collecting_and_by_threads_that_have_no_other_core() {
        for (why, cpus, seconds, bursts) in [
            ("the core has no idle moment until the end of the second", 1, [(0.05, 0.05), (0.05, 0.05)], vec![(1.7, 0.148)]),
            ("what comes after an idle moment is on its own", 1, [(0.05, 0.05), (0.02, 0.05)], vec![(1.7, 0.099), (1.8, 0.049)]),
            ("the loop alone", 1, [(0.02, 0.001), (0.02, 0.001)], vec![(1.7, 0.02)]),
            ("the loop waits for its helpers while it collects", 1, [(0.03, 0.07), (0.02, 0.001)], vec![(1.7, 0.099)]),
            ("helpers have a core of their own", 2, [(0.04, 0.05), (0.02, 0.05)], vec![(1.7, 0.04)]),
        ] {
            assert_eq!(taken(cpus, seconds), bursts, "{why}");
        }
    }
}
