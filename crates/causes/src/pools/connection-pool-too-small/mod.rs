//! Slow because the connection pool is too small: all connections do database work all the time, and the database has room.

use crate::facts::rest::{held_by_nobody, lost, rests};
use crate::facts::server::many_short_trips;
use crate::facts::start::Start;
use crate::facts::{full_pool, other_ceilings};
use diagnose::frames::Part;
use diagnose::hold::Hold;
use diagnose::saturation::{OWN_SHARE, POOL_FULL, ResourceKind};
use diagnose::{Analysis, Cause, Factor, Hypothesis, Mechanism, Stability, Status};
use model::sensor::WALL_STACKS;

/// Share of what is left of the hold without calls of other services that must be database work. Source: CAUSES P3 asks for sessions >= 90
/// % active; half of the hold is what stacks can show when the way to the database is long. A guess, to be calibrated.
const LEAST_SHARE: f64 = 0.5;
/// CPU share of the service from which a full pool is a victim of the CPU: connections are then held because their threads cannot run.
/// Source: CAUSES section 2, row A2; 0.85 leaves 5 points to the saturation threshold.
const CPU_STARVED: f64 = 0.85;
/// CPU share of the database from which more connections bring nothing. Source: CAUSES P3 ("DB CPU < 70 %").
const DATABASE_BUSY: f64 = 0.7;
/// Share of the sessions at work that wait for locks from which connections do not work but wait for each other, or for somebody else.
/// Source: CAUSES section 2, rows P3 ("active: CPU or IO") and D3 ("active: Lock"); half is a guess.
const LOCKED: f64 = 0.5;
/// Time in the database at the heaviest level, as a multiple of its light-load value, from which the database is the one that slows down.
/// Source: CAUSES row P4.
const SLOWER: f64 = 1.5;

/// Share of the sessions that must be at work when no gauge tells how long a connection is held. Source: CAUSES P3.
const SESSIONS_AT_WORK: f64 = 0.9;

struct PoolTooSmall;

/// The cause.
pub const CAUSE: &dyn Cause = &PoolTooSmall;

impl Cause for PoolTooSmall {
    fn id(&self) -> &'static str {
        "connection-pool-too-small"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[WALL_STACKS]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["database-cpu-saturated"]
    }

    fn mechanism(&self) -> Mechanism {
        Mechanism::full(ResourceKind::ConnectionPool).by(Factor::PoolSize)
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected =
            "the pool is full, its connections do database work nearly all the time, and a statement takes as long as under light load"
                .to_owned();
        h.falsifier = "a larger pool makes each statement slower and throughput no higher".to_owned();
        let pool = match full_pool(a) {
            Ok(pool) => pool,
            Err(why) => {
                let at_start = held_longer_at_start(a);
                let free = free_pool(a);
                if a.hold().is_none() && at_start.is_none() && free.is_none() {
                    h.status = Status::NotApplicable;
                }
                let why = at_start.or(free.filter(|_| a.hold().is_none())).unwrap_or(why);
                h.reason.clone_from(&why);
                h.observed = why;
                return h;
            }
        };
        let hold = &pool.hold;
        h.knob = pool.knob(a);
        h.observed = format!("held {:.1} ms, {:.1} ms of it in the database", hold.total_ms, hold.database_ms);
        let cpu = a.resource(ResourceKind::TargetCpu).map_or(0.0, diagnose::saturation::Resource::utilisation);
        let database = a.resource(ResourceKind::DatabaseCpu).map_or(0.0, diagnose::saturation::Resource::utilisation);
        let locks = a.heavy().and_then(|l| l.database.as_ref()).filter(|d| d.lock_waiting > 0.0 && d.lock_waiting >= LOCKED * d.active);
        let before = pool.light.as_ref().map_or(hold.database_ms, |l| l.database_ms);
        let behind = behind_remote_calls(a, hold);
        let rests = rests(a);
        let at_rest = held_by_nobody(&rests, &hold.pool);
        let against = if !hold.is_for_the_database() && behind.is_none() {
            Some(format!("a connection is held {:.1} ms, but only {:.1} ms of that in the database", hold.total_ms, hold.database_ms))
        } else if let Some(l) = lost(&rests, &hold.pool) {
            Some(format!("{:.0} of {:.0} connections are still borrowed when no request is in flight: they are lost", l.now, hold.size))
        } else if at_rest >= 0.5 && at_rest >= (1.0 - OWN_SHARE) * hold.size {
            Some(format!(
                "{at_rest:.0} of {:.0} connections are borrowed while no request is in flight: whose they are must be known first",
                hold.size
            ))
        } else if let Some(trips) = many_short_trips(a) {
            Some(format!("each request asks the database {trips:.1} times, shortly each time: that is what connections are held for"))
        } else if let Some(d) = locks {
            Some(format!(
                "{:.1} of {:.1} sessions at work wait for locks of the database: more of them would wait as well",
                d.lock_waiting, d.active
            ))
        } else if cpu >= CPU_STARVED {
            Some(format!("the service uses {:.0} % of its CPU: connections are held while their threads wait for a core", cpu * 100.0))
        } else if a.is_saturated(ResourceKind::EventLoop) {
            Some("the event loop has no time left: connections are held while their answers wait for it".to_owned())
        } else if a.cpus_are_full() {
            Some("the service's CPUs are full: connections are held while their threads wait for a core".to_owned())
        } else if database >= DATABASE_BUSY {
            Some(format!("the database already uses {:.0} % of its CPU", database * 100.0))
        } else if hold.database_ms > SLOWER * before {
            Some(format!("the database takes {:.1} ms instead of {before:.1} ms per request under light load", hold.database_ms))
        } else {
            None
        };
        if let Some(why) = against {
            h.reason = why;
            return h;
        }
        if !hold.by_gauge && !sessions_work(a) {
            // stacks show statements and transactions; what else keeps a connection shows in the gauge or on the server only
            h.status = Status::Untested;
            h.reason =
                "connections do database work, but without the pool's gauge it is not known whether they are held for longer".to_owned();
            return h;
        }
        if let Some(why) = behind {
            h.status = Status::Secondary;
            h.reason = why;
            return h;
        }
        h.status = Status::Supported;
        h.evidence = pool.evidence(a);
        h.weight = pool.growth_share;
        h.reason = format!("{}; the database has room", pool.arithmetic(a));
        h.component = crate::facts::component_of(a, &hold.pool);
        h.claims = vec![
            pool.hold_claim(),
            pool.part_claim(
                "database_in_hold_ms",
                hold.database_ms,
                Part::Database,
                format!("{:.1} ms of it in the database, {before:.1} ms under light load", hold.database_ms),
            ),
        ];
        h.gain = h.knob.as_ref().map(|k| k.prediction.clone());
        h.fix = format!(
            "raise the pool step by step to where throughput bends ({} is the first step), not beyond",
            h.knob.as_ref().map_or("x1.5", |k| k.setting.as_str())
        );
        h
    }
}

