//! Slow because the first requests load classes and build what is built only once.

use crate::facts::start::{Cold, Start, first_requests};
use diagnose::{Analysis, Cause, Hypothesis, Stability, Status};
use model::sensor::WALL_STACKS;

/// Share of the excess from which work done once is told beside another cause. A guess.
const TOLD: f64 = 0.1;

struct ClassesLoadedOnFirstRequests;

/// The cause.
pub const CAUSE: &dyn Cause = &ClassesLoadedOnFirstRequests;

impl Cause for ClassesLoadedOnFirstRequests {
    fn id(&self) -> &'static str {
        "classes-loaded-on-first-requests"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Preview
    }

    fn needs(&self) -> &'static [&'static str] {
        &[WALL_STACKS]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["jit-cold", "connection-pool-too-small"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        if !a.stacks.language.compiles() {
            return Hypothesis::new(self.id(), Status::NotApplicable, "the target does not run on a Java virtual machine");
        }
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected =
            "the first requests are slow and the next are not, and most of the excess is work done once: loading and initialising classes"
                .to_owned();
        h.falsifier = "with each route touched once before, the first requests are as slow".to_owned();
        match Start::of(a) {
            Start::Unseen(why) => {
                h.status = Status::NotApplicable;
                h.reason = why;
            }
            Start::Quick(why, _) | Start::Otherwise(why) => h.reason = why,
            Start::Slow(cold) => judge(a, &cold, &mut h),
        }
        if h.observed.is_empty() {
            h.observed.clone_from(&h.reason);
        }
        h
    }
}

/// A start whose excess is in the service's own code.
fn judge(a: &Analysis, cold: &Cold<'_>, h: &mut Hypothesis) {
    let e = cold.slow.excess;
    let first = first_requests(a).map(|f| format!("; {f}")).unwrap_or_default();
    h.observed = format!("{}{first}; {:.0} % of the excess is work done once", cold.sentence(), e.once * 100.0);
    h.reason = format!("{:.0} % of the excess is work done once, {:.0} % other code of the service{first}", e.once * 100.0, e.code * 100.0);
    h.fix = "send traffic only after each route was asked once (readiness), load eagerly at start, or share class data (CDS, AOT cache)"
        .to_owned();
    if e.once <= e.code {
        h.status = if e.once >= TOLD { Status::Secondary } else { Status::Rejected };
        h.weight = e.once;
        return;
    }
    cold.support(h, e.once);
    h.reason = format!("{}{first}; {:.0} % of the excess is work done once{}", cold.sentence(), e.once * 100.0, cold.in_hold());
}

#[cfg(test)]
mod tests;
