//! What the names of its threads tell of a Java virtual machine: which collector it runs, and for how many CPUs it set itself up.

use diagnose::Analysis;
use diagnose::level::Level;
use model::{Message, ThreadSnapshot, message};

/// How the names of collector threads begin (HotSpot 11 to 25).
const COLLECTORS: [&str; 5] = ["GC Thread#", "G1 ", "ZWorker", "ZDriver", "Shenandoah"];

diagnose::thresholds! {
    /// Cores from which several collector threads help, or one beside the service. Source: CAUSES B3 (the serial collector is chosen below
    /// two CPUs).
    pub(crate) SEVERAL_CORES = 2.0;
}

/// The collector of a virtual machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Collector {
    /// One thread does all collections, the service stands still meanwhile.
    Serial,
    /// Several threads do, the service stands still meanwhile.
    Parallel,
    /// G1: short stops by several threads, the rest beside the service.
    G1,
    /// ZGC or Shenandoah: nearly all beside the service.
    Concurrent,
}

impl Collector {
    /// As users know it.
    pub(crate) fn name(self) -> Message {
        let which = match self {
            Self::Serial => "serial",
            Self::Parallel => "parallel",
            Self::G1 => "g1",
            Self::Concurrent => "concurrent",
        };
        message!("facts/collector", which: kind(which))
    }
}

/// The collector by the names of its threads (HotSpot 11 to 25); `None` when no thread of a virtual machine was named.
pub(crate) fn collector(a: &Analysis) -> Option<Collector> {
    let any = |prefix: &str| names(a).any(|n| n.starts_with(prefix));
    // every HotSpot machine has a VM thread; without its name the names were not read
    if !any("VM Thread") {
        return None;
    }
    Some(if any("G1 ") {
        Collector::G1
    } else if any("ZDriver") || any("ZWorker") || any("Shenandoah") {
        Collector::Concurrent
    } else if any("GC Thread#") {
        Collector::Parallel
    } else {
        Collector::Serial
    })
}

/// Whether it works beside the service where there is no core beside the service.
pub(crate) fn has_no_core_beside(a: &Analysis) -> bool {
    let cores = a.heavy().and_then(|l| l.scheduler.as_ref()).map(|s| s.allowed_cores);
    collector(a) == Some(Collector::Concurrent) && cores.is_some_and(|c| c < SEVERAL_CORES.get())
}

/// Collector threads that were seen at once, at least: they are numbered from 0 and started when needed.
pub(crate) fn collector_threads(a: &Analysis) -> usize {
    let number = |n: &str| n.strip_prefix("GC Thread#")?.parse::<usize>().ok();
    names(a).filter_map(number).max().map_or(0, |n| n + 1)
}

/// Cores that collector threads used at `level`, those that work beside the service included; `None` when threads were not read.
pub(crate) fn collector_cores(a: &Analysis, level: &Level) -> Option<f64> {
    let (from, to) = level.window;
    let first = a.run.threads.iter().rev().find(|s| s.t <= from).or_else(|| a.run.threads.first())?;
    let last = a.run.threads.iter().find(|s| s.t >= to).or_else(|| a.run.threads.last())?;
    let is_collector = |tid: &u32| a.run.thread_comms.get(tid).is_some_and(|n| COLLECTORS.iter().any(|c| n.starts_with(c)));
    let cpu_ns = |s: &ThreadSnapshot| s.threads.iter().filter(|t| is_collector(&t.tid)).map(|t| t.cpu_ns).sum::<u64>();
    let seconds = last.t.seconds_since(first.t);
    (seconds > 0.0).then(|| cpu_ns(last).saturating_sub(cpu_ns(first)) as f64 / 1e9 / seconds)
}

/// CPUs that a machine with `threads` collector threads counts at least. HotSpot makes one per CPU up to 8, then five for eight more.
pub(crate) fn cpus_for(threads: usize) -> usize {
    if threads <= 8 { threads } else { 8 + (threads - 8) * 8 / 5 }
}

/// Value of an option of the command line: `option(a, "ActiveProcessorCount")` of `-XX:ActiveProcessorCount=2`.
pub(crate) fn option(a: &Analysis, name: &str) -> Option<usize> {
    let prefix = format!("-XX:{name}=");
    a.run.environment.target.command.split_whitespace().find_map(|w| w.strip_prefix(&prefix)?.parse().ok())
}

/// Whether the command line names `-XX:+name`.
pub(crate) fn switched_on(a: &Analysis, name: &str) -> bool {
    let word = format!("-XX:+{name}");
    a.run.environment.target.command.split_whitespace().any(|w| w == word)
}

/// Names of the threads of a runtime that may be a virtual machine; none of any other.
fn names<'a>(a: &'a Analysis) -> impl Iterator<Item = &'a str> {
    let all = a.stacks.language.compiles().then_some(&a.run.thread_comms);
    all.into_iter().flat_map(|names| names.values()).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::cpus_for;

    #[test]
    fn threads_tell_cpus_back() {
        // ParallelGCThreads of HotSpot: 4 CPUs 4, 8 CPUs 8, 16 CPUs 13, 64 CPUs 43
        assert_eq!([4, 8, 13, 43].map(cpus_for), [4, 8, 16, 64]);
    }
}
