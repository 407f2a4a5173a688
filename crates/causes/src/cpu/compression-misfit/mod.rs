//! Slow because compressing answers costs more than it saves.

use crate::facts::cpu_owned::{Excuse, OwnsTheCore, by_purpose};
use diagnose::cpu::Purpose;
use diagnose::{Cause, Stability};
use model::message;

diagnose::thresholds! {
    /// Share of the CPU per request that compressing must own. Source: CAUSES A12.
    LEAST_SHARE = 0.3;
}

/// The cause.
pub const CAUSE: &dyn Cause = &OwnsTheCore {
    id: "compression-misfit",
    page: include_str!("cause.md"),
    stability: Stability::Stable,
    decoys: &["cpu-hot-path", "event-loop-saturated", "connection-pool-too-small", "database-cpu-saturated", "libuv-pool-saturated"],
    what: "compress",
    least: &LEAST_SHARE,
    avoidable: false,
    owned: |a| by_purpose(a, Purpose::Compression),
    // what it saves is how much smaller answers become, which nobody sees yet
    excuse: |_, _| Some(Excuse::Undecided(message!("compression-misfit/saving-unseen"))),
    says: |_| None,
    fix: || message!("compression-misfit/fix"),
};

#[cfg(test)]
mod tests;
