//! The account on built levels: it closes where everything is seen, and says so where it is not.

use crate::analysis::Analysis;
use crate::ledger::{Group, What};
use model::series::labels;
use model::{Component, ComponentKind, Observation, Series, signal};
use testkit::{LevelSpec, RunBuilder};

fn ledger(spec: &LevelSpec) -> super::Ledger {
    let run = RunBuilder::new().level(spec).build();
    Analysis::of(&run).ledgers.remove(0)
}

#[test]
fn closes_when_all_parts_are_seen() {
    let l = ledger(&LevelSpec { remote_in_transaction: 48.0, pool_wait: 12.0, ..LevelSpec::open(0.6, 120.0) });
    assert!(l.closes(), "{l:#?}");
    assert!(l.unexplained_ms.abs() < 0.6, "{}", l.unexplained_ms);
    assert!((l.ms(Group::Holding, &What::Remote) - 48.0).abs() < 1.0, "{l:#?}");
    assert!(l.cross_checks.iter().all(|c| c.agree), "{:#?}", l.cross_checks);
}

#[test]
fn shows_what_happens_between_client_and_service_as_unexplained() {
    let l = ledger(&LevelSpec { hidden: 30.0, ..LevelSpec::open(0.6, 500.0) });
    assert!(!l.closes());
    assert!((l.unexplained_ms - 30.0).abs() < 1.0, "{}", l.unexplained_ms);
}

#[test]
fn a_read_whose_answer_has_arrived_is_run_queue_not_database() {
    // the sampler saw 1.6 ms in the driver; the server worked 0.15 ms, the threads waited 1.2 ms for the core
    let l = ledger(&LevelSpec {
        database: 1.6,
        database_server: 0.1,
        database_cpu: 0.15,
        run_queue: 1.2,
        cpu_in_transaction: 0.02,
        cpu_framework: 0.05,
        request_cpu: Some(0.25),
        ..LevelSpec::open(0.8, 3000.0)
    });
    let database = l.ms(Group::Holding, &What::Database);
    let queue = l.ms(Group::Holding, &What::RunQueue);
    assert!(database < 0.4 && queue > 1.0, "{l:#?}");
    // CPU per request by the ledger within 15 % of the scheduler's
    assert!((l.cpu_ms / l.scheduler_cpu_ms.unwrap() - 1.0).abs() < 0.15, "{l:#?}");
}

#[test]
fn without_stacks_nothing_closes() {
    let run = RunBuilder::new().without("wall-stacks").level(&LevelSpec::open(0.6, 100.0)).build();
    assert!(!Analysis::of(&run).ledgers[0].closes());
}

/// A level of which `unread` milliseconds per request pass in the sockets, half of them in the queue for a worker, which is gauged.
fn with_unread(unread: f64, worker_queue: f64) -> super::Ledger {
    let spec = LevelSpec { hidden: unread - worker_queue, ..LevelSpec::open(0.6, 500.0) };
    let mut run = RunBuilder::new().level(&spec).build();
    let (from, to) = (run.phases[0].start, run.phases[0].end.expect("finished"));
    let gauge = |name: &str, per_request_ms: f64| {
        let mut s = Series::new(name, run.series_of(name).next().map(|s| s.labels.clone()).unwrap_or_default());
        for i in 0..100 {
            s.push(from.plus_ns(to.ns_since(from) / 100 * i), 500.0 * per_request_ms / 1e3);
        }
        ((name.to_owned(), s.labels.clone()), s)
    };
    let series = [gauge(signal::UNREAD_CONNECTIONS, unread), gauge(signal::WORKERS_QUEUE, worker_queue)];
    run.series.extend(series);
    Analysis::of(&run).ledgers.remove(0)
}

#[test]
fn what_lies_unread_in_the_sockets_is_seen() {
    let l = with_unread(30.0, 0.0);
    assert!(l.closes(), "{l:#?}");
    assert!((l.ms(Group::Alone, &What::Poller) - 30.0).abs() < 1.0 && l.lines.iter().all(|l| !l.upper_bound), "{l:#?}");
}

#[test]
fn the_queue_for_a_worker_lies_in_the_sockets_as_well_and_counts_once() {
    let l = with_unread(30.0, 10.0);
    assert!(
        (l.ms(Group::Alone, &What::Poller) - 20.0).abs() < 1.0 && (l.ms(Group::Alone, &What::WorkerQueue) - 10.0).abs() < 1.0,
        "{l:#?}"
    );
}

/// A service on an event loop at 0.3 to 0.8 of its knee, 8 ms of waiting for the loop each time, a call of 5 ms; `hit` is the share of the waits after
/// the call that really happen.
fn on_event_loop(hit: f64) -> Vec<super::Ledger> {
    Analysis::of(&loop_run(hit)).ledgers.into_iter().filter(|l| l.open).collect()
}

