//! Named where collections fill a core of a heap with room; undecided below that, silent where they are few.

use crate::tests::built::collecting;
use crate::tests::verdict;
use diagnose::{Diagnosis, Status, VerdictStatus};

fn said(d: &Diagnosis) -> &diagnose::Hypothesis {
    d.hypothesis("allocation-heavy").unwrap()
}

#[test]
fn fires_where_collecting_young_objects_takes_the_core() {
    for share in [0.35, 0.5, 0.7] {
        let d = verdict(collecting(share, 0.3, 0.9));
        assert_eq!(d.verdict.cause, Some("allocation-heavy"), "{share}: {:#?}", d.verdict);
        let made = said(&d).reason.find("allocation-heavy/made").and_then(|m| m.figure("bytes"));
        assert!(made.is_some_and(|bytes| bytes > 1e4), "{:#?}", said(&d).reason);
        assert_eq!(d.hypothesis("heap-near-limit").unwrap().status, Status::Secondary, "the old part has room");
    }
}

#[test]
fn a_little_of_it_is_what_every_service_has() {
    let d = verdict(collecting(0.08, 0.3, 0.9));
    assert_eq!((said(&d).status, d.verdict.status), (Status::Rejected, VerdictStatus::None), "{:#?}", d.verdict);
}

#[test]
fn between_the_two_nobody_is_called_healthy() {
    let d = verdict(collecting(0.22, 0.3, 0.9));
    assert_eq!((said(&d).status, d.verdict.status), (Status::Untested, VerdictStatus::Inconclusive), "{:#?}", d.verdict);
}
