//! Slow because the connection pool is too small: all connections do database work all the time, and the database has room.

use crate::facts::rest::{ONE, held_by_nobody, lost, rests};
use crate::facts::server::many_short_trips;
use crate::facts::start::Start;
use crate::facts::{DATABASE_SLOWER, KNOB_FACTOR, full_pool, other_ceilings, pool_use};
use diagnose::capacity::Ceiling;
use diagnose::frames::Part;
use diagnose::hold::Hold;
use diagnose::saturation::{OWN_SHARE, POOL_FULL, ResourceKind};
use diagnose::{Analysis, Cause, Factor, Hypothesis, Mechanism, Stability, Status};
use model::sensor::WALL_STACKS;
use model::{Message, message};

diagnose::thresholds! {
    /// Share of what is left of the hold without calls of other services that must be database work. Source: CAUSES P3 asks for sessions
    /// >= 90 % active; half of the hold is what stacks can show when the way to the database is long. A guess, to be calibrated.
    LEAST_SHARE = 0.5;
    /// CPU share of the service from which a full pool is a victim of the CPU: connections are then held because their threads cannot run.
    /// Source: CAUSES section 2, row A2; 0.85 leaves 5 points to the saturation threshold.
    CPU_STARVED = 0.85;
    /// CPU share of the database from which more connections bring nothing. Source: CAUSES P3 ("DB CPU < 70 %").
    DATABASE_BUSY = 0.7;
    /// Share of the sessions at work that wait for locks from which connections do not work but wait for each other, or for somebody else.
    /// Source: CAUSES section 2, rows P3 ("active: CPU or IO") and D3 ("active: Lock"); half is a guess.
    LOCKED = 0.5;
    /// Share of the sessions that must be at work when no gauge tells how long a connection is held. Source: CAUSES P3.
    SESSIONS_AT_WORK = 0.9;
}

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
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("connection-pool-too-small/expected");
        h.falsifier = message!("connection-pool-too-small/falsifier");
        let pool = match full_pool(a) {
            Ok(pool) => pool,
            Err(why) => {
                let at_start = held_longer_at_start(a);
                let free = free_pool(a);
                if a.hold().is_none() && at_start.is_none() && free.is_none() {
                    h.status = Status::NotApplicable;
                }
                let why = at_start.or(free.filter(|_| a.hold().is_none())).unwrap_or(why);
                h.reason = why.clone();
                h.observed = why;
                return h;
            }
        };
        let hold = &pool.hold;
        h.knob = pool.knob(a);
        h.observed = message!("connection-pool-too-small/observed", held: Ms(hold.total_ms), database: Ms(hold.database_ms));
        let cpu = a.resource(ResourceKind::TargetCpu).map_or(0.0, diagnose::saturation::Resource::utilisation);
        let database = a.resource(ResourceKind::DatabaseCpu).map_or(0.0, diagnose::saturation::Resource::utilisation);
        let locks =
            a.heavy().and_then(|l| l.database.as_ref()).filter(|d| d.lock_waiting > 0.0 && d.lock_waiting >= LOCKED.get() * d.active);
        let before = pool.light.as_ref().map_or(hold.database_ms, |l| l.database_ms);
        let behind = behind_remote_calls(a, hold);
        let rests = rests(a);
        let at_rest = held_by_nobody(&rests, &hold.pool);
        let against = if !hold.is_for_the_database() && behind.is_none() {
            Some(message!("connection-pool-too-small/other-work", held: Ms(hold.total_ms), database: Ms(hold.database_ms)))
        } else if let Some(l) = lost(&rests, &hold.pool) {
            Some(message!("connection-pool-too-small/lost", lost: Count(l.now), size: Count(hold.size)))
        } else if at_rest >= ONE.get() && at_rest >= (1.0 - OWN_SHARE.get()) * hold.size {
            Some(message!("connection-pool-too-small/borrowed-at-rest", borrowed: Count(at_rest), size: Count(hold.size)))
        } else if let Some(trips) = many_short_trips(a) {
            Some(message!("connection-pool-too-small/many-trips", trips: Count(trips)))
        } else if let Some(d) = locks {
            Some(message!("connection-pool-too-small/locks", waiting: Count(d.lock_waiting), active: Count(d.active)))
        } else if cpu >= CPU_STARVED.get() {
            Some(message!("connection-pool-too-small/starved", used: Share(cpu)))
        } else if a.is_saturated(ResourceKind::EventLoop) {
            Some(message!("connection-pool-too-small/loop-full"))
        } else if a.cpus_are_full() {
            Some(message!("connection-pool-too-small/cpus-full"))
        } else if database >= DATABASE_BUSY.get() {
            Some(message!("connection-pool-too-small/database-busy", used: Share(database)))
        } else if hold.database_ms > DATABASE_SLOWER.get() * before {
            Some(message!("connection-pool-too-small/database-slower", now: Ms(hold.database_ms), before: Ms(before)))
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
            h.reason = message!("connection-pool-too-small/without-gauge");
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
        h.reason = message!("connection-pool-too-small/holds", arithmetic: (pool.arithmetic(a)));
        h.component = crate::facts::component_of(a, &hold.pool);
        let of_it = message!("connection-pool-too-small/of-it", database: Ms(hold.database_ms), before: Ms(before));
        h.claims = vec![pool.hold_claim(), pool.part_claim("database_in_hold_ms", hold.database_ms, Part::Database, of_it)];
        h.gain = h.knob.as_ref().map(|k| k.prediction.clone());
        h.fix = match (next_limit(a, hold), &h.knob) {
            (Some((size, next)), _) => message!(
                "connection-pool-too-small/fix-about",
                size: Count(size),
                next: (next.name),
                allowed: PerSecond(next.per_s)
            ),
            (None, Some(k)) => message!("connection-pool-too-small/fix", setting: (k.setting.clone())),
            (None, None) => message!("connection-pool-too-small/fix-by-half"),
        };
        h
    }
}

