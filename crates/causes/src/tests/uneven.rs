//! A service in which something comes now and then: its means are as before, a few seconds are far slower.

use crate::tests::verdict;
use diagnose::{Status, VerdictStatus};
use model::series::labels;
use model::{Observation, Run, Series, signal};
use testkit::{LevelSpec, RunBuilder};

/// The first `levels` levels of a healthy service, in which half of the time of all requests is moved to those of the fourth second.
fn unlike(levels: usize) -> Run {
    moved(RunBuilder::new().usual_levels(300.0, |_, l| l).build(), levels)
}

fn moved(mut run: Run, levels: usize) -> Run {
    for phase in ["open-0.3", "open-0.6", "open-0.8"].iter().take(levels) {
        for batch in run.attempts.get_mut(*phase).unwrap() {
            let first = batch.planned_us.iter().copied().min().unwrap_or(0);
            let is_fourth: Vec<bool> = batch.planned_us.iter().map(|us| (us - first) / 1_000_000 == 3).collect();
            let mut moved = 0;
            for (wait, _) in batch.wait_us.iter_mut().zip(&is_fourth).filter(|(_, fourth)| !**fourth) {
                moved += *wait / 2;
                *wait -= *wait / 2;
            }
            let taken = is_fourth.iter().filter(|f| **f).count().max(1) as u32;
            for (wait, _) in batch.wait_us.iter_mut().zip(&is_fourth).filter(|(_, fourth)| **fourth) {
                *wait += moved / taken;
            }
        }
    }
    run
}

#[test]
fn a_service_that_is_slow_now_and_then_gets_no_clean_bill() {
    let d = verdict(unlike(3));
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Inconclusive, None), "{:#?}", d.verdict);
    assert!(d.verdict.reason.is("judge/some-seconds-slow"), "{}", d.verdict.reason);
}

#[test]
fn one_level_that_stopped_once_is_chance() {
    let d = verdict(unlike(1));
    assert_eq!(d.verdict.status, VerdictStatus::None, "{:#?}", d.verdict);
}

/// Old objects are collected once in each level of open load, which stops the virtual machine for so long in its fourth second.
fn collecting(mut run: Run, stop_ms: i64) -> Run {
    let mut count = Series::new(signal::GC_COUNT, labels([("collector", "old")]));
    let mut stop = Series::new(signal::GC_TIME, labels([("collector", "old")]));
    let starts: Vec<_> = run.phases.iter().filter(|p| p.is_open()).map(|p| p.start).collect();
    for (n, start) in starts.into_iter().enumerate() {
        for (ms, more) in [(0, 0.0), (3_050, 0.0), (3_050 + stop_ms, 1.0)] {
            let at = start.plus_ns(ms * 1_000_000);
            count.push(at, n as f64 + more);
            stop.push(at, (n as f64 + more) * stop_ms as f64 / 1e3);
        }
    }
    run.apply(Observation::Series(count));
    run.apply(Observation::Series(stop));
    run
}

#[test]
fn slow_seconds_in_which_requests_wait_for_the_collector_are_told_beside_the_verdict() {
    let d = verdict(collecting(unlike(3), 700));
    let h = d.hypothesis("stop-the-world-pauses").expect("heard");
    assert_eq!((d.verdict.status, h.status), (VerdictStatus::None, Status::Secondary), "{:#?}", d.verdict);
    assert!(h.reason.is("stop-the-world-pauses/slow-seconds"), "{}", h.reason);
}

#[test]
fn a_collection_that_takes_little_explains_none() {
    let d = verdict(collecting(unlike(3), 20));
    let h = d.hypothesis("stop-the-world-pauses").expect("heard");
    assert_eq!((d.verdict.status, h.status), (VerdictStatus::Inconclusive, Status::NotApplicable), "{:#?}", d.verdict);
}

/// The CPUs of the service take `times` as long for the same work in that second of each level.
fn on_slow_cpus(mut run: Run, second: i64, times: f64) -> Run {
    let mut work = Series::new(signal::FIXED_WORK_TIME, labels([("cpu", "0")]));
    for phase in run.phases.iter().filter(|p| p.end.is_some()) {
        for i in 0.. {
            let at = phase.start.plus_ns(i * 50_000_000);
            if Some(at) > phase.end {
                break;
            }
            work.push(at, 50e-6 * if i / 20 == second { times } else { 1.0 });
        }
    }
    run.apply(Observation::Series(work));
    run
}

#[test]
fn slow_seconds_on_slow_cpus_are_told_by_the_quality_of_the_run() {
    // requests that use more of the CPU, so that a core of a third of its speed is full
    let busy = || moved(RunBuilder::new().usual_levels(300.0, |_, l| LevelSpec { cpu_framework: 2.0, process_cpu: 2.5, ..l }).build(), 3);
    let d = verdict(on_slow_cpus(busy(), 3, 3.0));
    assert!(d.quality.reasons.iter().any(|r| r.is("quality/slow-seconds-by-cpus")), "{:#?}", d.quality);
    assert!(!d.verdict.reason.is("judge/some-seconds-slow"), "{:#?}", d.verdict);
    let elsewhere = verdict(on_slow_cpus(busy(), 5, 3.0));
    assert!(elsewhere.verdict.reason.is("judge/some-seconds-slow"), "{}", elsewhere.verdict.reason);
    let a_little = verdict(on_slow_cpus(busy(), 3, 1.1));
    assert!(a_little.verdict.reason.is("judge/some-seconds-slow"), "{}", a_little.verdict.reason);
}

#[test]
fn cpus_that_are_not_equally_fast_are_told_and_change_no_verdict() {
    let healthy = RunBuilder::new().usual_levels(300.0, |_, l| l).build();
    let d = verdict(on_slow_cpus(healthy, 3, 3.0));
    assert_eq!(d.verdict.status, VerdictStatus::None, "{:#?}", d.verdict);
    assert!(d.quality.reasons.iter().any(|r| r.is("quality/cpus-uneven")), "{:#?}", d.quality);
}