fn loop_run(hit: f64) -> model::Run {
    let missed = 8.0 * (1.0 - hit);
    let shape = |_, l| testkit::LoopSpec { delay: 8.0, remote: 5.0, hidden: -missed, ..l };
    let mut run = RunBuilder::node(2).usual_loop_levels(100.0, shape).build();
    let (count, time) = (signal::SERVER_REQUEST_COUNT, signal::SERVER_REQUEST_TIME);
    let requests = run.series.iter().find(|((n, _), _)| n == count).expect("requests are counted").1.v.clone();
    let (_, inside) = run.series.iter_mut().find(|((n, _), _)| n == time).expect("their time is counted");
    for (ms, n) in inside.v.iter_mut().zip(requests) {
        *ms -= missed * n / 1e3;
    }
    run
}

#[test]
fn waits_for_the_loop_that_seldom_happen_are_no_more_than_the_servers_own_count_leaves() {
    for hit in [1.0, 0.5, 0.0] {
        for l in on_event_loop(hit) {
            assert!(l.closes(), "{hit}: {l:#?}");
            assert!(l.unexplained_ms.abs() < 0.5, "{hit}: {l:#?}");
            let first_wait = 8.0;
            assert!(l.ms(Group::Alone, &What::LoopWait) >= first_wait - 0.5, "{hit}: {l:#?}");
        }
    }
}

#[test]
fn who_is_late_because_the_loop_is_behind_has_waited_for_it_already() {
    let run = loop_run(1.0);
    let a = Analysis::of(&run);
    let with = |late_ms: f64, response: f64| {
        let (mut l, level) = (a.ledgers[0].clone(), crate::level::Level { late_ms, ..a.levels[0].clone() });
        l.response_ms = l.lines.iter().map(|line| line.ms).sum::<f64>() + response;
        l.add(Group::Alone, What::LateSend, late_ms, None);
        l.late_for_the_loop(&level).ms(Group::Alone, &What::LoopWait)
    };
    let wait = with(0.0, 0.0);
    // in the response as well; in part; not in it; parts that exceed it by more than lateness are not mended by it
    let told = [with(3.0, 3.0), with(3.0, 1.0), with(3.0, 0.0), with(3.0, -5.0)].map(|ms| (wait - ms) * 10.0);
    assert_eq!(told.map(f64::round), [0.0, 20.0, 30.0, 30.0]);
}

/// A service on an event loop whose requests ask a cache once, for 3 ms; `counted` says whether its client's commands are counted.
fn with_cache(counted: bool) -> Vec<super::Ledger> {
    const WAIT: f64 = 3.0;
    let mut run = RunBuilder::node(2).usual_loop_levels(100.0, |_, l| testkit::LoopSpec { hidden: WAIT, ..l }).build();
    let requests = run.one(signal::SERVER_REQUEST_COUNT).expect("requests are counted").clone();
    let (_, inside) = run.series.iter_mut().find(|((n, _), _)| n == signal::SERVER_REQUEST_TIME).expect("their time is counted");
    inside.v.iter_mut().zip(&requests.v).for_each(|(s, n)| *s += WAIT * n / 1e3);
    let id = "redis:127.0.0.1:6379".to_owned();
    run.apply(Observation::Component(Component { id: id.clone(), kind: ComponentKind::Cache, limit: None, detail: String::new() }));
    for signal in [signal::PEER_SEGMENTS_SENT, signal::PEER_SEGMENTS_RECEIVED] {
        let labels = labels([("peer", "127.0.0.1:6379")]);
        run.apply(Observation::Series(Series { signal: signal.into(), labels, ..requests.clone() }));
    }
    let mut trips = Series::new(signal::CACHE_ROUND_TRIP, labels([("store", id.as_str())]));
    let mut commands = Series::new(signal::CLIENT_COMMANDS, labels([("client", "ioredis")]));
    for p in run.phases.iter().filter(|p| p.is_measured()) {
        trips.push(p.start, WAIT / 1e3);
        // a reply lies in its socket until the loop fetches it
        commands.push(p.start, p.fraction.unwrap_or(1.0) * 100.0 * (WAIT + 0.2) / 1e3);
    }
    run.apply(Observation::Series(trips));
    if counted {
        run.apply(Observation::Series(commands));
    }
    Analysis::of(&run).ledgers.into_iter().filter(|l| l.open).collect()
}

#[test]
fn an_answer_that_waits_for_its_socket_is_a_line_of_its_own() {
    let run = RunBuilder::node(2).usual_loop_levels(100.0, |_, l| testkit::LoopSpec { answer: 4.0, ..l }).build();
    for l in Analysis::of(&run).ledgers.iter().filter(|l| l.open) {
        let line = l.lines.iter().find(|line| line.what == What::AnswerWait).unwrap_or_else(|| panic!("{l:#?}"));
        assert!((line.ms - 4.0).abs() < 0.05 && l.unexplained_ms.abs() < 0.1, "{l:#?}");
        assert!(l.cross_checks.iter().all(|c| c.agree), "{:#?}", l.cross_checks);
    }
}

#[test]
fn waiting_for_a_cache_is_a_line_of_its_own_on_an_event_loop_whether_its_commands_are_counted_or_not() {
    for counted in [true, false] {
        for l in with_cache(counted) {
            assert!((l.ms(Group::Alone, &What::Cache) - 3.0).abs() < 0.2, "{counted}: {l:#?}");
            assert!(l.ms(Group::Alone, &What::Remote) == 0.0 && l.closes(), "{counted}: {l:#?}");
        }
    }
}
