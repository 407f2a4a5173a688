//! Fires when fewer statements at once did more; untested when that was not tried; quiet when the database has room.

use crate::tests::built::{SEEDS, noisy, sessions, trials};
use crate::tests::verdict;
use diagnose::{Hypothesis, Status};
use model::{Run, SessionState, Wait};
use testkit::{LevelSpec, RunBuilder};

/// A database with one CPU, 5 ms a statement; forty connections.
fn congested(f: f64, l: LevelSpec) -> LevelSpec {
    let slow = if f >= 1.0 { 240.0 } else { 5.0 + 3.0 * f };
    LevelSpec { database: slow, database_server: slow * 0.9, database_cpu: 6.2, pool_size: 40.0, ..l }
}

fn built(seed: Option<u64>, doubling: &[(u32, f64, f64)]) -> Run {
    let shape = |f: f64, l: LevelSpec| {
        let level = congested(f, l);
        let level = seed.map_or(level.clone(), |s| noisy(s, level));
        LevelSpec { per_s: if f >= 1.0 { 155.0 } else { level.per_s }, ..level }
    };
    let mut run = RunBuilder::new().usual_levels(155.0, shape).build();
    sessions(&mut run, |f| {
        vec![
            (SessionState::Active, Wait::None, "select ?", if f >= 1.0 { 30 } else { 1 }),
            (SessionState::Active, Wait::Latch, "select ?", if f >= 1.0 { 7 } else { 0 }),
        ]
    });
    trials(&mut run, doubling);
    run
}

fn told(run: Run) -> Hypothesis {
    verdict(run).hypothesis("connection-pool-too-big").unwrap().clone()
}

const FALLING: [(u32, f64, f64); 5] = [(2, 170.0, 0.7), (4, 205.0, 0.7), (8, 200.0, 0.7), (16, 180.0, 0.7), (32, 160.0, 0.7)];

#[test]
fn fires_when_fewer_statements_at_once_did_more() {
    for seed in SEEDS {
        let h = told(built(Some(seed), &FALLING));
        // preview: supported by itself, told as secondary by the judge
        assert_eq!(h.status, Status::Secondary, "{seed}: {h:?}");
        let figure = |name| h.reason.find("connection-pool-too-big/holds").and_then(|m| m.figure(name));
        assert_eq!((figure("fewer"), figure("best").map(f64::round)), (Some(4.0), Some(205.0)), "{h:?}");
        assert!(h.weight > 0.9, "{h:?}");
    }
}

#[test]
fn a_saturated_database_alone_is_not_enough() {
    let flat = built(None, &[(2, 120.0, 0.7), (4, 154.0, 0.7), (8, 156.0, 0.7), (16, 155.0, 0.7)]);
    let d = verdict(flat);
    assert_eq!(d.hypothesis("connection-pool-too-big").unwrap().status, Status::Untested, "{:?}", d.hypothesis("connection-pool-too-big"));
    assert_eq!(d.hypothesis("database-cpu-saturated").unwrap().status, Status::Secondary);
    let untried = told(built(None, &[]));
    assert_eq!(untried.status, Status::Untested);
    assert!(untried.reason.is("connection-pool-too-big/untried"));
}

#[test]
fn loses_when_the_pool_is_too_small() {
    let mut run = RunBuilder::new()
        .usual_levels(185.0, |f, l| LevelSpec {
            database: 21.0,
            database_server: 19.0,
            pool_size: 4.0,
            pool_wait: if f >= 1.0 { 120.0 } else { 2.0 * f },
            ..l
        })
        .build();
    trials(&mut run, &FALLING);
    sessions(&mut run, |_| vec![(SessionState::Active, Wait::None, "select ?", 4)]);
    let d = verdict(run);
    assert_eq!(d.verdict.cause, Some("connection-pool-too-small"));
    assert_eq!(d.hypothesis("connection-pool-too-big").unwrap().status, Status::Rejected, "{:?}", d.hypothesis("connection-pool-too-big"));
}

#[test]
fn stays_quiet_on_a_healthy_service() {
    assert_eq!(told(RunBuilder::new().usual_levels(300.0, |_, l| l).build()).status, Status::Rejected);
}

#[test]
fn cannot_be_judged_without_its_sensors() {
    for sensor in ["wall-stacks", "pool-gauges", "sessions", "host"] {
        let run = RunBuilder::new().without(sensor).usual_levels(155.0, congested).build();
        assert_eq!(told(run).status, Status::NotObservable, "{sensor}");
    }
}
