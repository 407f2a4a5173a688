//! Services that look like a cause and are not: each of these was once named, or called healthy, and must not be.

use crate::tests::verdict;
use diagnose::{Diagnosis, VerdictStatus};
use model::{Run, Series, series::labels, signal};
use testkit::{LevelSpec, RunBuilder};

fn told(d: &Diagnosis) -> String {
    format!(
        "SAYS {:?} {:?} E{} site={:?} | {}",
        d.verdict.status,
        d.verdict.cause,
        d.verdict.evidence.number(),
        d.verdict.site,
        d.verdict.reason
    )
}

/// CPU-bound and healthy: a 1 ms call in the transaction shows as 8 ms when threads wait for a core.
fn starved(process_cpu: f64) -> Run {
    RunBuilder::new()
        .usual_levels(800.0, |f, l| {
            let s = f >= 1.0;
            LevelSpec {
                remote_in_transaction: if s { 8.5 } else { 1.0 + 0.2 * f },
                database: if s { 4.2 } else { 0.6 },
                database_server: 0.3,
                pool_wait: if s { 25.0 } else { 0.05 },
                run_queue: if s { 11.0 } else { 0.4 * f },
                request_cpu: Some(1.1 * process_cpu / 1.2),
                process_cpu,
                cpu_framework: 0.9,
                ..l
            }
        })
        .build()
}
#[test]
fn starved_cpu_is_not_a_held_connection() {
    let d = verdict(starved(1.2));
    assert_eq!(d.verdict.cause, None, "{}", told(&d));
}
#[test]
fn starved_by_neighbours_is_not_a_held_connection() {
    let d = verdict(starved(0.6));
    assert_eq!(d.verdict.cause, None, "{}", told(&d));
}
#[test]
fn workers_in_a_slow_steady_downstream_are_not_healthy() {
    let d = verdict(
        RunBuilder::new()
            .usual_levels(190.0, |f, l| LevelSpec {
                remote: 50.0,
                workers: 10.0,
                worker_queue: if f >= 1.0 {
                    280.0
                } else if f > 0.7 {
                    8.0
                } else {
                    0.3
                },
                ..l
            })
            .build(),
    );
    assert_eq!(d.verdict.cause, Some("worker-threads-blocked-downstream"), "{}", told(&d));
}
#[test]
fn full_pool_and_full_workers_are_not_healthy() {
    let d = verdict(
        RunBuilder::new()
            .usual_levels(200.0, |f, l| {
                let s = f >= 1.0;
                LevelSpec {
                    remote_in_transaction: 20.0,
                    database: 20.0,
                    database_server: 19.0,
                    cpu_in_transaction: 10.0,
                    request_cpu: Some(0.5),
                    workers: 20.0,
                    pool_wait: if s { 49.5 } else { 0.2 },
                    worker_queue: if s { 200.0 } else { 0.1 },
                    ..l
                }
            })
            .build(),
    );
    assert_ne!(d.verdict.status, VerdictStatus::None, "{}", told(&d));
}
#[test]
fn the_collector_is_not_a_hot_place() {
    let mut run = RunBuilder::new()
        .usual_levels(800.0, |f, l| LevelSpec {
            cpu_site: 0.2,
            cpu_framework: 0.05,
            cpu_in_transaction: 0.05,
            request_cpu: Some(0.35),
            process_cpu: 1.2,
            run_queue: 0.3 * f,
            worker_queue: if f >= 1.0 { 20.0 } else { 0.1 },
            workers: 30.0,
            ..l
        })
        .build();
    run.thread_comms.insert(70, "GC Thread#0".into());
    let d = verdict(run);
    assert_eq!(d.verdict.cause, Some("allocation-heavy"), "{}", told(&d));
}
#[test]
fn cpu_of_other_threads_is_not_said_to_be_needed() {
    let d = verdict(
        RunBuilder::new()
            .usual_levels(800.0, |f, l| LevelSpec {
                lock: 1.2,
                process_cpu: 1.2,
                request_cpu: Some(0.1),
                cpu_framework: 0.05,
                cpu_in_transaction: 0.02,
                worker_queue: if f >= 1.0 { 20.0 } else { 0.1 },
                workers: 30.0,
                ..l
            })
            .build(),
    );
    assert_eq!(d.verdict.status, VerdictStatus::Inconclusive, "{}", told(&d));
}
#[test]
fn a_cold_machine_names_no_hot_place() {
    let d = verdict(
        RunBuilder::new()
            .usual_levels(500.0, |f, l| LevelSpec {
                cpu_site: 0.6,
                cpu_framework: 0.3,
                process_cpu: 1.1,
                request_cpu: Some(1.0),
                compiler_cores: 0.4,
                run_queue: 0.3 * f,
                worker_queue: if f >= 1.0 { 20.0 } else { 0.1 },
                workers: 30.0,
                ..l
            })
            .build(),
    );
    assert_eq!(d.verdict.status, VerdictStatus::Inconclusive, "{}", told(&d));
}
#[test]
fn queries_of_another_pool_do_not_fill_this_one() {
    let mut run = RunBuilder::new()
        .usual_levels(200.0, |f, l| LevelSpec {
            remote: 50.0,
            database: 30.0,
            database_server: 28.0,
            remote_holding: 19.9,
            cpu_in_transaction: 0.1,
            pool_wait: if f >= 1.0 { 110.0 } else { 0.2 },
            ..l
        })
        .build();
    // the second pool: 50 connections, held 30 ms by the queries
    let windows: Vec<_> = run.phases.iter().map(|p| (p.start, p.end.unwrap(), p.fraction.unwrap_or(1.0) * 200.0)).collect();
    for (name, v) in [(signal::POOL_USED, 0.030), (signal::POOL_PENDING, 0.0), (signal::POOL_TOTAL, -50.0), (signal::POOL_MAX, -50.0)] {
        let mut s = Series::new(name, labels([("pool", "reports")]));
        for (a, b, x) in &windows {
            let y = if v < 0.0 { -v } else { v * x };
            s.push(*a, y);
            s.push(*b, y);
        }
        run.apply(model::Observation::Series(s));
    }
    let d = verdict(run);
    assert_ne!(d.verdict.cause, Some("connection-pool-too-small"), "{}", told(&d));
}
#[test]
fn connections_that_other_threads_use_are_not_held_without_query() {
    // requests ask another service for 60 ms without a connection; executor threads query 47.9 ms on 9.6 of 10 sessions
    let d = verdict(
        RunBuilder::new()
            .usual_levels(200.0, |f, l| LevelSpec {
                remote: 60.0,
                remote_holding: 47.9,
                database: 2.0,
                database_server: 48.0,
                pool_wait: if f >= 1.0 { 110.0 } else { 0.2 },
                ..l
            })
            .build(),
    );
    assert_eq!(d.verdict.cause, None, "{}", told(&d));
}
#[test]
fn a_full_cpu_without_stacks_is_not_said_to_be_needed() {
    let d = verdict(
        RunBuilder::new()
            .without("wall-stacks")
            .without("pool-gauges")
            .without("worker-gauges")
            .usual_levels(2000.0, |f, l| LevelSpec {
                database: 0.0,
                database_server: 0.0,
                cpu_framework: 0.4,
                process_cpu: 0.48,
                hidden: if f >= 1.0 { 5.0 } else { 0.0 },
                pool_size: 0.0,
                ..l
            })
            .build(),
    );
    assert_eq!(d.verdict.status, VerdictStatus::Inconclusive, "{}", told(&d));
}
fn fail(run: &mut Run, phase: &str, code: u8, every: usize) {
    for a in run.attempts.get_mut(phase).unwrap() {
        for (i, o) in a.outcome.iter_mut().enumerate() {
            if i % every == 0 {
                *o = code;
            }
        }
    }
}
#[test]
fn a_level_that_never_answers_is_not_health() {
    let mut run = RunBuilder::new().usual_levels(300.0, |_, l| l).build();
    fail(&mut run, "saturation", 6, 1);
    let d = verdict(run);
    assert_eq!(d.verdict.status, VerdictStatus::Inconclusive, "{}", told(&d));
}
#[test]
fn errors_at_saturation_are_not_health() {
    let mut run = RunBuilder::new().usual_levels(300.0, |_, l| l).build();
    for p in ["open-0.3", "open-0.6", "open-0.8", "saturation"] {
        fail(&mut run, p, 2, 3);
    }
    let d = verdict(run);
    assert_eq!(d.verdict.status, VerdictStatus::Inconclusive, "{}", told(&d));
}
#[test]
fn lazily_taken_connections_are_not_held_across_the_call_before() {
    let d = verdict(
        RunBuilder::new()
            .without("pool-gauges")
            .usual_levels(200.0, |f, l| LevelSpec {
                remote_in_transaction: 40.0,
                database: 9.0,
                database_server: 8.0,
                pool_wait: if f >= 1.0 { 110.0 } else { 0.2 },
                ..l
            })
            .build(),
    );
    assert_ne!(d.verdict.cause, Some("connection-held-across-remote-call"), "{}", told(&d));
}
#[test]
fn one_short_level_does_not_lift_the_account_of_the_others() {
    let d = verdict(
        RunBuilder::new()
            .usual_levels(600.0, |f, l| LevelSpec {
                pool_size: 2.0,
                database: if f < 0.5 { 0.3 } else { 1.5 },
                database_server: if f < 0.5 { 0.3 } else { 1.4 },
                remote_in_transaction: if f < 0.5 { 0.2 } else { 1.7 },
                hidden: if f < 0.5 { 0.0 } else { 30.0 },
                cpu_framework: 0.1,
                cpu_in_transaction: 0.1,
                database_cpu: 0.3,
                pool_wait: if f >= 1.0 { 110.0 } else { 0.1 },
                ..l
            })
            .build(),
    );
    assert_eq!(d.verdict.status, VerdictStatus::Inconclusive, "{}", told(&d));
    assert!(d.verdict.reason.is("judge/account-open"), "{}", told(&d));
}
#[test]
fn a_template_engine_is_not_the_application() {
    let jvm = diagnose::language::Language::of_runtime(&model::Runtime::named("jvm"));
    let f: Vec<model::Frame> = [
        ("org.apache.catalina.connector.CoyoteAdapter", "service"),
        ("shop.MyFilter", "doFilter"),
        ("org.apache.catalina.core.ApplicationFilterChain", "doFilter"),
        ("org.springframework.web.servlet.DispatcherServlet", "render"),
        ("org.thymeleaf.spring6.view.ThymeleafView", "render"),
        ("org.thymeleaf.TemplateEngine", "process"),
        ("java.lang.String", "concat"),
    ]
    .map(|(c, m)| model::Frame { class: c.into(), method: m.into(), line: 0, kind: model::FrameKind::Compiled })
    .into();
    let with: Vec<_> = f.iter().map(|x| (x, jvm.class_of(x))).collect();
    let c = jvm.classify(&with);
    assert_eq!(c.site.map(|i| f[i].class.clone()), None);
}

