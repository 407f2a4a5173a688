//! Slow because an object that is meant to be shared is built for every use.

use crate::facts::cpu_owned::{OwnsTheCore, by_sign, classes_made};
use diagnose::cpu::Sign;
use diagnose::{Cause, Stability};
use model::message;

diagnose::thresholds! {
    /// Share of the CPU per request that the building must own. Source: CAUSES A8.
    LEAST_SHARE = 0.3;
}

/// The cause.
pub const CAUSE: &dyn Cause = &OwnsTheCore {
    id: "built-per-use",
    page: include_str!("cause.md"),
    stability: Stability::Stable,
    decoys: &[
        "cpu-hot-path",
        "event-loop-saturated",
        "connection-pool-too-small",
        "database-cpu-saturated",
        "lock-contended",
        "lookup-repeated-per-request",
    ],
    what: "build",
    least: |_| LEAST_SHARE.get(),
    avoidable: |_, _| true,
    owned: |a| by_sign(a, Sign::Build),
    excuse: |_, _| None,
    says: classes_made,
    fix: |_| message!("built-per-use/fix"),
};

#[cfg(test)]
mod tests;
