//! A saturated generator refuses every verdict; a quiet one is rejected as a suspect.

use crate::tests::{before, verdict};
use diagnose::{Status, VerdictStatus};
use testkit::{LevelSpec, RunBuilder};

#[test]
fn a_busy_generator_refuses_a_verdict_about_the_service() {
    let run = RunBuilder::new().usual_levels(100.0, |_, l| LevelSpec { generator_cpu: 0.9, ..l }).build();
    let d = verdict(run);
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::GeneratorLimited, None));
    assert_eq!(d.hypothesis("generator-saturated").unwrap().status, Status::Secondary);
}

#[test]
fn late_sends_refuse_a_verdict_about_the_service() {
    let run = RunBuilder::new().usual_levels(100.0, |_, l| LevelSpec { late: 4.0, ..l }).build();
    assert_eq!(verdict(run).verdict.status, VerdictStatus::GeneratorLimited);
}

#[test]
fn one_level_in_which_the_machine_stood_still_is_left_out_and_two_are_not() {
    let late = |at: &'static [f64]| {
        let run = RunBuilder::new().usual_levels(100.0, |f, l| LevelSpec { late: if at.contains(&f) { 4.0 } else { l.late }, ..l }).build();
        verdict(run)
    };
    let (d, undisturbed) = (late(&[0.6]), late(&[]));
    assert_eq!((d.verdict.status, d.verdict.cause), (undisturbed.verdict.status, undisturbed.verdict.cause), "{:#?}", d.verdict);
    assert_eq!(d.verdict.status, VerdictStatus::None, "{:#?}", d.verdict);
    let left_out = d.quality.reasons.iter().find(|r| r.is("quality/level-left-out")).and_then(|r| r.figure("rate"));
    assert!((left_out.unwrap() - 60.0).abs() < 0.5, "{:#?}", d.quality);
    assert_eq!(d.levels.len(), 3);
    assert_eq!(late(&[0.3, 0.6]).verdict.status, VerdictStatus::GeneratorLimited);
}

#[test]
fn a_quiet_generator_is_rejected_as_a_suspect() {
    assert_eq!(verdict(before(10.0)).hypothesis("generator-saturated").unwrap().status, Status::Rejected);
}
