//! How long a runtime has compiled, without attaching to it: by the names of its threads.

use diagnose::language::{Language, ThreadKind};
use model::Runtime;
use probe::process::ThreadTable;
use std::collections::BTreeMap;

/// CPU time of each thread that compiles for the runtime of a process, nanoseconds by thread; empty where it cannot be read.
pub(super) fn compilers(pid: u32, runtime: &Runtime) -> BTreeMap<u32, u64> {
    let mut table = ThreadTable::of(pid);
    let language = Language::of_runtime(runtime);
    let compiles = |name: &str| language.thread_kind(name) == ThreadKind::Compiler;
    let threads = table.read().map(|s| s.threads).unwrap_or_default();
    threads.into_iter().filter(|t| compiles(table.name(t.tid))).map(|t| (t.tid, t.cpu_ns)).collect()
}

/// CPU time between two readings, seconds. Threads come and go: one that has ended takes nothing away from the others.
pub(super) fn compiled_s(before: &BTreeMap<u32, u64>, after: &BTreeMap<u32, u64>) -> f64 {
    after.iter().map(|(tid, ns)| ns.saturating_sub(before.get(tid).copied().unwrap_or(0))).sum::<u64>() as f64 / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compiler_that_has_ended_does_not_hide_another() {
        let (before, after) = (BTreeMap::from([(7, 8_000_000_000), (8, 0)]), BTreeMap::from([(8, 1_000_000_000), (9, 500_000_000)]));
        assert!((compiled_s(&before, &after) - 1.5).abs() < 1e-9);
    }
}
