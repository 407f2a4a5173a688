//! What the kernel's scheduler says of a window: CPU and run queue of the target, by kind of thread.

use crate::language::{Language, ThreadKind};
use model::{Run, ThreadSnapshot, Timestamp};
use std::collections::{BTreeMap, BTreeSet};

/// CPU and run-queue time of the target's threads during a window.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scheduler {
    /// CPU time of request threads per request, milliseconds.
    pub request_cpu_ms: f64,
    /// Time request threads waited for a core, per request, milliseconds: an upper bound of what requests waited.
    pub request_run_queue_ms: f64,
    /// CPU and run-queue time of the threads that poll and accept sockets, per request, milliseconds: an upper bound.
    pub poller_ms: f64,
    /// The CPU time of that.
    pub poller_cpu_ms: f64,
    /// CPU time of all threads of the target but the compilers' per request, milliseconds: what a request costs when the code is compiled.
    pub process_cpu_ms: f64,
    /// Cores that the target used.
    pub process_cores: f64,
    /// Cores that it may use (its CPUs, or its quota if that is less).
    pub allowed_cores: f64,
    /// CPUs that it may run on.
    pub cpus: f64,
    /// Cores that the compiler threads of the virtual machine used.
    pub compiler_cores: f64,
    /// Cores that the collector's threads used.
    pub collector_cores: f64,
    /// CPU time of the threads of libuv's pool per request, milliseconds.
    pub thread_pool_cpu_ms: f64,
    /// CPU time per request of threads that lived too briefly to be seen one by one, milliseconds: what the process used beyond them. Native
    /// code may start threads for each piece of work.
    pub short_lived_ms: f64,
}

crate::thresholds! {
    /// By how much arrivals in bursts may exceed the wait of even ones. A guess: twice.
    BURSTS = 2.0;
}

impl Scheduler {
    /// Used share of the allowed cores, 0 to 1.
    pub fn utilisation(&self) -> f64 {
        if self.allowed_cores > 0.0 { self.process_cores / self.allowed_cores } else { 0.0 }
    }

    /// Of CPUs on which other processes of the same service run as well, this one has the part that it uses of what all of them use: so they are full
    /// when the service fills them, and the capacities of all add up to what the CPUs allow.
    fn share_cpus(&mut self, brothers_cores: f64) {
        if brothers_cores > 0.0 && self.process_cores > 0.0 {
            self.cpus *= self.process_cores / (self.process_cores + brothers_cores);
            self.allowed_cores = self.allowed_cores.min(self.cpus);
        }
    }

    /// Whether threads wait for a core for longer than this target alone would make them: others have its cores, or a quota stops it. A core
    /// that is shared by its own threads makes them wait u / (1 - u) of their CPU time at most, u = its used share (M/G/1 with processor
    /// sharing; several cores and closed load give less).
    pub fn waits_for_others(&self) -> bool {
        let used = self.process_cores / self.cpus.max(1e-9);
        used < 1.0 && self.request_run_queue_ms > BURSTS.get() * used / (1.0 - used) * self.request_cpu_ms.max(1e-9)
    }
}

/// Cores that the compiler threads of the virtual machine used during a window; `None` when the scheduler was not seen.
pub fn compiler_cores(run: &Run, window: (Timestamp, Timestamp)) -> Option<f64> {
    most(run, |of| scheduler(of, window, 1.0, &BTreeSet::new()).map(|s| s.compiler_cores))
}

/// Whether threads that compile are among those that were seen.
pub fn sees_compilers(run: &Run) -> bool {
    let language = Language::of(run);
    thread_names(run).values().any(|name| language.thread_kind(name) == ThreadKind::Compiler)
}

/// Share of its allowed cores that the target used during a window; `None` when the scheduler was not seen.
pub fn cpu_utilisation(run: &Run, window: (Timestamp, Timestamp)) -> Option<f64> {
    most(run, |of| scheduler(of, window, 1.0, &BTreeSet::new()).map(|s| s.utilisation()))
}

/// Cores that the target used during a window; `None` when the scheduler was not seen.
pub fn process_cores(run: &Run, window: (Timestamp, Timestamp)) -> Option<f64> {
    most(run, |of| scheduler(of, window, 1.0, &BTreeSet::new()).map(|s| s.process_cores))
}

/// A figure of the run, or the largest of its processes where there are several.
fn most(run: &Run, figure: impl Fn(&Run) -> Option<f64>) -> Option<f64> {
    if run.only.is_some() || run.environment.replicas.is_empty() {
        return figure(run);
    }
    let views = run.environment.processes().filter_map(|t| run.of_process(t.pid));
    views.filter_map(|view| figure(&view)).max_by(f64::total_cmp)
}

