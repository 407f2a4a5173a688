//! A service in which something comes now and then: its means are as before, a few seconds are far slower.

use crate::tests::verdict;
use diagnose::{Status, VerdictStatus};
use model::series::labels;
use model::{Observation, Run, Series, signal};
use testkit::{LevelSpec, RunBuilder, on_cpus};

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

/// A service that uses more of its CPU, so that a core of a third of its speed is full.
fn busy() -> RunBuilder {
    RunBuilder::new().usual_levels(300.0, |_, l| LevelSpec { cpu_framework: 2.0, process_cpu: 2.5, ..l })
}

/// In that second of each phase a fixed piece of work takes `times` as long, and answers take `dearer` times as much CPU.
fn on_slow_cpus(mut run: Run, second: usize, times: f64, dearer: f64) -> Run {
    on_cpus(&mut run, 2.5, |s| if s == second { (times, dearer) } else { (1.0, 1.0) });
    run
}

#[test]
fn slow_seconds_on_slow_cpus_are_told_by_the_quality_of_the_run() {
    let d = verdict(on_slow_cpus(moved(busy().build(), 3), 3, 3.0, 3.0));
    assert!(d.quality.reasons.iter().any(|r| r.is("quality/slow-seconds-by-cpus")), "{:#?}", d.quality);
    assert!(!d.verdict.reason.is("judge/some-seconds-slow"), "{:#?}", d.verdict);
    for (second, times, dearer, why) in [
        (5, 3.0, 3.0, "in another second"),
        (3, 1.1, 1.1, "by too little"),
        (3, 3.0, 1.0, "a CPU that idles while requests wait for something else"),
        (3, 1.2, 3.0, "a job of the service's own, beside which the CPUs are a little slower"),
        (3, 1.0, 3.0, "a job of the service's own"),
    ] {
        let d = verdict(on_slow_cpus(moved(busy().build(), 3), second, times, dearer));
        assert!(d.verdict.reason.is("judge/some-seconds-slow"), "{why}: {}", d.verdict.reason);
    }
}

#[test]
fn cpus_that_are_not_equally_fast_are_told_and_change_no_verdict() {
    let (even, uneven) = (verdict(busy().build()), verdict(on_slow_cpus(busy().build(), 3, 3.0, 3.0)));
    assert_eq!((even.verdict.status, &even.verdict.cause), (uneven.verdict.status, &uneven.verdict.cause));
    assert!(uneven.quality.reasons.iter().any(|r| r.is("quality/cpus-uneven")), "{:#?}", uneven.quality);
}
