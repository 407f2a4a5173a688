//! Fires where an executor has no thread left; quiet where it has, where its threads always run, and where their tasks become slow.

use crate::tests::built::{add_stack, replace_stack};
use crate::tests::verdict;
use diagnose::{EvidenceLevel, Hypothesis, Status};
use model::{Run, Value, WallSample};
use testkit::{LevelSpec, RareSpec, RunBuilder};

const CALL: [&str; 5] = [
    "java.util.concurrent.ThreadPoolExecutor.runWorker",
    "java.util.concurrent.FutureTask.run",
    "shop.offers.Partner.ask",
    "sun.nio.ch.NioSocketImpl.implRead",
    "sun.nio.ch.Net.poll",
];
const IDLE: [&str; 3] = [
    "java.util.concurrent.ThreadPoolExecutor.runWorker",
    "java.util.concurrent.ThreadPoolExecutor.getTask",
    "jdk.internal.misc.Unsafe.park",
];

/// Each request waits for two tasks of 30 ms together, and `queue` ms longer at saturation; six threads are at them for `busy` of their
/// time.
fn run(queue: f64, busy: impl Fn(f64) -> f64) -> Run {
    let mut run = RunBuilder::new()
        .usual_levels(100.0, |f, l| LevelSpec {
            lock: if f >= 1.0 { 60.0 + queue } else { 60.0 },
            workers: 200.0,
            rare: RareSpec { awaited: Some(6.0 * f.min(1.0)), ..RareSpec::default() },
            ..l
        })
        .build();
    replace_stack(
        &mut run,
        "shop.orders.Format.date",
        &[
            "org.apache.catalina.connector.CoyoteAdapter.service",
            "shop.offers.Offers.best",
            "java.util.concurrent.CompletableFuture.join",
            "java.util.concurrent.CompletableFuture.waitingGet",
            "java.util.concurrent.ForkJoinPool.managedBlock",
            "jdk.internal.misc.Unsafe.park",
        ],
    );
    let (call, idle) = (add_stack(&mut run, &CALL), add_stack(&mut run, &IDLE));
    let phases = run.phases.clone();
    for (id, profile) in &mut run.wall {
        let fraction = phases.iter().find(|p| p.id == *id).and_then(|p| p.fraction).unwrap_or(1.0);
        let ticks = profile.end.ns_since(profile.start) as f64 / profile.nominal_interval_ns as f64;
        for tid in 7001..7007 {
            let at_task = (busy(fraction) * ticks) as u32;
            let sample = |weight, stack| WallSample { t: profile.start, tid, weight, stack };
            profile.samples.extend([sample(at_task, call), sample(ticks as u32 - at_task, idle)]);
            profile.thread_names.push((tid, format!("partner-{}", tid - 7000)));
        }
    }
    run
}

fn said(run: Run) -> Hypothesis {
    verdict(run).hypothesis("executor-starved").unwrap().clone()
}

#[test]
fn what_tasks_wait_for_a_thread_is_not_blamed_on_the_service_that_they_ask() {
    let mut run = run(200.0, |f| f.min(1.0));
    run.environment.target.peers = vec!["127.0.0.1:9000".into()];
    let d = verdict(run);
    assert_eq!(d.verdict.cause, Some("executor-starved"), "{:#?}", d.verdict);
    let slow = d.hypothesis("dependency-slow").unwrap();
    assert_eq!((slow.status, slow.weight), (Status::Rejected, 0.0), "{}", slow.reason);
}

#[test]
fn fires_where_no_thread_is_left_and_says_what_they_do() {
    let d = verdict(run(200.0, |f| f.min(1.0)));
    let h = d.hypothesis("executor-starved").unwrap();
    assert_eq!((h.status, h.evidence), (Status::Supported, EvidenceLevel::Explains), "{h:#?}");
    assert_eq!(d.verdict.cause, Some("executor-starved"), "{:#?}", d.verdict);
    assert_eq!((h.site.as_str(), h.component.as_str()), ("Partner.ask:41", "executor:partner"));
    // six threads with 62.1 ms of tasks per request can do 97/s, and that was seen
    let capacity = h.reason.find("executor-starved/capacity").unwrap();
    let near = |name: &str, value: f64| (capacity.figure(name).unwrap() / value - 1.0).abs() < 0.01;
    assert_eq!((capacity.figure("threads"), capacity.arg("executor")), (Some(6.0), Some(&Value::name("partner-*"))));
    assert!(near("task", 62.1) && near("capacity", 96.6) && near("seen", 96.6), "{capacity}");
    assert_eq!(h.reason.find("executor-starved/doing").and_then(|m| m.arg("what")), Some(&Value::kind("remote")), "{}", h.reason);
}

#[test]
fn stays_quiet_where_threads_are_left() {
    let h = said(run(200.0, |f| 0.6 * f));
    assert!(h.status == Status::Rejected && h.reason.is("executor-starved/none-full"), "{h:#?}");
}

#[test]
fn a_loop_that_always_runs_is_no_executor_of_requests() {
    assert_eq!(said(run(200.0, |_| 1.0)).status, Status::Rejected);
}

#[test]
fn tasks_that_become_slow_are_not_a_lack_of_threads() {
    let h = said(run(200.0, |f| if f >= 1.0 { 1.0 } else { 0.3 * f }));
    assert!(h.status == Status::Secondary && h.reason.says("executor-starved/slower-tasks"), "{h:#?}");
}

#[test]
fn stays_quiet_on_a_healthy_service() {
    assert_eq!(said(RunBuilder::new().usual_levels(300.0, |_, l| l).build()).status, Status::Rejected);
}

/// Requests run for 60 ms what the executor handed back at saturation, and hand it over before. They wait for a worker for `queue` ms then.
fn handed_back(queue: f64) {
    let at = |f: f64, ms: f64| if f >= 1.0 { ms } else { 0.1 };
    let spec = |f: f64, l: LevelSpec| LevelSpec { lock: at(f, 60.0), worker_queue: at(f, queue), workers: 200.0, ..l };
    let mut run = RunBuilder::new().usual_levels(100.0, spec).build();
    let stack = &[
        "org.apache.catalina.connector.CoyoteAdapter.service",
        "java.util.concurrent.ThreadPoolExecutor$CallerRunsPolicy.rejectedExecution",
        "shop.notices.Pushes.deliver",
        "java.util.concurrent.CompletableFuture.get",
        "jdk.internal.misc.Unsafe.park",
    ];
    replace_stack(&mut run, "shop.orders.Format.date", stack);
    let h = super::CAUSE.hypothesis(&diagnose::Analysis::of(&run));
    assert!(h.status == Status::Supported && h.reason.says("executor-starved/callers-run"), "{h:#?}");
    assert_eq!(h.site, "Pushes.deliver:41");
}

#[test]
fn callers_that_run_the_tasks_say_that_the_executor_is_full() {
    handed_back(0.1);
}

#[test]
fn tasks_that_callers_run_are_held_against_their_time_inside_however_long_the_queue_is() {
    handed_back(900.0);
}
