//! Named where the slowest requests of a tail fall to its events, quiet where they do not.

use crate::tests::built_tail::{Planted, tail};
use crate::tests::verdict;
use diagnose::{Status, VerdictStatus};
use model::event;

#[test]
fn is_named_where_the_slowest_requests_fall_to_collections() {
    let d = verdict(tail(&Planted { stops: event::COLLECTION, slow: true, ..Planted::default() }));
    assert_eq!(d.verdict.cause, Some("stop-the-world-pauses"), "{:#?}", d.verdict);
    let h = d.hypothesis("stop-the-world-pauses").expect("heard");
    assert!(h.weight > 0.9 && h.reason.says("tail/falls-to"), "{h:#?}");
}

#[test]
fn collections_that_slow_nobody_are_rejected_and_the_short_tail_is_cleared() {
    let d = verdict(tail(&Planted { stops: event::COLLECTION, slow: false, ..Planted::default() }));
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::None, None), "{:#?}", d.verdict);
    assert_eq!(d.hypothesis("stop-the-world-pauses").map(|h| h.status), Some(Status::Rejected));
}

#[test]
fn a_long_tail_without_events_is_no_clean_bill() {
    let d = verdict(tail(&Planted { stops: event::COLLECTION, slow: true, told: false }));
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Inconclusive, None), "{:#?}", d.verdict);
    assert!(d.verdict.reason.says("judge/tail-unexplained"), "{}", d.verdict.reason);
}

#[test]
fn does_not_apply_where_the_tail_is_not_asked_for() {
    let d = verdict(testkit::RunBuilder::new().usual_levels(100.0, |_, l| l).build());
    assert_eq!(d.hypothesis("stop-the-world-pauses").map(|h| h.status), Some(Status::NotApplicable));
}
