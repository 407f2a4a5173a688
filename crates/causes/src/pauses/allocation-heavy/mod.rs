//! Slow because requests make so many objects that collecting them takes the core.

use crate::facts::cpu_owned::{Excuse, OwnsTheCore, by_purpose};
use crate::facts::heap::{Heap, LEAST_SHARE, asked_from_outside, eden_per_request};
use crate::facts::jvm_threads::has_no_core_beside;
use diagnose::cpu::Purpose;
use diagnose::{Cause, Stability};
use model::message;

/// The cause.
pub const CAUSE: &dyn Cause = &OwnsTheCore {
    id: "allocation-heavy",
    page: include_str!("cause.md"),
    stability: Stability::Stable,
    decoys: &["cpu-hot-path", "heap-near-limit", "connection-pool-too-small"],
    what: "collect",
    least: |_| LEAST_SHARE.get(),
    avoidable: |_, _| true,
    owned: |a| by_purpose(a, Purpose::Collector),
    excuse: |a, _| {
        if let Some((all, young)) = asked_from_outside(a) {
            return Some(Excuse::Undecided(message!("allocation-heavy/asked-from-outside", all: Count(all), young: Count(young))));
        }
        let full = Heap::of(a).filter(Heap::is_nearly_full).map(|h| message!("allocation-heavy/nearly-full", full: Share(h.full)));
        let misfit = has_no_core_beside(a).then(|| message!("allocation-heavy/misfit"));
        full.or(misfit).map(Excuse::Beside)
    },
    says: |a| eden_per_request(a).map(|bytes| message!("allocation-heavy/made", bytes: Bytes(bytes))),
    fix: |a| match a.run.environment.target.runtime.name() {
        "node" => message!("allocation-heavy/fix-in-node", command: name("node --heap-prof"), setting: name("--max-semi-space-size=64")),
        _ => message!("allocation-heavy/fix", command: name("asprof -e alloc -d 30 PID")),
    },
};

#[cfg(test)]
mod tests;