/// The pool that is used most, where it is not full: at the heaviest level, or when a service that was judged from its start is warm.
fn free_pool(a: &Analysis) -> Option<String> {
    let level = a.heavy().or_else(|| a.start_up.last())?;
    let pool = level.busiest_pool().filter(|p| p.utilisation() < POOL_FULL)?;
    Some(format!("pool {:.1}/{:.0} busy, {:.1} waiting at {:.0}/s", pool.used, pool.max, pool.pending, level.throughput_per_s))
}

/// Why the pool of a service that was just started is no smaller than it is when warm: its connections were held for longer.
fn held_longer_at_start(a: &Analysis) -> Option<String> {
    let Start::Slow(cold) = Start::of(a) else { return None };
    let (now, warm) = cold.slow.hold_ms.filter(|(now, warm)| *now >= SLOWER * warm)?;
    Some(format!(
        "in the first {:.0} s a connection was held {now:.1} ms instead of {warm:.1} ms by code that was cold: more of them would be held \
            as long",
        cold.slow.length_s()
    ))
}

/// Whether the server sees nearly all sessions at work at the heaviest level.
fn sessions_work(a: &Analysis) -> bool {
    a.heavy().and_then(|l| l.database.as_ref()).filter(|d| d.sessions_seen).is_some_and(|d| {
        let all = d.active + d.idle_in_transaction + d.idle;
        d.active - d.lock_waiting >= SESSIONS_AT_WORK * all
    })
}

/// Remote calls fill the hold, and once they are out of it the pool still is the lowest limit, with database work in most of the hold: what
/// it says of the pool, when it is so.
fn behind_remote_calls(a: &Analysis, hold: &Hold) -> Option<String> {
    if !(hold.remote_share() >= LEAST_SHARE || hold.is_for_remote_calls()) || !hold.by_gauge {
        return None;
    }
    let left_ms = hold.total_ms - hold.remote_in_transaction_ms - hold.remote_without_transaction_ms;
    if left_ms <= 0.0 || hold.database_ms < LEAST_SHARE * left_ms {
        return None;
    }
    let per_s = stats::law::capacity_per_s(hold.size, left_ms / 1e3);
    let next = other_ceilings(a, ResourceKind::ConnectionPool).into_iter().next()?;
    (per_s < next.per_s).then(|| {
        format!(
            "behind the remote calls in the hold: without them a connection is held {left_ms:.1} ms, {:.1} ms of it in the database, and \
                {:.0} connections allow {per_s:.0}/s, less than {} ({:.0}/s)",
            hold.database_ms, hold.size, next.name, next.per_s
        )
    })
}

#[cfg(test)]
mod tests;
