//! Fires when requests open their connections themselves; quiet when they are kept, and when another program opens them.

use crate::tests::built::{SEEDS, count, noisy, replace_stack};
use crate::tests::verdict;
use diagnose::{Hypothesis, Status};
use model::{Labels, Run, signal};
use testkit::{LevelSpec, RunBuilder};

/// The database's reads become logins, the statement itself is a small part: 9 ms under light load, 60 at saturation.
fn opening(f: f64, l: LevelSpec) -> LevelSpec {
    LevelSpec { database: if f >= 1.0 { 60.0 } else { 9.0 }, database_server: 2.0, pool_size: 0.0, ..l }
}

fn in_requests(run: &mut Run) {
    replace_stack(
        run,
        "org.postgresql.core.PGStream.receiveChar",
        &[
            "org.apache.catalina.connector.CoyoteAdapter.service",
            "shop.orders.OrderController.get",
            "shop.orders.OrderTable.find",
            "org.springframework.jdbc.datasource.DriverManagerDataSource.getConnection",
            "java.sql.DriverManager.getConnection",
            "org.postgresql.Driver.connect",
            "sun.nio.ch.Net.poll",
        ],
    );
}

fn opened(run: &mut Run, per_request: f64) {
    count(run, signal::DATABASE_COMMITS, Labels::new(), 1.0);
    count(run, signal::DATABASE_SESSIONS_OPENED, Labels::new(), per_request);
}

fn told(run: Run) -> Hypothesis {
    verdict(run).hypothesis("connections-created-per-use").unwrap().clone()
}

#[test]
fn fires_when_requests_open_their_connections_themselves() {
    for seed in SEEDS {
        let mut run = RunBuilder::new().usual_levels(150.0, |f, l| noisy(seed, opening(f, l))).build();
        in_requests(&mut run);
        opened(&mut run, 1.0);
        let h = told(run);
        assert_eq!((h.status, h.site.as_str()), (Status::Supported, "OrderTable.find:41"), "{seed}: {h:?}");
        let opened = h.reason.find("connections-created-per-use/holds").and_then(|m| m.figure("opened"));
        assert!(h.weight > 0.9 && opened.is_some_and(|n| (n - 1.0).abs() < 0.005), "{h:?}");
    }
}

#[test]
fn on_an_event_loop_one_for_each_request_is_worth_a_look() {
    let with = |n: f64| {
        let mut run = RunBuilder::node(2).usual_loop_levels(200.0, |_, l| l).build();
        opened(&mut run, n);
        told(run)
    };
    let h = with(1.0);
    assert!(h.status == Status::Untested && h.weight > 0.9 && h.reason.is("connections-created-per-use/wait-unseen"), "{h:#?}");
    assert_eq!(with(0.1).status, Status::Rejected);
}

#[test]
fn stays_quiet_when_connections_are_kept() {
    let mut run = RunBuilder::new().usual_levels(300.0, |_, l| l).build();
    opened(&mut run, 0.0001);
    assert_eq!(told(run).status, Status::Rejected);
}

#[test]
fn stays_quiet_when_another_program_opens_them() {
    let mut run = RunBuilder::new().usual_levels(150.0, opening).build();
    opened(&mut run, 2.0);
    let h = told(run);
    assert_eq!(h.status, Status::Rejected, "{h:?}");
    assert!(h.reason.is("connections-created-per-use/not-waited-for"), "{h:?}");
}

#[test]
fn a_pool_that_is_too_small_opens_nothing() {
    let mut run = RunBuilder::new()
        .usual_levels(185.0, |f, l| LevelSpec {
            database: 21.0,
            database_server: 19.0,
            pool_size: 4.0,
            pool_wait: if f >= 1.0 { 120.0 } else { 2.0 * f },
            ..l
        })
        .build();
    opened(&mut run, 0.0);
    let d = verdict(run);
    assert_eq!(d.hypothesis("connections-created-per-use").unwrap().status, Status::Rejected);
    assert_eq!(d.verdict.cause, Some("connection-pool-too-small"));
}

#[test]
fn cannot_be_judged_without_its_sensors_or_the_counter() {
    for sensor in ["wall-stacks", "sessions"] {
        let run = RunBuilder::new().without(sensor).usual_levels(150.0, opening).build();
        assert_eq!(told(run).status, Status::NotObservable, "{sensor}");
    }
    let old_server = RunBuilder::new().usual_levels(150.0, opening).build();
    assert_eq!(told(old_server).status, Status::NotObservable);
}
