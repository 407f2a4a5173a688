//! Short questions to a service: how much does it take, how long does it take. Used for the truth and for the comparison with theory.

use super::client::Load;
use super::engine::Sim;
use super::program::Kind;
use super::relief::Resource;
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

/// How much requests waited for each resource while figures were taken, as a share of their response time, 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Waits {
    cpu: f64,
    database: f64,
    workers: f64,
    tokens: Vec<(Kind, f64)>,
    /// Used share of the generator's core.
    generator: f64,
}

/// Puts `load` on `service` until `answers` have come after the first `skipped`.
pub fn measure(service: &Service, seed: u64, load: Load, skipped: usize, answers: usize) -> Figures {
    measure_waits(service, seed, load, skipped, answers).0
}

pub(super) fn measure_waits(service: &Service, seed: u64, load: Load, skipped: usize, answers: usize) -> (Figures, Waits) {
    let mut sim = Sim::new(service, seed);
    sim.load(load, f64::INFINITY);
    sim.run(|s| s.client.seen.len() >= skipped);
    let began = sim.now;
    let before = sim.waits_so_far();
    sim.run(|s| s.client.seen.len() >= skipped + answers || s.now > began + MOST_MS);
    let seen = &sim.client.seen[skipped.min(sim.client.seen.len())..];
    let span = (sim.now - began).max(1e-9);
    let total: f64 = seen.iter().map(|a| a.done - a.planned).sum();
    let good = seen.iter().filter(|a| !a.failed).count();
    let figures =
        Figures { per_ms: good as f64 / span, response_ms: total / seen.len().max(1) as f64, inside: total / span, answers: seen.len() };
    let waits = sim.waits_so_far().since(&before, total, span);
    (figures, waits)
}

/// Longest stretch, milliseconds of virtual time: a service that has come to a stop answers nothing.
const MOST_MS: f64 = 600_000.0;

impl Sim {
    /// Totals so far, milliseconds.
    fn waits_so_far(&self) -> Waits {
        Waits {
            cpu: self.cpu.delayed_ms,
            database: self.database.delayed_ms,
            workers: self.queue.waited_ms,
            tokens: self.waited.clone(),
            generator: self.client.cpu_ms,
        }
    }
}

impl Waits {
    fn since(&self, before: &Self, response_ms: f64, span_ms: f64) -> Self {
        let share = |now: f64, then: f64| (now - then) / response_ms.max(1e-9);
        let then = |kind: Kind| before.tokens.iter().find(|(k, _)| *k == kind).map_or(0.0, |(_, ms)| *ms);
        Self {
            cpu: share(self.cpu, before.cpu),
            database: share(self.database, before.database),
            workers: share(self.workers, before.workers),
            tokens: self.tokens.iter().map(|(k, ms)| (*k, share(*ms, then(*k)))).collect(),
            generator: (self.generator - before.generator) / span_ms,
        }
    }

    /// Whether more of `resource` could shorten the response by the share `worth`: no more can be gained than what is waited for it.
    pub(super) fn may_bind(&self, resource: Resource, worth: f64) -> bool {
        let waits = |kind: Kind| self.tokens.iter().find(|(k, _)| *k == kind).map_or(0.0, |(_, share)| *share);
        match resource {
            Resource::Cpu => self.cpu >= worth,
            Resource::Database => self.database >= worth,
            Resource::Workers => self.workers >= worth,
            Resource::Pool => waits(Kind::Pool) >= worth,
            Resource::Lock(k) => waits(Kind::Lock(k)) >= worth,
            Resource::Servers(k) => waits(Kind::Servers(k)) >= worth,
            Resource::Lease(k) => waits(Kind::Lease(k)) >= worth,
            // one server, and at saturation many requests under way: half used, nobody waits long for it
            Resource::Generator => self.generator >= 0.5,
            Resource::Quota | Resource::Rows => true,
        }
    }
}
