//! Fires when more busy workers answer less at a higher price; quiet on a flat curve, on threads that wait, on few threads.

use crate::tests::built::{SEEDS, noisy, trials};
use crate::tests::verdict;
use diagnose::{Hypothesis, Status};
use model::Run;
use testkit::{LevelSpec, RunBuilder};

/// One core, 1.25 ms of CPU per answer at saturation; a hundred requests wait for it.
fn crowded(f: f64, l: LevelSpec) -> LevelSpec {
    let s = f >= 1.0;
    LevelSpec {
        cpu_framework: if s { 120.0 } else { 0.9 },
        process_cpu: if s { 1.25 } else { 1.0 },
        request_cpu: Some(if s { 1.15 } else { 0.9 }),
        run_queue: if s { 110.0 } else { 0.3 },
        ..l
    }
}

fn built(seed: u64, doubling: &[(u32, f64, f64)]) -> Run {
    let shape = |f: f64, l: LevelSpec| LevelSpec { per_s: if f >= 1.0 { 780.0 } else { l.per_s }, ..noisy(seed, crowded(f, l)) };
    let mut run = RunBuilder::new().usual_levels(780.0, shape).build();
    trials(&mut run, doubling);
    run
}

fn told(run: Run) -> Hypothesis {
    verdict(run).hypothesis("worker-threads-oversized").unwrap().clone()
}

#[test]
fn fires_when_more_busy_workers_answer_less_at_a_higher_price() {
    for seed in SEEDS {
        let h = told(built(seed, &[(4, 900.0, 1.02), (16, 960.0, 1.03), (64, 770.0, 1.25)]));
        // preview: supported by itself, told as secondary by the judge
        assert_eq!(h.status, Status::Secondary, "{seed}: {h:?}");
        assert!((h.weight - 0.1979).abs() < 0.001 && h.fix.figure("workers") == Some(16.0), "{h:?}");
    }
}

/// The share of the best throughput that is lost, where that is too little for a name.
fn little_lost(h: &Hypothesis) -> Option<f64> {
    if h.reason.is("worker-threads-oversized/little-lost") { h.reason.figure("lost") } else { None }
}

#[test]
fn stays_quiet_when_more_workers_answer_as_much() {
    let h = told(built(1, &[(4, 700.0, 1.2), (16, 796.0, 1.22), (64, 790.0, 1.24)]));
    assert_eq!(h.status, Status::Rejected, "{h:?}");
    assert!(little_lost(&h).is_some_and(|lost| lost < 0.01), "{h:?}");
}

#[test]
fn a_tenth_is_not_worth_a_name_and_fewer_that_did_no_better_acquit() {
    let h = told(built(1, &[(4, 900.0, 1.02), (16, 960.0, 1.03), (64, 850.0, 1.15)]));
    assert!(h.status == Status::Rejected && little_lost(&h).is_some_and(|lost| (lost - 0.1146).abs() < 0.001), "{h:?}");
    let h = told(built(1, &[(4, 700.0, 1.2), (16, 760.0, 1.22), (64, 790.0, 1.24)]));
    assert!(h.status == Status::Rejected && h.reason.is("worker-threads-oversized/fewer-no-better"), "{h:?}");
    assert_eq!((h.reason.figure("fewer"), h.reason.figure("fewer_requests")), (Some(760.0), Some(16.0)), "{h:?}");
}

#[test]
fn a_fall_that_costs_no_cpu_has_another_reason() {
    let h = told(built(1, &[(4, 700.0, 1.22), (16, 960.0, 1.24), (64, 770.0, 1.24)]));
    assert_eq!(h.status, Status::Rejected, "{h:?}");
}

#[test]
fn a_number_alone_is_no_cause() {
    assert_eq!(told(built(1, &[])).status, Status::Untested);
}

#[test]
fn stays_quiet_when_the_workers_wait_for_something_else() {
    let mut run = RunBuilder::new()
        .usual_levels(190.0, |f, l| LevelSpec { remote: 50.0, workers: 200.0, worker_queue: if f >= 1.0 { 280.0 } else { 0.3 }, ..l })
        .build();
    trials(&mut run, &[(16, 240.0, 0.6)]);
    let h = told(run);
    assert!(h.status == Status::Rejected && h.reason.is("worker-threads-oversized/cpu-not-full"), "{h:?}");
}

#[test]
fn cannot_be_judged_without_its_sensors() {
    for sensor in ["worker-gauges", "thread-schedule"] {
        let run = RunBuilder::new().without(sensor).usual_levels(780.0, crowded).build();
        assert_eq!(told(run).status, Status::NotObservable, "{sensor}");
    }
}
