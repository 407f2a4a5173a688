//! Fires on many short round trips; quiet on few, on long statements, and where they are a small part.

use crate::tests::built::{SEEDS, count, noisy};
use crate::tests::verdict;
use diagnose::{Hypothesis, Status};
use model::series::labels;
use model::{Component, ComponentKind, Observation, Run, signal};
use testkit::{LevelSpec, LoopSpec, RunBuilder};

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

/// A figure of the reason, to one digit after the point.
fn figure(h: &Hypothesis, name: &str) -> Option<f64> {
    h.reason.figure(name).map(|v| (v * 10.0).round() / 10.0)
}

#[test]
fn fires_on_many_short_round_trips() {
    for seed in SEEDS {
        let h = told(RunBuilder::new().usual_levels(185.0, |f, l| noisy(seed, chatty(f, l))).build(), 32.0);
        assert_eq!(h.status, Status::Supported, "{seed}: {h:?}");
        assert!(h.weight > 0.8 && h.reason.is("statement-per-row/holds") && figure(&h, "trips") == Some(32.0), "{h:?}");
    }
    let mut run = RunBuilder::new().usual_levels(185.0, chatty).build();
    trips(&mut run, 32.0);
    let d = verdict(run);
    assert_eq!(d.hypothesis("connection-pool-too-small").unwrap().status, Status::Rejected, "{:?}", d.verdict);
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
fn a_statement_that_is_sent_in_four_parts_is_one_round_trip() {
    let mut run = RunBuilder::new().usual_levels(185.0, chatty).build();
    trips(&mut run, 12.0);
    count(&mut run, signal::PEER_SEGMENTS_RECEIVED, labels([("peer", ADDRESS)]), 3.0);
    let h = verdict(run).hypothesis("statement-per-row").unwrap().clone();
    assert!(h.status == Status::Rejected && h.reason.is("statement-per-row/few-trips") && figure(&h, "trips") == Some(3.0), "{h:?}");
}

#[test]
fn stays_quiet_when_the_statements_are_long() {
    let run = RunBuilder::new().usual_levels(40.0, |f, l| LevelSpec { database: 95.0, database_server: 90.0, ..chatty(f, l) }).build();
    assert!(told(run, 12.0).reason.is("statement-per-row/long-statements"));
}

/// The database is next door: thirty statements cost the service more CPU than time.
fn chatty_on_the_cpu(f: f64, l: LevelSpec, asking: f64, other: f64) -> LevelSpec {
    let crowd = if f >= 1.0 { 12.0 } else { 1.0 };
    LevelSpec {
        database: 2.0 * crowd,
        database_server: 1.0,
        cpu_in_transaction: asking * crowd,
        cpu_framework: other * crowd,
        request_cpu: Some(asking + other),
        process_cpu: 0.98 * 1e3 / 250.0,
        run_queue: if f >= 1.0 { 40.0 } else { 0.1 },
        ..l
    }
}

#[test]
fn fires_where_asking_is_what_the_cpu_is_full_of_and_not_where_other_work_is() {
    let h = told(RunBuilder::new().usual_levels(250.0, |f, l| chatty_on_the_cpu(f, l, 3.0, 0.7)).build(), 32.0);
    assert_eq!(h.status, Status::Supported, "{h:?}");
    assert!(h.weight > 0.6 && figure(&h, "asking") >= Some(1.0), "{h:?}");
    let beside =
        |asking: f64| told(RunBuilder::new().usual_levels(250.0, |f, l| chatty_on_the_cpu(f, l, asking, 3.7 - asking)).build(), 32.0);
    assert_eq!(beside(0.3).status, Status::Rejected, "{:?}", beside(0.3));
    // a fifth of a full core: asking once would give as much
    let h = beside(0.7);
    assert!(h.status == Status::Secondary && h.gain.is_some() && h.reason.is("statement-per-row/cpu-of-other-work"), "{h:?}");
}

#[test]
fn is_no_reason_where_it_is_a_small_part() {
    let run = RunBuilder::new().usual_levels(190.0, |f, l| LevelSpec { remote: if f >= 1.0 { 300.0 } else { 50.0 }, ..l }).build();
    let h = told(run, 12.0);
    assert_eq!(h.status, Status::Rejected, "{h:?}");
    assert!(h.reason.is("statement-per-row/small"), "{h:?}");
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

#[test]
fn stays_quiet_when_the_statements_differ() {
    let mut run = RunBuilder::new().usual_levels(185.0, chatty).build();
    let few = ["select 1 from a", "select 1 from b", "select 1 from c", "select 1 from d", "select 1 from e", "select 1 from f"];
    for sample in &mut run.sessions {
        let group = sample.groups.iter().find(|g| g.state == model::SessionState::Active).cloned();
        sample.groups.extend(group.into_iter().flat_map(|g| few.map(|s| model::SessionGroup { statement: s.into(), ..g.clone() })));
    }
    let h = told(run, 12.0);
    assert!(h.reason.is("statement-per-row/different-statements"), "{h:?}");
}

#[test]
fn one_long_statement_among_many_is_not_sent_many_times() {
    // eleven of 0.3 ms and one of 5 ms, so that the long one has most of the time
    let mut run = RunBuilder::new().usual_levels(185.0, chatty).build();
    for sample in &mut run.sessions {
        let Some(g) = sample.groups.iter().find(|g| g.state == model::SessionState::Active).cloned() else { continue };
        sample.groups.push(model::SessionGroup { statement: "select sum(total) from a".into(), count: 17, ..g.clone() });
        sample.groups.extend((0..11).map(|i| model::SessionGroup { statement: format!("select {i} from b"), count: 1, ..g.clone() }));
        sample.groups.retain(|x| x.statement != g.statement);
    }
    let h = told(run, 13.0);
    assert!(
        h.status == Status::Rejected && h.reason.is("statement-per-row/different-statements") && figure(&h, "same") == Some(2.0),
        "{h:?}"
    );
}

#[test]
fn statements_in_parts_and_answers_of_many_segments_are_no_more_turns() {
    let turns = |sent: f64, received: f64, bytes: f64| {
        let mut run = RunBuilder::node(2).usual_loop_levels(300.0, |_, l| l).build();
        trips(&mut run, sent);
        count(&mut run, signal::PEER_SEGMENTS_RECEIVED, labels([("peer", ADDRESS)]), received);
        count(&mut run, signal::PEER_BYTES_RECEIVED, labels([("peer", ADDRESS)]), bytes);
        crate::facts::server::round_trips(&diagnose::Analysis::of(&run)).unwrap()
    };
    // three statements in four parts each, the last one with 100 kB of rows
    assert!((turns(12.0, 15.0, 100_000.0) - 3.0).abs() < 0.1, "{}", turns(12.0, 15.0, 100_000.0));
    // twenty small ones
    assert!((turns(80.0, 20.0, 10_000.0) - 20.0).abs() < 0.1);
    assert!((turns(20.0, 20.0, 10_000.0) - 18.8).abs() < 0.2, "no more than a few per cent are missed");
}

/// Statements on an event loop that are in flight for 0.6 ms, `delay` of which their answers lie in their sockets until the loop fetches
/// them; ten connections.
fn on_a_loop(per_request: f64, delay: f64, framework: f64) -> diagnose::Diagnosis {
    let mut run = RunBuilder::node(2)
        .usual_loop_levels(1e4 / (0.6 * per_request + 0.5), |f, l| {
            let queue = if f >= 1.0 { 80.0 } else { 0.2 * f };
            LoopSpec { delay, framework, pool: (queue, 0.6 * per_request, 0.5), ..l }
        })
        .build();
    trips(&mut run, per_request);
    verdict(run)
}

#[test]
fn fires_on_an_event_loop_whose_pool_is_full_of_statements() {
    let d = on_a_loop(30.0, 0.2, 0.6);
    let h = d.hypothesis("statement-per-row").unwrap();
    assert_eq!((h.status, d.verdict.cause), (Status::Supported, Some("statement-per-row")), "{h:#?}\n{:#?}", d.verdict);
}

#[test]
fn statements_that_nobody_can_tell_apart_are_not_called_one() {
    let d = on_a_loop(13.0, 0.2, 0.6);
    let h = d.hypothesis("statement-per-row").unwrap();
    assert!(h.status == Status::Rejected && h.reason.is("statement-per-row/statements-unseen"), "{h:#?}");
}

#[test]
fn answers_that_the_loop_has_not_fetched_count_under_light_load() {
    let d = on_a_loop(30.0, 0.4, 1.0);
    let h = d.hypothesis("statement-per-row").unwrap();
    assert_eq!(h.status, Status::Supported, "{h:#?}");
    assert!(h.reason.is("statement-per-row/fetched-late"), "{h:#?}");
}
