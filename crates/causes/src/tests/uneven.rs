//! A service in which something comes now and then: its means are as before, a few seconds are far slower.

use crate::tests::verdict;
use diagnose::VerdictStatus;
use model::Run;
use testkit::RunBuilder;

/// The first `levels` levels of a healthy service, in which half of the time of all requests is moved to those of the fourth second.
fn unlike(levels: usize) -> Run {
    let mut run = RunBuilder::new().usual_levels(300.0, |_, l| l).build();
    for phase in ["open-0.3", "open-0.6", "open-0.8"].iter().take(levels) {
        for batch in run.attempts.get_mut(*phase).unwrap() {
            let first = batch.planned_us.iter().copied().min().unwrap_or(0);
            let is_fourth: Vec<bool> = batch.planned_us.iter().map(|us| (us - first) / 1_000_000 == 3).collect();
            let mut moved = 0;
            for (wait, _) in batch.wait_us.iter_mut().zip(&is_fourth).filter(|(_, fourth)| !**fourth) {
                moved += *wait / 2;
                *wait -= *wait / 2;
            }
            let taken = is_fourth.iter().filter(|f| **f).count().max(1) as u32;
            for (wait, _) in batch.wait_us.iter_mut().zip(&is_fourth).filter(|(_, fourth)| **fourth) {
                *wait += moved / taken;
            }
        }
    }
    run
}

#[test]
fn a_service_that_is_slow_now_and_then_gets_no_clean_bill() {
    let d = verdict(unlike(3));
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Inconclusive, None), "{:#?}", d.verdict);
    assert!(d.verdict.reason.is("judge/some-seconds-slow"), "{}", d.verdict.reason);
}

#[test]
fn one_level_that_stopped_once_is_chance() {
    let d = verdict(unlike(1));
    assert_eq!(d.verdict.status, VerdictStatus::None, "{:#?}", d.verdict);
}
