//! Fires on many short round trips; quiet on few, on long statements, and where they are a small part.

use crate::built::{SEEDS, count, noisy};
use crate::tests::verdict;
use diagnose::{Hypothesis, Status};
use model::series::labels;
use model::{Component, ComponentKind, Observation, Run, signal};
use testkit::{LevelSpec, RunBuilder};

const ADDRESS: &str = "127.0.0.1:5432";

/// Thirty statements of 0.7 ms; four connections.
fn chatty(f: f64, l: LevelSpec) -> LevelSpec {
    LevelSpec { database: 21.0, database_server: 6.0, pool_size: 4.0, pool_wait: if f >= 1.0 { 120.0 } else { 2.0 * f }, ..l }
}

fn trips(run: &mut Run, per_request: f64) {
    run.apply(Observation::Component(Component {
        id: format!("postgres:{ADDRESS}"),
        kind: ComponentKind::Database,
        limit: None,
        detail: String::new(),
    }));
    count(run, signal::PEER_SEGMENTS_SENT, labels([("peer", ADDRESS)]), per_request);
    count(run, signal::PEER_SEGMENTS_SENT, labels([("peer", "127.0.0.1:9000")]), 50.0);
}

fn told(mut run: Run, per_request: f64) -> Hypothesis {
    trips(&mut run, per_request);
    verdict(run).hypothesis("statement-per-row").unwrap().clone()
}

#[test]
fn fires_on_many_short_round_trips() {
    for seed in SEEDS {
        let h = told(RunBuilder::new().usual_levels(185.0, |f, l| noisy(seed, chatty(f, l))).build(), 32.0);
        // preview: supported by itself, told as secondary by the judge
        assert_eq!(h.status, Status::Secondary, "{seed}: {h:?}");
        assert!(h.weight > 0.8 && h.reason.contains("waits 32"), "{h:?}");
    }
}

#[test]
fn stays_quiet_when_the_pool_is_too_small_for_few_statements() {
    let mut run = RunBuilder::new().usual_levels(185.0, chatty).build();
    trips(&mut run, 3.0);
    let d = verdict(run);
    assert_eq!(d.hypothesis("statement-per-row").unwrap().status, Status::Rejected);
    assert_eq!(d.verdict.cause, Some("connection-pool-too-small"));
}

#[test]
fn stays_quiet_when_the_statements_are_long() {
    let run = RunBuilder::new().usual_levels(40.0, |f, l| LevelSpec { database: 95.0, database_server: 90.0, ..chatty(f, l) }).build();
    assert!(told(run, 12.0).reason.contains("themselves are long"));
}

#[test]
fn is_no_reason_where_it_is_a_small_part() {
    let run = RunBuilder::new().usual_levels(190.0, |f, l| LevelSpec { remote: if f >= 1.0 { 300.0 } else { 50.0 }, ..l }).build();
    let h = told(run, 12.0);
    assert_eq!(h.status, Status::Rejected, "{h:?}");
    assert!(h.reason.contains("of the response under light load"), "{h:?}");
}

#[test]
fn stays_quiet_on_a_healthy_service() {
    assert_eq!(told(RunBuilder::new().usual_levels(300.0, |_, l| l).build(), 3.0).status, Status::Rejected);
}

#[test]
fn cannot_be_judged_without_stacks_or_counts() {
    let uncounted = verdict(RunBuilder::new().usual_levels(185.0, chatty).build());
    assert_eq!(uncounted.hypothesis("statement-per-row").unwrap().status, Status::NotObservable);
    let blind = RunBuilder::new().without("wall-stacks").usual_levels(185.0, chatty).build();
    assert_eq!(told(blind, 32.0).status, Status::NotObservable);
}
