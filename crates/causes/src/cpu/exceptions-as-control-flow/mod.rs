//! Slow because exceptions are thrown for ordinary outcomes.

use crate::facts::cpu_owned::{OwnsTheCore, by_sign};
use diagnose::cpu::Sign;
use diagnose::{Cause, Stability};
use model::message;

diagnose::thresholds! {
    /// Share of the CPU per request that making exceptions must own. Source: CAUSES A9.
    LEAST_SHARE = 0.2;
}

/// The cause.
pub const CAUSE: &dyn Cause = &OwnsTheCore {
    id: "exceptions-as-control-flow",
    page: include_str!("cause.md"),
    stability: Stability::Stable,
    decoys: &["cpu-hot-path", "event-loop-saturated", "connection-pool-too-small", "database-cpu-saturated"],
    what: "throw",
    least: |_| LEAST_SHARE.get(),
    avoidable: |_, _| true,
    owned: |a| by_sign(a, Sign::Throw),
    excuse: |_, _| None,
    says: |_| None,
    fix: |_| message!("exceptions-as-control-flow/fix"),
};

#[cfg(test)]
mod tests;
