//! Slow because the HTTP client keeps too few connections to another service, which answers as fast as ever.

mod dispatched;

use crate::facts::calls::{CallTimes, UnderWay, caller, spent_ms};
use crate::facts::queueing::{grows, queueing};
use crate::facts::{full_pool, if_nothing_waits};
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::claim::STACKS;
use diagnose::frames::Part;
use diagnose::ledger::{Group, What};
use diagnose::level::{FullPeer, Level};
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use dispatched::Dispatched;
use model::sensor::WALL_STACKS;
use model::{Message, message, signal};

diagnose::thresholds! {
    /// Share of the response from which waiting for a connection of the client is worth a line. A guess, as for locks.
    WORTH_A_LINE = 0.1;
}

struct ClientPoolTooSmall;

/// The cause.
pub const CAUSE: &dyn Cause = &ClientPoolTooSmall;

impl Cause for ClientPoolTooSmall {
    fn id(&self) -> &'static str {
        "dependency-client-pool-too-small"
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
        &["dependency-slow", "worker-threads-blocked-downstream", "connection-pool-too-small", "calls-limited-in-process"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let (Some(light), Some(heavy), Some(times)) = (a.light(), a.heavy(), CallTimes::of(a)) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("facts/no-level"));
        };
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("dependency-client-pool-too-small/expected");
        h.falsifier = message!("dependency-client-pool-too-small/falsifier");
        let light_wait_ms = spent_ms(a, light, Part::ClientPoolWait);
        if times.lease >= WORTH_A_LINE.get() * heavy.response_ms {
            h.observed = message!(
                "dependency-client-pool-too-small/observed",
                wait: Ms(times.lease),
                rate: PerSecond(heavy.throughput_per_s),
                light_wait: Ms(light_wait_ms),
                call: Ms(times.heavy),
                light_call: Ms(times.light),
            );
            h.weight = queueing(a, |l| spent_ms(a, l, Part::ClientPoolWait), in_transaction_ms).share;
            h.site = site(a, heavy, Part::ClientPoolWait);
            h.claims = claims(a, heavy, &h.observed, &times);
            let steady = times.are_steady();
            return judged(a, h, heavy.throughput_per_s * times.heavy / 1e3, steady, true);
        }
        if let Some((peer, waits_ms)) = full_peer(a, heavy, &times) {
            h.observed = message!(
                "dependency-client-pool-too-small/observed-by-connections",
                peer: name(&peer.address),
                connections: Count(peer.connections),
                awaited: Count(peer.awaited),
                rate: PerSecond(heavy.throughput_per_s),
                call: Ms(peer.with_ms),
                light_call: Ms(peer.light_ms),
                waits: Ms(waits_ms),
            );
            h.weight = a.growth.share(waits_ms);
            h.site = site(a, heavy, Part::Remote);
            h.claims = vec![awaited(heavy, &peer, h.observed.clone())];
            return judged(a, h, peer.awaited, true, false);
        }
        if let Some(d) = Dispatched::of(a).filter(|d| d.waits_ms >= WORTH_A_LINE.get() * heavy.response_ms) {
            h.observed = d.observed(heavy);
            h.weight = queueing(a, |l| if l.phase.id == heavy.phase.id { d.waits_ms } else { 0.0 }, |_| 0.0).share;
            h.site.clone_from(&d.site);
            h.claims = vec![Claim::at(heavy, "client_wait_ms", d.waits_ms, "ms", h.observed.clone()).from(&[STACKS])];
            return judged(a, h, d.at_once, d.is_steady(), true);
        }
        if times.lease + light_wait_ms == 0.0 {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("dependency-client-pool-too-small/no-wait"));
        }
        h.reason = message!("dependency-client-pool-too-small/short-wait", wait: Ms(times.lease), response: Ms(heavy.response_ms));
        h.observed.clone_from(&h.reason);
        h
    }
}

