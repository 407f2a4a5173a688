//! Fires when a steady call takes all workers; quiet when they wait for a core, a pool or a service that slows down.

use crate::tests::built::{SEEDS, noisy};
use crate::tests::verdict;
use diagnose::{Hypothesis, Status};
use model::Run;
use testkit::{LevelSpec, RareSpec, RunBuilder};

const ID: &str = "worker-threads-blocked-downstream";

fn told(run: Run) -> Hypothesis {
    verdict(run).hypothesis(ID).unwrap().clone()
}

fn queue(f: f64) -> f64 {
    if f >= 1.0 {
        280.0
    } else if f > 0.7 {
        8.0
    } else {
        0.3
    }
}

/// Ten workers, each kept 53 ms, 50 ms of it in a call.
fn blocked(f: f64, l: LevelSpec) -> LevelSpec {
    LevelSpec { remote: 50.0, workers: 10.0, worker_queue: queue(f), ..l }
}

#[test]
fn fires_when_a_steady_call_takes_all_workers() {
    let h = told(RunBuilder::new().usual_levels(190.0, blocked).build());
    assert_eq!(h.status, Status::Supported, "{h:?}");
    assert!(h.weight > 0.9, "{h:?}");
    assert_eq!(h.site, "PaymentClient.check:41");
    let gain = h.gain.unwrap();
    assert!(gain.bound_per_s > 1000.0 && h.knob.unwrap().prediction.bound_per_s < 600.0);
}

#[test]
fn fires_with_noise() {
    for seed in SEEDS {
        let h = told(RunBuilder::new().usual_levels(190.0, |f, l| noisy(seed, blocked(f, l))).build());
        assert_eq!((h.status, h.weight > 0.8), (Status::Supported, true), "{seed}: {h:?}");
    }
}

#[test]
fn stays_quiet_on_a_healthy_service() {
    let h = told(RunBuilder::new().usual_levels(300.0, |_, l| l).build());
    assert_eq!(h.status, Status::Rejected);
    assert!(h.reason.is("worker-threads-blocked-downstream/not-full"), "{h:?}");
    assert_eq!(h.reason.figure("workers"), Some(200.0));
}

#[test]
fn stays_quiet_when_the_workers_wait_for_a_core() {
    let run = RunBuilder::new().usual_levels(190.0, |f, l| LevelSpec { process_cpu: 5.2, request_cpu: Some(5.0), ..blocked(f, l) }).build();
    assert!(told(run).reason.is("worker-threads-blocked-downstream/cpu-full"));
}

#[test]
fn is_not_named_where_hardly_any_cpu_is_left() {
    let d = verdict(
        RunBuilder::new()
            .usual_levels(190.0, |f, l| LevelSpec { cpu_framework: 4.5, request_cpu: Some(4.6), process_cpu: 4.6, ..blocked(f, l) })
            .build(),
    );
    let h = d.hypothesis(ID).unwrap();
    assert!(h.status == Status::Secondary && h.reason.is("worker-threads-blocked-downstream/hardly-more"), "{h:?}");
    assert!((h.reason.figure("used").unwrap() - 0.84).abs() < 0.005, "{h:?}");
    assert_eq!((d.verdict.status, d.verdict.cause), (diagnose::VerdictStatus::None, None), "{:?}", d.verdict);
    assert!(d.verdict.reason.is("judge/full-and-hardly-more-cpu"), "{:?}", d.verdict);
}

#[test]
fn stays_quiet_when_the_workers_wait_behind_a_full_pool() {
    let run = RunBuilder::new().usual_levels(10.0 / 0.0507, |f, l| LevelSpec {
        remote_in_transaction: 48.0,
        pool_wait: if f >= 1.0 { 110.0 } else { 0.2 },
        worker_queue: if f >= 1.0 { 30.0 } else { 0.0 },
        workers: 32.0,
        ..l
    });
    let d = verdict(run.build());
    assert_eq!(d.verdict.cause, Some("connection-held-across-remote-call"));
    assert_eq!(d.hypothesis(ID).unwrap().status, Status::Rejected, "{:?}", d.hypothesis(ID));
}

#[test]
fn loses_to_a_service_that_itself_becomes_slower() {
    let run = RunBuilder::new().usual_levels(190.0, |f, l| LevelSpec {
        remote: if f >= 1.0 { 300.0 } else { 50.0 },
        workers: 60.0,
        worker_queue: if f >= 1.0 { 20.0 } else { 0.1 },
        ..l
    });
    let d = verdict(run.build());
    assert_eq!(d.hypothesis(ID).unwrap().status, Status::Rejected, "{:?}", d.hypothesis(ID));
    assert_eq!(d.hypothesis("dependency-slow").unwrap().status, Status::Untested);
}

#[test]
fn loses_to_a_service_that_becomes_slower_itself_however_long_requests_queue_before_the_workers() {
    let run = RunBuilder::new().usual_levels(190.0, |f, l| LevelSpec {
        remote: if f >= 1.0 { 300.0 } else { 100.0 },
        workers: 60.0,
        worker_queue: if f >= 1.0 { 900.0 } else { 0.1 },
        rare: RareSpec { awaited: Some(if f >= 1.0 { 56.0 } else { l.per_s * 0.1 }), ..RareSpec::default() },
        ..l
    });
    let mut run = run.build();
    run.environment.target.peers = vec!["127.0.0.1:9000".into()];
    let d = verdict(run);
    assert_eq!(d.verdict.cause, Some("dependency-slow"), "{:#?}", d.verdict);
    assert!(d.hypothesis(ID).unwrap().reason.is("worker-threads-blocked-downstream/calls-slower"), "{:?}", d.hypothesis(ID));
}

#[test]
fn a_call_that_is_half_as_long_again_has_its_own_part_of_the_queue_alone() {
    // ten workers: 200/s with 50 ms each, and 294/s if the call took 30 ms still, with requests queueing all the same
    let run = RunBuilder::new().usual_levels(200.0, |f, l| LevelSpec {
        remote: if f >= 1.0 { 46.0 } else { 30.0 },
        workers: 10.0,
        worker_queue: if f >= 1.0 { 270.0 } else { 0.1 },
        rare: RareSpec { awaited: Some(l.per_s * if f >= 1.0 { 0.046 } else { 0.03 }), ..RareSpec::default() },
        ..l
    });
    let mut run = run.build();
    run.environment.target.peers = vec!["127.0.0.1:9000".into()];
    let d = verdict(run);
    assert_eq!(d.verdict.cause, Some(ID), "{:#?}", d.verdict);
    assert!(d.hypothesis("dependency-slow").unwrap().weight < 0.6);
}

#[test]
fn stays_quiet_when_the_workers_are_busy_with_the_database() {
    let run = RunBuilder::new().usual_levels(190.0, |f, l| LevelSpec {
        database: 50.0,
        database_server: 48.0,
        pool_size: 50.0,
        workers: 10.0,
        worker_queue: queue(f),
        ..l
    });
    assert!(told(run.build()).reason.is("worker-threads-blocked-downstream/little-remote"));
}

#[test]
fn cannot_be_judged_without_its_sensors() {
    for sensor in ["wall-stacks", "worker-gauges"] {
        let run = RunBuilder::new().without(sensor).usual_levels(190.0, blocked).build();
        assert_eq!(told(run).status, Status::NotObservable, "{sensor}");
    }
}
