//! Fires on a lock that somebody is always inside; quiet where the wait is small, spread, or for a core.

use crate::tests::built::on_a_full_core;
use crate::tests::verdict;
use diagnose::{Diagnosis, EvidenceLevel, Status, VerdictStatus};
use model::{Run, Value};
use testkit::{LevelSpec, RareSpec, RunBuilder};

/// A lock around a remote call of `inside_ms`: at most 1 / `inside_ms` a second, whatever else there is.
///
/// ```text
/// saturation  |lock 120                                   |call 3.8|
/// ```
fn around_a_call(inside_ms: f64, noise: f64) -> Run {
    RunBuilder::new()
        .usual_levels(1e3 / inside_ms * 0.98, |f, l| LevelSpec {
            lock: noise * if f >= 1.0 { 120.0 } else { inside_ms * f * f },
            rare: RareSpec { lock_held_remote: inside_ms, ..RareSpec::default() },
            ..l
        })
        .build()
}

fn said(d: &Diagnosis) -> &diagnose::Hypothesis {
    d.hypothesis("lock-contended").unwrap()
}

#[test]
fn fires_and_says_which_lock_and_what_its_holder_does() {
    for noise in [0.8, 1.0, 1.3] {
        let d = verdict(around_a_call(3.8, noise));
        let h = said(&d);
        assert_eq!((h.status, h.evidence), (Status::Supported, EvidenceLevel::Explains), "{h:#?}");
        assert!(h.weight > 0.9, "{h:?}");
        let remote = Value::kind("waiting-remote");
        let place = h.reason.find("lock-contended/holds").and_then(|m| m.arg("place"));
        let does = h.reason.find("facts/inside").and_then(|m| m.arg("what"));
        assert_eq!((place, does), (Some(&Value::name("Format.date")), Some(&remote)), "{}", h.reason);
        assert!(h.fix.is("lock-contended/fix-wait") && h.fix.arg("what") == Some(&remote), "{}", h.fix);
        assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Found, Some("lock-contended")));
    }
}

#[test]
fn a_slow_call_without_a_lock_is_not_a_lock() {
    let run = RunBuilder::new().usual_levels(200.0, |f, l| LevelSpec { remote: if f >= 1.0 { 120.0 } else { 4.0 }, ..l }).build();
    assert_eq!(said(&verdict(run)).status, Status::Rejected);
    assert_eq!(said(&verdict(RunBuilder::new().usual_levels(300.0, |_, l| l).build())).status, Status::Rejected);
}

#[test]
fn a_lock_whose_holder_lacks_a_core_is_a_victim() {
    let run = RunBuilder::new()
        .usual_levels(800.0, |f, l| LevelSpec {
            lock: if f >= 1.0 { 20.0 } else { 0.2 * f },
            rare: RareSpec { lock_held_cpu: 0.3, ..RareSpec::default() },
            cpu_framework: 0.6,
            request_cpu: Some(1.1),
            process_cpu: 1.2,
            run_queue: if f >= 1.0 { 6.0 } else { 0.3 * f },
            workers: 30.0,
            ..l
        })
        .build();
    let d = verdict(run);
    assert_eq!(said(&d).status, Status::Secondary, "{:#?}", said(&d));
    assert!(said(&d).reason.is("lock-contended/cpus-full"), "{}", said(&d).reason);
}

#[test]
fn a_lock_inside_the_work_that_fills_the_core_is_told_with_that_work() {
    let levels = |f: f64, l: LevelSpec| LevelSpec {
        cpu_site: 0.6,
        cpu_framework: 0.3,
        lock: if f >= 1.0 { 20.0 } else { 0.2 * f },
        ..on_a_full_core(f, l)
    };
    let mut run = RunBuilder::new().usual_levels(800.0, levels).build();
    let of = |run: &Run, method: &str| run.stacks.frames.iter().position(|f| f.method == method).expect("it is in a stack") as u32;
    let (read, enter) = (of(&run, "readValue"), of(&run, "ObjectMonitor::enter"));
    for stack in run.stacks.stacks.iter_mut().filter(|s| s.contains(&enter)) {
        let at = stack.iter().position(|id| *id == enter).expect("it waits");
        stack.insert(at, read);
    }
    let d = verdict(run);
    let account = d.cpu.last().expect("the core is divided");
    let most = account.parts.iter().max_by(|x, y| x.ms.total_cmp(&y.ms)).expect("parts");
    assert!(most.lock_wait_ms > 1.0, "{most:?}");
    assert_eq!(said(&d).status, Status::Rejected);
    assert!(said(&d).reason.is("lock-contended/in-a-full-core"), "{}", said(&d).reason);
}

#[test]
fn a_lock_that_nobody_was_seen_inside_is_told_with_less_evidence() {
    let run = RunBuilder::new().usual_levels(200.0, |f, l| LevelSpec { lock: if f >= 1.0 { 60.0 } else { 2.0 * f }, ..l }).build();
    let d = verdict(run);
    assert_eq!(said(&d).evidence, EvidenceLevel::Coincides, "{:#?}", said(&d));
}

#[test]
fn a_log_that_is_waited_for_is_not_a_lock_of_the_application() {
    let run = RunBuilder::new()
        .usual_levels(500.0, |f, l| LevelSpec {
            rare: RareSpec { log_lock: if f >= 1.0 { 40.0 } else { 0.5 * f }, log_write: 1.8, ..RareSpec::default() },
            ..l
        })
        .build();
    assert_eq!(said(&verdict(run)).status, Status::Rejected);
}

#[test]
fn is_not_observable_without_stacks() {
    let run = RunBuilder::new().without("wall-stacks").usual_levels(200.0, |_, l| l).build();
    assert_eq!(said(&verdict(run)).status, Status::NotObservable);
}
