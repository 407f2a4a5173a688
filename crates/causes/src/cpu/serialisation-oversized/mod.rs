//! Slow because more is serialised than the client needs.

mod surplus;

use crate::facts::cpu_owned::{Excuse, MUCH_FOR_NOTHING, Owned, OwnsTheCore, by_purpose};
use diagnose::cpu::{CpuAccount, Purpose};
use diagnose::{Analysis, Cause, Stability};
use model::{Message, message};
use surplus::Surplus;

diagnose::thresholds! {
    /// Share of the CPU per request that serialising must own. Source: CAUSES A11.
    LEAST_SHARE = 0.4;
    /// Share of the CPU from which sending what is written is told. A choice: a figure of the first line.
    SENT_WORTH_A_LINE = 0.02;
}

/// The cause.
pub const CAUSE: &dyn Cause = &OwnsTheCore {
    id: "serialisation-oversized",
    page: include_str!("cause.md"),
    stability: Stability::Stable,
    decoys: &["cpu-hot-path", "event-loop-saturated", "connection-pool-too-small", "database-cpu-saturated"],
    what: "serialise",
    least,
    avoidable: |a, _| seen(a).is_some(),
    owned: serialising,
    excuse,
    says,
    fix,
};

/// All serialising; where much of it says nothing new, with the sending of what it writes, of which that can be left out as well.
fn serialising(a: &Analysis) -> Option<Owned> {
    let all = by_purpose(a, Purpose::Serialising)?;
    let Some((surplus, account)) = seen(a).zip(a.heavy_cpu()) else { return Some(all) };
    let sent = Sent::of(account, &surplus);
    let (ms, samples) = (all.ms + sent.ms, all.samples.map(|s| s + sent.samples));
    let asks_share = all.asks_share * all.ms / ms.max(1e-9);
    let all = Owned { ms, samples, share: account.share(ms), asks_share, ..all };
    Some(Owned { avoidable: surplus.avoidable(&all), ..all })
}

/// What the server does while the serialiser's call lasts, as far as it goes with the bytes of an answer: milliseconds of CPU per request,
/// and the samples that it rests on.
struct Sent {
    ms: f64,
    samples: f64,
}

impl Sent {
    fn of(account: &CpuAccount, surplus: &Surplus) -> Self {
        let by_bytes = surplus.beyond_a_buffer(account.bytes);
        let server = || account.parts.iter().filter(|p| p.purpose == Purpose::Server);
        let ms = by_bytes * server().map(|p| p.ms * p.serialised).sum::<f64>();
        let samples = by_bytes * server().filter_map(|p| Some(p.samples? * p.serialised)).sum::<f64>();
        Self { ms, samples }
    }
}

/// What of the answers says nothing new, behind what sending them takes where that is worth a figure.
fn says(a: &Analysis) -> Option<Message> {
    let (surplus, account) = seen(a).zip(a.heavy_cpu())?;
    let sent = Sent::of(account, &surplus).ms;
    let (share, more) = (account.share(sent), surplus.says());
    let is_worth_it = share >= SENT_WORTH_A_LINE.get();
    Some(if is_worth_it { message!("serialisation-oversized/sent", sent: Ms(sent), share: Share(share), more: (more)) } else { more })
}

/// Share of the CPU from which it is named: less where so much of it is seen to be for nothing that this owns what names such work.
fn least(a: &Analysis) -> f64 {
    let for_nothing = serialising(a).filter(|_| seen(a).is_some()).map_or(0.0, |o| o.avoidable);
    LEAST_SHARE.get().min(MUCH_FOR_NOTHING.get() / for_nothing.max(1e-9))
}

/// What answers say that is not new, where its end is worth anything.
fn seen(a: &Analysis) -> Option<Surplus> {
    Surplus::of(a).filter(|s| s.is_worth_it(a))
}

/// What the client needs of it cannot be seen from outside; what it is told twice can.
fn excuse(a: &Analysis, owned: &Owned) -> Option<Excuse> {
    match seen(a) {
        Some(s) if s.is_named(owned) => None,
        Some(_) => Some(Excuse::Undecided(message!("serialisation-oversized/whether-needed-twice"))),
        None => Some(Excuse::Beside(match a.heavy_cpu().and_then(|c| c.bytes) {
            Some(bytes) => message!("serialisation-oversized/whether-needed", bytes: Bytes(bytes)),
            None => message!("serialisation-oversized/whether-needed-of-unknown"),
        })),
    }
}

fn fix(a: &Analysis) -> Message {
    seen(a).map_or_else(|| message!("serialisation-oversized/fix"), |s| s.fix())
}

#[cfg(test)]
mod tests;
