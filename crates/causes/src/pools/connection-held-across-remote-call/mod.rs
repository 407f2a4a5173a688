//! Slow because a database connection is held across a remote call: a transaction is open while another service is asked.

use crate::facts::rest::{lost, rests};
use crate::facts::{component_of, full_pool, to_peer};
use diagnose::frames::Part;
use diagnose::level::Machine;
use diagnose::saturation::{CPU_FULL, ResourceKind};
use diagnose::{Analysis, Cause, EvidenceLevel, Factor, Hypothesis, Mechanism, Stability, Status};
use model::sensor::WALL_STACKS;
use model::{Message, message};

diagnose::thresholds! {
    /// Share of the hold that is enough whatever else there is. Source: CAUSES P1 ("remote time inside hold >= 50 %").
    HALF = 0.5;
}

struct HeldAcrossRemoteCall;

/// The cause.
pub const CAUSE: &dyn Cause = &HeldAcrossRemoteCall;

impl Cause for HeldAcrossRemoteCall {
    fn id(&self) -> &'static str {
        "connection-held-across-remote-call"
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
        &["connection-pool-too-small", "database-cpu-saturated", "dependency-slow"]
    }

    fn mechanism(&self) -> Mechanism {
        Mechanism::full(ResourceKind::ConnectionPool).across_remote_calls().by(Factor::RemoteTime)
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let Some(hold) = a.hold() else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("facts/no-connection"));
        };
        let inside = hold.remote_in_transaction_ms;
        let share = if hold.total_ms > 0.0 { inside / hold.total_ms } else { 0.0 };
        // no stack tells what an asynchronous function is in
        let on_loop = a.heavy().is_some_and(|l| !l.served.stacks_show_waits());
        let place = if on_loop { "hold" } else { "transaction" };
        let state = |status, reason: Message| Hypothesis {
            expected: message!("connection-held-across-remote-call/expected"),
            observed: message!(
                "connection-held-across-remote-call/observed",
                held: Ms(hold.total_ms),
                remote: Ms(inside),
                place: kind(place),
            ),
            falsifier: message!("connection-held-across-remote-call/falsifier"),
            ..Hypothesis::new(self.id(), status, reason)
        };
        // threads without a core show calls that are over: a call that is not half of the hold may then be less than it looks
        let fills = hold.is_for_remote_calls() && (share >= HALF.get() || !a.cpus_are_full());
        if fills && !hold.by_gauge {
            // the transaction may have begun without a connection: only a gauge tells how long one is borrowed
            return state(Status::Untested, message!("connection-held-across-remote-call/without-gauge"));
        }
        let pool = match full_pool(a) {
            _ if !fills => {
                let part = message!(
                    "connection-held-across-remote-call/small-part",
                    held: Ms(hold.total_ms),
                    remote: Ms(inside),
                    place: kind(place),
                );
                return state(Status::Rejected, part);
            }
            _ if perhaps_without_a_core(a) => {
                return state(Status::Untested, message!("connection-held-across-remote-call/perhaps-without-a-core"));
            }
            _ if on_loop && lost(&rests(a), &hold.pool).is_some() => {
                return state(Status::Rejected, message!("connection-held-across-remote-call/lost"));
            }
            _ if on_loop && (a.is_saturated(ResourceKind::EventLoop) || a.cpus_are_full()) => {
                let mut h = state(Status::Secondary, message!("facts/loop-limits"));
                h.evidence = EvidenceLevel::Coincides;
                return h;
            }
            Err(why) => {
                let mut h = state(Status::Secondary, message!("facts/pool-does-not-limit", why: (why)));
                h.evidence = EvidenceLevel::Coincides;
                h.site = site(a);
                return h;
            }
            Ok(pool) => pool,
        };
        let site = site(a);
        let mut h = state(Status::Supported, pool.arithmetic(a));
        h.evidence = pool.evidence(a);
        h.weight = pool.growth_share;
        let mut text = message!("connection-held-across-remote-call/remote", remote: Ms(inside), to: (to_peer(a)), place: kind(place));
        if let Some(call) = call(a) {
            text = message!("connection-held-across-remote-call/remote-at", remote: (text), call: name(call));
        }
        h.claims = vec![pool.hold_claim(), pool.part_claim("remote_in_hold_ms", inside, Part::Remote, text), pool.growth_claim()];
        if !hold.pool.is_empty() {
            h.component = component_of(a, &hold.pool);
        }
        h.gain = pool.if_held(a, hold.total_ms - inside);
        h.fix = message!("connection-held-across-remote-call/fix");
        h.site = site;
        h
    }
}

/// Whether the machine is full, or a quota stops the service, and nobody saw which threads that hits.
fn perhaps_without_a_core(a: &Analysis) -> bool {
    let Some(heavy) = a.heavy().filter(|l| l.scheduler.is_none()) else { return false };
    let stopped = |m: &Machine| m.throttling.as_ref().is_some_and(|t| t.throttled_periods > 0.0);
    heavy.machine.as_ref().is_some_and(|m| stopped(m) || m.taken_cores() >= CPU_FULL.get() * m.cpus)
}

/// Method whose transaction surrounds the call.
fn site(a: &Analysis) -> String {
    let Some(samples) = a.heavy().and_then(|l| l.samples.as_ref()) else { return String::new() };
    let with_frame = samples.top_call(Some(true)).map(|s| s.transaction_site.clone());
    // one that was begun by hand has no frame of its own
    with_frame.or_else(|| samples.top_call(Some(false)).map(|s| s.site.clone())).unwrap_or_default()
}

/// The innermost application frame of the call (`AuthClient.resolve:23`), when it is not the site itself.
fn call(a: &Analysis) -> Option<String> {
    let inner = a.heavy().and_then(|l| l.samples.as_ref()?.top_call(Some(true)).map(|s| s.site.clone()))?;
    (!inner.is_empty() && inner != site(a)).then_some(inner)
}

#[cfg(test)]
mod tests;
