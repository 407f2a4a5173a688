//! Slow because the connection pool is too big: more statements run at once than the database can execute, and all become slower.

use crate::facts::curve::{Curve, LOSS};
use crate::facts::server::sessions_where;
use crate::facts::{DATABASE_SLOWER, component_of};
use diagnose::claim;
use diagnose::frames::Part;
use diagnose::level::{Database, Level, Pool};
use diagnose::saturation::{DATABASE_CPU_FULL, Resource, ResourceKind};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::{POOL_GAUGES, SESSIONS, WALL_STACKS};
use model::{Message, Wait, message};

diagnose::thresholds! {
    /// Statements at once per CPU of the database from which there are too many. Source: HikariCP, "About Pool Sizing" (cores x 2 +
    /// spindles).
    PER_CPU = 2.0;
    /// Share of the sessions at work that wait for the server's internal locks from which it counts as congested. A guess.
    LATCHED = 0.3;
}

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
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("connection-pool-too-big/expected");
        h.falsifier = message!("connection-pool-too-big/falsifier");
        let Some((light, heavy, pool)) = a.light().zip(a.heavy()).and_then(|(l, h)| Some((l, h, h.busiest_pool()?))) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("facts/no-pool"));
        };
        let (Some(database), Some(cpu)) = (heavy.database.as_ref().filter(|d| d.sessions_seen), a.resource(ResourceKind::DatabaseCpu))
        else {
            h.status = Status::NotObservable;
            h.reason = message!("connection-pool-too-big/database-unseen");
            return h;
        };
        let latched = sessions_where(a, heavy, |g| g.wait == Wait::Latch).unwrap_or(0.0);
        h.observed = message!(
            "connection-pool-too-big/observed",
            active: Count(database.active),
            cpus: Count(cpu.limit),
            used: Share(cpu.utilisation()),
            latched: Count(latched),
            size: Count(pool.max),
        );
        if let Some(why) = against(light, heavy, database, cpu, latched) {
            h.reason = why;
            return h;
        }
        if let Some(service) = a.full_core() {
            h.reason = message!("connection-pool-too-big/service-full", used: Share(service.utilisation()));
            return h;
        }
        h.component = component_of(a, &pool.name);
        h.fix = message!("connection-pool-too-big/fix", size: Count(cpu.limit * PER_CPU.get()), per_cpu: Count(PER_CPU.get()));
        conclude(a, heavy, pool, h)
    }
}

/// The observation that speaks against it.
fn against(light: &Level, heavy: &Level, database: &Database, cpu: &Resource, latched: f64) -> Option<Message> {
    if database.active < PER_CPU.get() * cpu.limit {
        return Some(message!("connection-pool-too-big/few-statements", active: Count(database.active), cpus: Count(cpu.limit)));
    }
    if cpu.utilisation() < DATABASE_CPU_FULL.get() && latched < LATCHED.get() * database.active {
        return Some(message!(
            "connection-pool-too-big/has-room",
            used: Share(cpu.utilisation()),
            latched: Count(latched),
            active: Count(database.active),
        ));
    }
    let (before, after) = (light.part_ms(Part::Database), heavy.part_ms(Part::Database));
    (after < DATABASE_SLOWER.get() * before).then(|| message!("connection-pool-too-big/not-slower", after: Ms(after), before: Ms(before)))
}

/// A congested database alone does not tell whether fewer connections would do as much: the doubling of the load may have shown it.
fn conclude(a: &Analysis, heavy: &Level, pool: &Pool, mut h: Hypothesis) -> Hypothesis {
    let seen = Curve::of(a).filter(|c| c.best.connections < pool.max.min(c.last.connections));
    let Some(curve) = seen.clone().filter(|c| c.loss() >= LOSS.get()) else {
        h.status = Status::Untested;
        h.reason = match seen {
            Some(c) => message!(
                "connection-pool-too-big/no-loss",
                observed: (h.observed.clone()),
                fewer: Count(c.best.connections),
                best: PerSecond(c.best.per_s),
                more: Count(c.last.connections),
                last: PerSecond(c.last.per_s),
            ),
            None => message!("connection-pool-too-big/untried", observed: (h.observed.clone())),
        };
        return h;
    };
    h.status = Status::Supported;
    // the same service did more with fewer at once: that is the arithmetic of it
    h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
    h.weight = a.growth.share(a.growth.database_ms);
    h.reason = message!(
        "connection-pool-too-big/holds",
        observed: (h.observed.clone()),
        fewer: Count(curve.best.connections),
        best: PerSecond(curve.best.per_s),
        more: Count(curve.last.connections),
        last: PerSecond(curve.last.per_s),
    );
    let lost = message!("connection-pool-too-big/lost", share: Share(curve.loss()));
    h.claims = vec![
        Claim::at(heavy, "statements_at_once", heavy.database.as_ref().map_or(0.0, |d| d.active), "1", h.observed.clone())
            .from(&[claim::SESSIONS]),
        Claim::at(heavy, "throughput_lost", curve.loss(), "1", lost).from(&[claim::REQUESTS]),
    ];
    h
}

#[cfg(test)]
mod tests;
