//! Slow because the first requests load classes and build what is built only once.

use crate::facts::start::{Cold, Start, first_requests};
use diagnose::{Analysis, Cause, Hypothesis, Stability, Status};
use model::sensor::WALL_STACKS;
use model::{Message, message};

diagnose::thresholds! {
    /// Share of the excess from which work done once is told beside another cause. A guess.
    TOLD = 0.1;
}

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
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("start/no-virtual-machine"));
        }
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("classes-loaded-on-first-requests/expected");
        h.falsifier = message!("classes-loaded-on-first-requests/falsifier");
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
    let first = first_requests(a);
    let done_once = message!("classes-loaded-on-first-requests/done-once", once: Share(e.once));
    // how slow it was is told by the cause that holds
    let says = if cold.once_explains() { cold.says() } else { Vec::new() };
    let seen: Vec<Message> = says.into_iter().chain(first.clone()).chain([done_once]).collect();
    let more: Vec<Message> = [cold.shares()].into_iter().chain(cold.says_more()).chain(first.clone()).collect();
    h.observed = message!("classes-loaded-on-first-requests/observed", says: List(seen));
    h.fix = message!("classes-loaded-on-first-requests/fix");
    if !cold.once_explains() {
        h.status = if e.once >= TOLD.get() { Status::Secondary } else { Status::Rejected };
        h.weight = e.once;
        let shares = message!("classes-loaded-on-first-requests/shares", once: Share(e.once), code: Share(e.code));
        h.reason = message!("classes-loaded-on-first-requests/less-than-code", says: List([shares].into_iter().chain(first).collect()));
        return;
    }
    cold.support(h, e.once);
    h.reason = message!("classes-loaded-on-first-requests/holds", says: List(more.into_iter().chain(cold.in_hold()).collect()));
}

#[cfg(test)]
mod tests;
