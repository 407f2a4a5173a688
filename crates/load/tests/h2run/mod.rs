//! Phases over HTTP/2 for tests: an engine, a load, and books that add up.
#![allow(dead_code, reason = "each test file uses its part")]

use load::profile::Profile;
use load::transport::TlsOptions;
use load::{Engine, EngineConfig, Job, Pattern, PhaseSummary, Protocol, RequestSpec, Scenario, Way, WhenFull};
use model::{Arrival, Observation, Phase, PhaseKind, Timestamp};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Far beyond anything that a busy machine needs; only a bug waits for it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) fn way(streams: u32) -> Way {
    let tls = TlsOptions { insecure: true, ..TlsOptions::default() };
    Way { protocol: Protocol::Http2 { streams }, tls, ..Way::default() }
}

pub(crate) fn get(url: &str) -> Scenario {
    send(&RequestSpec { url: url.to_owned(), ..RequestSpec::default() })
}

pub(crate) fn send(request: &RequestSpec) -> Scenario {
    Scenario::from_request(request).expect("a valid request")
}

pub(crate) fn config(scenario: Scenario, streams: u32) -> EngineConfig {
    EngineConfig { way: way(streams), timeout: PATIENCE, ..EngineConfig::new(scenario) }
}

pub(crate) fn engine(config: EngineConfig) -> Engine {
    Engine::start(config, Arc::new(Arc::<Mutex<Vec<Observation>>>::default())).expect("a generator")
}

/// So many requests in flight, so many in all.
pub(crate) fn closed(users: u32, requests: u64) -> Job {
    let pattern = Pattern::Closed { users: Profile::constant(f64::from(users)) };
    Job { requests: Some(requests), keep_attempts: true, ..Job::new(pattern, Duration::from_secs(600)) }
}

pub(crate) fn open(rate_per_s: f64, requests: u64) -> Job {
    let rate = Profile::constant(rate_per_s);
    let pattern = Pattern::Open { rate, poisson: false, max_in_flight: 100, when_full: WhenFull::Queue };
    Job { requests: Some(requests), keep_attempts: true, ..Job::new(pattern, Duration::from_secs(600)) }
}

/// Runs the job. Whatever happens to requests, each is planned once and ends once.
pub(crate) fn run(engine: &Engine, job: Job) -> PhaseSummary {
    let arrival = Arrival::Closed { connections: 1 };
    let phase = Phase { id: "p".to_owned(), kind: PhaseKind::Load, arrival, fraction: None, start: Timestamp::default(), end: None };
    let s = engine.run_job(&phase, job).expect("a phase");
    assert_eq!(s.outcomes.iter().sum::<u64>() + s.dropped, s.planned, "{s:?}");
    s
}

/// The words of the most frequent failure.
pub(crate) fn told(s: &PhaseSummary) -> &str {
    s.failures.first().map_or("nothing failed", |f| f.text.as_str())
}
