//! Slow because compressing answers costs more than it saves.

mod grouped;
mod saving;

use crate::facts::cpu_owned::{Excuse, Owned, OwnsTheCore, WINS_A_FIFTH, by_purpose};
use crate::facts::heap::collected_for_streams_ms;
use diagnose::cpu::Purpose;
use diagnose::{Analysis, Cause, Stability};
use model::{Message, message};
use saving::{Saving, Why};

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
    least: |_| LEAST_SHARE.get(),
    // collections that its streams ask for go with what is for nothing
    avoidable: |a, _| judged(a).is_some_and(|j| j.with_collections),
    owned: |a| judged(a).map(|j| j.owned),
    excuse: |a, _| match judged(a)?.saving {
        Saving::Wasted { .. } => None,
        Saving::Pays { times } => Some(Excuse::Needed(message!("compression-misfit/pays", times: Times(times)))),
        Saving::Unseen(says) | Saving::Unclear(says) => Some(Excuse::Undecided(says)),
    },
    says,
    fix,
};

/// Compressing, and what it buys.
struct Judged {
    /// All of it, of which what buys nothing can be left out.
    owned: Owned,
    saving: Saving,
    /// Whether `owned` has the collections that its streams ask for: they are held against it only where it is for nothing.
    with_collections: bool,
}

fn judged(a: &Analysis) -> Option<Judged> {
    let alone = by_purpose(a, Purpose::Compression)?;
    let saving = Saving::of(a, &alone, false);
    if let (false, Some((whole, saving))) = (matches!(saving, Saving::Pays { .. }), with_collections(a, &alone)) {
        return Some(Judged { owned: whole, saving, with_collections: true });
    }
    let avoidable = if let Saving::Wasted { share, .. } = saving { share } else { alone.avoidable };
    Some(Judged { owned: Owned { avoidable, ..alone }, saving, with_collections: false })
}

/// The same with the collections that its streams ask for, where both are for nothing and enough to be named, and compressing alone is
/// enough to be a cause: who else may hold memory outside of the heap is not seen.
fn with_collections(a: &Analysis, alone: &Owned) -> Option<(Owned, Saving)> {
    let (account, collected_ms) = (a.heavy_cpu()?, collected_for_streams_ms(a)?);
    let share = account.share(alone.ms + collected_ms);
    if alone.share < WINS_A_FIFTH.get() || share < LEAST_SHARE.get() {
        return None;
    }
    match Saving::of(a, &Owned { share, ..alone.clone() }, true) {
        // what a stream of gzip holds is the same at each level
        Saving::Wasted { why: Why::Level(high), .. } if high.encoding != "br" => None,
        Saving::Wasted { share, why } => Some((Owned { collected_ms, avoidable: share, ..alone.clone() }, Saving::Wasted { share, why })),
        _ => None,
    }
}

fn says(a: &Analysis) -> Option<Message> {
    let Saving::Wasted { share, why } = judged(a)?.saving else { return None };
    let why = match why {
        Why::Packed { media_type, saved } if media_type.is_empty() => message!("compression-misfit/packed-untyped", saved: Share(saved)),
        Why::Packed { media_type, saved } => message!("compression-misfit/packed", media: name(media_type), saved: Share(saved)),
        Why::Small { bytes } => message!("compression-misfit/small", bytes: Bytes(bytes), packet: Bytes(saving::PACKET.get())),
        Why::Level(high) => message!(
            "compression-misfit/level",
            encoding: name(high.encoding),
            own: Count(f64::from(high.own)),
            cheaper: Count(f64::from(high.cheaper)),
            longer: Share(high.longer),
            cpu: Share(high.cpu)
        ),
    };
    Some(message!("compression-misfit/wasted", share: Share(share), why: (why)))
}

fn fix(a: &Analysis) -> Message {
    let why = |j: Judged| if let Saving::Wasted { why, .. } = j.saving { Some(why) } else { None };
    match judged(a).and_then(why) {
        Some(Why::Packed { .. }) => message!("compression-misfit/fix-packed"),
        Some(Why::Small { .. }) => message!("compression-misfit/fix-small"),
        Some(Why::Level(high)) => {
            message!("compression-misfit/fix-level", encoding: name(high.encoding), cheaper: Count(f64::from(high.cheaper)))
        }
        None => message!("compression-misfit/fix"),
    }
}

#[cfg(test)]
mod tests;
