//! Fires when a quota stops threads while there is CPU left; a quota that is simply used up is a limit.

use crate::tests::verdict;
use diagnose::{Diagnosis, Status, VerdictStatus};
use model::{Arrival, Run};
use testkit::{HostSpec, LevelSpec, RunBuilder};

/// 1 ms of CPU per request on a quota of 0.4 cores of one: 400/s. `below` and `full`: share of periods in which threads are stopped at the
/// open level of 0.8 and at saturation.
fn limited(builder: RunBuilder, below: f64, full: f64, neighbour: f64) -> Run {
    builder
        .usual_levels(390.0, |f, l| {
            let s = f >= 1.0;
            let share = if s { full } else { below * (f / 0.8) };
            let stands = if s { 60.0 } else { 60.0 * share * f };
            LevelSpec {
                database: 0.8 + if s { 20.0 } else { 0.3 * stands },
                database_server: 0.3,
                remote: 5.0 + if s { 40.0 } else { 0.7 * stands },
                cpu_in_transaction: 0.3,
                cpu_framework: 0.6,
                request_cpu: Some(1.0),
                process_cpu: 1.0,
                run_queue: stands,
                workers: 30.0,
                worker_queue: if s { 60.0 } else { 0.1 },
                host: HostSpec {
                    throttled_periods: Some(share),
                    throttled_time: 0.6 * share,
                    neighbours: if neighbour > 0.0 { vec![("backup", neighbour)] } else { Vec::new() },
                    ..HostSpec::default()
                },
                ..l
            }
        })
        .build()
}

fn said(d: &Diagnosis) -> &diagnose::Hypothesis {
    d.hypothesis("cpu-throttled").unwrap()
}

#[test]
fn fires_when_the_quota_stops_threads_below_saturation() {
    let d = verdict(limited(RunBuilder::new().with_quota(0.4), 0.3, 0.95, 0.0));
    assert_eq!(d.verdict.cause, Some("cpu-throttled"), "{:#?}", said(&d));
    // one core / 1 ms
    let bound = said(&d).gain.as_ref().unwrap().bound_per_s;
    assert!((900.0..1100.0).contains(&bound), "{bound}");
}

#[test]
fn beats_the_hot_place_that_the_quota_makes_look_worse() {
    let run = limited(RunBuilder::new().with_quota(0.4), 0.3, 0.95, 0.0);
    let d = verdict(run);
    for decoy in ["cpu-hot-path", "connection-pool-too-small", "dependency-slow"] {
        assert_ne!(d.hypothesis(decoy).unwrap().status, Status::Supported, "{decoy}");
    }
}

#[test]
fn a_quota_that_is_used_up_only_at_saturation_is_no_cause_and_no_clean_bill_while_cpus_are_free() {
    let with = |neighbour| verdict(limited(RunBuilder::new().with_quota(0.4), 0.01, 0.95, neighbour));
    let free = with(0.0);
    assert_eq!((free.verdict.status, free.verdict.cause), (VerdictStatus::Inconclusive, None), "{:#?}", free.verdict);
    assert!(free.verdict.reason.is("judge/cure-pays") && said(&free).reason.says("cpu-throttled/keeps-back"), "{}", free.verdict.reason);
    // 0.4 of one core are 400/s
    let most = said(&free).gain.as_ref().unwrap().model_per_s;
    assert!((900.0..1100.0).contains(&most), "{most}");
    // who uses the rest would be in the way
    let taken = with(0.45);
    assert_eq!((taken.verdict.status, said(&taken).status), (VerdictStatus::None, Status::Secondary), "{:#?}", taken.verdict);
    assert!(said(&taken).gain.is_none() && said(&taken).reason.says("cpu-throttled/given"), "{}", said(&taken).reason);
}

#[test]
fn is_rejected_when_there_is_no_more_without_the_quota() {
    let d = verdict(limited(RunBuilder::new().with_quota(0.4), 0.3, 0.95, 0.58));
    assert_eq!(said(&d).status, Status::Rejected, "{:#?}", said(&d));
    assert!(said(&d).reason.is("cpu-throttled/no-more"), "{}", said(&d).reason);
}

#[test]
fn is_rejected_when_the_quota_stops_nobody() {
    let host = HostSpec { throttled_periods: Some(0.0), ..HostSpec::default() };
    let d = verdict(RunBuilder::new().with_quota(0.9).usual_levels(300.0, |_, l| LevelSpec { host: host.clone(), ..l }).build());
    assert_eq!((d.verdict.status, said(&d).status), (VerdictStatus::None, Status::Rejected));
}

