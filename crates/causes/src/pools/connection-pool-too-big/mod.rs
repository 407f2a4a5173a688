//! Slow because the connection pool is too big: more statements run at once than the database can execute, and all become slower.

use crate::facts::component_of;
use crate::facts::curve::{Curve, LOSS};
use crate::facts::server::sessions_where;
use diagnose::claim;
use diagnose::frames::Part;
use diagnose::level::{Database, Level, Pool};
use diagnose::saturation::{DATABASE_CPU_FULL, Resource, ResourceKind};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::Wait;
use model::sensor::{POOL_GAUGES, SESSIONS, WALL_STACKS};

/// Statements at once per CPU of the database from which there are too many. Source: HikariCP, "About Pool Sizing" (cores x 2 + spindles).
const PER_CPU: f64 = 2.0;
/// Share of the sessions at work that wait for the server's internal locks from which it counts as congested. A guess.
const LATCHED: f64 = 0.3;
/// Growth of the time in the database, as a multiple of its light-load value. Source: CAUSES row P4.
const SLOWER: f64 = 1.5;

struct PoolTooBig;

/// The cause.
pub const CAUSE: &dyn Cause = &PoolTooBig;

impl Cause for PoolTooBig {
    fn id(&self) -> &'static str {
        "connection-pool-too-big"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Preview
    }

    fn needs(&self) -> &'static [&'static str] {
        &[WALL_STACKS, POOL_GAUGES, SESSIONS]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["connection-pool-too-small", "database-cpu-saturated"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected = "more statements run at once than the database has room for, each takes longer, and throughput was higher with fewer"
            .to_owned();
        h.falsifier = "with half the connections throughput falls".to_owned();
        let Some((light, heavy, pool)) = a.light().zip(a.heavy()).and_then(|(l, h)| Some((l, h, h.busiest_pool()?))) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, "no connection pool was read");
        };
        let (Some(database), Some(cpu)) = (heavy.database.as_ref().filter(|d| d.sessions_seen), a.resource(ResourceKind::DatabaseCpu))
        else {
            h.status = Status::NotObservable;
            h.reason = "the CPU of the database cannot be seen from here, so what it has room for is not known".to_owned();
            return h;
        };
        let latched = sessions_where(a, heavy, |g| g.wait == Wait::Latch).unwrap_or(0.0);
        h.observed = format!(
            "{:.1} statements at once on {:.0} CPUs of the database ({:.0} % used, {latched:.1} wait for its internal locks); pool {:.0}",
            database.active,
            cpu.limit,
            cpu.utilisation() * 100.0,
            pool.max
        );
        if let Some(why) = against(light, heavy, database, cpu, latched) {
            h.reason = why;
            return h;
        }
        if let Some(service) = a.resource(ResourceKind::TargetCpu).filter(|r| r.saturated) {
            h.reason = format!("the service uses {:.0} % of its CPU", service.utilisation() * 100.0);
            return h;
        }
        h.component = component_of(a, &pool.name);
        h.fix = format!(
            "turn the pool down towards {:.0} (CPUs of the database x 2) for all instances together, until throughput bends",
            cpu.limit * PER_CPU
        );
        conclude(a, heavy, pool, h)
    }
}

/// The observation that speaks against it.
fn against(light: &Level, heavy: &Level, database: &Database, cpu: &Resource, latched: f64) -> Option<String> {
    if database.active < PER_CPU * cpu.limit {
        return Some(format!("no more than {:.1} statements run at once on {:.0} CPUs of the database", database.active, cpu.limit));
    }
    if cpu.utilisation() < DATABASE_CPU_FULL && latched < LATCHED * database.active {
        return Some(format!(
            "the database uses {:.0} % of its CPU, and {latched:.1} of {:.1} statements wait for its internal locks",
            cpu.utilisation() * 100.0,
            database.active
        ));
    }
    let (before, after) = (light.part_ms(Part::Database), heavy.part_ms(Part::Database));
    (after < SLOWER * before).then(|| format!("statements take {after:.1} ms per request, {before:.1} ms under light load"))
}

/// A congested database alone does not tell whether fewer connections would do as much: the doubling of the load may have shown it.
fn conclude(a: &Analysis, heavy: &Level, pool: &Pool, mut h: Hypothesis) -> Hypothesis {
    let seen = Curve::of(a).filter(|c| c.best.connections < pool.max.min(c.last.connections));
    let Some(curve) = seen.clone().filter(|c| c.loss() >= LOSS) else {
        h.status = Status::Untested;
        h.reason = match seen {
            Some(c) => format!(
                "{}; but {:.0}/s with {:.0} connections of load are no more than {:.0}/s with {:.0}",
                h.observed, c.best.per_s, c.best.connections, c.last.per_s, c.last.connections
            ),
            None => format!("{}; whether fewer connections would do as much is seen only by turning the pool down", h.observed),
        };
        return h;
    };
    h.status = Status::Supported;
    // the same service did more with fewer at once: that is the arithmetic of it
    h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
    h.weight = a.growth.share(a.growth.database_ms);
    h.reason = format!(
        "{}; with {:.0} requests at once it did {:.0}/s, with {:.0} only {:.0}/s",
        h.observed, curve.best.connections, curve.best.per_s, curve.last.connections, curve.last.per_s
    );
    h.claims = vec![
        Claim::at(heavy, "statements_at_once", heavy.database.as_ref().map_or(0.0, |d| d.active), "1", h.observed.clone())
            .from(&[claim::SESSIONS]),
        Claim::at(heavy, "throughput_lost", curve.loss(), "1", format!("{:.0} % of the best throughput is lost", curve.loss() * 100.0))
            .from(&[claim::REQUESTS]),
    ];
    h
}

#[cfg(test)]
mod tests;
