//! The slowest requests are slow because the virtual machine stands still to collect garbage.

use crate::facts::collected::Reason;
use crate::facts::heap::{eden_of_tail, made, place};
use crate::facts::tail::Events;
use diagnose::allocation::Allocations;
use diagnose::slow_seconds::WhySlow;
use diagnose::tail::{SourceKind, Standing};
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
    more,
    unasked: in_slow_seconds,
    fix,
};

/// Under open load a few seconds are far slower than the others, and most of that is waiting for the collector.
fn in_slow_seconds(a: &Analysis) -> Option<Message> {
    let slow = a.some_slow_seconds().filter(|s| s.why == Some(WhySlow::Collections))?;
    Some(message!(
        "stop-the-world-pauses/slow-seconds",
        levels: Count(slow.levels as f64),
        of: Count(slow.of as f64),
        share: Share(slow.worst.slow_seconds.added),
        rate: PerSecond(slow.worst.throughput_per_s),
        option: name("--tail"),
    ))
}

/// Objects that the load makes, as sampled.
fn sampled<'a>(a: &'a Analysis) -> Option<&'a Allocations> {
    a.tail.as_ref()?.allocations.as_ref()
}

/// Why those collections are made that explain slow requests.
fn reason(a: &Analysis) -> Option<Reason> {
    let tail = a.tail.as_ref()?;
    let explains = |kind| tail.sources.iter().any(|s| s.kind == kind && s.standing == Standing::Explains);
    Reason::at(a.run, &tail.level, |collector| match collector {
        "young" => explains(SourceKind::YoungCollections),
        "old" => explains(SourceKind::FullCollections),
        _ => explains(SourceKind::ConcurrentCollections),
    })
}

/// Why it collects, and what a request makes.
fn more(a: &Analysis) -> Option<Message> {
    let (reason, objects) = (reason(a).map(|r| r.says()), made(eden_of_tail(a), sampled(a)));
    match (reason, objects) {
        (Some(reason), Some(objects)) => Some(message!("stop-the-world-pauses/and", reason: (reason), objects: (objects))),
        (reason, objects) => reason.or(objects),
    }
}

fn fix(a: &Analysis) -> Message {
    if let Some(reason) = reason(a) {
        return reason.fix();
    }
    match place(sampled(a)) {
        Some(p) => message!("stop-the-world-pauses/fix-place", site: name(&p.site)),
        None => message!("stop-the-world-pauses/fix", command: name("asprof -e alloc -d 30 PID")),
    }
}

#[cfg(test)]
mod tests;
