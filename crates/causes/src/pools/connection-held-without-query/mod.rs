//! Slow because a database connection is held while no query runs and no transaction is open: a session per request, a connection kept by
//! hand.

use crate::facts::{component_of, full_pool, to_peer};
use diagnose::frames::Part;
use diagnose::hold::Hold;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Hypothesis, Mechanism, Stability, Status};
use model::sensor::{POOL_GAUGES, WALL_STACKS};
use model::{Message, message};

diagnose::thresholds! {
    /// Share of the hold that must pass without a query and outside any transaction. Source: CAUSES P1 and P6, the same as its neighbour's.
    LEAST_SHARE = 0.5;
}

struct HeldWithoutQuery;

/// The cause.
pub const CAUSE: &dyn Cause = &HeldWithoutQuery;

impl Cause for HeldWithoutQuery {
    fn id(&self) -> &'static str {
        "connection-held-without-query"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[WALL_STACKS, POOL_GAUGES]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["connection-pool-too-small", "connection-held-across-remote-call"]
    }

    fn mechanism(&self) -> Mechanism {
        Mechanism::full(ResourceKind::ConnectionPool)
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let Some(hold) = a.hold() else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("facts/no-connection"));
        };
        let outside = hold.remote_without_transaction_ms;
        let share = if hold.total_ms > 0.0 { outside / hold.total_ms } else { 0.0 };
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("connection-held-without-query/expected");
        h.observed = observed(a, &hold);
        h.falsifier = message!("connection-held-without-query/falsifier");
        if share < LEAST_SHARE.get() {
            let stacks = hold.by_stacks_ms.min(hold.total_ms);
            h.reason = message!("connection-held-without-query/in-statements", stacks: Ms(stacks), held: Ms(hold.total_ms));
            return h;
        }
        let pool = match full_pool(a) {
            Ok(_) if a.is_saturated(ResourceKind::EventLoop) => {
                h.status = Status::Secondary;
                h.reason = message!("facts/loop-limits");
                return h;
            }
            Ok(pool) => pool,
            Err(why) => {
                h.status = Status::Secondary;
                h.reason = message!("facts/pool-does-not-limit", why: (why));
                return h;
            }
        };
        h.status = Status::Supported;
        h.evidence = pool.evidence(a);
        h.weight = pool.growth_share;
        h.reason = pool.arithmetic(a);
        h.site = a.heavy().and_then(|l| l.samples.as_ref()?.top_call(Some(false)).map(|s| s.site.clone())).unwrap_or_default();
        let remote = message!("connection-held-without-query/remote", outside: Ms(outside), to: (to_peer(a)));
        let statements = message!("connection-held-without-query/statements", stacks: Ms(hold.by_stacks_ms));
        h.claims = vec![
            pool.hold_claim(),
            pool.part_claim("remote_in_hold_ms", outside, Part::Remote, remote),
            pool.claim("statement_ms", hold.by_stacks_ms, "ms", statements).from(pool.level.part_series(Part::Database)),
        ];
        h.component = component_of(a, &hold.pool);
        h.gain = pool.if_held(a, hold.total_ms - outside);
        h.fix = if a.heavy().is_some_and(|l| !l.served.stacks_show_waits()) {
            message!("connection-held-without-query/fix-on-loop")
        } else {
            message!("connection-held-without-query/fix")
        };
        h
    }
}

/// What fills the hold, with what the server's sessions do when they were sampled.
fn observed(a: &Analysis, hold: &Hold) -> Message {
    let observed = message!(
        "connection-held-without-query/observed",
        held: Ms(hold.total_ms),
        stacks: Ms(hold.by_stacks_ms),
        outside: Ms(hold.remote_without_transaction_ms),
    );
    match a.heavy().and_then(|l| l.database.as_ref()).filter(|d| d.sessions_seen) {
        Some(d) => message!(
            "connection-held-without-query/observed-with-sessions",
            observed: (observed),
            idle: Count(d.idle),
            in_transaction: Count(d.idle_in_transaction),
        ),
        None => observed,
    }
}

#[cfg(test)]
mod tests;
