//! Slow because a transaction is left idle while it holds locks that others wait for.

use crate::facts::locks::{WORTH_A_LINE, lock_waits};
use diagnose::claim;
use diagnose::judge::LEAST_GROWTH_SHARE;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::SESSIONS;
use model::signal;

struct TransactionLeftIdle;

/// The cause.
pub const CAUSE: &dyn Cause = &TransactionLeftIdle;

impl Cause for TransactionLeftIdle {
    fn id(&self) -> &'static str {
        "transaction-left-idle"
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
        &["row-locked", "connection-pool-too-small"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected = "sessions wait for a lock whose holder is idle in its transaction: its program does something else".to_owned();
        h.falsifier = "with a limit on idle transactions (idle_in_transaction_session_timeout) the waits stay".to_owned();
        let (Some(heavy), Some(w)) = (a.heavy(), lock_waits(a)) else {
            h.status = Status::NotObservable;
            h.reason = "no session of the service was sampled while it was loaded".to_owned();
            h.missing = vec![SESSIONS];
            return h;
        };
        let idle = heavy.database.as_ref().map_or(0.0, |d| d.idle_in_transaction);
        h.observed = format!("{idle:.1} sessions idle in transaction, {:.1} wait for locks, {:.1} ms per request", w.all, w.ms);
        if w.all < 0.05 {
            h.reason = format!("{idle:.1} sessions are idle in transaction, and next to nobody waits for a lock");
            return h;
        }
        if w.queued_ms < WORTH_A_LINE * heavy.response_ms {
            h.reason = format!(
                "waiting for locks, with the queue for connections that wait, is {:.1} of {:.1} ms",
                w.queued_ms, heavy.response_ms
            );
            return h;
        }
        let Some(holders) = &w.holders else {
            h.status = Status::Untested;
            h.reason = format!("{:.1} sessions wait for locks, but who holds them could not be asked", w.all);
            return h;
        };
        if !holders.left_idle() {
            h.reason = format!(
                "{:.0} % of those who wait do so for a session that is at work, the others for one that is idle {:.0} ms at a time, as \
                    between two statements",
                (1.0 - holders.idle_share) * 100.0,
                holders.idle_ms
            );
            return h;
        }
        let whose =
            if holders.whose == "target" { "the service itself".to_owned() } else { format!("another program ({})", holders.whose) };
        h.site.clone_from(&holders.statement);
        h.weight = w.growth_share;
        h.reason = format!(
            "{:.1} sessions wait for a lock, {:.0} % of them for a session of {whose} that sits idle in its transaction, {:.0} ms at a \
                time and up to {:.1} s, after: {}",
            w.all,
            holders.idle_share * 100.0,
            holders.idle_ms,
            holders.idle_s,
            holders.statement
        );
        h.claims = vec![
            Claim::at(heavy, "lock_waits_ms", w.ms, "ms", h.observed.clone()).from(&[claim::SESSIONS]),
            Claim::at(heavy, "idle_holder_share", holders.idle_share, "1", h.reason.clone()).from(&[signal::LOCK_WAITERS]),
        ];
        h.fix = "end the transaction before the program does something else; the statements that wait are its victims".to_owned();
        // who has no core cannot go on with its transaction either
        let starved = holders.whose == "target" && a.is_saturated(ResourceKind::TargetCpu);
        if starved || w.growth_share < LEAST_GROWTH_SHARE {
            h.status = Status::Secondary;
            return h;
        }
        h.status = Status::Supported;
        h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h
    }
}

#[cfg(test)]
mod tests;
