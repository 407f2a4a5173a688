//! `resources`: how much of each limited resource was in use at each measured level.

use super::Words;
use diagnose::Diagnosis;
use diagnose::saturation::{ResourceKind, resources};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(crate) struct Resource {
    pub phase: String,
    pub name: String,
    pub name_message: Words,
    pub kind: &'static str,
    /// In use, mean, in units of the resource: cores, connections, threads.
    pub used: f64,
    pub limit: f64,
    /// `used` / `limit`.
    pub utilisation: f64,
    /// Time a request keeps one of it.
    pub held_ms: f64,
    pub saturated: bool,
}

/// All with a known limit, level by level.
pub(super) fn all(d: &Diagnosis) -> Vec<Resource> {
    let of_level = |level| resources(level).into_iter().map(move |r| Resource::of(level, &r));
    d.levels.iter().flat_map(of_level).collect()
}

impl Resource {
    fn of(level: &diagnose::level::Level, r: &diagnose::saturation::Resource) -> Self {
        let (kind, utilisation) = (kind(r.kind), r.utilisation());
        let (phase, name) = (level.phase.id.clone(), Words::of(&r.name));
        Self {
            phase,
            name: name.en.clone(),
            name_message: name,
            kind,
            used: r.used,
            limit: r.limit,
            utilisation,
            held_ms: r.held_ms,
            saturated: r.saturated,
        }
    }
}

/// Name of a kind in the document.
pub(super) fn kind(kind: ResourceKind) -> &'static str {
    match kind {
        ResourceKind::TargetCpu => "target-cpu",
        ResourceKind::EventLoop => "event-loop",
        ResourceKind::ThreadPool => "thread-pool",
        ResourceKind::DatabaseCpu => "database-cpu",
        ResourceKind::ConnectionPool => "connection-pool",
        ResourceKind::Workers => "workers",
    }
}
