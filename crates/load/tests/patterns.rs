//! Arrival patterns against a real server: stages, users with a period, caps, numbers of requests, several threads, changes on the way.

mod server;

use load::profile::{Profile, Shape, Stage};
use load::{Engine, EngineConfig, Job, Pattern, PhaseSummary, RequestSpec, Scenario, WhenFull};
use model::{Arrival, Attempt, Observation, Outcome, Phase, PhaseKind, Run, Timestamp};
use server::{Manner, Server};
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Mutex};
use std::time::Duration;

type Log = Arc<Mutex<Vec<Observation>>>;

const MS: i64 = 1_000_000;

fn engine(server: &Server, change: impl FnOnce(&mut EngineConfig)) -> (Engine, Log) {
    let spec = RequestSpec { url: server.url("/"), ..RequestSpec::default() };
    let mut config = EngineConfig::new(Scenario::from_request(&spec).expect("a valid URL"));
    config.timeout = Duration::from_secs(5);
    change(&mut config);
    let log = Log::default();
    (Engine::start(config, Arc::new(Arc::clone(&log))).expect("a generator"), log)
}

fn phase() -> Phase {
    let arrival = Arrival::Closed { connections: 1 };
    Phase { id: "p".to_owned(), kind: PhaseKind::Load, arrival, fraction: None, start: Timestamp::default(), end: None }
}

fn job(pattern: Pattern, ms: u64) -> Job {
    Job { keep_attempts: true, ..Job::new(pattern, Duration::from_millis(ms)) }
}

fn open(rate: Profile) -> Pattern {
    Pattern::Open { rate, poisson: false, max_in_flight: 200, when_full: WhenFull::Queue }
}

fn run(engine: &Engine, job: Job) -> PhaseSummary {
    let s = engine.run_job(&phase(), job).expect("a phase");
    assert_eq!(s.outcomes.iter().sum::<u64>() + s.dropped, s.planned, "every request ends or is dropped: {s:?}");
    s
}

/// Planned moments after the start, ascending, nanoseconds.
fn planned(log: &Log, s: &PhaseSummary) -> Vec<i64> {
    let run = Run::from_observations(log.lock().expect("no panic").clone());
    let mut at: Vec<i64> = run.attempts_of("p").map(|a: Attempt| a.planned.ns_since(s.start)).collect();
    at.sort_unstable();
    at
}

#[test]
fn stages_send_what_their_rate_integrates_to() {
    //  100/s for 0.5 s, then in a straight line to 500/s in 1 s: 50 + 300
    let server = Server::start(Manner::Answer(0));
    let (engine, log) = engine(&server, |_| {});
    let ramp = Stage { duration_ns: 1000 * MS, target: 500.0, shape: Shape::Ramp };
    let hold = Stage { duration_ns: 500 * MS, target: 100.0, shape: Shape::Step };
    let s = run(&engine, job(open(Profile::stages(100.0, &[hold, ramp])), 1500));
    assert_eq!((s.planned, s.count(Outcome::Ok)), (350, 350), "{s:?}");
    let first_half = planned(&log, &s).iter().filter(|t| **t < 500 * MS).count();
    assert_eq!(first_half, 50);
}

#[test]
fn economical_pacing_plans_frequent_requests_on_a_grid_and_loses_none() {
    let server = Server::start(Manner::Answer(0));
    let (engine, log) = engine(&server, |c| c.precise = false);
    let s = run(&engine, job(open(Profile::constant(3000.0)), 500));
    assert_eq!((s.planned, s.count(Outcome::Ok)), (1500, 1500), "{s:?}");
    assert!(planned(&log, &s).iter().all(|t| t % MS == 0), "on the grid of 1 ms");
}

