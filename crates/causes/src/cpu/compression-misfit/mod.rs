//! Slow because compressing answers costs more than it saves.

use crate::facts::cpu_owned::{Case, NEEDS, by_purpose};
use diagnose::cpu::Purpose;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Hypothesis, Mechanism, Stability};
use model::message;

diagnose::thresholds! {
    /// Share of the CPU per request that compressing must own. Source: CAUSES A12.
    LEAST_SHARE = 0.3;
}

struct CompressionMisfit;

/// The cause.
pub const CAUSE: &dyn Cause = &CompressionMisfit;

impl Cause for CompressionMisfit {
    fn id(&self) -> &'static str {
        "compression-misfit"
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
        &["cpu-hot-path", "event-loop-saturated", "connection-pool-too-small", "database-cpu-saturated", "libuv-pool-saturated"]
    }

    fn mechanism(&self) -> Mechanism {
        // taking CPU away shows that the CPU is the limit, not who uses it up
        Mechanism::full(ResourceKind::TargetCpu)
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let owned = by_purpose(a, Purpose::Compression);
        let excuse = None;
        let case =
            Case { cause: self.id(), what: "compress", least: LEAST_SHARE.get(), owned, excuse, fix: message!("compression-misfit/fix") };
        case.hypothesis(a)
    }
}

#[cfg(test)]
mod tests;
