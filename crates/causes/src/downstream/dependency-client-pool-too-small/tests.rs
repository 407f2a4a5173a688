//! Holds where requests wait for a connection of the client and the call is as fast as ever; not where the call itself slows down, where
//! the CPU is full, or where hardly anybody waits.

use crate::tests::built::{add_stack, count, replace_stack};
use crate::tests::verdict;
use diagnose::{Diagnosis, EvidenceLevel, Status};
use model::series::labels;
use model::{WallSample, signal};
use testkit::{LevelSpec, LoopSpec, RareSpec, RunBuilder};

const ID: &str = "dependency-client-pool-too-small";

/// A client with five connections, on which a call takes 40 ms: 125/s. At saturation requests wait `lease_ms` for one, and the call takes
/// `slower` times as long.
fn few_connections(lease_ms: f64, slower: f64, cpu_ms: f64) -> Diagnosis {
    let run = RunBuilder::new()
        .usual_levels(125.0, |f, l| LevelSpec {
            remote: if f >= 1.0 { 40.0 * slower } else { 40.0 },
            rare: RareSpec { lease: if f >= 1.0 { lease_ms } else { lease_ms * f * f / 20.0 }, ..RareSpec::default() },
            process_cpu: cpu_ms,
            ..l
        })
        .build();
    verdict(run)
}

#[test]
fn holds_where_requests_wait_for_a_connection_of_the_client() {
    let d = few_connections(300.0, 1.0, 0.7);
    assert_eq!(d.verdict.cause, Some(ID), "{:#?}", d.verdict);
    let h = d.hypothesis(ID).expect("judged");
    assert_eq!((h.evidence, h.site.is_empty()), (EvidenceLevel::Explains, false));
    let gain = h.gain.as_ref().expect("told");
    assert!(gain.model_per_s > 3.0 * gain.now_per_s, "the CPU allows a thousand: {gain:?}");
}

#[test]
fn a_call_that_slows_down_as_well_leaves_open_which_of_the_two_limits() {
    let d = few_connections(300.0, 1.4, 0.7);
    assert_eq!((d.hypothesis(ID).expect("judged").status, d.verdict.cause), (Status::Untested, None), "{:#?}", d.verdict);
}

#[test]
fn connections_that_are_kept_by_threads_without_a_core_are_no_cause() {
    let d = few_connections(300.0, 1.0, 8.0);
    assert_eq!(d.hypothesis(ID).expect("judged").status, Status::Secondary, "{:#?}", d.verdict);
    assert_ne!(d.verdict.cause, Some(ID));
}

/// Five calls of 40 ms are with the other service at 125/s; from a thread's point of view a call takes `remote` ms at each share of
/// saturation. There are
/// `connections` to that service, of which `awaited` await an answer at saturation. Requests wait `lock` ms for a lock there.
fn by_connections(remote: [f64; 2], awaited: f64, connections: impl Fn(f64) -> f64, lock: f64) -> Diagnosis {
    let run = RunBuilder::new().usual_levels(125.0, |f, l| LevelSpec {
        remote: remote[usize::from(f >= 1.0)],
        lock: if f >= 1.0 { lock } else { 0.0 },
        rare: RareSpec {
            awaited: Some(if f >= 1.0 { awaited } else { 5.0 * f }),
            connections: Some(connections(f)),
            ..RareSpec::default()
        },
        ..l
    });
    let mut run = run.build();
    run.environment.target.peers = vec!["127.0.0.1:9000".into()];
    verdict(run)
}

#[test]
fn of_a_client_that_nobody_knows_its_connections_tell() {
    let said = |awaited: f64, connections: fn(f64) -> f64| {
        let d = by_connections([40.0, 300.0], awaited, connections, 0.0);
        (d.verdict.cause, d.hypothesis("dependency-slow").expect("judged").status)
    };
    assert_eq!(said(5.0, |_| 5.0), (Some(ID), Status::Untested));
    assert_eq!(said(5.0, |_| 30.0), (None, Status::Untested), "connections to spare");
    assert_eq!(said(5.0, |f| 5.0 * f), (None, Status::Untested), "connections come as they are needed");
    assert_eq!(said(5.0, |f| if f >= 1.0 { 5.0 } else { 9.0 }), (None, Status::Untested), "there were more at the level below");
    assert_eq!(said(1.0, |_| 1.0), (None, Status::Untested), "calls share a connection");
    assert_eq!(said(37.0, |_| 37.0), (Some("dependency-slow"), Status::Supported), "they are all with the other service");
}

#[test]
fn what_passes_in_the_client_at_every_load_is_no_wait_for_a_connection() {
    let d = by_connections([340.0, 340.0], 5.0, |_| 5.0, 400.0);
    assert_ne!(d.hypothesis(ID).expect("judged").status, Status::Supported, "{:#?}", d.verdict);
}

/// Five sockets of an agent, on which a call takes 12 ms; at saturation a call waits `queued` ms for one, and `turn` ms of a request are in
/// no part.
fn on_event_loop(queued: f64, turn: f64) -> Diagnosis {
    let shape = |f: f64, l: LoopSpec| {
        let full = if f >= 1.0 { 1.0 } else { 0.02 * f };
        LoopSpec {
            remote: 12.0,
            queued: queued * full,
            turn: turn * full,
            calls: Some((4.9 * f, 5.0, if f >= 1.0 { 1.0 } else { 0.2 })),
            ..l
        }
    };
    verdict(RunBuilder::node(2).usual_loop_levels(400.0, shape).build())
}

