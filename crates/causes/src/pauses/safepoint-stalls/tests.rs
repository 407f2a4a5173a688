//! Named where the slowest requests of a tail fall to its events, quiet where they do not.

use crate::tests::built_tail::{Planted, tail};
use crate::tests::verdict;
use diagnose::Status;
use model::event;

#[test]
fn is_named_where_the_slowest_requests_fall_to_stops_that_are_no_collections() {
    let d = verdict(tail(&Planted { stops: event::STOP, slow: true, ..Planted::default() }));
    assert_eq!(d.verdict.cause, Some("safepoint-stalls"), "{:#?}", d.verdict);
    assert_eq!(d.hypothesis("stop-the-world-pauses").map(|h| h.status), Some(Status::Rejected));
}

#[test]
fn stops_that_slow_nobody_are_rejected() {
    let d = verdict(tail(&Planted { stops: event::STOP, slow: false, ..Planted::default() }));
    assert_eq!(d.verdict.cause, None, "{:#?}", d.verdict);
    assert_eq!(d.hypothesis("safepoint-stalls").map(|h| h.status), Some(Status::Rejected));
}
