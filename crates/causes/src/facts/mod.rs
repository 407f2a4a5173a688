//! Facts that several causes rest on: a full pool and what fills it, ceilings of the other resources.

pub(crate) mod cache;
pub(crate) mod calls;
pub(crate) mod collected;
pub(crate) mod core_wait;
pub(crate) mod cpu_owned;
pub(crate) mod curve;
pub(crate) mod event_loop;
pub(crate) mod executors;
pub(crate) mod files;
pub(crate) mod guarded;
pub(crate) mod heap;
pub(crate) mod hot_place;
pub(crate) mod jvm_threads;
pub(crate) mod kept;
pub(crate) mod locks;
mod peers;
pub(crate) mod queueing;
pub(crate) mod repeats;
pub(crate) mod rest;
pub(crate) mod retries;
pub(crate) mod server;
pub(crate) mod stacks;
pub(crate) mod start;
pub(crate) mod tail;

pub(crate) use peers::to_peer;

use diagnose::LEAST_GROWTH_SHARE;
use diagnose::capacity::{Ceiling, Prediction, ceilings, predict};
use diagnose::claim::{REQUESTS, STACKS};
use diagnose::frames::Part;
use diagnose::hold::Hold;
use diagnose::level::{Level, Pool};
use diagnose::saturation::{OWN_SHARE, Resource, ResourceKind, sharing};
use diagnose::{Analysis, Claim, EvidenceLevel};
use model::{Message, message, signal};

diagnose::thresholds! {
    /// Share of the response that waits for a connection from which the pool counts as full when no gauge can be read.
    /// A guess: with the pool as the only queue it is 0.5 at twice the concurrency of the pool.
    FULL_WITHOUT_GAUGE = 0.5;
    /// Time in the database, or that a connection is held for, as a multiple of its value under light load, or when warm, from which it is
    /// slower. Source: CAUSES row P4.
    pub(crate) DATABASE_SLOWER = 1.5;
}
/// Growth of the response time, as a share of its light-load value, below which no queue is worth a name: what costs a fifth less is not.
/// Source: CAUSES S2.
fn least_slower() -> f64 {
    1.0 / OWN_SHARE.get() - 1.0
}
/// How far a knob is turned when we say what more connections or workers would buy: what users try first.
pub(crate) const KNOB_FACTOR: f64 = 3.0;

/// A connection pool that limits the service.
pub(crate) struct FullPool<'a> {
    /// What fills the hold at the heaviest level.
    pub(crate) hold: Hold,
    /// What filled it at the lightest.
    pub(crate) light: Option<Hold>,
    /// Share of the growth of the response time that is queueing at the pool.
    pub(crate) growth_share: f64,
    /// The heaviest level.
    pub(crate) level: &'a Level,
}

/// The pool, when it is full and queueing at it explains the growth; otherwise the observation against it.
pub(crate) fn full_pool<'a>(a: &'a Analysis) -> Result<FullPool<'a>, Message> {
    let heavy = a.heavy().ok_or_else(|| message!("facts/no-level"))?;
    let hold = a.hold().ok_or_else(|| message!("facts/no-connection"))?;
    let wait = heavy.part_ms(Part::PoolWait);
    if hold.by_gauge {
        let pool = heavy.busiest_pool().ok_or_else(|| message!("facts/no-pool"))?;
        if !a.is_saturated(ResourceKind::ConnectionPool) {
            return Err(pool_use(pool, heavy));
        }
    } else if wait < FULL_WITHOUT_GAUGE.get() * heavy.response_ms {
        let (response, rate) = (heavy.response_ms, heavy.throughput_per_s);
        return Err(message!("facts/pool-wait", wait: Ms(wait), response: Ms(response), rate: PerSecond(rate)));
    }
    let growth_share = pool_growth_share(a)?;
    Ok(FullPool { hold, light: a.light().and_then(Hold::of), growth_share, level: heavy })
}

/// How many connections of `pool` are busy at `level`, and how many requests wait for one.
pub(crate) fn pool_use(pool: &Pool, level: &Level) -> Message {
    message!(
        "facts/pool-use",
        used: Count(pool.used),
        size: Count(pool.max),
        waiting: Count(pool.pending),
        rate: PerSecond(level.throughput_per_s),
    )
}

