//! Fires when the connections really work; loses to what is inside the hold, to a starved service and to a busy database.

use crate::tests::built::sessions;
use crate::tests::{before, verdict};
use diagnose::Status;
use model::{SessionState, Wait};
use testkit::{LevelSpec, RunBuilder};

fn small_pool(change: impl Fn(f64, LevelSpec) -> LevelSpec) -> model::Run {
    RunBuilder::new()
        .usual_levels(400.0, |f, l| {
            let l = LevelSpec {
                pool_size: 2.0,
                pool_wait: if f >= 1.0 {
                    40.0
                } else if f > 0.7 {
                    3.0
                } else {
                    0.5
                },
                database: 4.7,
                database_server: 4.2,
                ..l
            };
            change(f, l)
        })
        .build()
}

#[test]
fn fires_when_two_connections_do_database_work_all_the_time() {
    let d = verdict(small_pool(|_, l| l));
    assert_eq!(d.verdict.cause, Some("connection-pool-too-small"), "{:#?}", d.verdict);
    let gain = d.primary().unwrap().gain.clone().unwrap();
    assert!(gain.model_per_s > 1000.0, "{gain:?}");
}

#[test]
fn loses_to_a_call_inside_the_hold() {
    assert_eq!(verdict(before(10.0)).hypothesis("connection-pool-too-small").unwrap().status, Status::Rejected);
}

#[test]
fn loses_when_threads_that_hold_connections_wait_for_a_core() {
    let run = small_pool(|f, l| LevelSpec { process_cpu: 2.45, run_queue: if f >= 1.0 { 3.0 } else { 0.2 }, ..l });
    let d = verdict(run);
    assert_ne!(d.verdict.cause, Some("connection-pool-too-small"));
    let h = d.hypothesis("connection-pool-too-small").unwrap();
    assert!(h.reason.is("connection-pool-too-small/starved"), "{h:?}");
}

#[test]
fn loses_when_the_database_has_no_room() {
    let run = small_pool(|_, l| LevelSpec { database_cpu: 2.3, ..l });
    assert_ne!(verdict(run).verdict.cause, Some("connection-pool-too-small"));
}

#[test]
fn is_not_named_from_stacks_alone_when_the_server_sees_idle_sessions() {
    // 60 ms with the connection and without a transaction: the server calls the session idle, and only the gauge would tell
    let d = verdict(
        RunBuilder::new()
            .without("pool-gauges")
            .usual_levels(400.0, |f, l| LevelSpec {
                pool_size: 2.0,
                pool_wait: if f >= 1.0 { 120.0 } else { 0.5 },
                database: 4.7,
                database_server: 4.2,
                remote: 60.0,
                remote_holding: 60.0,
                ..l
            })
            .build(),
    );
    assert_eq!(d.verdict.cause, None, "{:#?}", d.verdict);
    assert_eq!(d.hypothesis("connection-pool-too-small").unwrap().status, Status::Untested);
}

#[test]
fn loses_when_the_connections_wait_for_locks_whether_more_with_load_or_not() {
    let mut run = small_pool(|_, l| l);
    sessions(&mut run, |_| vec![(SessionState::Active, Wait::RowLock, "update stock set left = left - ? where item = ?", 2)]);
    let d = verdict(run);
    let h = d.hypothesis("connection-pool-too-small").unwrap();
    assert_eq!(h.status, Status::Rejected, "{h:?}");
    assert!(h.reason.is("connection-pool-too-small/locks"), "{h:?}");
}

#[test]
fn stands_behind_a_call_inside_the_hold_when_the_pool_is_the_next_limit() {
    let run = small_pool(|f, l| LevelSpec {
        per_s: l.per_s / 10.0,
        remote_in_transaction: 45.0,
        pool_wait: if f >= 1.0 { 400.0 } else { 8.0 * f },
        ..l
    });
    let d = verdict(run);
    assert_eq!(d.verdict.cause, Some("connection-held-across-remote-call"), "{:?}", d.verdict);
    let h = d.hypothesis("connection-pool-too-small").unwrap();
    assert_eq!(h.status, Status::Secondary, "{h:?}");
    assert!(h.reason.is("connection-pool-too-small/behind-remote-calls"), "{h:?}");
}

#[test]
fn fires_on_a_service_with_an_event_loop() {
    let run = testkit::RunBuilder::node(2)
        .usual_loop_levels(190.0, |f, l| testkit::LoopSpec { pool: (if f >= 1.0 { 110.0 } else { 0.2 }, 50.0, 2.0), ..l })
        .build();
    let d = crate::tests::verdict(run);
    assert_eq!(d.verdict.cause, Some("connection-pool-too-small"), "{:#?}", d.verdict);
    assert_eq!(d.hypothesis("connection-pool-too-small").unwrap().component, "pg");
}
