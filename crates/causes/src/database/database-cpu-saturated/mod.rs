//! Slow because the database server has no CPU left: every statement takes longer.

use diagnose::saturation::{DATABASE_CPU_FULL, ResourceKind};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Mechanism, Stability, Status};
use model::sensor::WALL_STACKS;
use model::signal;

/// Growth of the time in the database, as a multiple of its light-load value, that a saturated database must show. Source: CAUSES row P4.
const SLOWER: f64 = 1.5;
/// Share of the growth of the response time. Source: CAUSES section 4 point 3.
const LEAST_SHARE: f64 = diagnose::judge::LEAST_GROWTH_SHARE;

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
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected = "the database uses all of its CPU, and every statement takes longer than under light load".to_owned();
        h.falsifier = "with fewer requests in flight a statement takes as long and throughput falls".to_owned();
        let (Some(light), Some(heavy)) = (a.light(), a.heavy()) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, "no level was measured");
        };
        let Some(database) = &heavy.database else {
            let mut h = Hypothesis::new(self.id(), Status::NotObservable, "neither its sessions nor its CPU could be seen");
            h.missing = vec![model::sensor::SESSIONS];
            return h;
        };
        let cpu = a.resource(ResourceKind::DatabaseCpu).map(diagnose::saturation::Resource::utilisation);
        let reads = |l: &diagnose::level::Level| l.part_ms(diagnose::frames::Part::Database);
        let (before, after) = (reads(light), reads(heavy));
        let server = |l: &diagnose::level::Level| l.database.as_ref().map_or(0.0, diagnose::level::Database::server_ms);
        h.observed = format!(
            "{}server-side {:.2} ms per request, {:.2} ms under light load",
            cpu.map(|c| format!("CPU {:.0} % used, ", c * 100.0)).unwrap_or_default(),
            server(heavy),
            server(light)
        );
        let Some(cpu) = cpu else {
            h.status = Status::NotObservable;
            h.reason = format!("its CPU cannot be seen from here ({:.1} sessions active)", database.active);
            return h;
        };
        if cpu < DATABASE_CPU_FULL {
            h.reason = format!("the database uses {:.0} % of its CPU", cpu * 100.0);
            return h;
        }
        let share = a.growth.share(a.growth.database_ms + a.growth.pool_queueing_ms(heavy));
        if after < SLOWER * before || share < LEAST_SHARE {
            h.status = Status::Secondary;
            h.reason =
                format!("the database uses {:.0} % of its CPU, but statements take {after:.1} ms instead of {before:.1} ms", cpu * 100.0);
            return h;
        }
        h.status = Status::Supported;
        h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h.weight = share;
        h.reason = format!(
            "the database uses {:.0} % of its CPU, and statements take {after:.1} ms instead of {before:.1} ms under light load",
            cpu * 100.0
        );
        h.claims = vec![Claim::at(heavy, "database_cpu", cpu, "1", h.reason.clone()).from(&[signal::DATABASE_CPU_TIME])];
        h.fix =
            "look at the statements that use it (missing index, rows read for nothing); then cache, replicas, fewer connections".to_owned();
        h
    }
}

#[cfg(test)]
mod tests;
