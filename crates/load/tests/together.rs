//! Several scenarios in one run against a real server: one clock, their own figures, and one end when one of them fails.

mod server;

use load::profile::Profile;
use load::{Engine, EngineConfig, Job, LoadError, Part, Pattern, PhaseSummary, RequestSpec, Scenario, WhenFull, run_together};
use model::{Arrival, Observation, Outcome, Phase, PhaseKind, Run, Timestamp};
use server::{Manner, Server};
use std::sync::{Arc, Mutex};
use std::time::Duration;

type Log = Arc<Mutex<Vec<Observation>>>;

fn part(name: &str, server: &Server, log: &Log, job: Job, start_ms: u64) -> Part {
    let spec = RequestSpec { url: server.url("/"), ..RequestSpec::default() };
    let config = EngineConfig { timeout: Duration::from_secs(5), ..EngineConfig::new(Scenario::from_request(&spec).expect("a valid URL")) };
    let engine = Engine::start(config, Arc::new(Arc::clone(log))).expect("a generator");
    let arrival = Arrival::Closed { connections: 1 };
    let phase = Phase { id: name.to_owned(), kind: PhaseKind::Load, arrival, fraction: None, start: Timestamp::default(), end: None };
    Part { engine, phase, job, start: Duration::from_millis(start_ms) }
}

fn open(rate: f64, ms: u64) -> Job {
    let pattern = Pattern::Open { rate: Profile::constant(rate), poisson: false, max_in_flight: 50, when_full: WhenFull::Queue };
    Job::new(pattern, Duration::from_millis(ms))
}

fn closed(users: f64, ms: u64) -> Job {
    Job::new(Pattern::Closed { users: Profile::constant(users) }, Duration::from_millis(ms))
}

fn told(log: &Log) -> Run {
    Run::from_observations(log.lock().expect("no panic").clone())
}

#[test]
fn each_has_its_plan_its_start_and_its_figures_on_one_clock() {
    //  a  |========= 100/s =========|        0 to 1.3 s
    //  b      |===== 50/s =====|             0.3 to 1.1 s
    let (server, log) = (Server::start(Manner::Answer(1)), Log::default());
    let parts = [part("a", &server, &log, open(100.0, 1300), 0), part("b", &server, &log, open(50.0, 800), 300)];
    let all = run_together(&parts).expect("a run");
    let [Some(a), Some(b)] = all.as_slice() else { panic!("both began: {all:?}") };
    assert_eq!((a.planned, a.count(Outcome::Ok), b.planned, b.count(Outcome::Ok)), (130, 130, 40, 40), "{a:?}\n{b:?}");
    assert!(b.start.ns_since(a.start) >= 300_000_000, "b began {} ns after a", b.start.ns_since(a.start));

    let run = told(&log);
    let first = run.seconds_of("b").next().expect("b told a second");
    assert!(first.start == b.start && first.end.ns_since(a.start) >= 1_000_000_000, "its first window ends with the run's first second");
    let planned = |id| run.seconds_of(id).map(|s| s.planned).sum::<u64>();
    assert_eq!((planned("a"), planned("b")), (130, 40));
    assert!(run.phases.iter().all(|p| p.end.is_some()));

    let sum = PhaseSummary::joined(&[a.clone(), b.clone()]).expect("two");
    assert_eq!((sum.planned, sum.answered(), sum.threads, sum.histograms.response.len()), (170, 170, 2, 170));
    assert!(
        (sum.offered_per_s - 170.0 / sum.steady_s()).abs() < 0.01 * sum.offered_per_s,
        "{} over {} s",
        sum.offered_per_s,
        sum.steady_s()
    );
    let mean = (a.response.mean_ns * 130.0 + b.response.mean_ns * 40.0) / 170.0;
    assert!((sum.response.mean_ns - mean).abs() < 1.0);
}

#[test]
fn one_that_is_stopped_before_its_start_never_begins() {
    let (server, log) = (Server::start(Manner::Answer(1)), Log::default());
    let parts = [part("now", &server, &log, closed(1.0, 60_000), 0), part("later", &server, &log, closed(1.0, 60_000), 3_600_000)];
    let all = std::thread::scope(|scope| {
        scope.spawn(|| {
            while parts[0].engine.live().done < 5 {
                std::thread::sleep(Duration::from_millis(1));
            }
            for p in &parts {
                p.engine.stopper().stop();
            }
        });
        run_together(&parts).expect("a run")
    });
    assert!(all[0].as_ref().is_some_and(|s| s.stopped_early && s.answered() >= 5) && all[1].is_none(), "{all:?}");
    assert_eq!(told(&log).phases.len(), 1);
}

#[test]
fn when_the_cap_of_one_is_to_end_it_all_end() {
    let (server, log) = (Server::start(Manner::Answer(50)), Log::default());
    let pattern = Pattern::Open { rate: Profile::constant(200.0), poisson: false, max_in_flight: 1, when_full: WhenFull::Fail };
    let parts = [
        part("full", &server, &log, Job::new(pattern, Duration::from_secs(600)), 0),
        part("other", &server, &log, closed(1.0, 600_000), 0),
    ];
    let all = run_together(&parts).expect("a run");
    let [Some(full), Some(other)] = all.as_slice() else { panic!("both began: {all:?}") };
    assert!(full.overflowed && other.stopped_early && !other.overflowed);
}

#[test]
fn one_that_cannot_be_sent_is_refused_before_any_begins() {
    let (server, log) = (Server::start(Manner::Answer(1)), Log::default());
    let parts = [part("good", &server, &log, closed(1.0, 60_000), 0), part("bad", &server, &log, open(0.0, 1000), 0)];
    let refused = run_together(&parts).expect_err("a rate of 0");
    assert!(matches!(&refused, LoadError::BadPhase { phase, .. } if phase == "bad"), "{refused}");
    assert!(log.lock().expect("no panic").is_empty());
}
