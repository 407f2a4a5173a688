//! Services on event loops of a JVM: no thread keeps a request, and nobody counts what it waits for.

use super::built::{by_cpu_time, end_site_in, on_a_full_core};
use super::verdict;
use diagnose::{EvidenceLevel, VerdictStatus};
use model::Run;
use model::sensor::WORKER_GAUGES;
use testkit::{LevelSpec, RunBuilder};

const BUILDS: [&str; 3] = ["shop.orders.OrderHandler.list", "com.fasterxml.jackson.databind.ObjectMapper.<init>", "java.util.HashMap.put"];

/// What else computes.
const WRITES: &str = "org.springframework.web.reactive.DispatcherHandler.handle";

/// 1.2 ms of CPU per request, of which samples have all in a stack with the frame `having`; `used` of one core is used at saturation.
fn on_event_loops(having: &str, used: f64) -> Run {
    shaped(having, used, |_, l| l)
}

/// The same with levels of another shape.
fn shaped(having: &str, used: f64, shape: impl Fn(f64, LevelSpec) -> LevelSpec) -> Run {
    let levels = |f: f64, l: LevelSpec| shape(f, LevelSpec { cpu_site: 0.6, cpu_framework: 0.3, ..on_a_full_core(f, l) });
    let mut run = RunBuilder::new().without(WORKER_GAUGES).usual_levels(800.0 * used, levels).build();
    end_site_in(&mut run, &BUILDS);
    for f in &mut run.stacks.frames {
        let (class, method) = match f.class.as_str() {
            "org.apache.catalina.connector.CoyoteAdapter" => ("io.netty.channel.epoll.EpollEventLoop", "run"),
            c if c.starts_with("org.apache.") => ("io.netty.channel.DefaultChannelPipeline", "fireChannelRead"),
            c if c.contains("DispatcherServlet") => ("org.springframework.web.reactive.DispatcherHandler", "handle"),
            _ => continue,
        };
        (f.class, f.method) = (class.into(), method.into());
    }
    for w in run.wall.values_mut() {
        w.thread_names.iter_mut().for_each(|(_, n)| *n = "reactor-http-epoll-1".into());
    }
    by_cpu_time(&mut run, having);
    run
}

#[test]
fn what_fills_the_core_is_named_with_less_evidence() {
    let v = verdict(on_event_loops(BUILDS[1], 1.0)).verdict;
    assert_eq!((v.cause, v.evidence), (Some("built-per-use"), EvidenceLevel::Coincides), "{v:#?}");
    assert!(v.reason.is("facts/cpu-owned-unseen") && v.site == "OrderHandler.list:41", "{v:#?}");
}

#[test]
fn nothing_is_named_and_nobody_called_healthy_where_waits_are_not_seen() {
    for run in [on_event_loops(WRITES, 1.0), on_event_loops(BUILDS[1], 0.4)] {
        let v = verdict(run).verdict;
        assert_eq!((v.status, v.cause), (VerdictStatus::Inconclusive, None), "{v:#?}");
        assert!(v.reason.is("judge/requests-unseen-for"), "{}", v.reason);
    }
}

#[test]
fn a_job_beside_the_requests_is_not_named_as_theirs() {
    // 0.6 of a core whatever the load
    let job = |f: f64, l: LevelSpec| LevelSpec { process_cpu: 0.45 + 0.75 / f, ..l };
    let v = verdict(shaped(BUILDS[1], 1.0, job)).verdict;
    assert_eq!((v.status, v.cause), (VerdictStatus::Inconclusive, None), "{v:#?}");
}

#[test]
fn a_full_pool_is_not_named_where_nobody_sees_who_waits_for_it() {
    let pool = |f: f64, l: LevelSpec| LevelSpec {
        pool_size: 1.0,
        pool_wait: if f >= 1.0 { 20.0 } else { 0.1 },
        remote_in_transaction: 1.2,
        process_cpu: 0.4,
        request_cpu: Some(0.3),
        cpu_site: 0.2,
        cpu_framework: 0.1,
        ..l
    };
    let v = verdict(shaped(WRITES, 1.0, pool)).verdict;
    assert_eq!((v.status, v.cause), (VerdictStatus::Inconclusive, None), "{v:#?}");
}