/// `pool` connections that are held for the core rather than for the database; the service uses `used` of it.
fn held_for_the_core(used: f64, pool: f64) -> Run {
    RunBuilder::new()
        .usual_levels(540.0, |f, l| {
            let s = f >= 1.0;
            LevelSpec {
                pool_size: pool,
                workers: 50.0,
                pool_wait: if s { 40.0 } else { 0.2 },
                database: if s { 17.0 } else { 5.0 },
                database_server: 1.5,
                database_cpu: 1.4,
                cpu_in_transaction: 1.2,
                cpu_framework: 0.2,
                request_cpu: Some(1.4),
                process_cpu: used / 0.54,
                run_queue: if s { 12.0 } else { 1.0 },
                ..l
            }
        })
        .build()
}

#[test]
fn beside_a_core_of_which_little_is_left_nothing_needs_a_cure() {
    // ten connections are full, twelve are not
    for (pool, said) in [(10.0, "judge/full-for-want-of-a-core"), (12.0, "judge/hardly-more-cpu")] {
        let d = verdict(held_for_the_core(0.88, pool));
        assert_eq!(d.verdict.status, VerdictStatus::None, "{}", told(&d));
        assert!(d.verdict.reason.is(said), "{}", d.verdict.reason);
        assert!((d.verdict.reason.figure("more").unwrap() - 0.15).abs() < 0.005, "{}", d.verdict.reason);
        let d = verdict(held_for_the_core(0.75, pool));
        assert_ne!(d.verdict.status, VerdictStatus::None, "{}", told(&d));
    }
}
