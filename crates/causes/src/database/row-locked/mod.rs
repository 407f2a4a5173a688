//! Slow because requests wait for each other's row locks: they write the same rows, one after another.

use crate::facts::locks::{LockWaits, WORTH_A_LINE, lock_waits};
use diagnose::claim;
use diagnose::judge::LEAST_GROWTH_SHARE;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::SESSIONS;
use model::signal;

/// Share of the sessions at work that must wait for a row. Source: CAUSES section 2, row D3 ("a about 1, Lock"); half is a guess.
const LEAST_SHARE: f64 = 0.5;

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
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected = "sessions at work wait for rows that another session at work has written".to_owned();
        h.falsifier = "with requests spread over all rows evenly the waits stay".to_owned();
        let (Some(heavy), Some(w)) = (a.heavy(), lock_waits(a)) else {
            h.status = Status::NotObservable;
            h.reason = "no session of the service was sampled while it was loaded".to_owned();
            h.missing = vec![SESSIONS];
            return h;
        };
        h.observed = format!("{:.1} of {:.1} sessions at work wait for a row, {:.1} ms per request", w.rows, w.active, w.ms);
        if let Some(why) = against(a, &w) {
            h.reason = why;
            return h;
        }
        if w.queued_ms < WORTH_A_LINE * heavy.response_ms {
            h.reason =
                format!("waiting for rows, with the queue for connections that wait, is {:.1} of {:.1} ms", w.queued_ms, heavy.response_ms);
            return h;
        }
        let Some(holders) = &w.holders else {
            h.status = Status::Untested;
            h.reason = format!("{}, but who holds them could not be asked", h.observed);
            return h;
        };
        h.site.clone_from(&holders.victim);
        h.weight = w.growth_share;
        h.reason = format!(
            "{}; those who hold the rows are at work themselves; waiting for them is {:.0} % of the growth of the response time",
            h.observed,
            w.growth_share * 100.0
        );
        h.claims = vec![
            Claim::at(heavy, "row_waits_ms", w.ms, "ms", h.observed.clone()).from(&[claim::SESSIONS]),
            Claim::at(heavy, "idle_holder_share", holders.idle_share, "1", format!("the holder executes: {}", holders.statement))
                .from(&[signal::LOCK_WAITERS]),
        ];
        h.fix = "write the contended row last in the transaction and keep that short; SKIP LOCKED for queues, rows that are added instead \
            of counters that are changed"
            .to_owned();
        if w.growth_share < LEAST_GROWTH_SHARE || w.rows < LEAST_SHARE * w.active {
            h.status = Status::Secondary;
            return h;
        }
        h.status = Status::Supported;
        h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h
    }
}

/// The observation that speaks against it.
fn against(a: &Analysis, w: &LockWaits) -> Option<String> {
    if w.all < 0.05 {
        return Some("no session waits for a lock".to_owned());
    }
    if w.rows < 0.5 * w.all {
        return Some(format!("{:.1} sessions wait for locks, only {:.1} of them for a row", w.all, w.rows));
    }
    if let Some(cpu) = a.resource(ResourceKind::TargetCpu).filter(|r| r.saturated) {
        return Some(format!("the service uses {:.0} % of its CPU: who holds a row waits for a core", cpu.utilisation() * 100.0));
    }
    let idle = w.holders.as_ref().filter(|h| h.left_idle())?;
    Some(format!(
        "{:.0} % of those who wait do so for a session that sits idle in its transaction, {:.0} ms at a time",
        idle.idle_share * 100.0,
        idle.idle_ms
    ))
}

#[cfg(test)]
mod tests;
