//! Slow because a question is written in small pieces, and the kernel keeps the later ones back until the first is acknowledged.

use crate::facts::if_nothing_waits;
use diagnose::level::{HeldBack, held_back};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::THREAD_SCHEDULE;
use model::{Message, message, signal};

diagnose::thresholds! {
    /// Shortest wait of one turn that is for a delayed acknowledgement, milliseconds. Source: Linux delays one by 40 ms and more
    /// (`TCP_DELACK_MIN`), other systems by up to 200; half of the shortest, because a turn may count for two.
    LEAST_MS = 20.0;
    /// Fewest readings of a level in which bytes are held back: one may have met a question on its way. A guess.
    FEWEST_READINGS = 3.0;
    /// Share of the response under light load from which it is what requests wait for. A guess: half.
    MOST_OF_RESPONSE = 0.5;
    /// The same from which it is told. A guess.
    WORTH_A_LINE = 0.1;
}

struct AckDelayed;

/// The cause.
pub const CAUSE: &dyn Cause = &AckDelayed;

impl Cause for AckDelayed {
    fn id(&self) -> &'static str {
        "ack-delayed"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[THREAD_SCHEDULE]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["dependency-slow", "dependency-client-pool-too-small", "worker-threads-blocked-downstream", "connection-pool-too-small"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("ack-delayed/expected");
        h.falsifier = message!("ack-delayed/falsifier");
        let (Some(light), Some(heavy)) = (a.light(), a.heavy()) else {
            return Hypothesis::new(self.id(), Status::NotObservable, message!("ack-delayed/unread"));
        };
        let (Some(before), Some(now)) = (held_back(a.run, light), held_back(a.run, heavy)) else {
            return Hypothesis::new(self.id(), Status::NotObservable, message!("ack-delayed/unread"));
        };
        let most = now.into_iter().max_by(|x, y| x.ms.total_cmp(&y.ms)).filter(|x| x.ms > 0.0);
        let Some((most, quiet)) = most.and_then(|m| Some((m, *before.iter().find(|b| b.peer.address == m.peer.address)?))) else {
            h.reason = message!("ack-delayed/nothing-held");
            h.observed.clone_from(&h.reason);
            return h;
        };
        // a few readings of a few connections: what they say is no more than all of the response
        let quiet = HeldBack { ms: quiet.ms.min(light.response_ms), ..quiet };
        h.observed = message!(
            "ack-delayed/observed",
            ms: Ms(most.ms),
            rate: PerSecond(heavy.throughput_per_s),
            light: Ms(quiet.ms),
            peer: name(most.peer.to_string()),
            connections: Count(most.connections),
        );
        h.reason.clone_from(&h.observed);
        let share = if light.response_ms > 0.0 { quiet.ms / light.response_ms } else { 0.0 };
        let is_long =
            |x: &HeldBack| x.readings as f64 >= FEWEST_READINGS.get() && x.ms / x.turns.map_or(1.0, |n| n.max(1.0)) >= LEAST_MS.get();
        if share < WORTH_A_LINE.get() || !is_long(&quiet) || !is_long(&most) {
            return h;
        }
        h.weight = share.min(1.0);
        let held = message!("ack-delayed/held", ms: Ms(quiet.ms), response: Ms(light.response_ms), share: Share(share));
        h.claims = vec![
            Claim::at(heavy, "connections_held", most.connections, "1", h.observed.clone()).from_labelled(
                &[signal::PEER_CONNECTIONS_HELD],
                "peer",
                &most.peer.address,
            ),
            Claim::at(light, "held_ms", quiet.ms, "ms", held).from_labelled(&[signal::PEER_CONNECTIONS_HELD], "peer", &most.peer.address),
        ];
        h.fix = message!("ack-delayed/fix");
        h.evidence = EvidenceLevel::Coincides;
        h.status = Status::Secondary;
        if share < MOST_OF_RESPONSE.get() || a.cpus_are_full() || most.turns.is_none() {
            return h;
        }
        h.status = Status::Supported;
        h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h.gain = if_nothing_waits(a);
        h
    }
}

#[cfg(test)]
mod tests;
