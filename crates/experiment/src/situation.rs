//! The service as a run left it at saturation: the figures from which every prediction starts.

use diagnose::Analysis;
use diagnose::saturation::{Resource, ResourceKind};
use model::{Arrival, PhaseKind};

/// A resource with a limit at saturation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Held {
    /// How many of it there are.
    pub limit: f64,
    /// How long a request keeps one, milliseconds.
    pub held_ms: f64,
    /// What of that is spent waiting for something outside the service (other services, locks): it does not grow when the service gets
    /// busier.
    pub steady_ms: f64,
    /// How long a request keeps one under light load, milliseconds.
    pub unqueued_ms: f64,
}

/// What predictions start from.
#[derive(Debug, Clone, PartialEq)]
pub struct Situation {
    /// Closed connections of the saturation phase.
    pub connections: u32,
    /// Answers per second with them.
    pub per_s: f64,
    /// Mean response with them, milliseconds.
    pub response_ms: f64,
    /// Name of the busiest pool, or empty.
    pub pool_name: String,
    /// The busiest pool.
    pub pool: Option<Held>,
    /// Name of the workers' executor, or empty.
    pub workers_name: String,
    /// Worker threads.
    pub workers: Option<Held>,
    /// Cores of the service, and the CPU time of a request.
    pub cpu: Option<Held>,
    /// The database's cores, where they are seen.
    pub database: Option<Held>,
}

impl Situation {
    /// From a measured run; `None` without a saturation phase.
    pub fn of(a: &Analysis) -> Option<Self> {
        let level = a.levels.iter().rev().find(|l| l.phase.kind == PhaseKind::Saturation)?;
        let Arrival::Closed { connections } = level.phase.arrival else { return None };
        let unqueued = a.unqueued_resources();
        let find = |kind| {
            let now = a.resource(kind)?;
            let light = unqueued.iter().find(|r| r.kind == kind && r.name == now.name).map_or(now.held_ms, |r| r.held_ms);
            Some((now, light))
        };
        let held = |kind, steady: &dyn Fn(&Resource) -> f64| {
            let (r, unqueued_ms) = find(kind)?;
            let sound = r.limit > 0.0 && r.held_ms > 0.0;
            sound.then(|| Held { limit: r.limit, held_ms: r.held_ms, steady_ms: steady(r).clamp(0.0, r.held_ms), unqueued_ms })
        };
        let hold = a.hold();
        let outside = hold.as_ref().map_or(0.0, |h| h.remote_in_transaction_ms + h.remote_without_transaction_ms + h.other_wait_ms);
        let remote = level.elsewhere_ms();
        Some(Self {
            connections,
            per_s: level.throughput_per_s,
            response_ms: level.response_ms,
            pool_name: hold.as_ref().map(|h| h.pool.clone()).unwrap_or_default(),
            pool: held(ResourceKind::ConnectionPool, &|_| outside),
            workers_name: level.served.workers().map(|w| w.name.clone()).unwrap_or_default(),
            workers: held(ResourceKind::Workers, &|_| remote),
            cpu: held(ResourceKind::TargetCpu, &|_| 0.0),
            database: held(ResourceKind::DatabaseCpu, &|_| 0.0),
        })
    }

    /// Used share of the service's CPU, 0 to 1; 0 when it is not seen.
    pub fn cpu_busy(&self) -> f64 {
        self.cpu.map_or(0.0, |c| (self.per_s * c.held_ms / 1e3 / c.limit).clamp(0.0, 1.0))
    }

    /// The resource of `kind`.
    pub fn held(&self, kind: ResourceKind) -> Option<Held> {
        match kind {
            ResourceKind::ConnectionPool => self.pool,
            ResourceKind::Workers => self.workers,
            ResourceKind::TargetCpu => self.cpu,
            ResourceKind::DatabaseCpu => self.database,
            // nothing of an event loop can be changed in a running service yet
            ResourceKind::EventLoop | ResourceKind::ThreadPool => None,
        }
    }

    /// The lowest ceiling of all resources but `kind`, per second, as they are without queueing; infinite when none is seen.
    pub fn next_ceiling_per_s(&self, kind: ResourceKind) -> f64 {
        const ALL: [ResourceKind; 4] =
            [ResourceKind::ConnectionPool, ResourceKind::Workers, ResourceKind::TargetCpu, ResourceKind::DatabaseCpu];
        let others = ALL.into_iter().filter(|k| *k != kind).filter_map(|k| self.held(k));
        others.map(Held::ceiling_per_s).fold(f64::INFINITY, f64::min)
    }
}

impl Held {
    /// Throughput that it allows when nothing queues elsewhere, per second.
    pub fn ceiling_per_s(self) -> f64 {
        stats::law::capacity_per_s(self.limit, self.unqueued_ms / 1e3)
    }
}