#[test]
fn users_keep_their_connection_and_their_period() {
    let server = Server::start(Manner::Answer(1));
    let (engine, log) = engine(&server, |_| {});
    let s = run(&engine, job(Pattern::Paced { users: Profile::constant(20.0), every_ns: 100 * MS }, 1000));
    assert_eq!((s.planned, s.count(Outcome::Ok), s.connections), (200, 200, 20), "{s:?}");
    assert_eq!(server.accepted.load(SeqCst), 20, "nobody reconnects");
    for (k, at) in planned(&log, &s).iter().enumerate() {
        assert_eq!(*at, k as i64 * 5 * MS, "request {k}");
    }
}

#[test]
fn users_of_a_slow_server_keep_their_plan_and_count_the_wait() {
    let server = Server::start(Manner::Answer(150));
    let (engine, _log) = engine(&server, |_| {});
    let s = run(&engine, job(Pattern::Paced { users: Profile::constant(2.0), every_ns: 100 * MS }, 1000));
    assert_eq!((s.planned, s.count(Outcome::Ok)), (20, 20), "{s:?}");
    assert!(s.response.max_ns > 500_000_000 && s.service.max_ns < 400_000_000, "{s:?}");
}

#[test]
fn users_reconnect_when_the_server_closes() {
    let server = Server::start(Manner::CloseEach);
    let (engine, _log) = engine(&server, |_| {});
    let s = run(&engine, job(Pattern::Paced { users: Profile::constant(5.0), every_ns: 50 * MS }, 500));
    assert_eq!((s.planned, s.count(Outcome::Ok)), (50, 50), "{s:?}");
}

#[test]
fn a_number_of_requests_ends_the_phase() {
    let server = Server::start(Manner::Answer(1));
    for pattern in [
        Pattern::Closed { users: Profile::constant(3.0) },
        open(Profile::constant(500.0)),
        Pattern::Paced { users: Profile::constant(4.0), every_ns: 20 * MS },
    ] {
        let (engine, _log) = engine(&server, |c| c.threads = 2);
        let s = run(&engine, Job { requests: Some(25), ..job(pattern, 60_000) });
        assert_eq!((s.planned, s.count(Outcome::Ok)), (25, 25), "{s:?}");
        assert!(!s.stopped_early);
    }
}

#[test]
fn closed_users_come_and_go_with_their_profile() {
    let server = Server::start(Manner::Answer(2));
    let (engine, log) = engine(&server, |_| {});
    let down = Stage { duration_ns: 400 * MS, target: 1.0, shape: Shape::Step };
    let up = Stage { duration_ns: 400 * MS, target: 8.0, shape: Shape::Step };
    let s = run(&engine, job(Pattern::Closed { users: Profile::stages(1.0, &[down, up, down]) }, 1200));
    let at = planned(&log, &s);
    let within = |from: i64, to: i64| at.iter().filter(|t| (from * MS..to * MS).contains(*t)).count();
    let (few, many, few_again) = (within(50, 350), within(450, 750), within(850, 1150));
    assert!(many > 3 * few && many > 3 * few_again, "{few} {many} {few_again}");
}

#[test]
fn beyond_the_cap_requests_wait_or_are_dropped_or_end_the_phase() {
    for when_full in [WhenFull::Queue, WhenFull::Drop, WhenFull::Fail] {
        let server = Server::start(Manner::Answer(100));
        let (engine, _log) = engine(&server, |_| {});
        let pattern = Pattern::Open { rate: Profile::constant(100.0), poisson: false, max_in_flight: 2, when_full };
        let s = run(&engine, job(pattern, 500));
        match when_full {
            WhenFull::Queue => assert_eq!((s.planned, s.dropped, s.count(Outcome::Ok)), (50, 0, 50), "{s:?}"),
            WhenFull::Drop => assert!(s.planned == 50 && s.dropped >= 30 && s.count(Outcome::Ok) == 50 - s.dropped, "{s:?}"),
            WhenFull::Fail => assert!(s.overflowed && s.stopped_early && s.planned < 20, "{s:?}"),
        }
    }
}