#[test]
fn does_not_apply_without_a_quota_and_cannot_be_seen_without_its_counters() {
    let none = verdict(RunBuilder::new().usual_levels(300.0, |_, l| l).build());
    assert_eq!(said(&none).status, Status::NotApplicable);
    let unread = verdict(RunBuilder::new().with_quota(0.9).usual_levels(300.0, |_, l| l).build());
    assert_eq!(said(&unread).status, Status::NotObservable);
    let blind = verdict(limited(RunBuilder::new().without("host").with_quota(0.4), 0.3, 0.95, 0.0));
    assert_eq!((said(&blind).status, blind.verdict.cause), (Status::NotObservable, None), "{:#?}", blind.verdict);
}

#[test]
fn a_level_that_is_not_held_is_not_below_saturation() {
    // a request costs 1.6 ms when few come at a time, and 1 ms at saturation: the quota is as good as used up at 0.6 of what the service
    // can do
    let mut run = limited(RunBuilder::new().with_quota(0.4), 0.6, 0.95, 0.0);
    for p in &mut run.phases {
        if let Arrival::Open { rate_per_s, .. } = &mut p.arrival {
            *rate_per_s *= 1.2;
        }
    }
    assert_eq!(said(&verdict(run)).status, Status::Secondary);
}

#[test]
fn a_quota_that_is_used_up_tells_nothing_where_few_requests_at_a_time_cost_more() {
    // at every open level 0.38 of 0.4 cores are used, 1 ms of them per request at saturation
    let open = |costs: f64| {
        RunBuilder::new().with_quota(0.4).usual_levels(390.0, move |f, l| {
            let s = f >= 1.0;
            LevelSpec {
                database: if s { 60.0 } else { 1.0 + 6.0 * f },
                database_server: 0.3,
                cpu_framework: 0.5,
                request_cpu: Some(if s { 0.9 } else { costs / f }),
                process_cpu: if s { 1.0 } else { costs / f },
                run_queue: if s { 60.0 } else { 6.0 * f },
                host: HostSpec { throttled_periods: Some(if s { 0.95 } else { 0.6 }), ..HostSpec::default() },
                ..l
            }
        })
    };
    let costly = said(&verdict(open(0.97).build())).clone();
    let below = costly.reason.find("cpu-throttled/observed").and_then(|m| m.figure("below")).unwrap();
    assert!(costly.status == Status::Supported && (below - 0.6).abs() < 0.005, "{costly:#?}");
    // with the same cost it is at its limit, and gets what it was given
    let plain = RunBuilder::new().with_quota(0.4).usual_levels(390.0, |f, l| LevelSpec {
        request_cpu: Some(1.0),
        process_cpu: 1.0,
        run_queue: 6.0,
        database: 7.0,
        fraction: f,
        per_s: 380.0 + 10.0 * f,
        host: HostSpec { throttled_periods: Some(0.6), ..HostSpec::default() },
        ..l
    });
    let plain = said(&verdict(plain.build())).clone();
    assert!(plain.status == Status::Secondary && plain.reason.is("cpu-throttled/limit"), "{plain:#?}");
}

#[test]
fn a_queue_that_there_would_be_without_the_quota_is_not_charged_to_it() {
    // at 0.8 a third of the core is used, so that 1 ms of CPU waits 0.45 ms for it anyway (M/M/1)
    let waiting = |ms: f64| {
        RunBuilder::new().with_quota(0.4).usual_levels(390.0, move |f, l| {
            let s = f >= 1.0;
            LevelSpec {
                database: 0.2,
                database_server: 0.1,
                cpu_in_transaction: 0.3,
                cpu_framework: if s { 60.0 } else { 0.6 + ms * f / 0.8 },
                request_cpu: Some(1.0),
                process_cpu: 1.0,
                run_queue: if s { 60.0 } else { ms * f / 0.8 },
                host: HostSpec { throttled_periods: Some(if s { 0.95 } else { 0.3 }), ..HostSpec::default() },
                ..l
            }
        })
    };
    let told = |ms: f64| said(&verdict(waiting(ms).build())).reason.is("cpu-throttled/hardly-stands");
    assert_eq!((told(0.5), told(3.0)), (true, false));
}

#[test]
fn holds_with_noise() {
    for noise in [0.8, 1.2, 1.5] {
        let d = verdict(limited(RunBuilder::new().with_quota(0.4), 0.2 * noise, (0.6 * noise).min(1.0), 0.0));
        assert_eq!(d.verdict.cause, Some("cpu-throttled"), "{noise}: {:#?}", said(&d));
    }
}

