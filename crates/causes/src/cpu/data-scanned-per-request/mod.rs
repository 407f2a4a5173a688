//! Slow because a collection in memory is gone through or copied for every request.

use crate::facts::cpu_owned::{Excuse, Owned, OwnsTheCore, by_purpose, by_sign};
use diagnose::cpu::{Purpose, Sign};
use diagnose::{Analysis, Cause, Stability};
use model::{Role, message};

diagnose::thresholds! {
    /// Share of the CPU per request that going through collections must own. Source: CAUSES A10.
    LEAST_SHARE = 0.3;
    /// Nanoseconds of going through a collection for each byte of the answer from which more is gone through than answered. A guess: an
    /// element costs 10 to 100 ns, and one that is answered has some ten bytes.
    NS_PER_BYTE = 100.0;
    /// The same up to which what is gone through is what is answered. A guess: writing a byte of JSON costs 1 to 10 ns.
    NS_PER_ANSWERED_BYTE = 10.0;
    /// How often what writing the answer costs going through a collection must cost for it to be more than what is answered. Source:
    /// what is answered is written, and writing an element costs more than a step to it.
    AS_WRITING = 1.0;
    /// Nanoseconds of writing for each byte of the answer below which who writes it was not seen. A guess: the cheapest JSON costs as much.
    SEEN_WRITING = 1.0;
    /// Share of going through a collection that collections and texts of the platform must be for it to be that, and not computing that
    /// is written as a stream.
    /// A guess: a comparison costs as much as the step to the next element, and a twentieth is left for comparisons of own code.
    IN_ELEMENTS = 0.05;
    /// The same below which it is computing for certain. A guess: a fifth of that.
    COMPUTES = 0.01;
}

/// The cause.
pub const CAUSE: &dyn Cause = &OwnsTheCore {
    id: "data-scanned-per-request",
    page: include_str!("cause.md"),
    stability: Stability::Stable,
    decoys: &["cpu-hot-path", "event-loop-saturated", "connection-pool-too-small", "database-cpu-saturated"],
    what: "scan",
    least: |_| LEAST_SHARE.get(),
    avoidable: |_, _| false,
    owned: scanned_or_copied,
    excuse,
    says: |_| None,
    fix: |_| message!("data-scanned-per-request/fix"),
};

/// Going through collections, or copying what is in memory as a whole, whichever is more: a copy may be both.
fn scanned_or_copied(a: &Analysis) -> Option<Owned> {
    let (scanned, copied) = (by_sign(a, Sign::Scan)?, by_purpose(a, Purpose::Copying)?);
    Some(if copied.share > scanned.share { copied } else { scanned })
}

/// Why going through it may be what was asked for. What a cache or a session keeps is written out and read back as well, which is no copy
/// of what is in memory: where the service has a cache, or nobody of own code asks, it is undecided.
fn excuse(a: &Analysis, owned: &Owned) -> Option<Excuse> {
    let copies = by_purpose(a, Purpose::Copying).is_some_and(|c| c.share > 0.0 && c.share >= owned.share);
    let has_cache = a.run.environment.target.peers.iter().any(|p| p.role == Role::Cache);
    if copies && (has_cache || owned.asks.is_empty()) {
        return Some(Excuse::Undecided(message!("data-scanned-per-request/kept-elsewhere")));
    }
    let on_threads = a.heavy().is_some_and(|l| l.served.event_loop().is_none());
    if let Some(scans) = a.heavy_cpu()?.sign(Sign::Scan).filter(|_| !copies && on_threads) {
        let says = message!("data-scanned-per-request/computes", share: Share(scans.in_elements));
        match scans.in_elements {
            share if share < COMPUTES.get() => return Some(Excuse::Beside(says)),
            share if share < IN_ELEMENTS.get() => return Some(Excuse::Undecided(says)),
            _ => {}
        }
    }
    let Some(bytes) = a.heavy_cpu()?.bytes.filter(|b| *b > 0.0) else {
        return Some(Excuse::Undecided(message!("data-scanned-per-request/unknown")));
    };
    let (ns, says) = (owned.ms * 1e6 / bytes, message!("data-scanned-per-request/small", bytes: Bytes(bytes)));
    match ns {
        _ if ns < NS_PER_ANSWERED_BYTE.get() => Some(Excuse::Beside(says)),
        _ if ns < NS_PER_BYTE.get() && !is_more_than_written(a, owned, bytes) => Some(Excuse::Undecided(says)),
        _ => None,
    }
}

/// Whether it costs more than writing an answer of `bytes`.
fn is_more_than_written(a: &Analysis, owned: &Owned, bytes: f64) -> bool {
    const WRITING: [Purpose; 4] = [Purpose::Serialising, Purpose::Rendering, Purpose::Expressions, Purpose::Formatting];
    let ms: f64 = a.heavy_cpu().map_or(0.0, |c| WRITING.iter().map(|p| c.purpose_ms(*p)).sum());
    ms * 1e6 / bytes >= SEEN_WRITING.get() && owned.ms >= AS_WRITING.get() * ms
}

#[cfg(test)]
mod tests;
