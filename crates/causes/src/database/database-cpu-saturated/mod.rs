//! Slow because the database server has no CPU left: every statement takes longer.

use crate::facts::DATABASE_SLOWER;
use diagnose::frames::Part;
use diagnose::level::{Database, Level};
use diagnose::saturation::{DATABASE_CPU_FULL, Resource, ResourceKind};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Mechanism, Stability, Status};
use model::sensor::WALL_STACKS;
use model::{Message, message, signal};

// Share of the growth of the response time. Source: CAUSES section 4 point 3.
use diagnose::LEAST_GROWTH_SHARE as LEAST_SHARE;

struct DatabaseCpuSaturated;

/// The cause.
pub const CAUSE: &dyn Cause = &DatabaseCpuSaturated;

impl Cause for DatabaseCpuSaturated {
    fn id(&self) -> &'static str {
        "database-cpu-saturated"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Preview
    }

    fn needs(&self) -> &'static [&'static str] {
        &[WALL_STACKS]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["connection-pool-too-small"]
    }

    fn mechanism(&self) -> Mechanism {
        Mechanism::full(ResourceKind::DatabaseCpu)
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("database-cpu-saturated/expected");
        h.falsifier = message!("database-cpu-saturated/falsifier");
        let (Some(light), Some(heavy)) = (a.light(), a.heavy()) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("facts/no-level"));
        };
        let Some(database) = &heavy.database else {
            let mut h = Hypothesis::new(self.id(), Status::NotObservable, message!("database-cpu-saturated/unseen"));
            h.missing = vec![model::sensor::SESSIONS];
            return h;
        };
        let cpu = a.resource(ResourceKind::DatabaseCpu).map(Resource::utilisation);
        let reads = |l: &Level| l.part_ms(Part::Database);
        let (before, after) = (reads(light), reads(heavy));
        let server = |l: &Level| l.database.as_ref().map_or(0.0, Database::server_ms);
        h.observed = message!("database-cpu-saturated/server-side", heavy: Ms(server(heavy)), light: Ms(server(light)));
        let Some(cpu) = cpu else {
            h.status = Status::NotObservable;
            h.reason = message!("database-cpu-saturated/cpu-unseen", active: Count(database.active));
            return h;
        };
        h.observed = message!("database-cpu-saturated/observed", used: Share(cpu), server: (h.observed));
        if cpu < DATABASE_CPU_FULL.get() {
            h.reason = message!("database-cpu-saturated/has-room", used: Share(cpu));
            return h;
        }
        let share = a.growth.share(a.growth.database_ms + a.growth.pool_queueing_ms(heavy));
        if after < DATABASE_SLOWER.get() * before || share < LEAST_SHARE.get() {
            h.status = Status::Secondary;
            h.reason = if before + after > 0.0 {
                message!("database-cpu-saturated/hardly-slower", used: Share(cpu), after: Ms(after), before: Ms(before))
            } else {
                message!("database-cpu-saturated/waits-unseen", used: Share(cpu))
            };
            return h;
        }
        h.status = Status::Supported;
        h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h.weight = share;
        h.reason = message!("database-cpu-saturated/holds", used: Share(cpu), after: Ms(after), before: Ms(before));
        h.claims = vec![Claim::at(heavy, "database_cpu", cpu, "1", h.reason.clone()).from(&[signal::DATABASE_CPU_TIME])];
        h.fix = message!("database-cpu-saturated/fix");
        h
    }
}

#[cfg(test)]
mod tests;
