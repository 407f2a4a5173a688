//! Fires when the serial collector stops a service that has several cores; quiet when it is idle, fits, or was asked for.

use crate::tests::built::because;
use crate::tests::verdict;
use diagnose::{Diagnosis, Status, VerdictStatus};
use model::series::labels;
use model::{Labels, Observation, Run, Series, signal};
use testkit::{LevelSpec, RunBuilder};

/// Fraction of the heaviest level. It is open: users that wait for answers send nothing into a stop.
const HEAVY: f64 = 0.9;

/// A service on `cpus` CPUs that collections stop for `stopped` of the time at its heaviest level, `pauses` times a second.
fn collected(cpus: u32, stopped: f64, threads: &[&str]) -> Run {
    let pauses = 2.0;
    // exposure of an arrival: pauses x (stopped / pauses)^2 / 2 per second
    let exposure_ms = stopped * stopped / pauses / 2.0 * 1e3;
    let heavy = LevelSpec { hidden: exposure_ms, ..LevelSpec::open(HEAVY, HEAVY * 300.0) };
    let mut run = RunBuilder::new().level(&LevelSpec::open(0.3, 90.0)).level(&LevelSpec::open(0.6, 180.0)).level(&heavy).build();
    run.environment.target.cpus = (0..cpus).collect();
    let (mut count, mut time) = (0.0, 0.0);
    for p in run.phases.clone() {
        let seconds = p.end.unwrap().seconds_since(p.start);
        let at = if p.fraction == Some(HEAVY) { stopped } else { stopped / 50.0 };
        let mut tell = |name: &str, l: Labels, from: f64, to: f64| {
            let mut s = Series::new(name, l);
            s.push(p.start, from);
            s.push(p.end.unwrap(), to);
            run.apply(Observation::Series(s));
        };
        let (c, t) = (count + pauses * seconds, time + at * seconds);
        tell(signal::GC_TIME, labels([("collector", "young")]), time, t);
        tell(signal::STOP_COUNT, Labels::new(), count, c);
        tell(signal::STOP_TIME, Labels::new(), time, t);
        (count, time) = (c, t);
    }
    run.thread_comms.insert(60, "VM Thread".into());
    run.thread_comms.extend(threads.iter().zip(1000..).map(|(n, tid)| (tid, (*n).to_owned())));
    run
}

fn said(d: &Diagnosis) -> &diagnose::Hypothesis {
    d.hypothesis("collector-misfit").unwrap()
}

#[test]
fn fires_when_one_thread_collects_for_several_cores() {
    for stopped in [0.15, 0.2, 0.3] {
        let d = verdict(collected(4, stopped, &[]));
        assert_eq!(said(&d).status, Status::Supported, "{:#?}", said(&d));
        assert!(said(&d).weight > 0.6 && said(&d).reason.says("collector-misfit/one-thread"), "{:#?}", said(&d));
    }
}

