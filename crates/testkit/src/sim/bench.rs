//! Short questions to a service: how much does it take, how long does it take. Used for the truth and for the comparison with theory.

use super::client::Load;
use super::engine::Sim;
use super::service::Service;

/// What a stretch of load showed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figures {
    /// Answers per millisecond.
    pub per_ms: f64,
    /// Mean planned to done, milliseconds.
    pub response_ms: f64,
    /// Mean number of requests under way, by summing up their times.
    pub inside: f64,
    /// Answers that the figures rest on.
    pub answers: usize,
}

/// Puts `load` on `service` until `answers` have come after the first `skipped`.
pub fn measure(service: &Service, seed: u64, load: Load, skipped: usize, answers: usize) -> Figures {
    let mut sim = Sim::new(service, seed);
    sim.load(load, f64::INFINITY);
    sim.run(|s| s.client.seen.len() >= skipped);
    let began = sim.now;
    sim.run(|s| s.client.seen.len() >= skipped + answers || s.now > began + MOST_MS);
    let seen = &sim.client.seen[skipped.min(sim.client.seen.len())..];
    let span = (sim.now - began).max(1e-9);
    let total: f64 = seen.iter().map(|a| a.done - a.planned).sum();
    let good = seen.iter().filter(|a| !a.failed).count();
    Figures { per_ms: good as f64 / span, response_ms: total / seen.len().max(1) as f64, inside: total / span, answers: seen.len() }
}

/// Longest stretch, milliseconds of virtual time: a service that has come to a stop answers nothing.
const MOST_MS: f64 = 600_000.0;
