//! The slowest requests are slow because the virtual machine stands still to collect garbage.

use crate::facts::heap::eden_of_tail;
use crate::facts::tail::Events;
use diagnose::tail::SourceKind;
use diagnose::{Cause, Stability};
use model::message;

/// The cause.
pub const CAUSE: &dyn Cause = &Events {
    id: "stop-the-world-pauses",
    page: include_str!("cause.md"),
    stability: Stability::Stable,
    decoys: &["safepoint-stalls", "cache-server-stalls"],
    what: "collections",
    is_of: SourceKind::collects,
    more: |a| eden_of_tail(a).map(|bytes| message!("stop-the-world-pauses/made", bytes: Bytes(bytes))),
    fix: || message!("stop-the-world-pauses/fix", command: name("asprof -e alloc -d 30 PID")),
};

#[cfg(test)]
mod tests;