#[test]
fn more_collector_threads_than_cores_do_not_fit_either() {
    let names: Vec<String> = (0..16).map(|n| format!("GC Thread#{n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let d = verdict(collected(2, 0.2, &names));
    let threads = said(&d).reason.find("collector-misfit/many-threads").and_then(|m| m.figure("threads"));
    assert_eq!(threads, Some(16.0), "{:#?}", said(&d));
}

#[test]
fn the_serial_collector_of_an_unhurried_heap_is_fine() {
    let d = verdict(collected(4, 0.01, &[]));
    assert_eq!((said(&d).status, d.verdict.status), (Status::Rejected, VerdictStatus::None), "{:#?}", said(&d));
}

#[test]
fn a_collector_that_fits_is_not_blamed_for_what_is_allocated() {
    for (cpus, threads) in [(1, &[][..]), (4, &["GC Thread#0", "GC Thread#3", "G1 Service"][..])] {
        let d = verdict(collected(cpus, 0.2, threads));
        assert_eq!(said(&d).status, Status::Rejected, "{cpus}: {:#?}", said(&d));
    }
}

#[test]
fn a_collector_that_was_asked_for_is_no_misfit() {
    let mut run = collected(4, 0.2, &[]);
    run.environment.target.command = "java -XX:+UseSerialGC -jar app.jar".into();
    assert_eq!(said(&verdict(run)).status, Status::Rejected);
}

#[test]
fn is_not_observable_without_the_counters() {
    let run = RunBuilder::new().without("runtime-counters").usual_levels(200.0, |_, l| l).build();
    assert_eq!(said(&verdict(run)).status, Status::NotObservable);
}

#[test]
fn a_core_of_which_the_collector_has_a_third_gets_no_clean_bill() {
    let run = |collector: f64| {
        let mut run = RunBuilder::new()
            .usual_levels(800.0, |f, l| LevelSpec {
                cpu_framework: 1.1 - collector,
                request_cpu: Some(1.1 - collector),
                process_cpu: 1.2,
                run_queue: 0.3 * f,
                worker_queue: if f >= 1.0 { 20.0 } else { 0.1 },
                workers: 30.0,
                ..l
            })
            .build();
        run.thread_comms.insert(70, "GC Thread#0".into());
        verdict(run)
    };
    let d = run(0.4);
    assert_eq!(d.verdict.cause, Some("allocation-heavy"), "{:#?}", d.verdict);
    let d = run(0.2);
    assert_eq!(d.verdict.status, VerdictStatus::Inconclusive, "{:#?}", d.verdict);
    let d = run(0.05);
    assert_eq!(d.verdict.status, VerdictStatus::None, "{:#?}", d.verdict);
}

/// A service whose requests wait for memory at its heaviest level, `wait` milliseconds, and for `other` besides; a thread of the name
/// `collector` collects. It has `cpus` CPUs.
fn stalled(cpus: u32, wait: f64, other: f64, collector: &str) -> Run {
    let at = |f: f64, ms: f64| if f >= 1.0 { ms } else { 0.0 };
    let levels = |f: f64, l: LevelSpec| LevelSpec { lock: at(f, wait), remote: 1.0 + at(f, other), ..l };
    let mut run = RunBuilder::new().usual_levels(300.0, levels).build();
    run.environment.target.cpus = (0..cpus).collect();
    run.thread_comms.extend([(60, "VM Thread".into()), (61, collector.to_owned())]);
    let mut time = Series::new(signal::GC_TIME, labels([("collector", "z")]));
    for p in &run.phases {
        time.push(p.start, 0.0);
        time.push(p.end.unwrap(), 0.0);
    }
    run.apply(Observation::Series(time));
    for f in run.stacks.frames.iter_mut().filter(|f| f.method == "ObjectMonitor::enter") {
        f.method = "ZPageAllocator::alloc_page_stall".into();
    }
    run
}

#[test]
fn a_collector_beside_the_service_that_frees_too_little_makes_requests_wait() {
    let d = verdict(stalled(1, 40.0, 2.0, "ZDriver"));
    assert_eq!(d.verdict.cause, Some("collector-misfit"), "{:#?}", d.verdict);
    assert!(said(&d).weight > 0.8 && said(&d).reason.is("collector-misfit/stalls-hold"), "{:#?}", said(&d));
    let beside = verdict(stalled(2, 40.0, 2.0, "ZDriver"));
    assert_eq!((said(&beside).status, beside.verdict.cause), (Status::Untested, None), "the heap may be too small: {:#?}", beside.verdict);
    assert_eq!(beside.verdict.status, VerdictStatus::Inconclusive);
    let half = verdict(stalled(1, 20.0, 22.0, "ZDriver"));
    assert_eq!((said(&half).status, half.verdict.cause), (Status::Secondary, None), "{:#?}", half.verdict);
    let little = verdict(stalled(1, 2.0, 40.0, "ZDriver"));
    assert_eq!(said(&little).status, Status::Rejected, "{:#?}", said(&little));
}

#[test]
fn requests_that_wait_for_memory_get_no_clean_bill() {
    let d = verdict(stalled(1, 40.0, 2.0, "Some Thread"));
    assert_eq!(d.verdict.status, VerdictStatus::Inconclusive, "{:#?}", d.verdict);
    assert!(d.verdict.reason.is("judge/memory-unfreed"), "{}", d.verdict.reason);
}

#[test]
fn another_collector_would_be_asked_as_often() {
    let d = verdict(because(collected(4, 0.2, &[]), "System.gc()"));
    assert_eq!((d.verdict.cause, said(&d).status), (None, Status::Untested), "{:#?}", said(&d));
}
