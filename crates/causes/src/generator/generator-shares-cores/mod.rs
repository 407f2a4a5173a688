//! Slow because generator and service share cores: the load itself takes the CPU it measures.

use diagnose::{Analysis, Cause, EvidenceLevel, Hypothesis, Stability, Status};

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
        let mut h = if env.generator.shares_cpus {
            let mut h = Hypothesis::new(
                self.id(),
                Status::Secondary,
                "the generator may run on the service's cores: figures are relative to this machine",
            );
            h.evidence = EvidenceLevel::Hint;
            h.fix = "pin the service: taskset -c 0 <command>, and let the generator have the others".to_owned();
            h
        } else {
            Hypothesis::new(
                self.id(),
                Status::Rejected,
                format!("the generator runs on cores {:?}, the service on {:?}", env.generator.cpus, env.target.cpus),
            )
        };
        "generator".clone_into(&mut h.component);
        h.observed = format!("service on cores {:?}, generator on {:?}", env.target.cpus, env.generator.cpus);
        "throughput falls as connections rise, and the generator's CPU is missing from the service".clone_into(&mut h.expected);
        "with disjoint cores the figures stay".clone_into(&mut h.falsifier);
        h
    }
}

#[cfg(test)]
mod tests;
