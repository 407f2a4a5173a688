//! Slow because connections are taken and never given back: fewer and fewer are left.

use crate::facts::full_pool;
use crate::facts::rest::{Lost, Rest, lost, rests};
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Mechanism, Stability, Status};
use model::sensor::{POOL_GAUGES, WORKER_GAUGES};

/// Share of the pool that must be lost, where the pool limits, before the loss is what it is for rather than a small pool. A guess: the rest
/// follows, and fixing it gives a third more at least.
const LEAST_SHARE: f64 = 0.25;
/// By how many connections those that requests use and those that are lost may miss the gauge. A guess: one is lost in the middle of the level.
const OFF_BY: f64 = 1.0;

struct Leaked;

/// The cause.
pub const CAUSE: &dyn Cause = &Leaked;

impl Cause for Leaked {
    fn id(&self) -> &'static str {
        "connection-leaked"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Preview
    }

    fn needs(&self) -> &'static [&'static str] {
        &[POOL_GAUGES, WORKER_GAUGES]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["connection-pool-too-small", "connection-held-without-query"]
    }

    fn mechanism(&self) -> Mechanism {
        Mechanism::full(ResourceKind::ConnectionPool)
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected = "connections stay borrowed when no request is in flight, more after each level, and are never given back".to_owned();
        h.falsifier = "a minute after the load has stopped the pool is whole again".to_owned();
        let all = rests(a);
        let Some(worst) = all.iter().max_by(|x, y| x.borrowed.total_cmp(&y.borrowed)) else {
            h.status = Status::NotObservable;
            h.reason = "the pool was never read while no worker was busy".to_owned();
            return h;
        };
        let pool: Vec<&Rest> = all.iter().filter(|r| r.pool == worst.pool).collect();
        let borrowed: Vec<String> = pool.iter().map(|r| format!("{:.0}", r.borrowed)).collect();
        h.observed = format!("borrowed while no request is in flight, level after level: {} of {:.0}", borrowed.join(", "), worst.max);
        if worst.borrowed < 0.5 {
            h.reason = format!("all connections of pool {:?} are back as soon as no request is in flight", worst.pool);
            return h;
        }
        if pool.windows(2).any(|w| w[1].borrowed < w[0].borrowed - 0.5) {
            h.reason = format!("{}: some come back by themselves", h.observed);
            return h;
        }
        h.component = format!("hikari:{}", worst.pool);
        h.claims = pool
            .iter()
            .map(|r| Claim {
                text: format!("{:.0} of {:.0} connections are borrowed after {}, when no worker is busy", r.borrowed, r.max, r.phase),
                metric: "borrowed_at_rest".to_owned(),
                value: r.borrowed,
                unit: "1",
                phase: r.phase.clone(),
            })
            .collect();
        h.fix = "give the connection back on every way out (try-with-resources, finally, use {}); HikariCP tells where with leakDetectionThreshold".to_owned();
        judge(a, &all, worst, h)
    }
}

fn judge(a: &Analysis, all: &[Rest], worst: &Rest, mut h: Hypothesis) -> Hypothesis {
    let Some(lost) = lost(all, &worst.pool) else {
        h.status = Status::Untested;
        h.reason = format!("{}: as many as before, so a job of the service's own may hold them", h.observed);
        return h;
    };
    h.evidence = EvidenceLevel::Coincides;
    h.reason = format!("{}; none comes back", h.observed);
    let growth = full_pool(a).map(|p| p.growth_share);
    h.weight = growth.clone().unwrap_or(0.0);
    h.status = if growth.is_ok() && worst.borrowed >= LEAST_SHARE * worst.max { Status::Supported } else { Status::Secondary };
    if let Some(sum) = closes(a, &worst.pool, lost).filter(|_| a.account_closes()) {
        h.evidence = EvidenceLevel::Explains;
        h.reason = format!("{}; {sum}", h.reason);
    }
    h
}

/// The borrowed connections at the heaviest level are those in which requests are seen, and those that are lost: in words, when it is so.
fn closes(a: &Analysis, pool: &str, lost: Lost) -> Option<String> {
    let heavy = a.heavy()?;
    let gauge = heavy.pools.iter().find(|p| p.name == pool)?.used;
    let in_use = heavy.throughput_per_s * a.hold()?.by_stacks_ms / 1e3;
    let seen = (in_use + lost.before - OFF_BY)..=(in_use + lost.now + OFF_BY);
    seen.contains(&gauge).then(|| {
        format!("{in_use:.1} connections in which requests are seen and {:.0} to {:.0} lost are the {gauge:.1} borrowed", lost.before, lost.now)
    })
}

#[cfg(test)]
mod tests;