/// The connections with which what is full next is reached, by Little's law, and what that is; `None` where nothing is known of it, or
/// where more are needed than a first step has. Nearer to it a connection is held for longer, so a few more may be needed.
fn next_limit(a: &Analysis, hold: &Hold) -> Option<(f64, Ceiling)> {
    let next = other_ceilings(a, ResourceKind::ConnectionPool).into_iter().next()?;
    let size = (next.per_s * hold.total_ms / 1e3).ceil();
    (size > hold.size && size < KNOB_FACTOR * hold.size).then_some((size, next))
}

/// The pool that is used most, where it is not full: at the heaviest level, or when a service that was judged from its start is warm.
fn free_pool(a: &Analysis) -> Option<Message> {
    let level = a.heavy().or_else(|| a.start_up.last())?;
    let pool = level.busiest_pool().filter(|p| p.utilisation() < POOL_FULL.get())?;
    Some(pool_use(pool, level))
}

/// Why the pool of a service that was just started is no smaller than it is when warm: its connections were held for longer.
fn held_longer_at_start(a: &Analysis) -> Option<Message> {
    let Start::Slow(cold) = Start::of(a) else { return None };
    let (now, warm) = cold.slow.hold_ms.filter(|(now, warm)| *now >= DATABASE_SLOWER.get() * warm)?;
    let held = message!("connection-pool-too-small/cold", first: Seconds(cold.slow.length_s()), held: Ms(now), warm: Ms(warm));
    let Some(((cold_pool, warm_pool), used)) = cold.slow.pool.as_ref().zip(cold.slow.pool_used) else { return Some(held) };
    Some(message!(
        "connection-pool-too-small/cold-pool",
        says: (held),
        used: Count(used),
        max: Count(cold_pool.max),
        waited: Ms(cold_pool.wait_ms),
        warm_waited: Ms(warm_pool.wait_ms),
        warm_used: Count(warm_pool.used)
    ))
}

/// Whether the server sees nearly all sessions at work at the heaviest level.
fn sessions_work(a: &Analysis) -> bool {
    a.heavy().and_then(|l| l.database.as_ref()).filter(|d| d.sessions_seen).is_some_and(|d| {
        let all = d.active + d.idle_in_transaction + d.idle;
        d.active - d.lock_waiting >= SESSIONS_AT_WORK.get() * all
    })
}

/// Remote calls fill the hold, and once they are out of it the pool still is the lowest limit, with database work in most of the hold: what
/// it says of the pool, when it is so.
fn behind_remote_calls(a: &Analysis, hold: &Hold) -> Option<Message> {
    if !(hold.remote_share() >= LEAST_SHARE.get() || hold.is_for_remote_calls()) || !hold.by_gauge {
        return None;
    }
    let left_ms = hold.total_ms - hold.remote_in_transaction_ms - hold.remote_without_transaction_ms;
    if left_ms <= 0.0 || hold.database_ms < LEAST_SHARE.get() * left_ms {
        return None;
    }
    let per_s = stats::law::capacity_per_s(hold.size, left_ms / 1e3);
    let next = other_ceilings(a, ResourceKind::ConnectionPool).into_iter().next()?;
    (per_s < next.per_s).then(|| {
        message!(
            "connection-pool-too-small/behind-remote-calls",
            held: Ms(left_ms),
            database: Ms(hold.database_ms),
            size: Count(hold.size),
            allowed: PerSecond(per_s),
            next: (next.name),
            next_allows: PerSecond(next.per_s),
        )
    })
}

#[cfg(test)]
mod tests;
