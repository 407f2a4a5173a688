//! Slow because connections are taken and never given back: fewer and fewer are left.

use crate::facts::rest::{Lost, Rest, lost, rests};
use crate::facts::stacks::job_connections;
use crate::facts::{component_of, full_pool, pool_growth_share};
use diagnose::claim::STACKS;
use diagnose::saturation::{OWN_SHARE, ResourceKind};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Mechanism, Stability, Status};
use ends::in_the_end;
use model::Outcome;
use model::sensor::{POOL_GAUGES, WORKER_GAUGES};

mod ends;

/// The gauge of borrowed connections.
const USED: [&str; 1] = [model::signal::POOL_USED];

/// Share of the pool that must be lost, where the pool limits, before the loss is what it is for rather than a small pool: the rest
/// follows, and fixing it gives a fifth more at least. Source: CAUSES S2, the least gain that is worth a name.
const LEAST_SHARE: f64 = 1.0 - OWN_SHARE;
/// The same where the pool was never read at rest, and what requests can have is only bounded by stacks. A guess.
const LEAST_UNOWNED: f64 = 0.5;
/// Mean number of connections at which threads that serve no request are seen, from which what is borrowed at rest may be theirs. A guess:
/// half a connection, since work that was left over by a level holds more.
const JOBS: f64 = 0.5;
/// By how many connections those that requests use and those that are lost may miss the gauge. A guess: one is lost in the middle of the
/// level.
const OFF_BY: f64 = 1.0;

/// What to do.
const FIX: &str =
    "give the connection back on every way out (try-with-resources, finally, use {}); HikariCP tells where with leakDetectionThreshold";

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
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[POOL_GAUGES]
    }

    /// The pool gives up after its time-out, or the client before that.
    fn explains_failures(&self) -> &'static [Outcome] {
        &[Outcome::ServerError, Outcome::Timeout, Outcome::Censored]
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
        let counted = a.heavy().is_some_and(|l| l.served.counts_requests_at_rest());
        if !counted && !a.run.sees(WORKER_GAUGES) {
            h.status = Status::NotObservable;
            let sensor = a.run.sensors.get(WORKER_GAUGES).map_or("not seen", |s| s.reason.as_str());
            h.reason = format!("{WORKER_GAUGES}: {sensor}");
            h.missing = vec![WORKER_GAUGES];
            return h;
        }
        let all = rests(a);
        // a rest after a light level says little of the heaviest, from which requests may wait to the end
        if !a.heavy().is_some_and(|heavy| all.iter().any(|r| r.phase == heavy.phase.id)) {
            let told = never_at_rest(a, h.clone());
            if all.is_empty() || told.status != Status::NotObservable {
                return told;
            }
        }
        let Some(worst) = all.iter().max_by(|x, y| x.borrowed.total_cmp(&y.borrowed)) else {
            return never_at_rest(a, h);
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
        h.component = component_of(a, &worst.pool);
        h.claims = pool
            .iter()
            .map(|r| {
                let text = format!("{:.0} of {:.0} connections are borrowed after {}, when no worker is busy", r.borrowed, r.max, r.phase);
                Claim::over(&r.phase, r.window, "borrowed_at_rest", r.borrowed, "1", text).from_labelled(&USED, "pool", &r.pool)
            })
            .collect();
        h.fix = FIX.to_owned();
        judge(a, &all, worst, h)
    }
}

/// The pool was never read while no worker was busy, because requests wait for it to the end: borrowed connections that request threads
/// cannot have are told from the stacks.
fn never_at_rest(a: &Analysis, mut h: Hypothesis) -> Hypothesis {
    let seen = a.heavy().and_then(|l| Some((l, in_the_end(a, l)?)));
    let Some((heavy, end)) = seen.filter(|(_, end)| end.is_dry() && end.unowned() >= LEAST_UNOWNED * end.max) else {
        h.status = Status::NotObservable;
        h.reason = "the pool was never read while no worker was busy".to_owned();
        return h;
    };
    h.observed = format!(
        "{:.1} of {:.0} connections are borrowed at the end of {}, request threads can have {:.1} of them at most, and no other thread \
            was seen at the database",
        end.used, end.max, heavy.phase.id, end.owned
    );
    let growth = pool_growth_share(a);
    h.evidence = EvidenceLevel::Coincides;
    h.reason.clone_from(&h.observed);
    h.component = component_of(a, &end.pool);
    h.fix = FIX.to_owned();
    h.claims = vec![
        Claim::at(heavy, "borrowed_by_nobody", end.unowned(), "1", h.observed.clone())
            .from_labelled(&USED, "pool", &end.pool)
            .from(&[STACKS]),
    ];
    h.weight = growth.clone().unwrap_or(0.0);
    h.status = if growth.is_ok() { Status::Supported } else { Status::Secondary };
    not_the_limit(a, h)
}

fn judge(a: &Analysis, all: &[Rest], worst: &Rest, mut h: Hypothesis) -> Hypothesis {
    let Some(lost) = lost(all, &worst.pool) else {
        h.status = Status::Untested;
        h.reason = format!("{}: as many as before, so a job of the service's own may hold them", h.observed);
        return h;
    };
    let jobs = a.heavy().map_or(0.0, |l| job_connections(a, l));
    if jobs >= JOBS {
        h.status = Status::Untested;
        h.reason = format!(
            "{}, but threads that serve no request were at the database as well ({jobs:.1} connections at the heaviest level): they may \
                hold them",
            h.observed
        );
        return h;
    }
    h.evidence = EvidenceLevel::Coincides;
    h.reason = format!("{}; none comes back", h.observed);
    // a pool that has lost its last connection in the middle of a level is full, whatever its mean
    let gone = worst.borrowed >= worst.max - 0.5;
    let growth = full_pool(a).map(|p| p.growth_share).or_else(|why| if gone { pool_growth_share(a) } else { Err(why) });
    h.weight = growth.clone().unwrap_or(0.0);
    h.status = if growth.is_ok() && worst.borrowed >= LEAST_SHARE * worst.max { Status::Supported } else { Status::Secondary };
    if let Some(sum) = closes(a, &worst.pool, lost).filter(|_| a.account_closes()) {
        h.evidence = EvidenceLevel::Explains;
        h.reason = format!("{}; {sum}", h.reason);
    }
    not_the_limit(a, h)
}

/// What is left of the pool may be enough: a CPU that is full makes the connections that are left be held longer.
fn not_the_limit(a: &Analysis, mut h: Hypothesis) -> Hypothesis {
    let full = [ResourceKind::TargetCpu, ResourceKind::DatabaseCpu].into_iter().filter(|k| a.is_saturated(*k)).find_map(|k| a.resource(k));
    let what = full.map(|r| r.name.clone()).or_else(|| a.cpus_are_full().then(|| "the machine's CPU".to_owned()));
    if let Some(what) = what.filter(|_| h.status == Status::Supported) {
        h.status = Status::Secondary;
        h.reason = format!("{}; but {what} is at its limit with those that are left", h.reason);
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
        format!(
            "{in_use:.1} connections in which requests are seen and {:.0} to {:.0} lost are the {gauge:.1} borrowed",
            lost.before, lost.now
        )
    })
}

#[cfg(test)]
mod tests;
