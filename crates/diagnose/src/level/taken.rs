//! What the collector takes of the cores now and then, and for how long that makes requests wait.
//!
//! A queue is replayed twice with the arrivals of the level: each request brings the CPU that was used between the same two readings, and
//! the cores work it off, once as they are and once with what the collector uses beyond its usual as work that comes before the requests.
//! By as much as more work is waiting then, requests wait for the collector. What it used between two readings is taken to come at once,
//! at the first. The wait grows with the square of what is taken, so a collection explains little of a job that keeps the loop and makes
//! objects.
//!
//! Threads of the collector take the core of an event loop where it has no other. Of threads that serve side by side only stops are taken:
//! whether a collector beside them had a free core is not known.

use super::scheduler::{cpus_and_allowed, increases, thread_names};
use super::served::Served;
use crate::language::{Language, ThreadKind};
use model::{Attempt, Labels, Run, Series, Timestamp, signal};
use std::collections::BTreeSet;

/// Readings of threads in a level from which they tell one stretch from another. A guess: they come twice a second.
const FEWEST_READINGS: usize = 5;

/// The cores that serve requests, what these use of them, and what the collector has taken of them beyond its usual.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Taken {
    /// Cores that serve requests: one on an event loop.
    pub(super) cores: f64,
    /// CPU that requests have used so far, seconds.
    pub(super) used: Series,
    /// Moments in order, and core seconds that were taken.
    pub(super) bursts: Vec<(Timestamp, f64)>,
}

impl Taken {
    /// By the threads of the process and the stops of its collector; `None` where no old object was collected, or neither was read.
    pub(super) fn of(run: &Run, (from, to): (Timestamp, Timestamp), served: &Served, request_threads: &BTreeSet<u32>) -> Option<Self> {
        let is_old = |s: &&Series| matches!(s.label("collector"), "old" | "concurrent" | "major");
        if run.series_of(signal::GC_COUNT).filter(is_old).filter_map(|s| s.increase(from, to)).sum::<f64>() <= 0.0 {
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
        let (mut used, mut each) = (Series::new("", Labels::default()), Vec::new());
        // where threads were read too seldom to tell one stretch from another, by the readings of the collector
        let seldom = all.within(from, to).len() < FEWEST_READINGS;
        let readings = stops.first().filter(|_| seldom).map_or(&all.t, |s| &s.t);
        for t in readings.windows(2).filter(|t| t[1] > t[0] && t[1] >= from && t[0] <= to) {
            let seconds = t[1].seconds_since(t[0]);
            let stopped = stops.iter().filter_map(|s| s.increase(t[0], t[1])).sum::<f64>().max(0.0);
            // what is collected on a loop is in its CPU
            let of_requests = all.increase(t[0], t[1]).unwrap_or(0.0) - if on_loop { stopped } else { 0.0 };
            let before = used.v.last().copied().unwrap_or(0.0);
            if used.t.is_empty() {
                used.push(t[0], 0.0);
            }
            used.push(t[1], before + of_requests.max(0.0));
            let by_threads = of_collector.increase(t[0], t[1]).unwrap_or(0.0) / seconds - (allowed - cores).max(0.0);
            each.push((t[0], seconds, (by_threads.max(0.0) + stopped / seconds * cores).min(cores)));
        }
        let mut rates: Vec<f64> = each.iter().map(|(_, _, rate)| *rate).collect();
        rates.sort_unstable_by(f64::total_cmp);
        let usual = *rates.get(rates.len() / 2)?;
        let bursts = each.into_iter().map(|(t, seconds, rate)| (t, (rate - usual) * seconds)).filter(|(_, more)| *more > 0.0);
        (cores > 0.0).then(|| Self { cores, used, bursts: bursts.collect() })
    }

    /// By how many milliseconds each of the requests, in order of their plan, waits longer for what was taken.
    pub(super) fn waits_ms(&self, requests: &[&Attempt]) -> Vec<f64> {
        let Some(first) = requests.first() else { return Vec::new() };
        let mut bursts = self.bursts.iter().peekable();
        let interval = |a: &Attempt| self.used.t.partition_point(|t| *t <= a.planned);
        let mut arrivals = vec![0.0; self.used.t.len() + 1];
        for a in requests {
            arrivals[interval(a)] += 1.0;
        }
        let work_s = |a: &Attempt| {
            let i = interval(a);
            let between = i.checked_sub(1).and_then(|k| Some(self.used.v.get(i)? - self.used.v[k]));
            between.unwrap_or(0.0) / arrivals[i]
        };
        // what comes before the first request is worked off until then
        let since = self.bursts.first().map_or(first.planned, |(t, _)| (*t).min(first.planned));
        let (mut with, mut without) = (Waiting::since(since), Waiting::since(since));
        let each = |a: &&Attempt| {
            while let Some((t, more)) = bursts.next_if(|(t, _)| *t <= a.planned) {
                with.gets(*more, *t, self.cores);
            }
            with.gets(work_s(a), a.planned, self.cores);
            without.gets(work_s(a), a.planned, self.cores);
            (with.work_s - without.work_s) / self.cores * 1e3
        };
        requests.iter().map(each).collect()
    }
}

/// Work that waits for the cores, and the moment at which it was so much.
struct Waiting {
    work_s: f64,
    at: Timestamp,
}

impl Waiting {
    fn since(at: Timestamp) -> Self {
        Self { work_s: 0.0, at }
    }

    /// Lets `cores` work until `at`, where more comes.
    fn gets(&mut self, more_s: f64, at: Timestamp, cores: f64) {
        self.work_s = (self.work_s - cores * at.seconds_since(self.at).max(0.0)).max(0.0) + more_s;
        self.at = self.at.max(at);
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
