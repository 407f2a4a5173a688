//! Fires where short hashes fill the loop; a loop full of code that only computes is a limit; a blocked loop is not its business.

use crate::tests::verdict;
use diagnose::saturation::ResourceKind;
use diagnose::{EvidenceLevel, Status, VerdictStatus};
use testkit::{LoopSpec, RunBuilder};

/// 10 ms of callbacks on a loop that has one core of two.
fn full(shape: impl Fn(LoopSpec) -> LoopSpec) -> model::Run {
    RunBuilder::node(2)
        .usual_loop_levels(100.0, |f, l| {
            let delay = if f >= 1.0 { 140.0 } else { 10.0 * f / 2.0 / (1.0 - f) };
            shape(LoopSpec { delay, ..l })
        })
        .build()
}

#[test]
fn fires_and_names_the_place() {
    let d = verdict(full(|l| LoopSpec { hash: 6.0, framework: 4.0, stretch: 6.0, ..l }));
    let h = d.hypothesis("event-loop-saturated").unwrap();
    assert_eq!((h.status, h.evidence), (Status::Secondary, EvidenceLevel::Explains), "a preview stands beside the answer: {h:#?}");
    assert!(d.verdict.reason.is("judge/preview-explains"), "{:#?}", d.verdict);
    assert_eq!(d.verdict.reason.arg("cause"), Some(&model::Value::name("event-loop-saturated")));
    assert_eq!(h.site, "login (users.js:41)");
}

#[test]
fn a_loop_full_of_code_that_only_computes_is_a_limit_and_not_a_cause() {
    let d = verdict(full(|l| LoopSpec { own: 6.0, framework: 4.0, ..l }));
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::None, None), "{:#?}", d.verdict);
    assert_eq!(d.verdict.limit.unwrap().kind, ResourceKind::EventLoop);
}

#[test]
fn a_loop_that_one_call_blocks_is_left_to_the_cause_next_door() {
    let d = verdict(full(|l| LoopSpec { hash: 9.0, framework: 1.0, stretch: 90.0, ..l }));
    assert_eq!(d.hypothesis("event-loop-saturated").unwrap().status, Status::Secondary);
}

#[test]
fn stays_quiet_on_a_healthy_service() {
    let d = verdict(RunBuilder::node(2).usual_loop_levels(300.0, |_, l| l).build());
    assert_eq!(d.hypothesis("event-loop-saturated").unwrap().status, Status::Rejected);
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::None, None), "{:#?}", d.verdict);
}
