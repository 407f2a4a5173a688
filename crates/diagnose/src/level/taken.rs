//! What the collector takes of the cores, and for how long that makes requests wait.
//!
//! A queue is replayed twice with the arrivals of the level: each request brings the CPU that it needs, and the cores work it off, once all
//! of them and once without what the collector's threads use of them and without its stops. By as much as more work is waiting then,
//! requests wait for the collector. Bursts within a reading are evened out, which makes the wait shorter, not longer.

use super::scheduler::{Scheduler, cpus_and_allowed, thread_names};
use super::served::Served;
use crate::language::{Language, ThreadKind};
use model::{Attempt, Labels, Run, Series, Timestamp, signal};
use std::collections::BTreeSet;

/// The cores that serve requests, what a request needs of them, and what the collector has taken of them.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Taken {
    /// Cores that serve requests: one on an event loop.
    pub(super) cores: f64,
    /// CPU of a request, seconds.
    pub(super) work_s: f64,
    /// Core seconds that were taken so far.
    pub(super) total: Series,
}

impl Taken {
    /// By the threads of the collector and by its stops; `None` where neither was seen, or no old object was collected.
    pub(super) fn of(run: &Run, (from, to): (Timestamp, Timestamp), served: &Served, s: &Scheduler, per_s: f64) -> Option<Self> {
        let is_old = |s: &&Series| matches!(s.label("collector"), "old" | "concurrent" | "major");
        if run.series_of(signal::GC_COUNT).filter(is_old).filter_map(|s| s.increase(from, to)).sum::<f64>() <= 0.0 {
            return None;
        }
        let (cores, work_s) = if served.event_loop().is_some() {
            (1.0, s.request_cpu_ms / 1e3)
        } else {
            (s.allowed_cores, (s.process_cores - s.collector_cores) / per_s.max(1e-9))
        };
        let stops: Vec<&Series> = run.series_of(signal::GC_TIME).collect();
        let used = of_threads(run);
        let spare = (cpus_and_allowed(run).1 - cores).max(0.0);
        let mut moments: Vec<Timestamp> = used.t.iter().chain(stops.iter().flat_map(|s| &s.t)).copied().collect();
        moments.sort_unstable();
        let mut total = Series::new("", Labels::default());
        for t in moments.windows(2).filter(|t| t[1] > t[0] && t[1] >= from && t[0] <= to) {
            let seconds = t[1].seconds_since(t[0]);
            let stopped: f64 = stops.iter().filter_map(|s| s.increase(t[0], t[1])).sum();
            let by_threads = used.increase(t[0], t[1]).unwrap_or(0.0) - spare * seconds;
            let more = (by_threads.max(0.0) + stopped.max(0.0) * cores).min(cores * seconds);
            let before = total.v.last().copied();
            if before.is_none() {
                total.push(t[0], 0.0);
            }
            total.push(t[1], before.unwrap_or(0.0) + more);
        }
        (cores > 0.0 && !total.t.is_empty()).then_some(Self { cores, work_s, total })
    }

    /// By how many milliseconds each of the requests, in order of their plan, waits longer for what was taken.
    pub(super) fn waits_ms(&self, requests: &[&Attempt]) -> Vec<f64> {
        let mut before = requests.first().map_or(Timestamp::from_ns(0), |a| a.planned);
        let (mut with, mut without) = (0.0_f64, 0.0_f64);
        let each = |a: &&Attempt| {
            let (all, taken) = (self.cores * a.planned.seconds_since(before), self.total.increase(before, a.planned).unwrap_or(0.0));
            before = a.planned;
            without = (without - all).max(0.0) + self.work_s;
            with = (with - (all - taken).max(0.0)).max(0.0) + self.work_s;
            (with - without) / self.cores * 1e3
        };
        requests.iter().map(each).collect()
    }
}

/// CPU of the collector's threads so far, seconds; no readings where there are none.
fn of_threads(run: &Run) -> Series {
    let (names, language) = (thread_names(run), Language::of(run));
    let is_collector = |(_, name): &(&u32, &&str)| language.thread_kind(name) == ThreadKind::Collector;
    let collectors: BTreeSet<u32> = names.iter().filter(is_collector).map(|(tid, _)| *tid).collect();
    let mut used = Series::new("", Labels::default());
    for s in run.threads.iter().filter(|_| !collectors.is_empty()) {
        let ns: u64 = s.threads.iter().filter(|t| collectors.contains(&t.tid)).map(|t| t.cpu_ns).sum();
        used.push(s.t, ns as f64 / 1e9);
    }
    used
}
