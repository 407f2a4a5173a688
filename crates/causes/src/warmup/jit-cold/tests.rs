//! Told while compilers run; rejected when they are quiet.

use crate::tests::verdict;
use diagnose::Status;
use model::PhaseKind;
use testkit::{LevelSpec, RunBuilder};

fn jit(run: model::Run) -> diagnose::Hypothesis {
    verdict(run).hypothesis("jit-cold").unwrap().clone()
}

#[test]
fn is_rejected_when_the_compilers_are_quiet() {
    let run = RunBuilder::new().usual_levels(100.0, |_, l| l).build();
    assert_eq!(jit(run).status, Status::Rejected);
}

#[test]
fn is_secondary_when_the_compilers_run_while_measuring() {
    let run = RunBuilder::new().usual_levels(100.0, |_, l| LevelSpec { compiler_cores: 0.3, ..l }).build();
    assert_eq!(jit(run).status, Status::Secondary);
}

#[test]
fn holds_when_the_first_seconds_are_slow_in_step_with_the_compilers() {
    let cold = LevelSpec { compiler_cores: 0.6, cpu_framework: 20.0, ..LevelSpec::open(0.3, 50.0) };
    let mut run = RunBuilder::new().level(&cold).level(&LevelSpec { fraction: 0.6, ..LevelSpec::open(0.6, 50.0) }).build();
    for p in &mut run.phases {
        p.kind = PhaseKind::StartUp;
    }
    let h = jit(run);
    // preview: supported by itself, told as secondary by the judge
    assert_eq!(h.status, Status::Secondary);
    assert!(h.weight > 0.5, "{h:?}");
}
