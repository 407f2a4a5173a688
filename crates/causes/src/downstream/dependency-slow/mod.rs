//! Slow because another service is slow: its answers take longer as load rises, and nothing of ours queues before it.

use crate::facts::{full_pool, to_peer};
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::frames::Part;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::WALL_STACKS;
use model::{Message, message};

diagnose::thresholds! {
    /// Share of the response from which a call that does not slow down is worth a line. A guess.
    WORTH_A_LINE = 0.5;
}

struct DependencySlow;

/// The cause.
pub const CAUSE: &dyn Cause = &DependencySlow;

impl Cause for DependencySlow {
    fn id(&self) -> &'static str {
        "dependency-slow"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Preview
    }

    fn needs(&self) -> &'static [&'static str] {
        &[WALL_STACKS]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["connection-held-across-remote-call", "cpu-hot-path"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("dependency-slow/expected");
        h.falsifier = message!("dependency-slow/falsifier");
        let (Some(light), Some(heavy)) = (a.light(), a.heavy()) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("facts/no-level"));
        };
        let (before, after) = (light.part_ms(Part::Remote), heavy.part_ms(Part::Remote));
        h.observed = message!(
            "dependency-slow/observed",
            to: (to_peer(a)),
            light: Ms(before),
            light_rate: PerSecond(light.throughput_per_s),
            heavy: Ms(after),
            heavy_rate: PerSecond(heavy.throughput_per_s),
        );
        if before + after == 0.0 && heavy.part_ms(Part::Cache) > 0.0 {
            h.reason = message!("dependency-slow/a-cache");
            return h;
        }
        if before + after == 0.0 {
            h.status = Status::NotApplicable;
            h.reason = message!("dependency-slow/no-call");
            return h;
        }
        let growth = a.growth.share(a.growth.remote_ms);
        // a thread whose answer has arrived but has no core still shows the read, and an answer that nobody fetches lies in its socket
        let starved = a.cpus_are_full() || a.is_saturated(ResourceKind::EventLoop);
        if growth >= LEAST_GROWTH_SHARE.get() && a.growth.response_ms > light.response_ms * 0.5 && !starved && full_pool(a).is_err() {
            h.status = Status::Supported;
            h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
            h.weight = growth;
            h.reason = message!("dependency-slow/holds", to: (to_peer(a)), light: Ms(before), heavy: Ms(after));
            h.fix = message!("dependency-slow/fix");
        } else if after >= WORTH_A_LINE.get() * heavy.response_ms {
            h.status = Status::Secondary;
            h.evidence = EvidenceLevel::Coincides;
            h.reason = message!(
                "dependency-slow/steady",
                to: (to_peer(a)),
                heavy: Ms(after),
                response: Ms(heavy.response_ms),
                light: Ms(before),
            );
        } else if starved && growth >= LEAST_GROWTH_SHARE.get() {
            h.reason = message!("dependency-slow/starved");
        } else {
            h.reason = message!("dependency-slow/takes", light: Ms(before), heavy: Ms(after));
        }
        h.site = heavy.samples.as_ref().and_then(|s| s.top_site(Part::Remote, None)).map(|s| s.site.clone()).unwrap_or_default();
        h.claims = vec![Claim::at(heavy, "remote_ms", after, "ms", h.observed.clone()).from(heavy.part_series(Part::Remote))];
        h
    }
}

#[cfg(test)]
mod tests;
