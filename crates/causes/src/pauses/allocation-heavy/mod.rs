//! Slow because requests make so many objects that collecting them takes the core.

use crate::facts::collected::Reason;
use crate::facts::cpu_owned::{Excuse, Owned, OwnsTheCore, WINS_A_FIFTH, by_purpose};
use crate::facts::heap::{Asks, Heap, LEAST_SHARE, allocations, eden_per_request, made, place};
use crate::facts::jvm_threads::has_no_core_beside;
use diagnose::cpu::Purpose;
use diagnose::{Analysis, Cause, Stability};
use model::{Message, message};

diagnose::thresholds! {
    /// Share of the CPU per request from which collections are named whoever makes the objects. A guess: half of the core is much. Below it
    /// nobody is accused of what libraries make to take requests, to read and to answer: those of two healthy services took 27 and 28 %.
    WHOEVER_MAKES_THEM = 0.5;
}

/// The cause.
pub const CAUSE: &dyn Cause = &OwnsTheCore {
    id: "allocation-heavy",
    page: include_str!("cause.md"),
    stability: Stability::Stable,
    decoys: &["cpu-hot-path", "heap-near-limit", "connection-pool-too-small"],
    what: "collect",
    least: |_| LEAST_SHARE.get(),
    // the objects that a driver or a framework makes of what it reads and answers do not go by a change of own code
    avoidable: |a, owned| owned.share * a.made_by_own() >= WINS_A_FIFTH.get(),
    // who makes the objects does not collect them: his CPU is not this
    owned: |a| by_purpose(a, Purpose::Collector).map(|o| Owned { asks_share: 0.0, ..o }),
    excuse: |a, owned| {
        if let Some(reason) = Reason::beside_objects(a) {
            return Some(Excuse::Undecided(reason.says()));
        }
        if let Some(asks) = Asks::of(a) {
            return Some(Excuse::Undecided(match asks {
                Asks::Outside(o) => message!("allocation-heavy/asked-outside", count: Count(o.count)),
                Asks::Either { all, young } => message!("allocation-heavy/asked-from-outside", all: Count(all), young: Count(young)),
            }));
        }
        let full = Heap::of(a).filter(Heap::is_nearly_full).map(|h| message!("allocation-heavy/nearly-full", full: Share(h.full)));
        let misfit = has_no_core_beside(a).then(|| message!("allocation-heavy/misfit"));
        full.or(misfit).map(Excuse::Beside).or_else(|| {
            let is_of_libraries = owned.share * a.made_by_own() < WINS_A_FIFTH.get() && owned.share < WHOEVER_MAKES_THEM.get();
            is_of_libraries.then(|| Excuse::Undecided(message!("allocation-heavy/made-by-libraries", own: Share(a.made_by_own()))))
        })
    },
    says: |a| made(eden_per_request(a), allocations(a).as_ref()),
    fix,
};

fn fix(a: &Analysis) -> Message {
    if let Some(reason) = Reason::beside_objects(a) {
        return reason.fix();
    }
    if let Some(Asks::Outside(_)) = Asks::of(a) {
        return message!("allocation-heavy/fix-outside");
    }
    let (sampled, setting) = (allocations(a), "--max-semi-space-size=64");
    match (a.run.environment.target.runtime.name(), place(sampled.as_ref())) {
        ("node", Some(p)) => message!("allocation-heavy/fix-place-in-node", site: name(&p.site), setting: name(setting)),
        ("node", None) => message!("allocation-heavy/fix-in-node", command: name("node --heap-prof"), setting: name(setting)),
        (_, Some(p)) => message!("allocation-heavy/fix-place", site: name(&p.site)),
        (_, None) => message!("allocation-heavy/fix", command: name("asprof -e alloc -d 30 PID")),
    }
}

#[cfg(test)]
mod tests;
