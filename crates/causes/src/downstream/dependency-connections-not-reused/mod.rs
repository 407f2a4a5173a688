//! Slow because each call to another service opens a connection of its own.

use diagnose::claim::REQUESTS;
use diagnose::level::{PeerUse, peer_uses};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::THREAD_SCHEDULE;
use model::{Message, Role, message, signal};

diagnose::thresholds! {
    /// Connections opened for each call from which they are not used again. Source: CAUSES H3 ("connects/s ≈ calls/s"); half is a guess,
    /// since a client may make two calls on each.
    PER_CALL = 0.5;
    /// Connections opened per request from which it is worth a line. A guess: every twentieth request.
    WORTH_A_LINE = 0.05;
}

struct NotReused;

/// The cause.
pub const CAUSE: &dyn Cause = &NotReused;

impl Cause for NotReused {
    fn id(&self) -> &'static str {
        "dependency-connections-not-reused"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Preview
    }

    fn needs(&self) -> &'static [&'static str] {
        &[THREAD_SCHEDULE]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["dependency-slow", "cpu-hot-path"]
    }

    /// Never more than secondary: what opening takes is in the calls and in the CPU of both sides, and is not seen apart.
    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("dependency-connections-not-reused/expected", least: Share(PER_CALL.get()));
        h.falsifier = message!("dependency-connections-not-reused/falsifier");
        let Some(heavy) = a.heavy() else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("facts/no-level"));
        };
        let uses = peer_uses(a.run, heavy.window, heavy.requests as f64);
        // who waits for work keeps its connection, and is asked when there is some
        let asked = uses.iter().filter(|u| u.peer.role != Role::Queue && u.turns.is_none_or(|n| n > 0.0));
        let counted: Vec<(&PeerUse, f64)> = asked.clone().filter_map(|u| Some((u, u.opened?))).collect();
        let Some((most, opened)) = counted.into_iter().max_by(|x, y| x.1.total_cmp(&y.1)) else {
            let (status, why) = if asked.count() == 0 {
                (Status::NotApplicable, message!("dependency-connections-not-reused/no-peer"))
            } else {
                (Status::NotObservable, message!("dependency-connections-not-reused/not-counted"))
            };
            return Hypothesis { status, reason: why, ..h };
        };
        let calls = most.turns.unwrap_or(1.0);
        let of_peer = message!(
            "dependency-connections-not-reused/observed",
            opened: Count(opened),
            peer: name(most.peer.to_string()),
            calls: Count(calls),
        );
        h.observed.clone_from(&of_peer);
        h.reason.clone_from(&of_peer);
        if opened < WORTH_A_LINE.get() || opened < PER_CALL.get() * calls {
            return h;
        }
        h.status = Status::Secondary;
        h.evidence = EvidenceLevel::Coincides;
        h.site = most.peer.to_string();
        h.reason = message!("dependency-connections-not-reused/holds", observed: (of_peer.clone()));
        h.fix = message!("dependency-connections-not-reused/fix");
        let claim = Claim::at(heavy, "opened_per_request", opened, "1", of_peer);
        h.claims = vec![claim.from_labelled(&[signal::PEER_CONNECTIONS_OPENED], "peer", &most.peer.address).from(&[REQUESTS])];
        h
    }
}

#[cfg(test)]
mod tests;
