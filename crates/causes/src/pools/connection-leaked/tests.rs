//! Fires when connections stay borrowed at rest, more each time; quiet when they come back, when the number never changes, when healthy.

use crate::tests::built::{SEEDS, at_rest, noisy};
use crate::tests::{before, verdict};
use diagnose::{EvidenceLevel, Hypothesis, Status};
use model::{Run, Value};
use testkit::{LevelSpec, LoopSpec, RunBuilder};

/// The pool's connections are lost one by one; those left are waited for.
fn leaking(f: f64, l: LevelSpec) -> LevelSpec {
    LevelSpec { pool_wait: if f >= 1.0 { 90.0 } else { 0.2 }, remote_holding: if f >= 1.0 { 55.0 } else { 2.0 }, ..l }
}

fn built(seed: u64) -> Run {
    RunBuilder::new().usual_levels(200.0, |f, l| noisy(seed, leaking(f, l))).build()
}

fn told(run: Run) -> Hypothesis {
    told_of(&verdict(run)).clone()
}

fn told_of(d: &diagnose::Diagnosis) -> &Hypothesis {
    d.hypothesis("connection-leaked").unwrap()
}

#[test]
fn fires_when_more_and_more_stay_borrowed_at_rest() {
    for seed in SEEDS {
        let mut run = built(seed);
        at_rest(&mut run, |level| [1.0, 3.0, 6.0, 10.0][level]);
        let h = told(run);
        assert_eq!(h.status, Status::Supported, "{seed}: {h:?}");
        assert!(h.weight > 0.8 && h.reason.says("connection-leaked/none-back"), "{h:?}");
        let Some(Value::List(rests)) = h.observed.arg("rests") else { panic!("{h:?}") };
        let borrowed: Vec<f64> = rests.iter().filter_map(|m| m.figure("borrowed")).collect();
        assert_eq!((borrowed, h.observed.figure("size")), (vec![1.0, 3.0, 6.0, 10.0], Some(10.0)), "{h:?}");
    }
}

#[test]
fn a_pool_of_which_some_is_lost_is_not_too_small() {
    // 5 of 12 connections are lost by the end; the others work for the database all the time: 7 / 14 ms = 500/s
    let part = |f: f64| LevelSpec {
        pool_size: 12.0,
        database: 13.9,
        database_server: 13.0,
        pool_wait: if f >= 1.0 { 90.0 } else { 0.3 },
        ..if f >= 1.0 { LevelSpec::saturation(500.0) } else { LevelSpec::open(f, f * 500.0) }
    };
    let mut run = RunBuilder::new().usual_levels(500.0, |f, _| part(f)).build();
    at_rest(&mut run, |level| [1.0, 3.0, 4.0, 5.0][level]);
    let used = run.series.iter_mut().find(|((s, _), _)| s == model::signal::POOL_USED).unwrap().1;
    let end = run.phases.last().unwrap();
    for (_, v) in used.t.iter().zip(&mut used.v).filter(|(t, _)| **t >= end.start && **t <= end.end.unwrap()) {
        *v = 12.0;
    }
    let d = verdict(run);
    let h = d.hypothesis("connection-leaked").unwrap();
    assert_eq!((h.status, h.evidence), (Status::Supported, EvidenceLevel::Explains), "{h:?}");
    let figure = |name| h.reason.find("connection-leaked/sum").and_then(|m| m.figure(name)).map(f64::round);
    assert_eq!(["before", "now", "borrowed"].map(figure), [4.0, 5.0, 12.0].map(Some), "{h:?}");
    assert_eq!(d.hypothesis("connection-pool-too-small").unwrap().status, Status::Rejected, "{d:?}");
}

#[test]
fn few_that_are_lost_do_not_limit_yet() {
    let mut run = RunBuilder::new().usual_levels(300.0, |_, l| l).build();
    at_rest(&mut run, |level| [0.0, 1.0, 1.0, 2.0][level]);
    let h = told(run);
    assert_eq!((h.status, h.weight), (Status::Secondary, 0.0), "{h:?}");
}

