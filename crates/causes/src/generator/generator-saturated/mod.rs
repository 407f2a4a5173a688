//! Slow because the load generator is at its limit: nothing can be said about the service.

use diagnose::quality::{CPU_SHARE, Validity};
use diagnose::{Analysis, Cause, EvidenceLevel, Hypothesis, Stability, Status};
use model::message;

struct GeneratorSaturated;

/// The cause.
pub const CAUSE: &dyn Cause = &GeneratorSaturated;

impl Cause for GeneratorSaturated {
    fn id(&self) -> &'static str {
        "generator-saturated"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Preview
    }

    fn needs(&self) -> &'static [&'static str] {
        &[]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["cpu-hot-path", "connection-pool-too-small"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let q = &a.quality;
        let (work, lag) = (q.generator_cpu, q.send_lag_p99_ms);
        let observed = message!("generator-saturated/observed", work: Share(work), lag: Ms(lag));
        let mut h = if q.validity == Validity::Invalid {
            // secondary, not supported: the judge refuses a verdict by the quality itself
            let mut h =
                Hypothesis::new(self.id(), Status::Secondary, message!("judge/generator-limited", reasons: List(q.reasons.clone())));
            h.evidence = EvidenceLevel::Explains;
            h.fix = message!("generator-saturated/fix");
            h
        } else {
            Hypothesis::new(self.id(), Status::Rejected, observed.clone())
        };
        "generator".clone_into(&mut h.component);
        h.expected = message!("generator-saturated/expected", most: Share(CPU_SHARE.get()));
        h.observed = observed;
        h.falsifier = message!("generator-saturated/falsifier");
        h
    }
}

#[cfg(test)]
mod tests;
