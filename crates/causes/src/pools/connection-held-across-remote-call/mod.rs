//! Slow because a database connection is held across a remote call: a transaction is open while another service is asked.

use crate::facts::rest::{lost, rests};
use crate::facts::{component_of, full_pool, to_peer};
use diagnose::frames::Part;
use diagnose::level::Machine;
use diagnose::saturation::{CPU_FULL, ResourceKind};
use diagnose::{Analysis, Cause, EvidenceLevel, Factor, Hypothesis, Mechanism, Stability, Status};
use model::sensor::WALL_STACKS;

/// Share of the hold that is enough whatever else there is. Source: CAUSES P1 ("remote time inside hold >= 50 %").
const HALF: f64 = 0.5;

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
        let expected =
            "the pool is full, and most of the time a connection is held, its thread waits for another service inside a transaction"
                .to_owned();
        let falsifier = "2 ms more on that call lower the throughput only as much as they lengthen one request".to_owned();
        let Some(hold) = a.hold() else {
            return Hypothesis::new(self.id(), Status::NotApplicable, "no database connection is held at any level");
        };
        let inside = hold.remote_in_transaction_ms;
        let share = if hold.total_ms > 0.0 { inside / hold.total_ms } else { 0.0 };
        // no stack tells what an asynchronous function is in
        let on_loop = a.heavy().is_some_and(|l| !l.served.stacks_show_waits());
        let place = if on_loop { "while it is held" } else { "inside a transaction" };
        let observed = format!("held {:.1} ms, {inside:.1} ms of it waiting for another service {place}", hold.total_ms);
        let state = |status, reason: String| Hypothesis {
            expected: expected.clone(),
            observed: observed.clone(),
            falsifier: falsifier.clone(),
            ..Hypothesis::new(self.id(), status, reason)
        };
        // threads without a core show calls that are over: a call that is not half of the hold may then be less than it looks
        let fills = hold.is_for_remote_calls() && (share >= HALF || !a.cpus_are_full());
        if fills && !hold.by_gauge {
            // the transaction may have begun without a connection: only a gauge tells how long one is borrowed
            let reason = "a remote call is made inside a transaction, but without the pool's gauge it is not known whether a connection \
                is held then";
            return state(Status::Untested, reason.to_owned());
        }
        let pool = match full_pool(a) {
            _ if !fills => {
                return state(
                    Status::Rejected,
                    format!("{inside:.1} of {:.1} ms that a connection is held are remote calls {place}", hold.total_ms),
                );
            }
            _ if perhaps_without_a_core(a) => {
                return state(
                    Status::Untested,
                    "the CPUs are full, and without the scheduler's figures it is not known whether the threads that wait only lack a core"
                        .to_owned(),
                );
            }
            _ if on_loop && lost(&rests(a), &hold.pool).is_some() => {
                return state(
                    Status::Rejected,
                    "connections are still borrowed when no request is in flight: they are lost, not held".to_owned(),
                );
            }
            _ if on_loop && (a.is_saturated(ResourceKind::EventLoop) || a.cpus_are_full()) => {
                let mut h = state(
                    Status::Secondary,
                    "true, but the event loop has no time left: answers wait for it while connections are held".to_owned(),
                );
                h.evidence = EvidenceLevel::Coincides;
                return h;
            }
            Err(why) => {
                let mut h = state(Status::Secondary, format!("true, but the pool does not limit: {why}"));
                h.evidence = EvidenceLevel::Coincides;
                h.site = site(a);
                return h;
            }
            Ok(pool) => pool,
        };
        let site = site(a);
        let call = call(a);
        let mut h = state(Status::Supported, pool.arithmetic(a));
        h.evidence = pool.evidence(a);
        h.weight = pool.growth_share;
        let text = format!("{inside:.1} ms of it in a remote call{} {place}{call}", to_peer(a));
        h.claims = vec![pool.hold_claim(), pool.part_claim("remote_in_hold_ms", inside, Part::Remote, text), pool.growth_claim()];
        if !hold.pool.is_empty() {
            h.component = component_of(a, &hold.pool);
        }
        h.gain = pool.if_held(a, hold.total_ms - inside);
        h.fix = "make the remote call before (or after) the transaction; keep the transaction on the repository".to_owned();
        h.site = site;
        h
    }
}

/// Whether the machine is full, or a quota stops the service, and nobody saw which threads that hits.
fn perhaps_without_a_core(a: &Analysis) -> bool {
    let Some(heavy) = a.heavy().filter(|l| l.scheduler.is_none()) else { return false };
    let stopped = |m: &Machine| m.throttling.as_ref().is_some_and(|t| t.throttled_periods > 0.0);
    heavy.machine.as_ref().is_some_and(|m| stopped(m) || m.taken_cores() >= CPU_FULL * m.cpus)
}

/// Method whose transaction surrounds the call.
fn site(a: &Analysis) -> String {
    let Some(samples) = a.heavy().and_then(|l| l.samples.as_ref()) else { return String::new() };
    let with_frame = samples.top_site(Part::Remote, Some(true)).map(|s| s.transaction_site.clone());
    // one that was begun by hand has no frame of its own
    with_frame.or_else(|| samples.top_site(Part::Remote, Some(false)).map(|s| s.site.clone())).unwrap_or_default()
}

/// ` (AuthClient.resolve:23)`: the innermost application frame, when it is not the site itself.
fn call(a: &Analysis) -> String {
    let inner = a.heavy().and_then(|l| l.samples.as_ref()?.top_site(Part::Remote, Some(true)).map(|s| s.site.clone())).unwrap_or_default();
    if inner.is_empty() || inner == site(a) { String::new() } else { format!(" ({inner})") }
}

#[cfg(test)]
mod tests;
