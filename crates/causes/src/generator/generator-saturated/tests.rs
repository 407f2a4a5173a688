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
fn a_quiet_generator_is_rejected_as_a_suspect() {
    assert_eq!(verdict(before(10.0)).hypothesis("generator-saturated").unwrap().status, Status::Rejected);
}
