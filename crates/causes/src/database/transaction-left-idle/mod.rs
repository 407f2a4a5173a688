//! Slow because a transaction is left idle while it holds locks that others wait for.

use crate::facts::calls::caller;
use crate::facts::if_nothing_waits;
use crate::facts::locks::{LEAST_WAITING, WORTH_A_LINE, lock_waits};
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::claim;
use diagnose::frames::Part;
use diagnose::level::STEADY;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::SESSIONS;
use model::{Message, message, signal};

diagnose::thresholds! {
    /// Share of the time for which a holder is idle that a call to another service must take for it to be what the holder does. A guess:
    /// half.
    MOST_OF_IDLE = 0.5;
}

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
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("transaction-left-idle/expected");
        h.falsifier = message!("transaction-left-idle/falsifier");
        let (Some(heavy), Some(w)) = (a.heavy(), lock_waits(a)) else {
            h.status = Status::NotObservable;
            h.reason = message!("transaction-left-idle/no-sessions");
            h.missing = vec![SESSIONS];
            return h;
        };
        let idle = heavy.database.as_ref().map_or(0.0, |d| d.idle_in_transaction);
        h.observed = message!("transaction-left-idle/observed", idle: Count(idle), waiting: Count(w.all), ms: Ms(w.ms));
        if w.all < LEAST_WAITING.get() {
            h.reason = message!("transaction-left-idle/nobody-waits", idle: Count(idle));
            return h;
        }
        if w.queued_ms < WORTH_A_LINE.get() * heavy.response_ms {
            h.reason = message!("transaction-left-idle/small", queued: Ms(w.queued_ms), response: Ms(heavy.response_ms));
            return h;
        }
        let Some(holders) = &w.holders else {
            h.status = Status::Untested;
            h.reason = message!("transaction-left-idle/holders-unseen", waiting: Count(w.all));
            return h;
        };
        if !holders.left_idle() {
            let at_work = 1.0 - holders.idle_share;
            h.reason = message!("transaction-left-idle/at-work", share: Share(at_work), idle: Ms(holders.idle_ms));
            return h;
        }
        let own = holders.whose == "target";
        let whose = if own {
            message!("transaction-left-idle/of-the-service")
        } else {
            message!("transaction-left-idle/of-another", program: name(&holders.whose))
        };
        h.site.clone_from(&holders.statement);
        h.weight = w.growth_share;
        h.reason = message!(
            "transaction-left-idle/holds",
            waiting: Count(w.all),
            share: Share(holders.idle_share),
            whose: (whose),
            idle: Ms(holders.idle_ms),
            longest: Seconds(holders.idle_s),
            statement: name(&holders.statement),
        );
        let call = call_meanwhile(a, holders.idle_ms).filter(|_| own);
        if let Some((remote_ms, site)) = &call {
            let (holds, remote) = (h.reason.clone(), *remote_ms);
            h.reason = if heavy.served.stacks_show_waits() {
                message!("transaction-left-idle/calls", holds: (holds), remote: Ms(remote), site: name(site))
            } else {
                message!("transaction-left-idle/calls-as-long", holds: (holds), remote: Ms(remote), site: name(site))
            };
        }
        h.claims = vec![
            Claim::at(heavy, "lock_waits_ms", w.ms, "ms", h.observed.clone()).from(&[claim::SESSIONS]),
            Claim::at(heavy, "idle_holder_share", holders.idle_share, "1", h.reason.clone()).from(&[signal::LOCK_WAITERS]),
        ];
        h.fix = match &call {
            Some((_, site)) if heavy.served.stacks_show_waits() => message!("transaction-left-idle/fix-call", site: name(site)),
            _ => message!("transaction-left-idle/fix"),
        };
        // who has no core cannot go on with its transaction either
        let starved = own && a.full_core().is_some();
        if starved || w.growth_share < LEAST_GROWTH_SHARE.get() {
            h.status = Status::Secondary;
            return h;
        }
        h.status = Status::Supported;
        h.gain = if_nothing_waits(a);
        h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h
    }
}

/// The call to another service that takes most of the time in which the service's own transaction does nothing, `idle_ms` at a time: its
/// milliseconds per request, and who makes it.
fn call_meanwhile(a: &Analysis, idle_ms: f64) -> Option<(f64, String)> {
    let heavy = a.heavy()?;
    if !heavy.served.stacks_show_waits() {
        // no stack tells what an asynchronous function is inside of: calls that take as long are what is known
        let (remote_ms, site) = (heavy.part_ms(Part::Remote), caller(a));
        let as_long = (idle_ms / STEADY.get()..idle_ms * STEADY.get()).contains(&remote_ms);
        return (as_long && !site.is_empty()).then_some((remote_ms, site));
    }
    let remote_ms = a.hold().map(|h| h.remote_in_transaction_ms).filter(|ms| *ms >= MOST_OF_IDLE.get() * idle_ms)?;
    let samples = heavy.samples.as_ref()?;
    let call = samples.top_call(Some(true)).filter(|c| !c.site.is_empty())?;
    Some((remote_ms, call.site.clone()))
}

#[cfg(test)]
mod tests;
