//! The load while it goes on: how it looks, and Ctrl-C.

use crate::interrupt;
use crate::progress::Progress;
use ::load::{Part, PhaseSummary, run_together};
use ::report::load::LiveRow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Runs the load and meanwhile shows how it goes and listens for Ctrl-C.
pub(super) fn watched(parts: &[Part], progress: &Progress) -> Result<Vec<Option<PhaseSummary>>, ::load::LoadError> {
    let done = AtomicBool::new(false);
    let (planned, began) = (planned(parts), Instant::now());
    std::thread::scope(|scope| {
        let looker = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                if interrupt::requested() {
                    for p in parts {
                        p.engine.stopper().stop();
                    }
                }
                let live = parts.iter().map(|p| p.engine.live()).reduce(::load::Live::and);
                progress.load(&row(&planned, began.elapsed(), &live.unwrap_or_default()));
                std::thread::park_timeout(Duration::from_millis(200));
            }
        });
        let result = run_together(parts);
        done.store(true, Ordering::Relaxed);
        looker.thread().unpark();
        result
    })
}

/// How far it is to go: a time, or a number of requests where all scenarios end by one.
fn planned(parts: &[Part]) -> LiveRow {
    let requests: Option<u64> = parts.iter().map(|p| p.job.requests).sum();
    let end = parts.iter().map(|p| p.start + p.job.duration).max().unwrap_or_default();
    LiveRow { total_s: requests.is_none().then_some(end.as_secs_f64()), total_requests: requests, ..LiveRow::default() }
}

fn row(planned: &LiveRow, elapsed: Duration, live: &::load::Live) -> LiveRow {
    let last = &live.last;
    let answered = |ns: u64| (last.mean_ns > 0.0).then_some(ns);
    LiveRow {
        elapsed_s: planned.total_s.map_or(elapsed.as_secs_f64(), |total| elapsed.as_secs_f64().min(total)),
        done: live.done,
        errors: live.errors,
        rate_per_s: last.rate_per_s,
        p50_ns: answered(last.p50_ns),
        p99_ns: answered(last.p99_ns),
        in_flight: live.in_flight,
        generator_cpu: last.generator_cpu,
        ..planned.clone()
    }
}
