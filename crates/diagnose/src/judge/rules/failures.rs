//! Requests that fail: a verdict about load needs answers, unless the failures themselves are what a cause explains.

use crate::analysis::Analysis;
use crate::cause::Cause;
use crate::judge::facts::Facts;
use crate::judge::rule::Holding;
use crate::level::Level;
use crate::margin::Margin;
use model::event::TARGET_DIED;
use model::{Attempt, Outcome, message};
use std::collections::BTreeMap;

crate::thresholds! {
    /// Share of failed requests of a level from which the answers must be looked at before the load. A guess: the limit at which `why` stops.
    FAILING = 0.2;
    /// Share of the failures that a cause must explain by their outcome. A guess: a tenth may fail for other reasons.
    EXPLAINED = 0.9;
    /// Least mean time of failed requests, as a share of that of good ones, for them to have waited. A guess: half, because good answers of a
    /// pool that has run dry have waited nearly as long.
    pub(crate) WAITED = 0.5;
}

/// Failures at the levels at which too many requests failed.
#[derive(Debug, Clone, PartialEq)]
struct Failures {
    /// Of the first such level: how many failed, how many were sent, answers per second.
    failed: f64,
    sent: f64,
    per_s: f64,
    by_outcome: BTreeMap<u8, f64>,
    /// Mean time from send to end of the requests that were sent and failed, and of those that did not fail, milliseconds. Those that were never sent waited for
    /// a connection that others kept.
    failed_ms: f64,
    good_ms: f64,
    /// How many were never sent, and waited for that as good ones do.
    never_sent: f64,
}

pub(super) fn failed(f: &Facts) -> Option<Holding> {
    let seen = failures(f.a)?;
    let (failed, sent, rate) = (seen.failed, seen.sent, seen.per_s);
    let says = if f.a.run.events.iter().any(|e| e.kind == TARGET_DIED) {
        message!("judge/service-ended", failed: Count(failed), sent: Count(sent), rate: PerSecond(rate))
    } else {
        message!("judge/requests-failed", failed: Count(failed), sent: Count(sent), rate: PerSecond(rate))
    };
    let margin = Margin::new(seen.failed / seen.sent.max(1.0), FAILING.get());
    Some(Holding::of(says).by(margin).but(move |c| seen.are_explained_by(c)))
}

/// The levels at which too many requests failed, together; `None` when there is none.
fn failures(a: &Analysis) -> Option<Failures> {
    // also those that were never answered
    let sent = |l: &Level| a.run.attempts_of(&l.phase.id).count();
    let failing: Vec<_> = a.levels.iter().filter(|l| l.failed as f64 > FAILING.get() * l.share * sent(l) as f64).collect();
    let first = failing.first()?;
    let attempts: Vec<Attempt> = failing.iter().flat_map(|l| a.run.attempts_of(&l.phase.id)).collect();
    let mut by_outcome: BTreeMap<u8, f64> = BTreeMap::new();
    for x in attempts.iter().filter(|x| x.outcome != Outcome::Ok) {
        *by_outcome.entry(x.outcome as u8).or_default() += 1.0;
    }
    // who is turned away at the door did not wait for those inside
    let turned_away = failing.iter().filter_map(|l| l.machine.as_ref()?.listen.as_ref()).any(|l| l.overflows >= 1.0);
    let counts = |x: &Attempt| turned_away || x.service_ns() > 0;
    let mean_ms = |good: bool| {
        let of: Vec<f64> =
            attempts.iter().filter(|x| (x.outcome == Outcome::Ok) == good && counts(x)).map(|x| x.service_ns() as f64 / 1e6).collect();
        if of.is_empty() { 0.0 } else { of.iter().sum::<f64>() / of.len() as f64 }
    };
    let total_ms = |x: &Attempt| x.done.ns_since(x.planned) as f64 / 1e6;
    let good: Vec<f64> = attempts.iter().filter(|x| x.outcome == Outcome::Ok).map(total_ms).collect();
    let waited_ms = WAITED.get() * good.iter().sum::<f64>() / (good.len() as f64).max(1.0);
    let never_sent = attempts.iter().filter(|x| x.outcome != Outcome::Ok && x.service_ns() <= 0 && total_ms(x) >= waited_ms).count() as f64;
    Some(Failures {
        failed: first.failed as f64,
        sent: (sent(first) as f64 * first.share).round(),
        per_s: first.throughput_per_s,
        by_outcome,
        failed_ms: mean_ms(false),
        good_ms: mean_ms(true),
        never_sent,
    })
}

impl Failures {
    /// Whether `cause` explains them: nearly all have an outcome that it declares, and they come after waiting as good answers do. A request
    /// that is refused at once did not wait for anything, and one that never had a connection did not wait in the service.
    fn are_explained_by(&self, cause: &dyn Cause) -> bool {
        let declared = cause.explains_failures();
        let all: f64 = self.by_outcome.values().sum();
        let explained: f64 = declared.iter().filter_map(|o| self.by_outcome.get(&(*o as u8))).sum();
        let waited = if cause.keeps_requests_out() {
            self.never_sent >= EXPLAINED.get() * all
        } else {
            self.failed_ms >= WAITED.get() * self.good_ms
        };
        explained >= EXPLAINED.get() * all && waited
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cause::{Hypothesis, Stability, Status};
    use model::Message;

    /// A cause of time-outs that keeps requests out, or in the service.
    struct Waits(bool);

    impl Cause for Waits {
        fn id(&self) -> &'static str {
            "waits"
        }

        fn page(&self) -> &'static str {
            ""
        }

        fn stability(&self) -> Stability {
            Stability::Stable
        }

        fn needs(&self) -> &'static [&'static str] {
            &[]
        }

        fn explains_failures(&self) -> &'static [Outcome] {
            &[Outcome::Timeout]
        }

        fn keeps_requests_out(&self) -> bool {
            self.0
        }

        fn decoys(&self) -> &'static [&'static str] {
            &[]
        }

        fn hypothesis(&self, _: &Analysis) -> Hypothesis {
            Hypothesis::new(self.id(), Status::Rejected, Message::default())
        }
    }

    #[test]
    fn who_waits_outside_and_who_waits_inside_fail_by_different_causes() {
        let told = |failed_ms: f64, never_sent: f64| {
            let f = Failures {
                failed: 100.0,
                sent: 200.0,
                per_s: 10.0,
                by_outcome: BTreeMap::from([(Outcome::Timeout as u8, 100.0)]),
                failed_ms,
                good_ms: 10.0,
                never_sent,
            };
            [true, false].map(|out| f.are_explained_by(&Waits(out)))
        };
        assert_eq!(told(0.0, 97.0), [true, false]);
        assert_eq!(told(10_000.0, 0.0), [false, true]);
        // refused at once
        assert_eq!(told(0.1, 0.0), [false, false]);
    }
}
