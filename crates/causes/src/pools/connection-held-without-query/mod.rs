//! Slow because a database connection is held while no query runs and no transaction is open: a session per request, a connection kept by
//! hand.

use crate::facts::{component_of, full_pool, to_peer};
use diagnose::frames::Part;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Hypothesis, Mechanism, Stability, Status};
use model::sensor::{POOL_GAUGES, WALL_STACKS};

/// Share of the hold that must pass without a query and outside any transaction. Source: CAUSES P1 and P6, the same as its neighbour's.
const LEAST_SHARE: f64 = 0.5;

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
            return Hypothesis::new(self.id(), Status::NotApplicable, "no database connection is held at any level");
        };
        let outside = hold.remote_without_transaction_ms;
        let share = if hold.total_ms > 0.0 { outside / hold.total_ms } else { 0.0 };
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected = "the pool is full, the server calls its sessions idle, and no transaction surrounds what the threads do".to_owned();
        h.observed = format!(
            "held {:.1} ms by the gauge, {:.1} ms of it in transactions and statements, {outside:.1} ms in remote calls outside any \
                transaction{}",
            hold.total_ms,
            hold.by_stacks_ms,
            idle_sessions(a)
        );
        h.falsifier = "2 ms more on that call do not lower the throughput".to_owned();
        if share < LEAST_SHARE {
            h.reason = format!(
                "{:.1} of {:.1} ms that a connection is held are spent in transactions and statements",
                hold.by_stacks_ms.min(hold.total_ms),
                hold.total_ms
            );
            return h;
        }
        let pool = match full_pool(a) {
            Ok(_) if a.is_saturated(ResourceKind::EventLoop) => {
                h.status = Status::Secondary;
                h.reason = "true, but the event loop has no time left: answers wait for it while connections are held".to_owned();
                return h;
            }
            Ok(pool) => pool,
            Err(why) => {
                h.status = Status::Secondary;
                h.reason = format!("true, but the pool does not limit: {why}");
                return h;
            }
        };
        h.status = Status::Supported;
        h.evidence = pool.evidence(a);
        h.weight = pool.growth_share;
        h.reason = pool.arithmetic(a);
        h.site =
            a.heavy().and_then(|l| l.samples.as_ref()?.top_site(Part::Remote, Some(false)).map(|s| s.site.clone())).unwrap_or_default();
        h.claims = vec![
            pool.hold_claim(),
            pool.part_claim(
                "remote_in_hold_ms",
                outside,
                Part::Remote,
                format!("at least {outside:.1} ms of it in a remote call{} with no transaction open", to_peer(a)),
            ),
            pool.claim(
                "statement_ms",
                hold.by_stacks_ms,
                "ms",
                format!("transactions and statements take {:.1} ms of it", hold.by_stacks_ms),
            )
            .from(pool.level.part_series(Part::Database)),
        ];
        h.component = component_of(a, &hold.pool);
        h.gain = pool.if_held(a, hold.total_ms - outside);
        h.fix = if a.heavy().is_some_and(|l| !l.served.stacks_show_waits()) {
            "give the connection back (release) before the call".to_owned()
        } else {
            "give the connection back before the call: spring.jpa.open-in-view=false, and fetch what the response needs inside the \
                transaction"
                .to_owned()
        };
        h
    }
}

/// `, 9.6 of 10 sessions idle on the server`, when sessions were sampled.
fn idle_sessions(a: &Analysis) -> String {
    match a.heavy().and_then(|l| l.database.as_ref()).filter(|d| d.sessions_seen) {
        Some(d) => format!(", {:.1} sessions idle and {:.1} idle in transaction on the server", d.idle, d.idle_in_transaction),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests;
