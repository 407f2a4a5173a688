//! Slow because generator and service share cores: the load itself takes the CPU it measures.

use diagnose::{Analysis, Cause, EvidenceLevel, Hypothesis, Stability, Status};
use model::message;

struct GeneratorSharesCores;

/// The cause.
pub const CAUSE: &dyn Cause = &GeneratorSharesCores;

impl Cause for GeneratorSharesCores {
    fn id(&self) -> &'static str {
        "generator-shares-cores"
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
        &["cpu-hot-path"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let env = &a.run.environment;
        let (generator, service) = (listed(&env.generator.cpus), listed(&env.target.cpus));
        let observed = message!("generator-shares-cores/observed", generator: name(generator), service: name(service));
        let mut h = if env.generator.shares_cpus {
            let mut h = Hypothesis::new(self.id(), Status::Secondary, message!("generator-shares-cores/shared"));
            h.evidence = EvidenceLevel::Hint;
            h.fix = message!("generator-shares-cores/fix");
            h
        } else {
            Hypothesis::new(self.id(), Status::Rejected, observed.clone())
        };
        "generator".clone_into(&mut h.component);
        h.observed = observed;
        h.expected = message!("generator-shares-cores/expected");
        h.falsifier = message!("generator-shares-cores/falsifier");
        h
    }
}

/// `0, 2, 3`.
fn listed(cpus: &[u32]) -> String {
    if cpus.is_empty() { "?".to_owned() } else { cpus.iter().map(u32::to_string).collect::<Vec<_>>().join(", ") }
}

#[cfg(test)]
mod tests;