#[test]
fn on_an_event_loop_the_queue_of_the_client_is_counted() {
    let d = on_event_loop(120.0, 0.0);
    assert_eq!((d.verdict.cause, d.verdict.evidence), (Some(ID), EvidenceLevel::Explains), "{:#?}", d.verdict);
    let d = on_event_loop(0.0, 120.0);
    assert_eq!(d.verdict.cause, Some("calls-limited-in-process"), "no client has a queue: {:#?}", d.verdict);
}

#[test]
fn a_short_wait_is_not_worth_a_line_and_no_wait_no_hypothesis() {
    assert_eq!(few_connections(3.0, 1.0, 0.7).hypothesis(ID).expect("judged").status, Status::Rejected);
    assert_eq!(few_connections(0.0, 1.0, 0.7).hypothesis(ID).expect("judged").status, Status::NotApplicable);
}

const HANDED: [&str; 5] = [
    "java.util.concurrent.ThreadPoolExecutor.runWorker",
    "okhttp3.internal.connection.RealCall$AsyncCall.run",
    "okhttp3.internal.connection.RealCall.getResponseWithInterceptorChain$okhttp",
    "sun.nio.ch.NioSocketImpl.implRead",
    "sun.nio.ch.Net.poll",
];
const TASK: [&str; 4] = [
    "java.util.concurrent.ThreadPoolExecutor.runWorker",
    "java.util.concurrent.FutureTask.run",
    "shop.offers.Partner.ask",
    "jdk.internal.misc.Unsafe.park",
];

/// Each request makes eight calls of 20 ms on threads of the client and waits `waits` ms for futures, under light load and at saturation
/// (30/s); `calls` of them are under way at saturation. A pool of the application's own is at tasks for `tasks` of its time then, and
/// `others` connections more await an answer.
fn handed(waits: [f64; 2], calls: f64, tasks: f64, others: f64) -> Diagnosis {
    let shape = |f: f64, l: LevelSpec| LevelSpec {
        lock: waits[usize::from(f >= 1.0)],
        workers: 200.0,
        rare: RareSpec { awaited: Some(calls * f + if f >= 1.0 { others } else { 0.0 }), ..RareSpec::default() },
        ..l
    };
    let mut run = RunBuilder::new().usual_levels(30.0, shape).build();
    let waits = [
        "org.apache.catalina.connector.CoyoteAdapter.service",
        "shop.offers.Offers.best",
        "java.util.concurrent.CompletableFuture.join",
        "java.util.concurrent.ForkJoinPool.managedBlock",
        "jdk.internal.misc.Unsafe.park",
    ];
    replace_stack(&mut run, "shop.orders.Format.date", &waits);
    let (call, task) = (add_stack(&mut run, &HANDED), add_stack(&mut run, &TASK));
    let phases = run.phases.clone();
    for (id, profile) in &mut run.wall {
        let fraction = phases.iter().find(|p| p.id == *id).and_then(|p| p.fraction).unwrap_or(1.0);
        let ticks = profile.end.ns_since(profile.start) as f64 / profile.nominal_interval_ns as f64;
        let of = |tid, share: f64, stack| WallSample { t: profile.start, tid, weight: (share * ticks) as u32, stack };
        let mine = |tid| of(tid, calls / 8.0 * fraction, call);
        profile.samples.extend((7001..7009).map(mine).collect::<Vec<_>>());
        profile.samples.push(of(7101, tasks * fraction, task));
        profile.thread_names.extend((7001..7009).map(|tid| (tid, "OkHttp Dispatcher".to_owned())));
        profile.thread_names.push((7101, "partner-1".to_owned()));
    }
    run.environment.target.peers = vec!["127.0.0.1:9000".into()];
    for signal in [signal::PEER_SEGMENTS_SENT, signal::PEER_SEGMENTS_RECEIVED] {
        count(&mut run, signal, labels([("peer", "127.0.0.1:9000")]), 8.0);
    }
    verdict(run)
}

#[test]
fn holds_where_a_client_lets_few_of_its_calls_through_at_a_time() {
    let d = handed([60.0, 300.0], 4.8, 0.0, 0.0);
    let h = d.hypothesis(ID).expect("judged");
    assert_eq!(d.verdict.cause, Some(ID), "{:#?} {h:#?}", d.verdict);
    assert!(h.observed.is("dependency-client-pool-too-small/observed-by-threads"), "{}", h.observed);
    let near = |name: &str, value: f64| (h.observed.figure(name).unwrap_or_default() / value - 1.0).abs() < 0.05;
    assert!(near("calls", 4.8) && near("waiting", 9.0) && near("waits", 240.0), "{}", h.observed);
    assert_eq!(h.site, "Offers.best:41");
}

#[test]
fn calls_that_nobody_waits_for_are_no_cause() {
    for (waits, calls, tasks, others, why) in [
        ([60.0, 300.0], 4.8, 0.8, 0.0, "they may wait for tasks of their own"),
        ([60.0, 300.0], 4.8, 0.0, 6.0, "they may wait for other answers"),
        ([2.0, 300.0], 4.8, 0.0, 0.0, "under light load for less than a call"),
        ([300.0, 900.0], 4.8, 0.0, 0.0, "for more than all of them"),
        ([60.0, 300.0], 9.0, 0.0, 0.0, "as many calls are under way as requests wait"),
    ] {
        let d = handed(waits, calls, tasks, others);
        assert_ne!(d.verdict.cause, Some(ID), "{why}: {:#?}", d.verdict);
    }
}
