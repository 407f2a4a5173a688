//! Slow because more is serialised than the client needs.

use crate::facts::cpu_owned::{Case, NEEDS, by_purpose};
use diagnose::cpu::Purpose;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Hypothesis, Mechanism, Stability};
use model::message;

diagnose::thresholds! {
    /// Share of the CPU per request that serialising must own. Source: CAUSES A11.
    LEAST_SHARE = 0.4;
}

struct SerialisationOversized;

/// The cause.
pub const CAUSE: &dyn Cause = &SerialisationOversized;

impl Cause for SerialisationOversized {
    fn id(&self) -> &'static str {
        "serialisation-oversized"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Preview
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
        let owned = by_purpose(a, Purpose::Serialising);
        // what the client needs of it cannot be seen from outside
        let excuse = Some(match a.heavy_cpu().and_then(|c| c.bytes) {
            Some(bytes) => message!("serialisation-oversized/whether-needed", bytes: Bytes(bytes)),
            None => message!("serialisation-oversized/whether-needed-of-unknown"),
        });
        let case = Case {
            cause: self.id(),
            what: "serialise",
            least: LEAST_SHARE.get(),
            owned,
            excuse,
            fix: message!("serialisation-oversized/fix"),
        };
        case.hypothesis(a)
    }
}

#[cfg(test)]
mod tests;
