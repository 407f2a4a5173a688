//! Slow because the runtime set itself up for another number of CPUs than it may use.

use crate::facts::core_wait::core_wait;
use crate::facts::jvm_threads::{Collector, collector, collector_threads, cpus_for, option, switched_on};
use diagnose::claim::THREADS;
use diagnose::starvation::LEAST_PERIODS;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::THREAD_SCHEDULE;
use model::{Message, message, signal};

diagnose::thresholds! {
    /// How many times more or fewer CPUs the runtime must count. A guess.
    FACTOR = 2.0;
}

struct CpuCountMisread;

/// The cause.
pub const CAUSE: &dyn Cause = &CpuCountMisread;

impl Cause for CpuCountMisread {
    fn id(&self) -> &'static str {
        "cpu-count-misread"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Preview
    }

    fn needs(&self) -> &'static [&'static str] {
        &[THREAD_SCHEDULE]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["cpu-throttled", "cpu-hot-path"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("cpu-count-misread/expected");
        h.falsifier = message!("cpu-count-misread/falsifier");
        let t = &a.run.environment.target;
        let cpus = if t.cpus.is_empty() { a.run.environment.host.cpus.max(1) as usize } else { t.cpus.len() };
        let allowed = t.cpu_quota.map_or(cpus, |q| (q.ceil().max(1.0) as usize).min(cpus));
        let Some((counted, how)) = counted(a, cpus, allowed) else {
            return Hypothesis::new(
                self.id(),
                Status::NotObservable,
                message!("cpu-count-misread/count-unseen", runtime: name(t.runtime.name())),
            );
        };
        let stopped = a.heavy().and_then(|l| l.machine.as_ref()?.throttling.as_ref()).map(diagnose::level::Throttling::share);
        let (counts, may_use) = (counted as f64, allowed as f64);
        h.observed = message!("cpu-count-misread/observed", counted: Count(counts), how: (how), allowed: Count(may_use));
        h.reason.clone_from(&h.observed);
        let ratio = counts / may_use;
        if ratio < FACTOR.get() && ratio > 1.0 / FACTOR.get() {
            return h;
        }
        h.status = Status::Secondary;
        let setting = a.stacks.language.cpu_count_setting();
        h.fix = message!("cpu-count-misread/fix", allowed: Count(may_use), setting: name(setting));
        let Some(stopped) = stopped.filter(|s| *s >= LEAST_PERIODS.get() && ratio >= FACTOR.get()) else { return h };
        h.status = Status::Supported;
        h.evidence = EvidenceLevel::Coincides;
        h.weight = core_wait(a).share;
        h.reason = message!("cpu-count-misread/holds", observed: (h.observed.clone()), stopped: Share(stopped));
        // what harm the count does is told by the quota; where the runtime does not say it itself, it is worked out from its threads
        let by = if a.run.one(signal::RUNTIME_CPU_COUNT).is_some() { signal::RUNTIME_CPU_COUNT } else { THREADS };
        let claim = |l| Claim::at(l, "cpus_counted", counts, "1", h.reason.clone()).from(&[by, signal::CGROUP_THROTTLED_PERIODS]);
        h.claims = a.heavy().map(claim).into_iter().collect();
        h
    }
}

/// CPUs that the runtime counts, and how that is known.
fn counted(a: &Analysis, cpus: usize, allowed: usize) -> Option<(usize, Message)> {
    let t = &a.run.environment.target;
    if a.stacks.language.ignores_quota(&t.runtime_version) {
        let (runtime, version) = (t.runtime.name(), &t.runtime_version);
        return Some((cpus, message!("cpu-count-misread/ignores-quotas", runtime: name(runtime), version: name(version))));
    }
    if let Some(n) = a.run.one(signal::RUNTIME_CPU_COUNT).and_then(|s| s.v.last().copied()) {
        return Some((n as usize, message!("cpu-count-misread/says-itself")));
    }
    if let Some(n) = option(a, "ActiveProcessorCount") {
        return Some((n, message!("cpu-count-misread/told-to", count: Count(n as f64))));
    }
    let threads = collector_threads(a);
    if threads > 0 && option(a, "ParallelGCThreads").is_none() {
        // threads are started when needed: fewer of them prove nothing
        let n = cpus_for(threads).max(if threads < allowed { allowed } else { 0 });
        return Some((n, message!("cpu-count-misread/collector-threads", threads: Count(threads as f64))));
    }
    let serial = collector(a)? == Collector::Serial && !switched_on(a, "UseSerialGC");
    serial.then(|| (1, message!("cpu-count-misread/chose-serial")))
}

#[cfg(test)]
mod tests;
