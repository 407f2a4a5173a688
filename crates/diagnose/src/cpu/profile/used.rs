//! CPU time by group of threads during a window, by the scheduler: what samples are weighted by.

use super::Threads;
use crate::language::{Language, ThreadKind};
use crate::level::{thread_increases, thread_names};
use model::{Run, Timestamp, signal};
use std::collections::{BTreeMap, BTreeSet};

/// Milliseconds of CPU by group; `None` when the scheduler was not seen. What the process used beyond the threads that were seen is of short-lived ones.
pub(super) fn cpu_ms(run: &Run, (from, to): (Timestamp, Timestamp), request_threads: &BTreeSet<u32>) -> Option<BTreeMap<Threads, f64>> {
    let (seconds, increases) = thread_increases(run, (from, to))?;
    // readings may reach a little beyond the window, and a window may lie between two of them: scale to it
    let scale = to.seconds_since(from) / seconds;
    let names = thread_names(run);
    let language = Language::of(run);
    // where virtual threads are dumped, who dumps works for us and on our cores
    let dumps = run.wall.values().any(|w| w.samples.last().is_some_and(model::WallSample::is_virtual));
    let mut all: BTreeMap<Threads, f64> = BTreeMap::new();
    let (mut seen_ms, mut by_us_ms) = (0.0, 0.0);
    for (tid, cpu_s, _) in increases {
        let kind = language.thread_kind(names.get(&tid).copied().unwrap_or(""));
        let ms = cpu_s * 1e3 * scale;
        if dumps && kind == ThreadKind::Observer {
            by_us_ms += ms;
            continue;
        }
        seen_ms += ms;
        *all.entry(Threads::of(request_threads.contains(&tid), kind)).or_default() += ms;
    }
    if let Some(process_s) = run.increase(signal::PROCESS_CPU_TIME, from, to) {
        all.insert(Threads::ShortLived, (process_s * 1e3 - seen_ms - by_us_ms).max(0.0));
    }
    all.retain(|_, ms| *ms > 0.0);
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::{LevelSpec, RunBuilder};

    #[test]
    fn each_group_has_what_the_scheduler_counted() {
        let spec =
            LevelSpec { cpu_site: 2.0, process_cpu: 5.0, request_cpu: Some(3.0), compiler_cores: 0.1, ..LevelSpec::open(0.5, 100.0) };
        let run = RunBuilder::new().level(&spec).build();
        let phase = &run.phases[0];
        let window = (phase.start, phase.end.expect("it ended"));
        let requests = run.attempts_of(&phase.id).count() as f64;
        // the builder's worker
        let threads: BTreeSet<u32> = run.wall[&phase.id].thread_names.iter().map(|(t, _)| *t).take(1).collect();
        let used = cpu_ms(&run, window, &threads).expect("the scheduler was seen");
        let per_request = |g: Threads| used.get(&g).copied().unwrap_or(0.0) / requests;
        assert!((per_request(Threads::Requests) - 3.0).abs() < 0.05, "{used:?}");
        assert!((per_request(Threads::Other) - 2.0).abs() < 0.05, "{used:?}");
        assert!((used[&Threads::Compiler] - 100.0 * window.1.seconds_since(window.0)).abs() < 1.0, "{used:?}");
        let blind = RunBuilder::new().without("thread-schedule").level(&spec).build();
        assert_eq!(cpu_ms(&blind, window, &threads), None);
    }
}
