//! Fires when others have the core; stays quiet when the service itself, its database or nobody fills it.

use crate::tests::verdict;
use diagnose::{Diagnosis, EvidenceLevel, Status, VerdictStatus};
use model::{Observation, Run, Series, Value, series::labels, signal};
use testkit::{HostSpec, LevelSpec, RunBuilder};

/// 0.6 ms of CPU per request at a knee of 800/s on one core: 0.48 cores. `neighbours` have the rest of it.
///
/// ```text
/// light       |db 1 |cpu .6|
/// saturation  |wait for a connection 25      |db 1 + no core 10     |cpu .6|
/// ```
fn starved(builder: RunBuilder, neighbours: &[(&'static str, f64)]) -> Run {
    on_a_host(builder, &HostSpec { neighbours: neighbours.to_vec(), ..HostSpec::default() })
}

fn on_a_host(builder: RunBuilder, host: &HostSpec) -> Run {
    builder
        .usual_levels(800.0, |f, l| {
            let full = f >= 1.0;
            LevelSpec {
                remote_in_transaction: if full { 6.5 } else { 1.0 + 0.2 * f },
                database: if full { 5.7 } else { 1.0 },
                database_server: 0.3,
                pool_wait: if full { 25.0 } else { 0.05 },
                cpu_in_transaction: 0.3,
                cpu_framework: 0.3,
                request_cpu: Some(0.6),
                process_cpu: 0.6,
                run_queue: if full { 10.2 } else { 0.3 * f },
                host: host.clone(),
                ..l
            }
        })
        .build()
}

fn said(d: &Diagnosis) -> &diagnose::Hypothesis {
    d.hypothesis("cpu-contended-by-neighbour").unwrap()
}

#[test]
fn fires_and_says_who_has_the_core() {
    let d = verdict(starved(RunBuilder::new(), &[("backup", 0.45), ("cron", 0.05)]));
    assert_eq!(d.verdict.cause, Some("cpu-contended-by-neighbour"), "{:#?}", d.verdict);
    assert_eq!(d.verdict.evidence, EvidenceLevel::Explains);
    let h = said(&d);
    let first = h.reason.find("level/used-by").unwrap();
    assert_eq!(first.arg("who"), Some(&Value::name("backup")), "{}", h.reason);
    assert!((first.figure("cores").unwrap() - 0.45).abs() < 0.005, "{}", h.reason);
    assert_eq!(h.fix.arg("neighbour"), Some(&Value::name("backup")), "{}", h.fix);
    // 1 core / 0.6 ms
    let bound = h.gain.as_ref().unwrap().bound_per_s;
    assert!((1600.0..1700.0).contains(&bound), "{bound}");
}

#[test]
fn a_full_pool_behind_a_taken_core_is_a_victim() {
    let d = verdict(starved(RunBuilder::new(), &[("backup", 0.5)]));
    for decoy in ["connection-pool-too-small", "connection-held-across-remote-call", "dependency-slow"] {
        assert_ne!(d.hypothesis(decoy).unwrap().status, Status::Supported, "{decoy}");
    }
}

#[test]
fn a_hypervisor_that_takes_the_core_is_named() {
    let run = on_a_host(RunBuilder::new(), &HostSpec { stolen_cores: 0.47, ..HostSpec::default() });
    let d = verdict(run);
    assert_eq!(d.verdict.cause, Some("cpu-contended-by-neighbour"), "{:#?}", said(&d));
    assert!(said(&d).reason.says("level/used-by-hypervisor"), "{}", said(&d).reason);
}

#[test]
fn is_rejected_when_the_core_is_free() {
    let d = verdict(starved(RunBuilder::new(), &[]));
    assert_eq!(said(&d).status, Status::Rejected, "{:#?}", said(&d));
    let healthy = verdict(RunBuilder::new().usual_levels(300.0, |_, l| l).build());
    assert_eq!(said(&healthy).status, Status::Rejected);
}

#[test]
fn is_secondary_when_others_are_busy_and_the_core_still_has_room() {
    let host = HostSpec { neighbours: vec![("backup", 0.3)], ..HostSpec::default() };
    let d = verdict(RunBuilder::new().usual_levels(300.0, |_, l| LevelSpec { host: host.clone(), ..l }).build());
    assert_eq!((d.verdict.status, said(&d).status), (VerdictStatus::None, Status::Secondary), "{:#?}", d.verdict);
}

#[test]
fn a_service_that_fills_its_core_itself_is_at_its_limit_whoever_has_the_crumbs() {
    let run = RunBuilder::new()
        .usual_levels(800.0, |f, l| LevelSpec {
            cpu_framework: 0.9,
            request_cpu: Some(1.1),
            process_cpu: 1.17,
            run_queue: if f >= 1.0 { 6.0 } else { 0.3 * f },
            worker_queue: if f >= 1.0 { 20.0 } else { 0.1 },
            workers: 30.0,
            host: HostSpec { neighbours: vec![("cron", 0.06)], ..HostSpec::default() },
            ..l
        })
        .build();
    let d = verdict(run);
    assert_eq!(d.verdict.status, VerdictStatus::None, "{:#?}", d.verdict);
}

#[test]
fn others_with_less_than_a_sixth_of_a_full_core_leave_it_the_services_limit() {
    let run = |own: f64| {
        RunBuilder::new()
            .usual_levels(800.0, |f, l| LevelSpec {
                cpu_framework: 0.9,
                request_cpu: Some(own),
                process_cpu: own + 0.03,
                run_queue: if f >= 1.0 { 6.0 } else { 0.3 * f },
                worker_queue: if f >= 1.0 { 20.0 } else { 0.1 },
                workers: 30.0,
                host: HostSpec { neighbours: vec![("cron", 0.13)], ..HostSpec::default() },
                ..l
            })
            .build()
    };
    // 0.86 and 0.75 cores at 800/s, 0.13 to the neighbour
    let at_its_limit = |d: &Diagnosis| d.verdict.reason.is("judge/limit-reached") && d.verdict.reason.says("saturation/cpu");
    let d = verdict(run(1.05));
    assert_eq!(d.verdict.status, VerdictStatus::None, "{:#?}", d.verdict);
    assert!(at_its_limit(&d), "{}", d.verdict.reason);
    let d = verdict(run(0.91));
    assert!(!at_its_limit(&d), "{}", d.verdict.reason);
}

#[test]
fn a_database_that_works_for_the_service_on_its_core_is_said_and_not_accused() {
    let mut run = starved(RunBuilder::new(), &[("postgres", 0.5)]);
    let mut s = Series::new(signal::DATABASE_CPU_TIME, labels([("cpus", "0"), ("name", "postgres")]));
    s.push(run.phases[0].start, 0.0);
    run.apply(Observation::Series(s));
    let d = verdict(run);
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Inconclusive, None), "{:#?}", d.verdict);
    let first = d.verdict.reason.find("level/used-by").unwrap();
    assert_eq!(first.arg("who"), Some(&Value::name("postgres")), "{}", d.verdict.reason);
    assert!((first.figure("cores").unwrap() - 0.5).abs() < 0.005, "{}", d.verdict.reason);
    assert_eq!(said(&d).status, Status::Rejected);
}

