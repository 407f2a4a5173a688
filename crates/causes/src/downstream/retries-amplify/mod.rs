//! Slow because requests wait to try again what failed, on the threads that others need.

use crate::facts::queueing::{grows, inside_ms, queueing};
use crate::facts::retries::waiting_to_try_again;
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::claim::STACKS;
use diagnose::level::FEWEST_SAMPLES;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::WALL_STACKS;
use model::{Message, message};

diagnose::thresholds! {
    /// Share of the time that a request keeps its worker from which waiting to try again is worth a line. A guess, as for waiting for
    /// locks.
    WORTH_A_LINE = 0.1;
}

struct RetriesAmplify;

/// The cause.
pub const CAUSE: &dyn Cause = &RetriesAmplify;

impl Cause for RetriesAmplify {
    fn id(&self) -> &'static str {
        "retries-amplify"
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
        &["dependency-slow", "worker-threads-blocked-downstream", "connection-pool-too-small"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("retries-amplify/expected");
        h.falsifier = message!("retries-amplify/falsifier");
        let Some((heavy, waits)) = a.heavy().and_then(|l| Some((l, waiting_to_try_again(a, l)?))) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("retries-amplify/no-stacks"));
        };
        let (inside, rate) = (inside_ms(heavy), heavy.throughput_per_s);
        h.observed = message!("retries-amplify/observed", waits: Ms(waits.ms), inside: Ms(inside), rate: PerSecond(rate));
        h.reason.clone_from(&h.observed);
        if waits.ms < WORTH_A_LINE.get() * inside || waits.samples < FEWEST_SAMPLES.get() {
            return h;
        }
        h.status = Status::Secondary;
        h.evidence = EvidenceLevel::Coincides;
        h.site.clone_from(&waits.site);
        h.fix = message!("retries-amplify/fix");
        h.claims = vec![Claim::at(heavy, "retry_wait_ms", waits.ms, "ms", h.observed.clone()).from(&[STACKS])];
        let wait = queueing(a, |l| waiting_to_try_again(a, l).map_or(0.0, |w| w.ms), |_| 0.0);
        h.weight = wait.share;
        if wait.share >= LEAST_GROWTH_SHARE.get() && grows(a) && !a.cpus_are_full() {
            h.status = Status::Supported;
            h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
            h.reason = message!("retries-amplify/holds", observed: (h.observed.clone()), share: Share(wait.share));
        }
        h
    }
}

#[cfg(test)]
mod tests;
