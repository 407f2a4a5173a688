//! Slow because connections are taken and never given back: fewer and fewer are left.

use crate::facts::rest::{Lost, ONE, Rest, lost, rests};
use crate::facts::stacks::job_connections;
use crate::facts::start::start_of;
use crate::facts::{component_of, full_pool, pool_growth_share};
use diagnose::claim::STACKS;
use diagnose::saturation::{OWN_SHARE, ResourceKind};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Mechanism, Stability, Status};
use ends::in_the_end;
use model::sensor::{POOL_GAUGES, WORKER_GAUGES};
use model::{Message, Outcome, message};

mod ends;

/// The gauge of borrowed connections.
const USED: [&str; 1] = [model::signal::POOL_USED];

/// Share of the pool that must be lost, where the pool limits, before the loss is what it is for rather than a small pool: the rest
/// follows, and fixing it gives a fifth more at least. Source: CAUSES S2, the least gain that is worth a name.
fn least_share() -> f64 {
    1.0 - OWN_SHARE.get()
}
diagnose::thresholds! {
    /// The same where the pool was never read at rest, and what requests can have is only bounded by stacks. A guess.
    LEAST_UNOWNED = 0.5;
    /// Mean number of connections at which threads that serve no request are seen, from which what is borrowed at rest may be theirs. A
    /// guess: half a connection, since work that was left over by a level holds more.
    JOBS = 0.5;
    /// By how many connections those that requests use and those that are lost may miss the gauge. A guess: one is lost in the middle of
    /// the level.
    OFF_BY = 1.0;
}

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
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("connection-leaked/expected");
        h.falsifier = message!("connection-leaked/falsifier");
        if let Some(back) = back_after_start(a) {
            h.observed.clone_from(&back);
            h.reason = back;
            return h;
        }
        let counted = a.heavy().is_some_and(|l| l.served.counts_requests_at_rest());
        if !counted && !a.run.sees(WORKER_GAUGES) {
            h.status = Status::NotObservable;
            h.reason = a.unseen(WORKER_GAUGES);
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
        let at_rest = |r: &&Rest| message!("connection-leaked/at-rest", borrowed: Count(r.borrowed), phase: name(&r.phase));
        let all_rests: Vec<Message> = pool.iter().map(at_rest).collect();
        h.observed = message!("connection-leaked/observed", rests: List(all_rests), size: Count(worst.max));
        if worst.borrowed < ONE.get() {
            h.reason = message!("connection-leaked/all-back", pool: name(&worst.pool));
            return h;
        }
        if pool.windows(2).any(|w| w[1].borrowed < w[0].borrowed - ONE.get()) {
            h.reason = message!("connection-leaked/some-back", observed: (h.observed.clone()));
            return h;
        }
        h.component = component_of(a, &worst.pool);
        h.claims = pool
            .iter()
            .map(|r| {
                let text = message!("connection-leaked/rest", borrowed: Count(r.borrowed), size: Count(r.max), phase: name(&r.phase));
                Claim::over(&r.phase, r.window, "borrowed_at_rest", r.borrowed, "1", text).from_labelled(&USED, "pool", &r.pool)
            })
            .collect();
        h.fix = message!("connection-leaked/fix");
        judge(a, &all, worst, h)
    }
}

/// Of a service that was just started: at its warm level hardly any connection is in use, so those of the first seconds have come back.
fn back_after_start(a: &Analysis) -> Option<Message> {
    let (_, slow) = start_of(a).filter(|_| a.levels.is_empty())?;
    let ((_, warm), most) = slow.pool.as_ref().zip(slow.pool_used)?;
    (warm.used < LEAST_UNOWNED.get() * most).then(|| {
        message!(
            "connection-leaked/back-after-start",
            most: Count(most),
            max: Count(warm.max),
            warm: Count(warm.used),
            first: Seconds(slow.length_s())
        )
    })
}

