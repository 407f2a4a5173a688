//! Named where the old part is nearly full and is collected all the time; quiet where it has room, or is full and at rest.

use crate::tests::built::{because, collecting};
use crate::tests::verdict;
use diagnose::{Diagnosis, Status};

fn said(d: &Diagnosis) -> &diagnose::Hypothesis {
    d.hypothesis("heap-near-limit").unwrap()
}

#[test]
fn fires_where_the_old_part_is_full_and_collected_all_the_time() {
    let d = verdict(collecting(0.5, 0.95, 0.2));
    assert_eq!(d.verdict.cause, Some("heap-near-limit"), "{:#?}", d.verdict);
    assert!(said(&d).reason.says("heap-near-limit/full"), "{:#?}", said(&d));
    assert_eq!(d.hypothesis("allocation-heavy").unwrap().status, Status::Secondary);
}

#[test]
fn a_full_old_part_that_is_seldom_collected_is_fine() {
    let d = verdict(collecting(0.5, 0.95, 0.9));
    assert_eq!(said(&d).status, Status::Secondary, "{:#?}", said(&d));
    assert!(said(&d).reason.says("heap-near-limit/has-room"), "{}", said(&d).reason);
}

#[test]
fn whole_collections_that_somebody_asks_for_say_nothing_of_the_heap() {
    let d = verdict(because(collecting(0.5, 0.95, 0.2), "System.gc()"));
    assert_eq!((d.verdict.cause, said(&d).status), (None, Status::Untested), "{:#?}", said(&d));
    assert!(said(&d).fix.is("facts/fix-collected-because"), "{:#?}", said(&d));
}
