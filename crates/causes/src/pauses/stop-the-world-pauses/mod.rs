//! The slowest requests are slow because the virtual machine stands still to collect garbage.

use crate::facts::heap::eden_of_tail;
use crate::facts::tail::Events;
use diagnose::allocation::AllocationPlace;
use diagnose::tail::SourceKind;
use diagnose::{Analysis, Cause, Stability};
use model::{Message, message};

diagnose::thresholds! {
    /// Share of all new objects from which the place that makes them is told. Source: CAUSES section 4 point 2, for a place on the CPU.
    LEAST_SHARE = 0.3;
}

/// The cause.
pub const CAUSE: &dyn Cause = &Events {
    id: "stop-the-world-pauses",
    page: include_str!("cause.md"),
    stability: Stability::Stable,
    decoys: &["safepoint-stalls", "cache-server-stalls"],
    what: "collections",
    is_of: SourceKind::collects,
    by: Some("forced-gc"),
    more: made,
    unasked: in_slow_seconds,
    fix,
};

/// Under open load a few seconds are far slower than the others, and most of that is waiting for the collector.
fn in_slow_seconds(a: &Analysis) -> Option<Message> {
    let slow = a.some_slow_seconds().filter(|s| s.by_collections)?;
    Some(message!(
        "stop-the-world-pauses/slow-seconds",
        levels: Count(slow.levels as f64),
        of: Count(slow.of as f64),
        share: Share(slow.worst.slow_seconds.added),
        rate: PerSecond(slow.worst.throughput_per_s),
        option: name("--tail"),
    ))
}

/// The place that makes most of the objects.
fn place<'a>(a: &'a Analysis) -> Option<&'a AllocationPlace> {
    a.tail.as_ref()?.allocations.as_ref()?.places.first().filter(|p| p.share >= LEAST_SHARE.get())
}

/// What a request makes of objects, and where most of them.
fn made(a: &Analysis) -> Option<Message> {
    let sampled = a.tail.as_ref()?.allocations.as_ref().map(|m| m.per_request);
    let bytes = eden_of_tail(a).or(sampled)?;
    let made = message!("stop-the-world-pauses/made", bytes: Bytes(bytes));
    let Some(p) = place(a) else { return Some(made) };
    Some(message!(
        "stop-the-world-pauses/made-by",
        made: (made),
        share: Share(p.share),
        site: name(&p.site),
        class: name(&p.class),
        bytes: Bytes(p.share * bytes),
    ))
}

fn fix(a: &Analysis) -> Message {
    match place(a) {
        Some(p) => message!("stop-the-world-pauses/fix-place", site: name(&p.site)),
        None => message!("stop-the-world-pauses/fix", command: name("asprof -e alloc -d 30 PID")),
    }
}

#[cfg(test)]
mod tests;