/// The pool was never read while no worker was busy, because requests wait for it to the end: borrowed connections that request threads
/// cannot have are told from the stacks.
fn never_at_rest(a: &Analysis, mut h: Hypothesis) -> Hypothesis {
    let seen = a.heavy().and_then(|l| Some((l, in_the_end(a, l)?)));
    let Some((heavy, end)) = seen.filter(|(_, end)| end.is_dry() && end.unowned() >= LEAST_UNOWNED.get() * end.max) else {
        h.status = Status::NotObservable;
        h.reason = message!("connection-leaked/never-at-rest");
        return h;
    };
    h.observed = message!(
        "connection-leaked/nobodys",
        used: Count(end.used),
        size: Count(end.max),
        phase: name(&heavy.phase.id),
        owned: Count(end.owned),
    );
    let growth = pool_growth_share(a);
    h.evidence = EvidenceLevel::Coincides;
    h.reason.clone_from(&h.observed);
    h.component = component_of(a, &end.pool);
    h.fix = message!("connection-leaked/fix");
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
        h.reason = message!("connection-leaked/as-many-as-before", observed: (h.observed.clone()));
        return h;
    };
    let jobs = a.heavy().map_or(0.0, |l| job_connections(a, l));
    if jobs >= JOBS.get() {
        h.status = Status::Untested;
        h.reason = message!("connection-leaked/jobs", observed: (h.observed.clone()), jobs: Count(jobs));
        return h;
    }
    h.evidence = EvidenceLevel::Coincides;
    h.reason = message!("connection-leaked/none-back", observed: (h.observed.clone()));
    // a pool that has lost its last connection in the middle of a level is full, whatever its mean
    let gone = worst.borrowed >= worst.max - ONE.get();
    let growth = full_pool(a).map(|p| p.growth_share).or_else(|why| if gone { pool_growth_share(a) } else { Err(why) });
    h.weight = growth.clone().unwrap_or(0.0);
    h.status = if growth.is_ok() && worst.borrowed >= least_share() * worst.max { Status::Supported } else { Status::Secondary };
    if let Some(sum) = closes(a, &worst.pool, lost).filter(|_| a.account_closes()) {
        h.evidence = EvidenceLevel::Explains;
        h.reason = message!("connection-leaked/with-sum", reason: (h.reason.clone()), sum: (sum));
    }
    not_the_limit(a, h)
}

/// What is left of the pool may be enough: a CPU that is full makes the connections that are left be held longer.
fn not_the_limit(a: &Analysis, mut h: Hypothesis) -> Hypothesis {
    let full = [ResourceKind::TargetCpu, ResourceKind::DatabaseCpu].into_iter().filter(|k| a.is_saturated(*k)).find_map(|k| a.resource(k));
    let what = full.map(|r| r.name.clone()).or_else(|| a.cpus_are_full().then(|| message!("connection-leaked/machines-cpu")));
    if let Some(what) = what.filter(|_| h.status == Status::Supported) {
        h.status = Status::Secondary;
        h.reason = message!("connection-leaked/not-the-limit", reason: (h.reason.clone()), what: (what));
    }
    h
}

/// The borrowed connections at the heaviest level are those in which requests are seen, and those that are lost: the sum, when it is so.
fn closes(a: &Analysis, pool: &str, lost: Lost) -> Option<Message> {
    let heavy = a.heavy()?;
    let gauge = heavy.pools.iter().find(|p| p.name == pool)?.used;
    let in_use = heavy.throughput_per_s * a.hold()?.by_stacks_ms / 1e3;
    let seen = (in_use + lost.before - OFF_BY.get())..=(in_use + lost.now + OFF_BY.get());
    seen.contains(&gauge).then(|| {
        message!(
            "connection-leaked/sum",
            in_use: Count(in_use),
            before: Count(lost.before),
            now: Count(lost.now),
            borrowed: Count(gauge),
        )
    })
}

#[cfg(test)]
mod tests;
