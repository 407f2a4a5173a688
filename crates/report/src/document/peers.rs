//! `peers`: how often each measured level asked whom, and how long calls were there.

use diagnose::Diagnosis;
use diagnose::level::{Level, PeerUse, peer_uses};
use model::Run;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(crate) struct Peer {
    pub phase: String,
    /// As in `environment.peers`.
    pub address: String,
    /// Turns per request, data there and back: one for each call that waits for its answer.
    pub turns: Option<f64>,
    /// Connections, mean.
    pub connections: Option<f64>,
    /// Of these, those on which an answer was awaited. Says nothing of calls that are shorter than two ticks of the kernel (up to 20 ms).
    pub awaited: Option<f64>,
    /// Time per request that calls are with the peer, by `awaited` and the throughput (Little's law); `null` where it is too short to be known.
    pub with_peer_ms: Option<f64>,
}

/// All that are no databases and of which something was counted, level by level.
pub(super) fn all(run: &Run, d: &Diagnosis) -> Vec<Peer> {
    let of_level = |level: &'_ Level| -> Vec<Peer> {
        let uses = peer_uses(run, level.window, level.requests as f64);
        let counted = |u: &PeerUse| u.turns.is_some() || u.connections.is_some();
        uses.iter().filter(|u| counted(u)).map(|u| Peer::of(level, u)).collect()
    };
    d.levels.iter().flat_map(of_level).collect()
}

impl Peer {
    fn of(level: &Level, u: &PeerUse) -> Self {
        Self {
            phase: level.phase.id.clone(),
            address: u.peer.address.clone(),
            turns: u.turns,
            connections: u.connections,
            awaited: u.awaited,
            with_peer_ms: u.with_ms(level),
        }
    }
}
