//! Slow because compressing answers costs more than it saves.

mod grouped;
mod saving;

use crate::facts::cpu_owned::{Excuse, Owned, OwnsTheCore, by_purpose};
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
    avoidable: |_, _| false,
    owned: compressing,
    excuse: |a, owned| match Saving::of(a, owned) {
        Saving::Wasted { .. } => None,
        Saving::Pays { times } => Some(Excuse::Needed(message!("compression-misfit/pays", times: Times(times)))),
        Saving::Unseen(says) | Saving::Unclear(says) => Some(Excuse::Undecided(says)),
    },
    says,
    fix,
};

/// All compressing, of which what buys nothing can be left out.
fn compressing(a: &Analysis) -> Option<Owned> {
    let all = by_purpose(a, Purpose::Compression)?;
    Some(match Saving::of(a, &all) {
        Saving::Wasted { share, .. } => Owned { avoidable: share, ..all },
        _ => all,
    })
}

fn wasted(a: &Analysis) -> Option<(f64, Why)> {
    match Saving::of(a, &by_purpose(a, Purpose::Compression)?) {
        Saving::Wasted { share, why } => Some((share, why)),
        _ => None,
    }
}

fn says(a: &Analysis) -> Option<Message> {
    let (share, why) = wasted(a)?;
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
    match wasted(a).map(|(_, why)| why) {
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