/// `h`, of which was seen that requests wait: whether that limits the service. `at_once` calls are under way; `steady`: these take as long
/// as ever;
/// `counted`: the wait itself was seen.
fn judged(a: &Analysis, mut h: Hypothesis, at_once: f64, steady: bool, counted: bool) -> Hypothesis {
    if full_pool(a).is_ok() {
        h.reason = message!("dependency-client-pool-too-small/behind-pool", observed: (h.observed.clone()));
        h.weight = 0.0;
        return h;
    }
    h.status = Status::Secondary;
    h.evidence = EvidenceLevel::Coincides;
    h.reason = message!("dependency-client-pool-too-small/holds", observed: (h.observed.clone()), share: Share(h.weight));
    if h.weight < LEAST_GROWTH_SHARE.get() || !grows(a) {
        return h;
    }
    if a.cpus_are_full() || a.is_saturated(ResourceKind::EventLoop) || a.is_saturated(ResourceKind::ThreadPool) {
        h.reason = message!("dependency-client-pool-too-small/cpus-full", holds: (h.reason));
        return h;
    }
    if !steady {
        h.status = Status::Untested;
        h.reason = message!("dependency-client-pool-too-small/slower", holds: (h.reason));
        return h;
    }
    h.status = Status::Supported;
    h.gain = if_nothing_waits(a);
    h.fix = message!("dependency-client-pool-too-small/fix", calls: Count(at_once));
    if counted && a.account_closes() {
        h.evidence = EvidenceLevel::Explains;
    }
    h
}

/// The peer to which all connections are in use, with the wait for one of these, milliseconds per request: of threads what they spend in
/// calls beyond the time that calls are with their peers, of an event loop what is left of the time in the server.
fn full_peer(a: &Analysis, heavy: &Level, times: &CallTimes) -> Option<(FullPeer, f64)> {
    let peer = a.full_peer()?;
    let waits_ms = if heavy.served.event_loop().is_some() {
        a.ledgers.last()?.ms(Group::Alone, &What::ClientPoolWait)
    } else {
        // what passes in the client at every load is no wait for a connection
        let light = a.light().and_then(|l| UnderWay::at(a, l)).map_or(0.0, |u| (times.light - u.with_them_ms).max(0.0));
        (times.heavy - UnderWay::of(a)?.with_them_ms - light).max(0.0)
    };
    (waits_ms >= WORTH_A_LINE.get() * heavy.response_ms).then_some((peer, waits_ms))
}

/// Where threads wait; of an event loop, in which none does, where most calls are made.
fn site(a: &Analysis, heavy: &Level, part: Part) -> String {
    let waits = heavy.samples.as_ref().and_then(|s| s.top_site(part, None)).map(|s| s.site.clone());
    waits.unwrap_or_else(|| if heavy.served.event_loop().is_some() { caller(a) } else { String::new() })
}

fn in_transaction_ms(level: &Level) -> f64 {
    level.samples.as_ref().map_or(0.0, |s| s.in_transaction_ms(Part::ClientPoolWait))
}

/// The wait, and why: what the kernel counts of the connections where that is seen, else how many calls there are.
fn claims(a: &Analysis, heavy: &Level, observed: &Message, times: &CallTimes) -> Vec<Claim> {
    let waits = Claim::at(heavy, "client_pool_wait_ms", times.lease, "ms", observed.clone()).from(heavy.part_series(Part::ClientPoolWait));
    let why = if let Some(peer) = a.full_peer() {
        let text = message!(
            "dependency-client-pool-too-small/awaited",
            awaited: Count(peer.awaited),
            connections: Count(peer.connections),
            peer: name(&peer.address)
        );
        awaited(heavy, &peer, text)
    } else {
        let calls = heavy.throughput_per_s * times.heavy / 1e3;
        let text = message!("dependency-client-pool-too-small/calls", calls: Count(calls));
        Claim::at(heavy, "calls_under_way", calls, "1", text).from(heavy.part_series(Part::Remote))
    };
    vec![waits, why]
}

fn awaited(heavy: &Level, peer: &FullPeer, text: Message) -> Claim {
    Claim::at(heavy, "connections_awaited", peer.awaited, "1", text)
        .from_labelled(&[signal::PEER_CONNECTIONS_AWAITED], "peer", &peer.address)
        .from_labelled(&[signal::PEER_CONNECTIONS], "peer", &peer.address)
}

#[cfg(test)]
mod tests;
