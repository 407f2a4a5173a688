//! Slow because the heap is nearly full of what lives: collections free little, and come again at once.

use crate::facts::collected::Reason;
use crate::facts::cpu_owned::{Excuse, OwnsTheCore, by_purpose};
use crate::facts::heap::{Heap, LEAST_SHARE};
use diagnose::cpu::Purpose;
use diagnose::{Cause, Stability};
use model::message;

/// The cause.
pub const CAUSE: &dyn Cause = &OwnsTheCore {
    id: "heap-near-limit",
    page: include_str!("cause.md"),
    stability: Stability::Stable,
    decoys: &["allocation-heavy", "cpu-hot-path", "connection-pool-too-small"],
    what: "collect",
    least: |_| LEAST_SHARE.get(),
    avoidable: |_, _| true,
    owned: |a| by_purpose(a, Purpose::Collector),
    excuse: |a, _| match Heap::of(a) {
        // whole collections that somebody asks for say nothing of how full the heap is
        _ if Reason::beside_objects(a).is_some() => Reason::beside_objects(a).map(|r| Excuse::Undecided(r.says())),
        None => Some(Excuse::Beside(message!("heap-near-limit/unread"))),
        Some(h) if !h.is_nearly_full() => {
            Some(Excuse::Beside(message!("heap-near-limit/has-room", full: Share(h.full), old: Share(h.old_share))))
        }
        Some(_) => None,
    },
    says: |a| Heap::of(a).map(|h| message!("heap-near-limit/full", full: Share(h.full), old: Share(h.old_share))),
    fix: |a| {
        let own = || message!("heap-near-limit/fix", command: name("jcmd PID GC.class_histogram"));
        Reason::beside_objects(a).map_or_else(own, |r| r.fix())
    },
};

#[cfg(test)]
mod tests;
