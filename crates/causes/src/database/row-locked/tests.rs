//! Fires when sessions at work wait for each other's rows; quiet when the holder is idle, when nothing waits, when it is small.

use crate::tests::built::{SEEDS, gauge, noisy, sessions};
use crate::tests::verdict;
use diagnose::{Hypothesis, Status};
use model::series::labels;
use model::{Run, SessionState, Wait, signal};
use testkit::{LevelSpec, RunBuilder};

const UPDATE: &str = "update account set balance = balance + ? where id = ?";

/// One row, written for 8 ms by one session at a time: at saturation nine of ten wait.
fn one_row(f: f64, l: LevelSpec) -> LevelSpec {
    let wait = if f >= 1.0 { 72.0 } else { 6.0 * f };
    LevelSpec { database: 8.0 + wait, database_server: 8.0, pool_wait: if f >= 1.0 { 100.0 } else { 0.2 }, ..l }
}

fn lock_sessions(run: &mut Run) {
    sessions(run, |f| {
        if f >= 1.0 {
            vec![(SessionState::Active, Wait::None, UPDATE, 1), (SessionState::Active, Wait::RowLock, UPDATE, 9)]
        } else {
            vec![(SessionState::Active, Wait::None, UPDATE, 1)]
        }
    });
}

fn holders(run: &mut Run, state: SessionState, age_s: f64) {
    let l = || labels([("state", state.name()), ("holder", UPDATE), ("whose", "target"), ("victim", UPDATE)]);
    gauge(run, signal::LOCK_WAITERS, l(), |f| if f >= 1.0 { 9.0 } else { 0.0 });
    gauge(run, signal::LOCK_HOLDER_AGE, l(), |_| age_s);
}

fn told(run: Run) -> Hypothesis {
    verdict(run).hypothesis("row-locked").unwrap().clone()
}

#[test]
fn fires_when_sessions_at_work_wait_for_each_others_row() {
    let mut run = RunBuilder::new().usual_levels(120.0, one_row).build();
    lock_sessions(&mut run);
    holders(&mut run, SessionState::Active, 0.004);
    let d = verdict(run);
    let h = d.hypothesis("row-locked").unwrap();
    assert_eq!((h.status, h.site.as_str()), (Status::Supported, UPDATE), "{h:?}");
    assert!(h.weight > 0.8 && h.reason.is("row-locked/holds"), "{h:?}");
    assert_eq!(d.hypothesis("transaction-left-idle").unwrap().status, Status::Rejected);
    assert_eq!(d.verdict.cause, Some("row-locked"), "{:?}", d.verdict);
}

#[test]
fn fires_with_noise_and_with_a_gap_between_two_statements() {
    for seed in SEEDS {
        let mut run = RunBuilder::new().usual_levels(120.0, |f, l| noisy(seed, one_row(f, l))).build();
        lock_sessions(&mut run);
        holders(&mut run, SessionState::IdleInTransaction, 0.003);
        let h = told(run);
        assert_eq!((h.status, h.weight > 0.7), (Status::Supported, true), "{seed}: {h:?}");
    }
}

#[test]
fn stays_quiet_when_nothing_waits() {
    let run = RunBuilder::new().usual_levels(300.0, |_, l| l).build();
    assert_eq!(told(run).status, Status::Rejected);
}

#[test]
fn loses_to_a_holder_that_sits_idle() {
    let mut run = RunBuilder::new().usual_levels(120.0, one_row).build();
    lock_sessions(&mut run);
    holders(&mut run, SessionState::IdleInTransaction, 2.5);
    let h = told(run);
    assert_eq!(h.status, Status::Rejected, "{h:?}");
    assert!(h.reason.is("row-locked/left-idle"), "{h:?}");
}

#[test]
fn is_not_claimed_when_nobody_could_be_asked_for_the_holder() {
    let mut run = RunBuilder::new().usual_levels(120.0, one_row).build();
    lock_sessions(&mut run);
    assert_eq!(told(run).status, Status::Untested);
}

#[test]
fn table_locks_are_no_row_locks() {
    let mut run = RunBuilder::new().usual_levels(120.0, one_row).build();
    sessions(&mut run, |_| vec![(SessionState::Active, Wait::Lock, UPDATE, 9)]);
    let h = told(run);
    assert!(h.reason.is("row-locked/other-locks"), "{h:?}");
}

#[test]
fn cannot_be_judged_without_sessions() {
    let run = RunBuilder::new().without("sessions").usual_levels(120.0, one_row).build();
    assert_eq!(told(run).status, Status::NotObservable);
}
