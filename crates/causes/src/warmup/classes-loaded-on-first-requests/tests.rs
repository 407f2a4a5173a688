//! Fires when the first seconds are slow and load classes meanwhile; quiet when they are not slow, or slow for another reason.

use crate::tests::built_start::{Start, start};
use crate::tests::verdict;
use diagnose::{Diagnosis, Status};
use model::Value;
use testkit::{LevelSpec, RareSpec, RunBuilder};

fn loading() -> Start {
    let first = LevelSpec { rare: RareSpec { first_use: 300.0, ..RareSpec::default() }, ..Start::cold() };
    Start { first, classes: 3000.0, ..Start::default() }
}

fn said(d: &Diagnosis) -> &diagnose::Hypothesis {
    d.hypothesis("classes-loaded-on-first-requests").unwrap()
}

#[test]
fn fires_when_the_first_requests_load_classes() {
    for slow_s in [3, 5, 8] {
        let d = verdict(start(&Start { slow_s, ..loading() }));
        let h = said(&d);
        // preview: supported by itself, told as secondary by the judge
        assert_eq!((h.status, h.evidence.number()), (Status::Secondary, 2), "{h:#?}");
        assert!(d.verdict.reason.is("judge/preview-explains"), "{}", d.verdict.reason);
        assert_eq!(d.verdict.reason.arg("cause"), Some(&Value::name("classes-loaded-on-first-requests")));
        let figure = |id: &str, name: &str| h.reason.find(id).and_then(|m| m.figure(name));
        assert_eq!(
            (figure("start/loaded", "classes"), figure("start/first-requests", "number")),
            (Some(3000.0), Some(16.0)),
            "{}",
            h.reason
        );
    }
}

#[test]
fn who_asked_for_what_is_done_once_is_told_by_package() {
    let d = verdict(start(&loading()));
    let slow = d.first_minute.as_ref().and_then(|m| m.slow.as_ref()).expect("a slow start");
    let shares: f64 = slow.once_by.iter().map(|(_, share)| share).sum();
    assert!((shares - 1.0).abs() < 1e-9 && slow.once_by.iter().all(|(package, _)| !package.is_empty()), "{:?}", slow.once_by);
    assert!(said(&d).reason.says("start/shares-by"), "{}", said(&d).reason);
}

#[test]
fn a_start_as_fast_as_the_rest_is_no_matter() {
    assert_eq!(said(&verdict(start(&Start { slow_s: 0, ..loading() }))).status, Status::Rejected);
}

#[test]
fn one_slow_second_is_of_no_weight() {
    assert_eq!(said(&verdict(start(&Start { slow_s: 1, ..loading() }))).status, Status::Rejected);
}

#[test]
fn code_that_runs_slowly_is_the_compilers() {
    let first =
        LevelSpec { cpu_framework: 300.0, compiler_cores: 0.5, rare: RareSpec { first_use: 60.0, ..RareSpec::default() }, ..Start::cold() };
    let d = verdict(start(&Start { first, ..Start::default() }));
    assert_eq!(d.verdict.cause, Some("jit-cold"), "{:#?}", d.verdict);
    assert_eq!(said(&d).status, Status::Secondary, "{:#?}", said(&d));
}

#[test]
fn does_not_apply_to_a_warm_service() {
    let d = verdict(RunBuilder::new().usual_levels(300.0, |_, l| l).build());
    assert_eq!(said(&d).status, Status::NotApplicable);
}

#[test]
fn is_not_observable_without_stacks() {
    let run = RunBuilder::new().without("wall-stacks").usual_levels(200.0, |_, l| l).build();
    assert_eq!(said(&verdict(run)).status, Status::NotObservable);
}