/// Share of the growth of the response time that is queueing at the pool, when it is enough for a name; otherwise what it is.
pub(crate) fn pool_growth_share(a: &Analysis) -> Result<f64, Message> {
    let share = match a.levels.as_slice() {
        // nothing to compare with (the run ended at its first level): what the service makes requests wait, of all that it does
        [only] => {
            only.busiest_pool().map_or_else(|| only.part_ms(Part::PoolWait), |p| p.wait_ms) / (only.response_ms - only.late_ms).max(1e-3)
        }
        // jobs may wait for connections as well: where requests hardly slow down, it is not theirs to explain
        [.., heavy] if a.growth.response_ms >= least_slower() * a.growth.light_ms => a.growth.share(a.growth.pool_queueing_ms(heavy)),
        _ => 0.0,
    }
    .min(1.0);
    if share < LEAST_GROWTH_SHARE.get() {
        return Err(message!("facts/pool-growth-small", share: Share(share)));
    }
    Ok(share)
}

impl FullPool<'_> {
    /// E2 when gauge and stacks tell the same hold and the account closes, else E1.
    pub(crate) fn evidence(&self, a: &Analysis) -> EvidenceLevel {
        if self.hold.sources_agree() && a.account_closes() && a.levels.len() > 1 {
            EvidenceLevel::Explains
        } else {
            EvidenceLevel::Coincides
        }
    }

    /// How long a connection is held, with the name and the size of the pool where its gauge tells.
    pub(crate) fn sentence(&self) -> Message {
        let h = &self.hold;
        if h.by_gauge {
            message!("facts/held-of-pool", pool: name(&h.pool), size: Count(h.size), held: Ms(h.total_ms))
        } else {
            message!("facts/held", held: Ms(h.total_ms))
        }
    }

    /// The numbers that close: connections by how long each is held, what that allows and what was seen, and what waiting is of the growth.
    pub(crate) fn arithmetic(&self, a: &Analysis) -> Message {
        let (growth, account) = (self.growth(), times_add_up(a));
        if self.hold.by_gauge {
            let capacity = stats::law::capacity_per_s(self.hold.size, self.hold.total_ms / 1e3);
            let seen = a.heavy().map_or(0.0, |l| l.throughput_per_s);
            message!(
                "facts/arithmetic",
                size: Count(self.hold.size),
                held: Ms(self.hold.total_ms),
                capacity: PerSecond(capacity),
                seen: PerSecond(seen),
                growth: (growth),
                account: (account),
            )
        } else {
            message!("facts/arithmetic-without-gauge", growth: (growth), account: (account))
        }
    }

    fn growth(&self) -> Message {
        message!("facts/pool-growth", share: Share(self.growth_share))
    }

    /// What the service could do if connections were held `hold_ms`.
    pub(crate) fn if_held(&self, a: &Analysis, hold_ms: f64) -> Option<Prediction> {
        (self.hold.size > 0.0).then(|| {
            let bound = stats::law::capacity_per_s(self.hold.size, hold_ms.max(0.01) / 1e3);
            predict(a.throughput_per_s(), ResourceKind::ConnectionPool, bound, &other_ceilings(a, ResourceKind::ConnectionPool))
        })
    }

    /// What a pool three times as large would buy.
    pub(crate) fn knob(&self, a: &Analysis) -> Option<diagnose::cause::Knob> {
        let size = (self.hold.size * KNOB_FACTOR).round();
        (size > 0.0).then(|| {
            let bound = stats::law::capacity_per_s(size, self.hold.total_ms / 1e3);
            diagnose::cause::Knob {
                setting: message!("facts/pool-of", size: Count(size)),
                prediction: predict(
                    a.throughput_per_s(),
                    ResourceKind::ConnectionPool,
                    bound,
                    &other_ceilings(a, ResourceKind::ConnectionPool),
                ),
            }
        })
    }

    /// How long a connection of this pool is held.
    pub(crate) fn hold_claim(&self) -> Claim {
        of_hold(self.claim("hold_ms", self.hold.total_ms, "ms", self.sentence()), &self.hold)
    }

    /// What waiting for this pool is of the growth.
    pub(crate) fn growth_claim(&self) -> Claim {
        let claim = self.claim("growth_share", self.growth_share, "1", self.growth()).from(&[REQUESTS]);
        match self.level.busiest_pool() {
            Some(pool) => claim.from_labelled(&[signal::POOL_PENDING], "pool", &pool.name),
            None => claim.from(self.level.part_series(Part::PoolWait)),
        }
    }

    /// A claim about what fills the hold of this pool, worked out from the hold and from `part`.
    pub(crate) fn part_claim(&self, metric: &str, value: f64, part: Part, text: Message) -> Claim {
        of_hold(self.claim(metric, value, "ms", text), &self.hold).from(self.level.part_series(part))
    }

    /// A claim about this pool.
    pub(crate) fn claim(&self, metric: &str, value: f64, unit: &'static str, text: Message) -> Claim {
        Claim::at(self.level, metric, value, unit, text)
    }
}

