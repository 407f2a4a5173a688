//! A few answers of the load, asked for one at a time while nothing is measured: how they are packed, what packing them costs, and what they say
//! twice.
//!
//! Only steps that the load sends anyway are sent, and of these only what is safe by its method. Bodies live until they are studied.

mod ask;
mod coding;
mod pack;
mod study;
mod surplus;

use crate::engine::Way;
use crate::probe::ProbeFailure;
use crate::scenario::Scenario;
use model::AnswerSample;
use std::time::Duration;

/// How much is asked for and studied.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SampleLimits {
    /// Requests at most.
    pub requests: usize,
    /// No request is begun after so long.
    pub asking: Duration,
    /// A request is given up after this long.
    pub timeout: Duration,
    /// Bytes of bodies that are kept, as they come.
    pub kept_bytes: usize,
    /// Bytes that are unpacked, over all answers.
    pub unpacked_bytes: usize,
    /// CPU time for packing, over all answers.
    pub packing: Duration,
}

/// So much that it is over within seconds. Choices.
impl Default for SampleLimits {
    fn default() -> Self {
        Self {
            requests: 24,
            asking: Duration::from_secs(2),
            timeout: Duration::from_secs(10),
            kept_bytes: 8 << 20,
            unpacked_bytes: 64 << 20,
            packing: Duration::from_secs(3),
        }
    }
}

/// Asks for a few answers, until `stop` says so, and studies how they are packed and what they say twice. Routes are counted from `first_route` on.
///
/// # Errors
/// Where a request fails before any good answer has come.
pub fn sample_answers(
    scenario: &Scenario,
    way: &Way,
    seed: u64,
    first_route: u16,
    limits: &SampleLimits,
    stop: &dyn Fn() -> bool,
) -> Result<AnswerSample, ProbeFailure> {
    let covers = ask::covered(scenario);
    let kept = if covers > 0.0 { ask::ask(scenario, way, seed, limits, stop)? } else { Vec::new() };
    Ok(AnswerSample { covers, answers: study::study(kept, first_route, limits, stop) })
}
