//! Named where the slowest requests of a tail fall to its events, quiet where they do not.

use crate::tests::built_tail::{Planted, tail};
use crate::tests::verdict;
use diagnose::{Status, VerdictStatus};
use model::{Allocated, Observation, WallProfile, event};

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

/// Nine of ten bytes are made by the conversion of an answer.
#[test]
fn the_place_that_makes_most_of_the_objects_is_told() {
    let mut run = tail(&Planted { stops: event::COLLECTION, slow: true, ..Planted::default() });
    let stack = |method: &str| {
        let of = |ids: &Vec<u32>| ids.iter().any(|f| run.stacks.frames[*f as usize].method == method);
        run.stacks.stacks.iter().position(of).unwrap() as u32
    };
    let made = |stack, bytes| Allocated { stack, class: "byte[]".into(), bytes, samples: 50 };
    let allocated = vec![made(stack("toDto"), 900_000_000), made(0, 100_000_000)];
    let (phase, start) = (run.phases[0].id.clone(), run.phases[0].start);
    let end = run.phases[0].end.unwrap();
    run.apply(Observation::Wall(WallProfile { phase, start, end, allocated, ..WallProfile::default() }));
    let d = verdict(run);
    let h = d.hypothesis("stop-the-world-pauses").expect("heard");
    let told = h.reason.find("facts/made-in-of").unwrap_or_else(|| panic!("{}", h.reason));
    assert_eq!(told.arg("site"), Some(&model::Value::name("Convert.toDto")), "{told}");
    assert!((told.figure("share").unwrap() - 0.9).abs() < 1e-9 && h.fix.is("stop-the-world-pauses/fix-place"), "{told}");
    // one gigabyte of 24,000 requests
    assert!((d.tail.unwrap().allocations.unwrap().per_request - 1e9 / 24_000.0).abs() < 10.0);
}

#[test]
fn why_it_collects_is_told_and_cured_where_new_objects_are_not_the_reason() {
    let with = |reason: Option<&str>| {
        let mut run = tail(&Planted { stops: event::COLLECTION, slow: true, ..Planted::default() });
        for e in run.events.iter_mut().filter(|e| e.kind == event::COLLECTION) {
            e.detail = event::collection("old", reason);
        }
        let d = verdict(run);
        let h = d.hypothesis("stop-the-world-pauses").expect("heard").clone();
        (d.verdict.cause, h.reason.says("facts/collected-because"), h.fix.is("facts/fix-collected-because"))
    };
    let named = Some("stop-the-world-pauses");
    assert_eq!(with(Some("System.gc()")), (named, true, true));
    assert_eq!(with(Some("Metadata GC Threshold")), (named, true, true));
    assert_eq!(with(Some("Allocation Failure")), (named, false, false));
    assert_eq!(with(None), (named, false, false));
}
