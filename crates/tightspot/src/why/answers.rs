//! A look at a few answers between warm-up and measurement, while nothing is measured: what compressing them saves and costs, and what they say
//! twice. A look that comes to nothing loses nothing but that.

use super::Session;
use crate::interrupt;
use load::{EngineConfig, SampleLimits, Scenario, Way, sample_answers};
use model::{Observation, Sink as _, message};
use std::sync::Arc;
use std::time::Duration;

/// Whom to ask, and for what.
pub(super) struct Answers {
    scenario: Arc<Scenario>,
    way: Way,
    seed: u64,
    first_route: u16,
    timeout: Duration,
}

impl Answers {
    /// What the engine of `config` will load.
    pub(super) fn of(config: &EngineConfig) -> Self {
        let (scenario, way) = (Arc::clone(&config.scenario), config.way.clone());
        Self { scenario, way, seed: config.seed, first_route: config.first_route, timeout: config.timeout }
    }
}

/// Asks for a few answers and notes how they are packed and what they say twice.
pub(super) fn look(session: &Session) {
    let Answers { scenario, way, seed, first_route, timeout } = &session.answers;
    let limits = SampleLimits { timeout: *timeout, ..SampleLimits::default() };
    let observation = match sample_answers(scenario, way, *seed, *first_route, &limits, &interrupt::requested) {
        Ok(sample) => Observation::Answers(sample),
        Err(_) if interrupt::requested() => return,
        Err(e) => Observation::warning("answers-not-sampled", message!("why/answers-not-sampled", why: name(e.to_string()))),
    };
    session.sink.observe(observation);
}
