//! Slow because more is serialised than the client needs.

use crate::facts::cpu_owned::{Excuse, Owned, OwnsTheCore, by_purpose};
use diagnose::cpu::Purpose;
use diagnose::{Analysis, Cause, Stability};
use model::message;

diagnose::thresholds! {
    /// Share of the CPU per request that serialising must own. Source: CAUSES A11.
    LEAST_SHARE = 0.4;
}

/// The cause.
pub const CAUSE: &dyn Cause = &OwnsTheCore {
    id: "serialisation-oversized",
    page: include_str!("cause.md"),
    stability: Stability::Preview,
    decoys: &["cpu-hot-path", "event-loop-saturated", "connection-pool-too-small", "database-cpu-saturated"],
    what: "serialise",
    least: &LEAST_SHARE,
    avoidable: false,
    owned: |a| by_purpose(a, Purpose::Serialising),
    excuse,
    says: |_| None,
    fix: |_| message!("serialisation-oversized/fix"),
};

/// What the client needs of it cannot be seen from outside.
#[expect(clippy::unnecessary_wraps, reason = "the shape of every excuse")]
fn excuse(a: &Analysis, _: &Owned) -> Option<Excuse> {
    Some(Excuse::Beside(match a.heavy_cpu().and_then(|c| c.bytes) {
        Some(bytes) => message!("serialisation-oversized/whether-needed", bytes: Bytes(bytes)),
        None => message!("serialisation-oversized/whether-needed-of-unknown"),
    }))
}

#[cfg(test)]
mod tests;