#[test]
fn threads_share_one_plan() {
    let server = Server::start(Manner::Answer(0));
    let (engine, log) = engine(&server, |c| c.threads = 3);
    let s = run(&engine, job(open(Profile::constant(600.0)), 1100));
    assert_eq!((s.planned, s.count(Outcome::Ok), s.threads), (660, 660, 3), "{s:?}");
    for (k, at) in planned(&log, &s).iter().enumerate() {
        assert!((at - k as i64 * 1_666_667).abs() < 1000, "request {k} at {at}");
    }
    let told = Run::from_observations(log.lock().expect("no panic").clone());
    assert_eq!(told.seconds_of("p").map(|x| x.planned).sum::<u64>(), 660);
    let closed = run(&engine, job(Pattern::Closed { users: Profile::constant(5.0) }, 100));
    assert_eq!(closed.connections, 5);
}

#[test]
fn the_gaps_between_requests_are_measured_where_the_plan_keeps_one_rate() {
    let server = Server::start(Manner::Answer(0));
    let (engine, _log) = engine(&server, |c| c.threads = 2);
    let steady = run(&engine, job(open(Profile::constant(400.0)), 500));
    let g = steady.spacing.expect("measured");
    // Each of two threads sends every other request, so its gaps are twice those of the plan; the first of a thread has none before it.
    assert!(steady.planned == 200 && (100..=198).contains(&g.count), "{g:?}");
    assert!(g.mean_ns > 3.5e6 && g.p99_ns as f64 > g.mean_ns, "{g:?}");
    let users = run(&engine, job(Pattern::Paced { users: Profile::constant(10.0), every_ns: 50 * MS }, 500));
    assert!(users.spacing.is_some());
    let ramp = Stage { duration_ns: 200 * MS, target: 500.0, shape: Shape::Ramp };
    assert_eq!(run(&engine, job(open(Profile::stages(100.0, &[ramp])), 200)).spacing, None, "stages have gaps of every length");
    assert_eq!(run(&engine, job(Pattern::Closed { users: Profile::constant(2.0) }, 50)).spacing, None);
}

#[test]
fn a_running_phase_takes_another_rate_and_pauses() {
    let server = Server::start(Manner::Answer(0));
    let (engine, log) = engine(&server, |_| {});
    let control = engine.control();
    let s = std::thread::scope(|scope| {
        scope.spawn(|| {
            let wait = |n| {
                while engine.live().done < n {
                    std::thread::sleep(Duration::from_millis(1));
                }
            };
            wait(20);
            control.set_rate(1000.0);
            wait(300);
            control.pause();
            std::thread::sleep(Duration::from_millis(300));
            control.resume();
        });
        run(&engine, job(open(Profile::constant(100.0)), 1500))
    });
    let at = planned(&log, &s);
    let longest = at.windows(2).map(|w| w[1] - w[0]).max().expect("many");
    assert!((250 * MS..450 * MS).contains(&longest), "the pause is {longest} ns long");
    assert!(s.planned > 600 && s.count(Outcome::Ok) == s.planned, "{s:?}");
}

#[test]
fn users_are_added_on_the_way() {
    let server = Server::start(Manner::Answer(1));
    let (engine, _log) = engine(&server, |_| {});
    let control = engine.control();
    let s = std::thread::scope(|scope| {
        scope.spawn(|| {
            while engine.live().done < 10 {
                std::thread::sleep(Duration::from_millis(1));
            }
            control.set_users(30);
        });
        run(&engine, job(Pattern::Paced { users: Profile::constant(5.0), every_ns: 50 * MS }, 1000))
    });
    assert_eq!(s.connections, 30, "{s:?}");
    assert!(s.count(Outcome::Ok) == s.planned && s.planned > 300, "{s:?}");
}

#[test]
fn economical_pacing_times_answers_by_their_arrival() {
    //  sent |--- 3 ms ---| answer arrives ....... 17 ms ....... | next request: the answer is read here
    let server = Server::start(Manner::Answer(3));
    let (engine, _log) = engine(&server, |c| c.precise = false);
    let s = run(&engine, job(open(Profile::constant(50.0)), 1000));
    assert!((3_000_000..10_000_000).contains(&s.service.p50_ns), "service p50 {} ns", s.service.p50_ns);
}