#[test]
fn a_quota_that_ends_some_periods_a_moment_too_early_is_no_cause() {
    // an eighth of the periods below saturation, for next to no time
    let mut run = limited(RunBuilder::new().with_quota(0.4), 0.001, 0.95, 0.0);
    let key = run.series.keys().find(|(s, _)| s == model::signal::CGROUP_THROTTLED_PERIODS).expect("it is read").clone();
    let periods = run.one(model::signal::CGROUP_PERIODS).expect("it is read").clone();
    let throttled = run.series.get_mut(&key).expect("just found");
    throttled.v.iter_mut().zip(&periods.v).for_each(|(v, all)| *v = v.max(0.12 * all));
    let d = verdict(run);
    assert_eq!((d.verdict.status, said(&d).status), (VerdictStatus::Inconclusive, Status::Secondary), "{:#?}", said(&d));
    assert!(said(&d).reason.is("cpu-throttled/hardly-stands") && said(&d).gain.is_some(), "{}", said(&d).reason);
}

#[test]
fn stops_that_make_light_levels_as_slow_as_full_ones_are_told_by_their_share() {
    let run = RunBuilder::new()
        .with_quota(0.3)
        .usual_levels(1500.0, |f, l| LevelSpec {
            cpu_framework: 0.2,
            request_cpu: Some(0.2),
            process_cpu: if f < 0.5 { 0.5 } else { 0.2 },
            run_queue: if f < 0.5 { 3.0 } else { 1.5 },
            workers: 30.0,
            worker_queue: if f < 0.5 { 6.0 } else { 1.8 },
            hidden: if f < 0.5 { 8.0 } else { 0.7 },
            host: HostSpec { throttled_periods: Some(if f < 1.0 { 0.6 } else { 0.99 }), ..HostSpec::default() },
            ..l
        })
        .build();
    let d = verdict(run);
    assert_eq!(d.verdict.cause, Some("cpu-throttled"), "{:#?}", said(&d));
    assert!(d.verdict.reason.says("cpu-throttled/stand-always"), "{}", d.verdict.reason);
}

/// A quota that stops the service at every load: `missing` ms of 16 are in no stack, 4 ms pass before a worker has the request.
fn as_slow_everywhere(missing: f64) -> model::Run {
    RunBuilder::new()
        .with_quota(0.3)
        .usual_levels(1200.0, |f, l| LevelSpec {
            cpu_framework: 0.2,
            request_cpu: Some(0.2),
            process_cpu: if f < 0.5 { 0.5 } else { 0.2 },
            run_queue: 0.2,
            workers: 30.0,
            worker_queue: if f < 1.0 { 4.2 } else { 2.2 },
            hidden: if f < 1.0 { missing } else { 2.0 },
            remote: if f < 1.0 { 11.0 - missing } else { 0.0 },
            host: HostSpec { throttled_periods: Some(if f < 1.0 { 0.7 } else { 0.99 }), ..HostSpec::default() },
            ..l
        })
        .build()
}

#[test]
fn who_looks_is_stopped_as_well() {
    let d = verdict(as_slow_everywhere(10.5));
    assert_eq!(d.verdict.cause, Some("cpu-throttled"), "{:#?}", said(&d));
    // the same time in a call to another service is that service's
    assert_ne!(verdict(as_slow_everywhere(0.5)).verdict.cause, Some("cpu-throttled"));
}

#[test]
fn one_odd_level_says_nothing_of_the_rest() {
    // compilers run at the lightest level only; saturation is hardly slower, by work
    let run = RunBuilder::new()
        .with_quota(0.5)
        .usual_levels(400.0, |f, l| {
            let odd = f < 0.5;
            LevelSpec {
                cpu_framework: 1.0,
                request_cpu: Some(1.0),
                process_cpu: if odd { 2.0 } else { 1.0 },
                run_queue: if odd { 18.0 } else { 0.5 },
                workers: 30.0,
                worker_queue: if odd { 4.0 } else { 0.1 },
                // what the lightest level stands still for shows in no stack
                hidden: if odd || f >= 1.0 { 18.0 } else { 0.1 },
                host: HostSpec { throttled_periods: Some(if odd { 0.1 } else { 0.0 }), ..HostSpec::default() },
                ..l
            }
        })
        .build();
    let d = verdict(run);
    assert_eq!(said(&d).status, Status::Secondary, "{:#?} {:#?}", said(&d), d.verdict);
}
