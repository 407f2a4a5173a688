//! Fires when the first requests are slow at once and load classes meanwhile; quiet when all is slow alike, or for another reason.

use crate::tests::verdict;
use diagnose::{Diagnosis, Status};
use model::series::Labels;
use model::{Arrival, Attempt, Attempts, Observation, Outcome, PhaseKind, Run, Series, signal};
use testkit::{LevelSpec, RareSpec, RunBuilder};

/// Eight users from the start of the service; the first eight requests take `first_ms`, the others 6 ms. `spec` fills the stacks.
///
/// ```text
/// user 1  |first 1500                         |6|6|6|6 ...
/// user 8  |first 1500                         |6|6|6|6 ...
/// ```
fn started(first_ms: i64, spec: &LevelSpec) -> Run {
    let mut run = RunBuilder::new().level(spec).level(&LevelSpec { fraction: 0.6, ..spec.clone() }).build();
    for p in &mut run.phases {
        p.kind = PhaseKind::StartUp;
        p.arrival = Arrival::Closed { connections: 8 };
    }
    let phase = run.phases[0].clone();
    let mut all = Attempts::new(&phase.id, phase.start);
    let mut add = |planned: i64, ms: i64| {
        let planned = phase.start.plus_ns(planned * 1_000_000);
        let done = planned.plus_ns(ms * 1_000_000);
        all.push(&Attempt { planned, sent: planned, first_byte: done, done, outcome: Outcome::Ok });
    };
    (0..8).for_each(|_| add(0, first_ms));
    (0..900).for_each(|i| add(first_ms + i * 6, 6));
    run.attempts.insert(phase.id.clone(), vec![all]);
    let mut classes = Series::new(signal::CLASSES_LOADED, Labels::new());
    classes.push(phase.start, 9000.0);
    classes.push(phase.start.plus_ns(first_ms * 1_000_000), 12_000.0);
    run.apply(Observation::Series(classes));
    run
}

fn loading() -> LevelSpec {
    LevelSpec { rare: RareSpec { first_use: 8.0, ..RareSpec::default() }, ..LevelSpec::open(0.3, 150.0) }
}

fn said(d: &Diagnosis) -> &diagnose::Hypothesis {
    d.hypothesis("classes-loaded-on-first-requests").unwrap()
}

#[test]
fn fires_when_the_first_requests_load_classes() {
    for first_ms in [700, 1500, 2500] {
        let d = verdict(started(first_ms, &loading()));
        let h = said(&d);
        // preview: supported by itself, told as secondary by the judge
        assert_eq!((h.status, h.evidence.number()), (Status::Secondary, 1), "{h:#?}");
        assert!(h.reason.contains("the first 8 requests") && h.reason.contains("3000 classes"), "{}", h.reason);
    }
}

#[test]
fn first_requests_that_are_as_fast_as_the_next_are_no_matter() {
    assert_eq!(said(&verdict(started(8, &loading()))).status, Status::Rejected);
}

#[test]
fn slow_first_requests_that_load_nothing_are_somebody_elses() {
    let interpreted = LevelSpec { cpu_framework: 12.0, ..LevelSpec::open(0.3, 150.0) };
    let d = verdict(started(1500, &interpreted));
    assert_eq!((said(&d).status, said(&d).evidence.number()), (Status::Secondary, 0), "{:#?}", said(&d));
    assert!(said(&d).weight < 0.1, "{:#?}", said(&d));
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