#[test]
fn a_core_that_others_have_is_no_matter_while_the_service_does_not_slow_down() {
    // they yield at once (lowest priority): the core is full, and nobody waits long for it
    let host = HostSpec { neighbours: vec![("compiler", 0.6)], ..HostSpec::default() };
    let d = verdict(RunBuilder::new().usual_levels(450.0, |f, l| LevelSpec { run_queue: 0.1 * f, host: host.clone(), ..l }).build());
    assert_eq!((d.verdict.status, said(&d).status), (VerdictStatus::None, Status::Secondary), "{:#?}", d.verdict);
}

#[test]
fn is_not_observable_without_the_host() {
    let d = verdict(starved(RunBuilder::new().without("host"), &[("backup", 0.5)]));
    assert_eq!(said(&d).status, Status::NotObservable);
    assert_eq!(d.verdict.cause, None, "{:#?}", d.verdict);
}

#[test]
fn holds_with_noise_on_every_level() {
    for (k, noise) in [0.93, 1.0, 1.06].into_iter().enumerate() {
        let d = verdict(starved(RunBuilder::new(), &[("backup", 0.47 * noise), ("cron", 0.01 * k as f64)]));
        assert_eq!(d.verdict.cause, Some("cpu-contended-by-neighbour"), "{noise}: {:#?}", said(&d));
    }
}

/// The same where the neighbour has nearly all: threads stand still, and so does what samples them.
fn hardly_runs(neighbour: f64) -> Run {
    let host = HostSpec { neighbours: vec![("backup", neighbour)], ..HostSpec::default() };
    RunBuilder::new()
        .usual_levels(100.0, |f, l| {
            let full = f >= 1.0;
            LevelSpec {
                hidden: if full { 200.0 } else { 20.0 * f },
                worker_queue: if full { 1200.0 } else { 14.0 },
                cpu_framework: 0.6,
                request_cpu: Some(0.6),
                process_cpu: 0.6,
                run_queue: if full { 900.0 } else { 60.0 + 20.0 * f },
                host: host.clone(),
                ..l
            }
        })
        .build()
}

#[test]
fn an_account_that_is_open_for_want_of_the_core_does_not_hide_who_has_it() {
    let d = verdict(hardly_runs(0.93));
    assert_eq!((d.verdict.cause, d.verdict.evidence), (Some("cpu-contended-by-neighbour"), EvidenceLevel::Coincides), "{:#?}", d.verdict);
    let free = verdict(hardly_runs(0.1));
    assert_eq!(free.verdict.status, VerdictStatus::Inconclusive, "{:#?}", free.verdict);
    assert!(free.verdict.reason.is("judge/account-open"), "{}", free.verdict.reason);
}
