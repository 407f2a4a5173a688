//! Slow because the same lookup is made for every request, and nobody keeps what it found.

use crate::facts::cpu_owned::{OwnsTheCore, by_sign, classes_made};
use crate::facts::files::files_opened;
use diagnose::cpu::Sign;
use diagnose::{Cause, Stability};
use model::message;

diagnose::thresholds! {
    /// Share of the CPU per request that the lookups must own. Source: CAUSES A7.
    LEAST_SHARE = 0.3;
}

/// The cause.
pub const CAUSE: &dyn Cause = &OwnsTheCore {
    id: "lookup-repeated-per-request",
    page: include_str!("cause.md"),
    stability: Stability::Stable,
    decoys: &["cpu-hot-path", "event-loop-saturated", "connection-pool-too-small", "database-cpu-saturated", "lock-contended"],
    what: "look-up",
    least: |_| LEAST_SHARE.get(),
    avoidable: |_, _| true,
    owned: |a| by_sign(a, Sign::LookUp),
    excuse: |_, _| None,
    says: |a| classes_made(a).or_else(|| files_opened(a)),
    fix: |_| message!("lookup-repeated-per-request/fix"),
};

#[cfg(test)]
mod tests;
