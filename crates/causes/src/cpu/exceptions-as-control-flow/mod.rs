//! Slow because exceptions are thrown for ordinary outcomes.

use crate::facts::cpu_owned::{Case, NEEDS, by_sign};
use diagnose::cpu::Sign;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Hypothesis, Mechanism, Stability};
use model::message;

diagnose::thresholds! {
    /// Share of the CPU per request that making exceptions must own. Source: CAUSES A9.
    LEAST_SHARE = 0.2;
}

struct ExceptionsAsControlFlow;

/// The cause.
pub const CAUSE: &dyn Cause = &ExceptionsAsControlFlow;

impl Cause for ExceptionsAsControlFlow {
    fn id(&self) -> &'static str {
        "exceptions-as-control-flow"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        NEEDS
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["cpu-hot-path", "event-loop-saturated", "connection-pool-too-small", "database-cpu-saturated"]
    }

    fn mechanism(&self) -> Mechanism {
        // taking CPU away shows that the CPU is the limit, not who uses it up
        Mechanism::full(ResourceKind::TargetCpu)
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let owned = by_sign(a, Sign::Throw);
        let excuse = None;
        let case = Case {
            cause: self.id(),
            what: "throw",
            least: LEAST_SHARE.get(),
            owned,
            excuse,
            fix: message!("exceptions-as-control-flow/fix"),
        };
        case.hypothesis(a)
    }
}

#[cfg(test)]
mod tests;
