//! Fires when the second connection is waited for with the first in hand; quiet when a transaction only begins, or holds none yet.

use crate::tests::built::{SEEDS, noisy, replace_stack};
use crate::tests::{before, verdict};
use diagnose::saturation::ResourceKind;
use diagnose::{Hypothesis, Status};
use model::{Run, signal};
use testkit::{LevelSpec, RunBuilder};

const ID: &str = "connection-acquired-twice";

/// 3 ms of statements, then a second connection.
fn nested(f: f64, l: LevelSpec) -> LevelSpec {
    LevelSpec { database: 3.0, database_server: 2.8, pool_wait: if f >= 1.0 { 140.0 } else { 1.0 + 8.0 * f }, ..l }
}

fn second(run: &mut Run) {
    replace_stack(
        run,
        "com.zaxxer.hikari.pool.HikariPool.getConnection",
        &[
            "org.apache.catalina.connector.CoyoteAdapter.service",
            "shop.orders.OrderController.get",
            "org.springframework.transaction.interceptor.TransactionInterceptor.invoke",
            "shop.orders.OrderService.place",
            "org.springframework.transaction.interceptor.TransactionInterceptor.invoke",
            "org.springframework.orm.jpa.JpaTransactionManager.doBegin",
            "com.zaxxer.hikari.pool.HikariPool.getConnection",
            "jdk.internal.misc.Unsafe.park",
        ],
    );
}

/// All ten connections are borrowed by threads that wait for an eleventh.
fn all_borrowed(run: &mut Run, share: f64) {
    for ((name, _), series) in &mut run.series {
        if name == signal::POOL_USED {
            let last = series.v.len() - 2;
            series.v[last..].fill(10.0 * share);
        }
    }
}

fn built(seed: u64, share: f64) -> Run {
    let mut run = RunBuilder::new().usual_levels(70.0, |f, l| noisy(seed, nested(f, l))).build();
    second(&mut run);
    all_borrowed(&mut run, share);
    run
}

fn told(run: Run) -> Hypothesis {
    verdict(run).hypothesis(ID).unwrap().clone()
}

#[test]
fn fires_when_the_second_connection_is_waited_for_with_the_first_in_hand() {
    for seed in SEEDS {
        let h = told(built(seed, 1.0));
        assert_eq!((h.status, h.site.as_str()), (Status::Supported, "OrderService.place:41"), "{seed}: {h:?}");
        assert!(h.weight > 0.9 && h.reason.says("connection-acquired-twice/holds"), "{h:?}");
    }
}

#[test]
fn stays_quiet_when_the_wait_is_for_the_first() {
    let mut run = before(10.0);
    replace_stack(
        &mut run,
        "com.zaxxer.hikari.pool.HikariPool.getConnection",
        &[
            "org.apache.catalina.connector.CoyoteAdapter.service",
            "shop.orders.OrderController.get",
            "org.springframework.transaction.interceptor.TransactionInterceptor.invoke",
            "org.springframework.orm.jpa.JpaTransactionManager.doBegin",
            "com.zaxxer.hikari.pool.HikariPool.getConnection",
            "jdk.internal.misc.Unsafe.park",
        ],
    );
    let h = told(run);
    assert_eq!(h.status, Status::Rejected, "{h:?}");
    assert!(h.reason.is("connection-acquired-twice/few-wait"), "{h:?}");
    // taken with the first statement, inside the transaction's own code: still the first
    let h = told(before(10.0));
    assert_eq!(h.status, Status::Rejected, "{h:?}");
}

#[test]
fn stays_quiet_when_the_outer_transaction_holds_none_yet() {
    let h = told(built(1, 0.03));
    assert_eq!(h.status, Status::Rejected, "{h:?}");
    assert!(h.reason.is("connection-acquired-twice/none-held"), "{h:?}");
}

#[test]
fn is_told_as_true_while_the_pool_has_room() {
    let mut run = RunBuilder::new().usual_levels(70.0, |f, l| LevelSpec { pool_wait: 2.0 + f, ..nested(0.1, l) }).build();
    second(&mut run);
    all_borrowed(&mut run, 0.6);
    let h = told(run);
    assert_eq!(h.status, Status::Secondary, "{h:?}");
    assert!(h.reason.is("facts/pool-does-not-limit"), "{h:?}");
}

#[test]
fn cannot_be_judged_without_stacks_and_not_proven_without_a_gauge() {
    let blind = RunBuilder::new().without("wall-stacks").usual_levels(70.0, nested).build();
    assert_eq!(told(blind).status, Status::NotObservable);
    let mut run = RunBuilder::new().without("pool-gauges").usual_levels(70.0, nested).build();
    second(&mut run);
    assert_eq!(told(run).status, Status::Untested);
}

/// Statements fill most of the hold; `workers` threads share ten connections.
fn mostly_statements(workers: f64) -> Hypothesis {
    let spec = |f: f64, l: LevelSpec| LevelSpec {
        database: 70.0,
        database_server: 60.0,
        pool_wait: if f >= 1.0 { 30.0 } else { 0.1 },
        workers,
        ..l
    };
    let mut run = RunBuilder::new().usual_levels(100.0, spec).build();
    second(&mut run);
    all_borrowed(&mut run, 1.0);
    told(run)
}

#[test]
fn fires_where_one_connection_each_would_be_enough_for_all_workers() {
    let h = mostly_statements(10.0);
    assert!(h.reason.says("connection-acquired-twice/one-each"), "{h:?}");
    assert_eq!(h.status, Status::Supported, "{h:?}");
    // the pool is no limit then, so that what the cure gives ends where another limit is
    let gain = h.gain.expect("other limits are known");
    let next = gain.next_limit.expect("the lowest of them");
    assert!(next.kind != ResourceKind::ConnectionPool && (next.per_s - gain.model_per_s).abs() < 1e-9, "{next:?}");
    assert_ne!(mostly_statements(40.0).status, Status::Supported);
}
