//! Slow because requests wait for each other's row locks: they write the same rows, one after another.

use crate::facts::if_nothing_waits;
use crate::facts::locks::{LEAST_WAITING, LockWaits, WORTH_A_LINE, lock_waits};
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::claim;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::SESSIONS;
use model::{Message, message, signal};

diagnose::thresholds! {
    /// Share of the sessions at work that must wait for a row. Source: CAUSES section 2, row D3 ("a about 1, Lock"); half is a guess.
    LEAST_SHARE = 0.5;
    /// Share of the sessions that wait for any lock that must wait for a row. A guess: half.
    MOSTLY_ROWS = 0.5;
}

struct RowLocked;

/// The cause.
pub const CAUSE: &dyn Cause = &RowLocked;

impl Cause for RowLocked {
    fn id(&self) -> &'static str {
        "row-locked"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[SESSIONS]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["connection-pool-too-small", "database-cpu-saturated", "transaction-left-idle"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("row-locked/expected");
        h.falsifier = message!("row-locked/falsifier");
        let (Some(heavy), Some(w)) = (a.heavy(), lock_waits(a)) else {
            h.status = Status::NotObservable;
            h.reason = message!("row-locked/no-sessions");
            h.missing = vec![SESSIONS];
            return h;
        };
        h.observed = message!("row-locked/observed", waiting: Count(w.rows), active: Count(w.active), ms: Ms(w.ms));
        if let Some(why) = against(a, &w) {
            h.reason = why;
            return h;
        }
        if w.queued_ms < WORTH_A_LINE.get() * heavy.response_ms {
            h.reason = message!("row-locked/small", queued: Ms(w.queued_ms), response: Ms(heavy.response_ms));
            return h;
        }
        let Some(holders) = &w.holders else {
            h.status = Status::Untested;
            h.reason = message!("row-locked/holders-unseen", observed: (h.observed.clone()));
            return h;
        };
        h.site.clone_from(&holders.victim);
        h.weight = w.growth_share;
        h.reason = message!("row-locked/holds", observed: (h.observed.clone()), share: Share(w.growth_share));
        let holder = message!("row-locked/holder", statement: name(&holders.statement));
        h.claims = vec![
            Claim::at(heavy, "row_waits_ms", w.ms, "ms", h.observed.clone()).from(&[claim::SESSIONS]),
            Claim::at(heavy, "idle_holder_share", holders.idle_share, "1", holder).from(&[signal::LOCK_WAITERS]),
        ];
        h.gain = if_nothing_waits(a);
        h.fix = message!("row-locked/fix");
        if w.growth_share < LEAST_GROWTH_SHARE.get() || w.rows < LEAST_SHARE.get() * w.active {
            h.status = Status::Secondary;
            return h;
        }
        h.status = Status::Supported;
        h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h
    }
}

/// The observation that speaks against it.
fn against(a: &Analysis, w: &LockWaits) -> Option<Message> {
    if w.all < LEAST_WAITING.get() {
        return Some(message!("row-locked/no-waits"));
    }
    if w.rows < MOSTLY_ROWS.get() * w.all {
        return Some(message!("row-locked/other-locks", all: Count(w.all), rows: Count(w.rows)));
    }
    if let Some(cpu) = a.full_core() {
        return Some(message!("row-locked/cpu-full", used: Share(cpu.utilisation())));
    }
    let idle = w.holders.as_ref().filter(|h| h.left_idle())?;
    Some(message!("row-locked/left-idle", share: Share(idle.idle_share), idle: Ms(idle.idle_ms)))
}

#[cfg(test)]
mod tests;