#[test]
fn stays_quiet_when_all_come_back() {
    let mut run = before(10.0);
    at_rest(&mut run, |_| 0.0);
    let h = told(run);
    assert_eq!(h.status, Status::Rejected, "{h:?}");
    assert!(h.reason.is("connection-leaked/all-back"), "{h:?}");
}

#[test]
fn stays_quiet_when_some_come_back_by_themselves() {
    let mut run = built(1);
    at_rest(&mut run, |level| [0.0, 4.0, 1.0, 3.0][level]);
    assert!(told(run).reason.is("connection-leaked/some-back"));
}

#[test]
fn a_number_that_never_changes_is_not_accused() {
    let mut run = RunBuilder::new().usual_levels(300.0, |_, l| l).build();
    at_rest(&mut run, |_| 1.0);
    assert_eq!(told(run).status, Status::Untested);
}

#[test]
fn cannot_be_judged_without_gauges_or_without_a_rest() {
    for sensor in ["pool-gauges", "worker-gauges"] {
        let run = RunBuilder::new().without(sensor).usual_levels(300.0, |_, l| l).build();
        assert_eq!(told(run).status, Status::NotObservable, "{sensor}");
    }
}

#[test]
fn a_pool_that_is_never_at_rest_is_told_from_what_nobody_holds() {
    let h = told(built(1));
    assert!(h.observed.is("connection-leaked/nobodys"), "{h:?}");
    assert_eq!(h.status, Status::Supported, "{h:?}");
    assert!(h.weight > 0.8, "{h:?}");
}

#[test]
fn connections_that_requests_can_have_are_not_told_to_be_nobodys() {
    // as many are borrowed, while the requests wait for a call
    let run =
        RunBuilder::new().usual_levels(200.0, |f, l| LevelSpec { remote: if f >= 1.0 { 55.0 } else { 2.0 }, ..leaking(f, l) }).build();
    assert_eq!(told(run).status, Status::Rejected);
}

#[test]
fn what_is_left_is_enough_while_the_cpu_is_the_limit() {
    let mut run =
        RunBuilder::new().usual_levels(200.0, |f, l| LevelSpec { process_cpu: 4.8, request_cpu: Some(4.7), ..leaking(f, l) }).build();
    at_rest(&mut run, |level| [1.0, 3.0, 6.0, 10.0][level]);
    let h = told(run);
    assert_eq!(h.status, Status::Secondary);
    assert!(h.reason.is("connection-leaked/not-the-limit"), "{h:?}");
}

#[test]
fn on_an_event_loop_a_leak_is_no_small_pool() {
    // five of ten are lost in the end; a statement takes 20 ms
    let built = || {
        let shape = |f: f64, l: LoopSpec| LoopSpec { pool: if f >= 1.0 { (90.0, 20.0, 20.0) } else { (0.2, 20.0, 0.1) }, ..l };
        RunBuilder::node(2).usual_loop_levels(250.0, shape).build()
    };
    let mut run = built();
    at_rest(&mut run, |level| [1.0, 2.0, 4.0, 5.0][level]);
    let d = verdict(run);
    assert_eq!(d.verdict.cause, Some("connection-leaked"), "{:#?}", d.verdict);
    assert_eq!(d.hypothesis("connection-pool-too-small").unwrap().status, Status::Rejected);
    // lost before anybody looked: who has them is not known, and a pool of which nobody uses a third is not too small
    let mut before = built();
    at_rest(&mut before, |level| [3.0, 4.0, 4.0, 4.0][level]);
    let d = verdict(before);
    assert_eq!((d.verdict.cause, told_of(&d).status), (None, Status::Untested), "{:#?}", d.verdict);
    let mut whole = built();
    at_rest(&mut whole, |_| 0.0);
    assert_eq!(told(whole).status, Status::Rejected);
}
