//! Holds when the answer slows down with load; does not when it is merely long, and loses to the full pool around it.

use crate::tests::{before, verdict};
use diagnose::Status;
use testkit::{LevelSpec, RunBuilder};

#[test]
fn holds_when_the_answer_slows_down_with_load() {
    let run =
        RunBuilder::new().usual_levels(300.0, |f, l| LevelSpec { remote: if f >= 1.0 { 180.0 } else { 40.0 + 30.0 * f }, ..l }).build();
    let d = verdict(run);
    // preview: it is told, but not named
    assert_eq!(d.hypothesis("dependency-slow").unwrap().status, Status::Secondary, "{:#?}", d.verdict);
    assert!(d.hypothesis("dependency-slow").unwrap().weight > 0.6);
}

#[test]
fn a_long_but_steady_answer_is_secondary() {
    let run = RunBuilder::new().usual_levels(300.0, |_, l| LevelSpec { remote: 40.0, ..l }).build();
    let d = verdict(run);
    let h = d.hypothesis("dependency-slow").unwrap();
    assert_eq!((h.status, h.weight), (Status::Secondary, 0.0));
}

#[test]
fn loses_to_the_pool_that_is_held_across_the_call() {
    let d = verdict(before(10.0));
    assert_eq!(d.hypothesis("dependency-slow").unwrap().status, Status::Rejected);
}