pub(crate) fn scheduler(
    run: &Run,
    (from, to): (Timestamp, Timestamp),
    requests: f64,
    request_threads: &BTreeSet<u32>,
) -> Option<Scheduler> {
    let (seconds, increases) = thread_increases(run, (from, to))?;
    // readings may reach a little beyond the window: scale to it
    let scale = to.seconds_since(from) / seconds;
    let names = thread_names(run);
    let language = Language::of(run);
    let (cpus, allowed_cores) = cpus_and_allowed(run);
    let mut s = Scheduler { allowed_cores, cpus, ..Scheduler::default() };
    // what dumps saw comes last in a profile
    let dumps = run.wall.values().any(|w| w.samples.last().is_some_and(model::WallSample::is_virtual));
    let mut by_us = 0.0;
    for (tid, cpu, queue) in increases {
        let name = names.get(&tid).copied().unwrap_or("");
        let kind = language.thread_kind(name);
        if dumps && kind == ThreadKind::Observer {
            by_us += cpu / seconds;
            continue;
        }
        s.process_cores += cpu / seconds;
        if request_threads.contains(&tid) {
            s.request_cpu_ms += cpu * 1e3 / requests;
            s.request_run_queue_ms += queue * 1e3 / requests;
            continue;
        }
        match kind {
            ThreadKind::Poller => {
                s.poller_ms += (cpu + queue) * 1e3 / requests;
                s.poller_cpu_ms += cpu * 1e3 / requests;
            }
            ThreadKind::Compiler => s.compiler_cores += cpu / seconds,
            ThreadKind::Collector => s.collector_cores += cpu / seconds,
            ThreadKind::ThreadPool => s.thread_pool_cpu_ms += cpu * 1e3 / requests,
            _ => {}
        }
    }
    s.request_cpu_ms *= scale;
    s.request_run_queue_ms *= scale;
    s.poller_ms *= scale;
    s.poller_cpu_ms *= scale;
    s.thread_pool_cpu_ms *= scale;
    if let Some(all) = run.increase(model::signal::PROCESS_CPU_TIME, from, to) {
        let unseen = all / to.seconds_since(from) - s.process_cores - by_us;
        s.process_cores += unseen.max(0.0);
        s.short_lived_ms = unseen.max(0.0) * to.seconds_since(from) * 1e3 / requests;
    }
    s.share_cpus(brothers_cores(run, (from, to)));
    s.process_cpu_ms = (s.process_cores - s.compiler_cores) * to.seconds_since(from) * 1e3 / requests;
    Some(s)
}

/// Cores that other processes of the same service used on the target's CPUs; 0 where there are none.
pub(super) fn brothers_cores(run: &Run, (from, to): (Timestamp, Timestamp)) -> f64 {
    run.increase(model::signal::BROTHERS_CPU_TIME, from, to).map_or(0.0, |s| s / to.seconds_since(from))
}

/// Kernel id of a thread, its CPU and its run-queue time, seconds.
type Increase = (u32, f64, f64);

/// What each thread had between the readings around a window, and how far these are apart, seconds.
pub(crate) fn thread_increases(run: &Run, (from, to): (Timestamp, Timestamp)) -> Option<(f64, Vec<Increase>)> {
    let first = run.threads.iter().rev().find(|s| s.t <= from).or_else(|| run.threads.iter().find(|s| s.t >= from))?;
    let last = run.threads.iter().find(|s| s.t >= to).or_else(|| run.threads.iter().rev().find(|s| s.t > first.t))?;
    let seconds = last.t.seconds_since(first.t);
    (seconds > 0.0).then(|| (seconds, increases(first, last)))
}

/// Names of the threads by kernel id: the profiler's where it gives one, else the kernel's.
pub(crate) fn thread_names(run: &Run) -> BTreeMap<u32, &str> {
    let of_kernel = run.thread_comms.iter().map(|(t, n)| (*t, n.as_str()));
    of_kernel.chain(run.wall.values().flat_map(|w| w.thread_names.iter().map(|(t, n)| (*t, n.as_str())))).collect()
}

/// By thread what it has used and waited between two readings, seconds.
pub(super) fn increases(first: &ThreadSnapshot, last: &ThreadSnapshot) -> Vec<Increase> {
    let before: BTreeMap<u32, (u64, u64)> = first.threads.iter().map(|t| (t.tid, (t.cpu_ns, t.run_queue_ns))).collect();
    last.threads
        .iter()
        .map(|t| {
            let (c, q) = before.get(&t.tid).copied().unwrap_or((0, 0));
            (t.tid, t.cpu_ns.saturating_sub(c) as f64 / 1e9, t.run_queue_ns.saturating_sub(q) as f64 / 1e9)
        })
        .collect()
}

/// CPUs that the target may run on, and how many of them its quota lets it use.
pub(super) fn cpus_and_allowed(run: &Run) -> (f64, f64) {
    let t = &run.environment.target;
    let cpus = if t.cpus.is_empty() { f64::from(run.environment.host.cpus.max(1)) } else { t.cpus.len() as f64 };
    (cpus, t.cpu_quota.map_or(cpus, |q| q.min(cpus)))
}
