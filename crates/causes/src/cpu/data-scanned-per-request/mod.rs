//! Slow because a collection in memory is gone through for every request.

use crate::facts::cpu_owned::{Case, NEEDS, by_sign};
use diagnose::cpu::Sign;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Hypothesis, Mechanism, Stability};
use model::{Message, message};

diagnose::thresholds! {
    /// Share of the CPU per request that going through collections must own. Source: CAUSES A10.
    LEAST_SHARE = 0.3;
    /// Nanoseconds of going through a collection for each byte of the answer from which more is gone through than answered. A guess: an
    /// element costs 10 to 100 ns, and one that is answered has some ten bytes.
    NS_PER_BYTE = 100.0;
}

struct DataScannedPerRequest;

/// The cause.
pub const CAUSE: &dyn Cause = &DataScannedPerRequest;

impl Cause for DataScannedPerRequest {
    fn id(&self) -> &'static str {
        "data-scanned-per-request"
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
        let owned = by_sign(a, Sign::Scan);
        let excuse = owned.as_ref().and_then(|o| excuse(a, o.ms));
        let case =
            Case { cause: self.id(), what: "scan", least: LEAST_SHARE.get(), owned, excuse, fix: message!("data-scanned-per-request/fix") };
        case.hypothesis(a)
    }
}

/// Why going through it may be what was asked for.
fn excuse(a: &Analysis, ms: f64) -> Option<Message> {
    let Some(bytes) = a.heavy_cpu()?.bytes.filter(|b| *b > 0.0) else {
        return Some(message!("data-scanned-per-request/unknown"));
    };
    (ms * 1e6 < NS_PER_BYTE.get() * bytes).then(|| message!("data-scanned-per-request/small", bytes: Bytes(bytes)))
}

#[cfg(test)]
mod tests;
