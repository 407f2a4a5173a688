//! The slowest requests are slow because all threads are stopped, and not for a collection.

use crate::facts::tail::Events;
use diagnose::tail::SourceKind;
use diagnose::{Cause, Stability};
use model::message;

/// The cause.
pub const CAUSE: &dyn Cause = &Events {
    id: "safepoint-stalls",
    page: include_str!("cause.md"),
    stability: Stability::Stable,
    decoys: &["stop-the-world-pauses", "cache-server-stalls"],
    what: "stops",
    is_of: |kind| kind == SourceKind::Stops,
    by: None,
    more: |_| None,
    unasked: |_| None,
    fix: |_| message!("safepoint-stalls/fix", option: name("-Xlog:safepoint")),
};

#[cfg(test)]
mod tests;
