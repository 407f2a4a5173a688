//! How often the target and its database took turns.

use crate::language::Language;
use model::{ComponentKind, Peer, Role, Run, Timestamp, signal};
use std::collections::BTreeSet;

crate::thresholds! {
    /// Bytes after which PostgreSQL sends what it has of an answer. Source: `PQ_SEND_BUFFER_SIZE` in pqcomm.c.
    FULL_SEGMENT = 8192.0;
}

/// Round trips to the database between two moments: segments with data that the target sent to it, or received, whichever are fewer. A driver may send
/// one statement in several segments, and a large answer comes in many. `None` when they were not counted, or when no component says which peer is the
/// database.
pub fn round_trips(run: &Run, from: Timestamp, to: Timestamp) -> Option<f64> {
    let databases = databases(run);
    let count = |signal: &str| count(run, (from, to), signal, |peer| databases.contains(&peer));
    let sent = count(signal::PEER_SEGMENTS_SENT)?;
    // runs of earlier versions have not counted what came
    let Some(received) = count(signal::PEER_SEGMENTS_RECEIVED) else { return Some(sent) };
    let fewer = sent.min(received);
    let in_parts = Language::of(run).statement_segments().zip(count(signal::PEER_BYTES_RECEIVED));
    // where both count too many (statements of several segments, and one answer of many): those that began no answer are full
    Some(in_parts.map_or(fewer, |(most, bytes)| (received - bytes / FULL_SEGMENT.get()).max(sent / most).min(fewer)))
}

/// Bytes that the database sent to the target between two moments; `None` likewise.
pub fn database_bytes(run: &Run, from: Timestamp, to: Timestamp) -> Option<f64> {
    let databases = databases(run);
    count(run, (from, to), signal::PEER_BYTES_RECEIVED, |peer| databases.contains(&peer))
}

/// Round trips to everybody else, likewise. `None` also where it is not known who the database is, though there is one.
pub(super) fn other_round_trips(run: &Run, from: Timestamp, to: Timestamp) -> Option<f64> {
    let databases = databases(run);
    if databases.is_empty() && run.series_of(signal::POOL_USED).next().is_some() {
        return None;
    }
    let count = |signal: &str| count(run, (from, to), signal, |peer| !databases.contains(&peer));
    Some(count(signal::PEER_SEGMENTS_SENT)?.min(count(signal::PEER_SEGMENTS_RECEIVED)?))
}

/// Round trips to the peer at `address`, likewise.
pub(super) fn with_peer(run: &Run, from: Timestamp, to: Timestamp, address: &str) -> Option<f64> {
    let count = |signal: &str| count(run, (from, to), signal, |peer| peer == address);
    Some(count(signal::PEER_SEGMENTS_SENT)?.min(count(signal::PEER_SEGMENTS_RECEIVED)?))
}

/// Round trips to the caches, where it is known who they are; else to everybody but the database.
pub(super) fn cache_round_trips(run: &Run, from: Timestamp, to: Timestamp) -> Option<f64> {
    let caches = super::caches::addresses(run);
    caches.into_iter().collect::<BTreeSet<_>>().into_iter().filter_map(|at| with_peer(run, from, to, at)).reduce(|a, b| a + b)
}

/// Peers that are no databases, with the round trips to each between two moments where they were counted.
pub fn others(run: &Run, from: Timestamp, to: Timestamp) -> Vec<(&Peer, Option<f64>)> {
    let databases = databases(run);
    let turns = |peer: &Peer| {
        let count = |signal: &str| count(run, (from, to), signal, |p| p == peer.address);
        Some(count(signal::PEER_SEGMENTS_SENT)?.min(count(signal::PEER_SEGMENTS_RECEIVED)?))
    };
    let others = run.environment.target.peers.iter().filter(|p| !databases.contains(&p.address.as_str()));
    others.map(|p| (p, turns(p))).collect()
}

/// Addresses of the databases whose servers tell what they do.
pub(super) fn probed_databases(run: &Run) -> impl Iterator<Item = &str> {
    let asked = run.environment.components.iter().filter(|c| c.kind == ComponentKind::Database);
    asked.filter_map(|c| c.id.split_once(':').map(|(_, address)| address))
}

/// Addresses of the databases that are known: by who asks them, or by what they are.
pub(super) fn databases(run: &Run) -> Vec<&str> {
    let recognised = run.environment.target.peers.iter().filter(|p| p.role == Role::Database).map(|p| p.address.as_str());
    probed_databases(run).chain(recognised).collect()
}

fn count(run: &Run, (from, to): (Timestamp, Timestamp), signal: &str, is: impl Fn(&str) -> bool) -> Option<f64> {
    run.series_of(signal).filter(|s| is(s.label("peer"))).filter_map(|s| s.increase(from, to)).reduce(|x, y| x + y)
}
