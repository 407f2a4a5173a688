//! Holds when the server has no CPU left and statements stretch; rejected when it has room.

use crate::tests::{before, verdict};
use diagnose::saturation::ResourceKind;
use diagnose::{Diagnosis, Status, VerdictStatus};
use testkit::{HostSpec, LevelSpec, RunBuilder};

fn busy(database_cpu: f64, at_saturation_ms: f64) -> model::Run {
    RunBuilder::new()
        .usual_levels(400.0, |f, l| LevelSpec {
            database_cpu,
            database: if f >= 1.0 { at_saturation_ms } else { 3.0 },
            database_server: if f >= 1.0 { at_saturation_ms } else { 2.8 },
            pool_size: 20.0,
            ..l
        })
        .build()
}

#[test]
fn holds_when_statements_stretch_on_a_full_cpu() {
    let h = verdict(busy(2.4, 24.0)).hypothesis("database-cpu-saturated").unwrap().clone();
    // preview: supported by itself, told as secondary by the judge
    assert_eq!(h.status, Status::Secondary);
    assert!(h.weight > 0.6, "{h:?}");
}

#[test]
fn is_rejected_when_the_server_has_room() {
    assert_eq!(verdict(busy(0.5, 3.2)).hypothesis("database-cpu-saturated").unwrap().status, Status::Rejected);
    assert_eq!(verdict(before(10.0)).hypothesis("database-cpu-saturated").unwrap().status, Status::Rejected);
}

/// A full pool before a database that uses so much of its CPU, and others the rest.
fn shared(database: f64, others: f64) -> Diagnosis {
    let run = RunBuilder::new().usual_levels(400.0, |f, l| LevelSpec {
        database_cpu: 2.5 * database,
        database: if f >= 1.0 { 24.0 } else { 3.0 },
        database_server: if f >= 1.0 { 23.0 } else { 2.8 },
        pool_wait: if f >= 1.0 { 60.0 } else { 0.1 },
        host: HostSpec { beside_database: others * f.min(1.0), ..HostSpec::default() },
        ..l
    });
    verdict(run.build())
}

#[test]
fn a_database_that_has_nearly_all_of_a_full_cpu_is_the_limit() {
    let d = shared(0.86, 0.14);
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::None, None), "{:#?}", d.verdict);
    assert_eq!(d.verdict.limit.map(|l| l.kind), Some(ResourceKind::DatabaseCpu));
}

#[test]
fn who_takes_a_part_of_its_cpu_is_told_and_nobody_is_named() {
    let d = shared(0.76, 0.23);
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Inconclusive, None), "{:#?}", d.verdict);
    let taken = d.verdict.reason.find("judge/database-cpus-taken-by-others");
    let percent = |whose| taken.and_then(|m| m.figure(whose)).map(|share| (share * 100.0).round());
    assert_eq!((percent("own"), percent("others")), (Some(75.0), Some(24.0)), "{}", d.verdict.reason);
}
