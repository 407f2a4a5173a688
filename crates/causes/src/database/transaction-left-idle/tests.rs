//! Fires when the one who holds the lock does nothing; quiet when it works, when nobody waits; small waits are no cause.

use crate::tests::built::{SEEDS, gauge, noisy, sessions};
use crate::tests::{before, verdict};
use diagnose::{Hypothesis, Status};
use model::series::labels;
use model::{Run, SessionState, Value, Wait, signal};
use testkit::{LevelSpec, RunBuilder};

const UPDATE: &str = "update stock set left = left - ? where item = ?";

/// Everybody writes the same row; at saturation they wait for a console that holds it.
fn stalled(f: f64, l: LevelSpec) -> LevelSpec {
    LevelSpec { database: if f >= 1.0 { 90.0 } else { 4.0 }, database_server: 4.0, pool_wait: if f >= 1.0 { 200.0 } else { 0.1 }, ..l }
}

fn console(run: &mut Run, whose: &str, state: SessionState, age_s: f64) {
    let waiting = |f| if f >= 1.0 { 9 } else { 0 };
    sessions(run, |f| vec![(SessionState::Active, Wait::RowLock, UPDATE, waiting(f)), (SessionState::Active, Wait::None, UPDATE, 1)]);
    let l = || labels([("state", state.name()), ("holder", "select * from stock for update"), ("whose", whose), ("victim", UPDATE)]);
    gauge(run, signal::LOCK_WAITERS, l(), |f| if f >= 1.0 { 9.0 } else { 0.0 });
    gauge(run, signal::LOCK_HOLDER_AGE, l(), |_| age_s);
}

fn told(run: Run) -> Hypothesis {
    verdict(run).hypothesis("transaction-left-idle").unwrap().clone()
}

#[test]
fn fires_when_the_holder_does_nothing() {
    for seed in SEEDS {
        let mut run = RunBuilder::new().usual_levels(105.0, |f, l| noisy(seed, stalled(f, l))).build();
        console(&mut run, "psql", SessionState::IdleInTransaction, 4.0);
        let h = told(run);
        assert_eq!(h.status, Status::Supported, "{seed}: {h:?}");
        assert!(h.weight > 0.7 && h.reason.is("transaction-left-idle/holds"), "{h:?}");
        let holder = h.reason.find("transaction-left-idle/of-another").and_then(|m| m.arg("program"));
        assert_eq!(holder, Some(&Value::name("psql")), "{h:?}");
        assert_eq!(h.site, "select * from stock for update");
    }
}

#[test]
fn says_that_the_holder_is_the_service_itself() {
    let mut run = RunBuilder::new().usual_levels(105.0, stalled).build();
    console(&mut run, "target", SessionState::IdleInTransaction, 0.06);
    assert!(told(run).reason.says("transaction-left-idle/of-the-service"));
}

#[test]
fn a_call_of_36_ms_is_met_half_over_and_a_statement_under_way_is_not_left_idle() {
    for (age_s, status) in [(0.018, Status::Supported), (0.003, Status::Rejected)] {
        let mut run = RunBuilder::new().usual_levels(105.0, stalled).build();
        console(&mut run, "target", SessionState::IdleInTransaction, age_s);
        let h = told(run);
        assert_eq!(h.status, status, "{h:?}");
    }
}

#[test]
fn loses_when_the_holder_is_at_work() {
    let mut run = RunBuilder::new().usual_levels(105.0, stalled).build();
    console(&mut run, "target", SessionState::Active, 0.06);
    let d = verdict(run);
    assert_eq!(d.hypothesis("transaction-left-idle").unwrap().status, Status::Rejected);
    assert_eq!(d.hypothesis("row-locked").unwrap().status, Status::Supported, "{:?}", d.hypothesis("row-locked"));
}

#[test]
fn idle_transactions_that_nobody_waits_for_are_no_cause() {
    let mut run = before(10.0);
    sessions(&mut run, |_| vec![(SessionState::IdleInTransaction, Wait::Client, "select ?", 10)]);
    let h = told(run);
    assert_eq!(h.status, Status::Rejected);
    assert!(h.reason.is("transaction-left-idle/nobody-waits"), "{h:?}");
    assert!(h.reason.figure("idle").is_some_and(|n| (n - 10.0).abs() < 0.05), "{h:?}");
}

#[test]
fn cannot_be_judged_without_sessions() {
    let run = RunBuilder::new().without("sessions").usual_levels(105.0, stalled).build();
    assert_eq!(told(run).status, Status::NotObservable);
}
