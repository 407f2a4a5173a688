//! Slow because the same lookup is made for every request, and nobody keeps what it found.

use crate::facts::cpu_owned::{Case, NEEDS, by_sign};
use diagnose::cpu::Sign;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Hypothesis, Mechanism, Stability};
use model::message;

diagnose::thresholds! {
    /// Share of the CPU per request that the lookups must own. Source: CAUSES A7.
    LEAST_SHARE = 0.3;
}

struct LookupRepeatedPerRequest;

/// The cause.
pub const CAUSE: &dyn Cause = &LookupRepeatedPerRequest;

impl Cause for LookupRepeatedPerRequest {
    fn id(&self) -> &'static str {
        "lookup-repeated-per-request"
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
        &["cpu-hot-path", "event-loop-saturated", "connection-pool-too-small", "database-cpu-saturated", "lock-contended"]
    }

    fn mechanism(&self) -> Mechanism {
        // taking CPU away shows that the CPU is the limit, not who uses it up
        Mechanism::full(ResourceKind::TargetCpu)
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let owned = by_sign(a, Sign::LookUp);
        let excuse = None;
        let case = Case {
            cause: self.id(),
            what: "look-up",
            least: LEAST_SHARE.get(),
            owned,
            excuse,
            fix: message!("lookup-repeated-per-request/fix"),
        };
        case.hypothesis(a)
    }
}

#[cfg(test)]
mod tests;
