//! Slow because the load generator is at its limit: nothing can be said about the service.

use diagnose::quality::Validity;
use diagnose::{Analysis, Cause, EvidenceLevel, Hypothesis, Stability, Status};

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
        let observed = format!("generator CPU {:.0} % of its core, send lag p99 {:.2} ms", q.generator_cpu * 100.0, q.send_lag_p99_ms);
        let mut h = if q.validity == Validity::Invalid {
            // secondary, not supported: the judge refuses a verdict by the quality itself
            let mut h = Hypothesis::new(self.id(), Status::Secondary, q.reasons.join("; "));
            h.evidence = EvidenceLevel::Explains;
            h.fix = "give the generator a core of its own, or run it on another machine".to_owned();
            h
        } else {
            Hypothesis::new(self.id(), Status::Rejected, observed.clone())
        };
        "generator".clone_into(&mut h.component);
        h.expected = "requests leave later than planned, or the generator uses more than 70 % of its core".to_owned();
        h.observed = observed;
        "a second generator beside this one brings no more throughput".clone_into(&mut h.falsifier);
        h
    }
}

#[cfg(test)]
mod tests;
