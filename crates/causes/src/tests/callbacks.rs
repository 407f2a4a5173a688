//! Services on event loops of a JVM: no thread keeps a request, and nobody counts what it waits for.

use super::built::{by_cpu_time, end_site_in, on_a_full_core};
use super::verdict;
use diagnose::{EvidenceLevel, Status, VerdictStatus};
use model::sensor::WORKER_GAUGES;
use model::{Observation, Run, Series, WallSample, series::labels, signal};
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
            "org.apache.catalina.connector.CoyoteAdapter" => ("io.netty.channel.epoll.EpollEventLoop", "processReady"),
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

/// Two threads whose callbacks wait for `waits` ms per request and compute for 0.5 ms; what is ready meanwhile lies unread.
fn blocking(waits: f64) -> Run {
    blocking_at(waits, 0.6, 2000.0 / (waits + 0.5))
}

/// The same with `cpu` ms of the process per request, at this rate under full load.
fn blocking_at(waits: f64, cpu: f64, rate: f64) -> Run {
    let queue = |f: f64| if f >= 1.0 { 60.0 } else { 0.1 + 2.0 * f };
    let calls = |f: f64, l: LevelSpec| LevelSpec {
        remote: waits,
        database: 0.0,
        cpu_in_transaction: 0.0,
        cpu_site: 0.0,
        cpu_framework: 0.5,
        process_cpu: cpu,
        request_cpu: Some(0.5),
        run_queue: 0.02,
        outside_dispatch: 0.0,
        worker_queue: queue(f),
        ..l
    };
    let mut run = shaped(WRITES, rate / 800.0, calls);
    on_threads(&mut run, 2, "reactor-http-epoll-");
    let mut unread = Series::new(signal::UNREAD_CONNECTIONS, labels([]));
    for p in run.phases.iter().filter(|p| p.is_measured()) {
        let f = p.fraction.unwrap_or(1.0);
        (0..100).for_each(|i| unread.push(p.start.plus_ns(i * 70_000_000), queue(f) / 1e3 * rate * f));
    }
    run.apply(Observation::Series(unread));
    run
}

/// Gives what request threads were seen to do to `threads` threads, which wait for something to do for the rest of the time.
fn on_threads(run: &mut Run, threads: u32, name: &str) {
    for w in run.wall.values_mut() {
        let idle = w.samples[0];
        let mut left = vec![idle.weight; threads as usize];
        for (s, i) in w.samples.iter_mut().filter(|s| s.tid >= 100).zip((0..threads).cycle()) {
            s.tid = 100 + i;
            left[i as usize] = left[i as usize].saturating_sub(s.weight);
        }
        let rest = left.into_iter().zip(100..).map(|(weight, tid)| WallSample { tid, weight, ..idle });
        w.samples.extend(rest.filter(|s| s.weight > 0));
        w.thread_names = (0..threads).map(|i| (100 + i, format!("{name}{}", i + 1))).collect();
    }
}

/// Twenty threads that blocking calls of 8 ms are given to, and what waits for one of them.
fn given_away(waits_for_a_thread: f64) -> Run {
    let calls = |f: f64, l: LevelSpec| LevelSpec {
        remote: 8.0,
        hidden: if f >= 1.0 { waits_for_a_thread } else { 0.2 * f },
        database: 0.0,
        cpu_in_transaction: 0.0,
        cpu_site: 0.0,
        cpu_framework: 0.2,
        process_cpu: 0.25,
        request_cpu: Some(0.2),
        run_queue: 0.01,
        outside_dispatch: 0.0,
        worker_queue: 0.0,
        ..l
    };
    let mut run = shaped(WRITES, 2430.0 / 800.0, calls);
    for f in run.stacks.frames.iter_mut().filter(|f| f.method == "processReady") {
        (f.class, f.method) = ("java.util.concurrent.ThreadPoolExecutor".into(), "runWorker".into());
    }
    on_threads(&mut run, 20, "boundedElastic-");
    run
}

#[test]
fn threads_that_have_no_time_left_are_what_the_rest_of_the_response_waits_for() {
    let d = verdict(given_away(40.0));
    let h = d.hypothesis("executor-starved").unwrap();
    assert_eq!((h.status, h.evidence), (Status::Supported, EvidenceLevel::Coincides), "{h:#?}");
    assert_eq!((d.verdict.cause, h.component.as_str()), (Some("executor-starved"), "executor:boundedElastic"), "{:#?}", d.verdict);
}

#[test]
fn a_call_that_waits_on_the_loop_is_named_with_what_it_keeps_waiting() {
    let d = verdict(blocking(9.5));
    let h = d.hypothesis("event-loop-blocked").unwrap();
    assert_eq!((h.status, h.evidence), (Status::Supported, EvidenceLevel::Explains), "{h:#?}");
    assert_eq!((d.verdict.cause, h.site.as_str()), (Some("event-loop-blocked"), "PaymentClient.check:41"), "{:#?}", d.verdict);
    // without the wait two threads could do 4,000 a second; one core with 0.6 ms each does less
    assert!(h.gain.as_ref().unwrap().bound_per_s > 1000.0, "{h:#?}");
}

#[test]
fn a_loop_that_waits_while_the_cpu_is_full_is_not_named() {
    // half of the time in callbacks waits, and two threads are busy with 1 ms each; the process has no CPU left
    let d = verdict(blocking_at(0.5, 0.5, 2000.0));
    assert_eq!(d.hypothesis("event-loop-blocked").unwrap().status, Status::Secondary, "{:#?}", d.hypothesis("event-loop-blocked"));
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Inconclusive, None), "{:#?}", d.verdict);
}

#[test]
fn what_is_awaited_without_a_thread_stays_inconclusive() {
    // of 9.5 ms that a request takes 0.5 are in callbacks, and nothing lies unread
    let awaited = |f: f64, l: LevelSpec| LevelSpec {
        hidden: 9.0,
        database: 0.0,
        outside_dispatch: 0.0,
        process_cpu: 0.6,
        request_cpu: Some(0.5),
        worker_queue: if f >= 1.0 { 60.0 } else { 0.1 },
        ..l
    };
    let mut run = shaped(WRITES, 0.4, awaited);
    on_threads(&mut run, 2, "reactor-http-epoll-");
    let v = verdict(run).verdict;
    assert_eq!((v.status, v.cause), (VerdictStatus::Inconclusive, None), "{v:#?}");
}

#[test]
fn callbacks_that_hardly_wait_are_not_named() {
    let d = verdict(blocking(0.1));
    assert_eq!(d.hypothesis("event-loop-blocked").unwrap().status, Status::Rejected);
    assert_ne!(d.verdict.cause, Some("event-loop-blocked"));
}
