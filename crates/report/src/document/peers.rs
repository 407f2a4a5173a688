//! `peers`: how often each measured level asked whom, and how long calls were there; `endpoints`: what it asked for, where the runtime's clients tell or calls were seen.

use diagnose::Diagnosis;
use diagnose::level::{Endpoint as Called, Level, PeerUse, endpoints, peer_uses};
use model::Run;
use serde::Serialize;
use std::collections::BTreeMap;

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

/// One endpoint of another service at one level.
#[derive(Debug, Serialize)]
pub(crate) struct Endpoint {
    pub phase: String,
    /// `GET stock:8081/items/{id}`: method, host, and the path with `{id}` for what is no plain word.
    pub name: String,
    /// Taken for all of the time, where it was watched in windows.
    pub calls: f64,
    /// By all requests that were sent.
    pub per_request: f64,
    /// Mean time from the start of a call to the end of its answer.
    pub mean_ms: f64,
    /// Calls without an answer, or with a status of 400 or more.
    pub failed: f64,
    pub failed_share: f64,
    /// Calls by status, 0 where there was no answer.
    pub statuses: BTreeMap<u16, f64>,
    /// Share of calls that said what the one before it said, but for ids of traces and the time; `null` where too few were compared. On Node those with a body count as ones that do not.
    pub repeated_share: Option<f64>,
}

impl Endpoint {
    fn of(level: &Level, sent: usize, e: Called) -> Self {
        Self {
            phase: level.phase.id.clone(),
            calls: e.calls,
            per_request: e.calls / (sent as f64 * level.share).max(1.0),
            mean_ms: e.mean_ms,
            failed: e.failed(),
            failed_share: e.failed() / e.calls,
            name: e.name,
            statuses: e.statuses,
            repeated_share: e.repeated,
        }
    }
}

/// Those of each level, the one of most time first.
pub(super) fn asked(run: &Run, d: &Diagnosis) -> Vec<Endpoint> {
    let of = |level: &'_ Level| {
        let sent = run.attempts_of(&level.phase.id).count();
        endpoints(run, level.window).into_iter().map(|e| Endpoint::of(level, sent, e)).collect::<Vec<_>>()
    };
    d.levels.iter().flat_map(of).collect()
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
