//! A look at a few answers between warm-up and measurement, while nothing is measured: what compressing them saves, and what it costs. A look
//! that comes to nothing loses nothing but that.

use super::Session;
use crate::interrupt;
use load::{EngineConfig, SampleLimits, Scenario, Way, sample_answers};
use model::{Observation, Sink as _};
use std::sync::Arc;

/// Whom to ask, and for what.
pub(super) struct Answers {
    scenario: Arc<Scenario>,
    way: Way,
    seed: u64,
    first_route: u16,
}

impl Answers {
    /// What the engine of `config` will load.
    pub(super) fn of(config: &EngineConfig) -> Self {
        let (scenario, way) = (Arc::clone(&config.scenario), config.way.clone());
        Self { scenario, way, seed: config.seed, first_route: config.first_route }
    }
}

/// Asks for a few answers and notes how they are packed.
pub(super) fn look(session: &Session) {
    if interrupt::requested() {
        return;
    }
    let Answers { scenario, way, seed, first_route } = &session.answers;
    if let Ok(sample) = sample_answers(scenario, way, *seed, *first_route, &SampleLimits::default()) {
        session.sink.observe(Observation::Answers(sample));
    }
}
