//! Slow because an object that is meant to be shared is built for every use.

use crate::facts::cpu_owned::{Case, NEEDS, by_sign};
use diagnose::cpu::Sign;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Hypothesis, Mechanism, Stability};
use model::message;

diagnose::thresholds! {
    /// Share of the CPU per request that the building must own. Source: CAUSES A8.
    LEAST_SHARE = 0.3;
}

struct BuiltPerUse;

/// The cause.
pub const CAUSE: &dyn Cause = &BuiltPerUse;

impl Cause for BuiltPerUse {
    fn id(&self) -> &'static str {
        "built-per-use"
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
        &[
            "cpu-hot-path",
            "event-loop-saturated",
            "connection-pool-too-small",
            "database-cpu-saturated",
            "lock-contended",
            "lookup-repeated-per-request",
        ]
    }

    fn mechanism(&self) -> Mechanism {
        // taking CPU away shows that the CPU is the limit, not who uses it up
        Mechanism::full(ResourceKind::TargetCpu)
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let owned = by_sign(a, Sign::Build);
        let excuse = None;
        let case = Case { cause: self.id(), what: "build", least: LEAST_SHARE.get(), owned, excuse, fix: message!("built-per-use/fix") };
        case.hypothesis(a)
    }
}

#[cfg(test)]
mod tests;