/// At how many levels the parts of the response time add up.
fn times_add_up(a: &Analysis) -> Message {
    let (closed, of) = a.closing();
    let (closed, of) = (closed as f64, of as f64);
    if a.ledgers.iter().any(|l| l.open) {
        message!("facts/times-add-up-open", closed: Count(closed), levels: Count(of))
    } else {
        message!("facts/times-add-up", closed: Count(closed), levels: Count(of))
    }
}

/// `claim`, which rests on how long connections are held.
pub(crate) fn of_hold(claim: Claim, hold: &Hold) -> Claim {
    if hold.by_gauge { claim.from_labelled(&[signal::POOL_USED], "pool", &hold.pool) } else { claim.from(&[STACKS]) }
}

/// Id of the component that is the pool `name`.
pub(crate) fn component_of(a: &Analysis, name: &str) -> String {
    let pools = a.run.environment.components.iter().filter(|c| c.kind == model::ComponentKind::ConnectionPool);
    let is = |id: &str| id == name || id.split_once(':').is_some_and(|(_, n)| n == name);
    pools.map(|c| c.id.clone()).find(|id| is(id)).unwrap_or_else(|| format!("pool:{name}"))
}

/// What the service could do if nothing queued before what has no number of places, as rows and other services have not: what the lowest of
/// its ceilings allows with times as under light load.
pub(crate) fn if_nothing_waits(a: &Analysis) -> Option<Prediction> {
    let next = ceilings(&a.unqueued_resources(), |r| r.held_ms).into_iter().next()?;
    let now_per_s = a.throughput_per_s();
    let per_s = next.per_s.max(now_per_s);
    Some(Prediction { now_per_s, bound_per_s: per_s, model_per_s: per_s, next_limit: Some(Ceiling { per_s, ..next }) })
}

/// What the service could do if a request took `saved_ms` less CPU, its own or its database's, where the two fill their CPUs together:
/// what all of
/// them use for a request fits in more often. `None` where one of them fills its CPUs alone.
pub(crate) fn if_shared_cpus_do_less(a: &Analysis, saved_ms: f64) -> Option<Prediction> {
    let heavy = a.heavy().filter(|l| sharing(l).is_some())?;
    let taken = heavy.machine.as_ref().map(|m| m.taken_cores().min(m.cpus))?;
    let now_per_s = a.throughput_per_s();
    let left = taken - saved_ms / 1e3 * heavy.throughput_per_s;
    let bound = now_per_s * taken / left.max(0.01 * taken);
    let mut others = ceilings(&a.unqueued_resources(), |r| r.held_ms);
    others.retain(|c| !matches!(c.kind, ResourceKind::TargetCpu | ResourceKind::DatabaseCpu));
    Some(predict(now_per_s, ResourceKind::TargetCpu, bound, &others))
}

/// Whether a cure gives a fifth more, which is worth a name.
pub(crate) fn pays(p: &Prediction) -> bool {
    p.model_per_s * OWN_SHARE.get() >= p.now_per_s
}

/// Share of the CPUs of the service that anybody uses, 0 to 1.
pub(crate) fn used_cpus(a: &Analysis) -> f64 {
    a.heavy().and_then(|l| l.machine.as_ref()).map_or(0.0, |m| (m.taken_cores() / m.cpus.max(1e-9)).min(1.0))
}

/// Ceilings of all resources but `kind`, as they are without queueing.
pub(crate) fn other_ceilings(a: &Analysis, kind: ResourceKind) -> Vec<Ceiling> {
    relieved_ceilings(a, kind, kind, 0.0)
}

/// The same when a request keeps resources of kind `relieved` for `ms` milliseconds less.
pub(crate) fn relieved_ceilings(a: &Analysis, kind: ResourceKind, relieved: ResourceKind, ms: f64) -> Vec<Ceiling> {
    let held = |r: &Resource| if r.kind == relieved { (r.held_ms - ms).max(0.0) } else { r.held_ms };
    let mut all = ceilings(&a.unqueued_resources(), held);
    all.retain(|c| c.kind != kind);
    all
}
