//! What requests carried is told to the sink: of each request, and summed up of every second.

mod h2run;
mod multiplex;
mod peer;
mod server;

use load::profile::Profile;
use load::{Engine, EngineConfig, Job, Pattern, PhaseSummary, Scenario, WhenFull};
use model::{Arrival, Carried, Observation, Phase, PhaseKind, Run, Timestamp, Traffic};
use server::{Manner, Server};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn scenario(url: &str) -> Scenario {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("two.toml");
    let text = format!(
        "[target]\nurl = \"{url}\"\n[[scenario.step]]\nrequest = \"GET /look?token=s3cret\"\n\
         [[scenario.step]]\nname = \"buy? yes\"\nrequest = \"POST /buy\"\n"
    );
    std::fs::write(&path, text).expect("a file");
    Scenario::from_file(&path).unwrap_or_else(|e| panic!("{e}"))
}

fn run(config: EngineConfig, job: Job) -> (PhaseSummary, Run) {
    let log: Arc<Mutex<Vec<Observation>>> = Arc::default();
    let engine = Engine::start(config, Arc::new(Arc::clone(&log))).expect("a generator");
    let arrival = Arrival::Closed { connections: 1 };
    let phase = Phase { id: "p".to_owned(), kind: PhaseKind::Load, arrival, fraction: None, start: Timestamp::default(), end: None };
    let s = engine.run_job(&phase, Job { keep_attempts: true, ..job }).expect("a phase");
    let all = log.lock().expect("no panic").clone();
    (s, Run::from_observations(all))
}

fn seconds(run: &Run) -> Vec<&Traffic> {
    run.seconds_of("p").map(|s| s.traffic.as_ref().expect("kept")).collect()
}

fn carried(run: &Run) -> Vec<Carried> {
    run.carried_of("p").map(|(_, c)| c.expect("known")).collect()
}

#[test]
fn requests_and_seconds_tell_the_same_as_the_summary() {
    let server = Server::start(Manner::Unavailable);
    let config = EngineConfig { first_route: 5, threads: 2, ..EngineConfig::new(scenario(&server.url(""))) };
    let (s, run) = run(config, h2run::closed(4, 200));
    let all = carried(&run);
    let mut statuses = BTreeMap::new();
    for c in &all {
        *statuses.entry(c.status).or_insert(0) += 1;
    }
    assert_eq!(statuses.into_iter().collect::<Vec<_>>(), s.statuses);
    assert_eq!(s.statuses, [(503, 200)]);
    let sum = |of: fn(&Traffic) -> u64| seconds(&run).into_iter().map(of).sum::<u64>();
    assert_eq!((sum(|t| t.bytes_in), sum(|t| t.bytes_out)), (s.bytes_in, s.bytes_out));
    assert_eq!((sum(|t| t.statuses[&503]), sum(|t| t.connections_opened)), (200, s.connections_opened));
    assert_eq!(all.iter().map(|c| c.bytes_in).sum::<u64>(), s.bytes_in);
    assert_eq!(all.iter().map(|c| u64::from(c.bytes_out.expect("counted"))).sum::<u64>(), s.bytes_out);
    for r in &s.routes {
        let own = |n: u16| usize::from(n) == 5 + r.route;
        assert_eq!(all.iter().filter(|c| c.route.is_some_and(own)).count() as u64, r.answered());
        let told = || seconds(&run).into_iter().flat_map(|t| &t.routes).filter(|t| own(t.route));
        assert_eq!(told().map(|t| t.errors["server-error"]).sum::<u64>(), r.answered());
        assert!((told().map(|t| t.response_sum_ns).sum::<u64>() as f64 - r.response.mean_ns * r.answered() as f64).abs() < 1e3);
    }
}

#[test]
fn who_got_no_answer_has_no_status_and_who_was_dropped_is_counted() {
    let server = Server::start(Manner::Silent);
    let rate = Profile::constant(100.0);
    let pattern = Pattern::Open { rate, poisson: false, max_in_flight: 3, when_full: WhenFull::Drop };
    let config = EngineConfig { timeout: Duration::from_millis(100), ..EngineConfig::new(scenario(&server.url(""))) };
    let (s, run) = run(config, Job::new(pattern, Duration::from_millis(500)));
    assert!(s.dropped > 0 && s.answered() == 0, "{s:?}");
    assert_eq!(seconds(&run).into_iter().map(|t| t.dropped).sum::<u64>(), s.dropped);
    assert!(carried(&run).iter().all(|c| (c.status, c.bytes_in) == (0, 0)));
}

#[test]
fn over_http2_bytes_are_those_of_the_body_and_none_are_counted_out() {
    let server = multiplex::Server::start(multiplex::Manner::Answer(1));
    let (s, run) = run(h2run::config(scenario(&server.url("")), 4), h2run::closed(8, 40));
    let all = carried(&run);
    assert!(all.len() == 40 && all.iter().all(|c| c.status == 200 && c.bytes_out.is_none()), "{all:?}");
    assert!(all.iter().map(|c| c.bytes_in).sum::<u64>() < s.bytes_in, "frames and heads are the connection's");
    assert_eq!(seconds(&run).into_iter().map(|t| t.bytes_in).sum::<u64>(), s.bytes_in);
}

#[test]
fn names_of_routes_are_kept_without_the_values_of_a_query() {
    let scenario = scenario("http://127.0.0.1:1");
    assert_eq!(scenario.routes(), ["GET /look?token=***", "buy? yes"]);
}
