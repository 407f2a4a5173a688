//! How often the target and its database took turns.

use model::{ComponentKind, Run, Timestamp, signal};

/// Round trips to the database between two moments: segments with data that the target sent to it, or received, whichever are fewer. A driver may send
/// one statement in several segments, and a large answer comes in many. `None` when they were not counted, or when no component says which peer is the
/// database.
pub fn round_trips(run: &Run, from: Timestamp, to: Timestamp) -> Option<f64> {
    let databases: Vec<&str> = (run.environment.components.iter())
        .filter(|c| c.kind == ComponentKind::Database)
        .filter_map(|c| c.id.split_once(':').map(|(_, address)| address))
        .collect();
    let count = |signal: &str| {
        let of = run.series_of(signal).filter(|s| databases.contains(&s.label("peer")));
        of.filter_map(|s| s.increase(from, to)).reduce(|x, y| x + y)
    };
    let sent = count(signal::PEER_SEGMENTS_SENT)?;
    // runs of earlier versions have not counted what came
    Some(count(signal::PEER_SEGMENTS_RECEIVED).map_or(sent, |received| received.min(sent)))
}
