//! Slow because another service is slow: its answers take longer as load rises, and nothing of ours queues before it.

use crate::facts::{full_pool, to_peer};
use diagnose::frames::Part;
use diagnose::judge::LEAST_GROWTH_SHARE;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::WALL_STACKS;

/// Share of the response from which a call that does not slow down is worth a line. A guess.
const WORTH_A_LINE: f64 = 0.5;

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
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected = "waiting for its answer grows with load and is most of the growth of the response time".to_owned();
        h.falsifier = "with the other service answering at once, the response time stays".to_owned();
        let (Some(light), Some(heavy)) = (a.light(), a.heavy()) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, "no level was measured");
        };
        let (before, after) = (light.part_ms(Part::Remote), heavy.part_ms(Part::Remote));
        h.observed =
            format!("{before:.1} ms at {:.0}/s, {after:.1} ms at {:.0}/s{}", light.throughput_per_s, heavy.throughput_per_s, to_peer(a));
        if before + after == 0.0 {
            h.status = Status::NotApplicable;
            h.reason = "no request waits for another service".to_owned();
            return h;
        }
        let growth = a.growth.share(a.growth.remote_ms);
        // a thread whose answer has arrived but has no core still shows the read, and an answer that nobody fetches lies in its socket
        let starved = a.cpus_are_full() || a.is_saturated(ResourceKind::EventLoop);
        if growth >= LEAST_GROWTH_SHARE && a.growth.response_ms > light.response_ms * 0.5 && !starved && full_pool(a).is_err() {
            h.status = Status::Supported;
            h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
            h.weight = growth;
            h.reason = format!("waiting for the other service{} grows from {before:.1} ms to {after:.1} ms", to_peer(a));
            h.fix = "look at that service under the same load; bound the wait (time-out, bulkhead), cache what may be cached".to_owned();
        } else if after >= WORTH_A_LINE * heavy.response_ms {
            h.status = Status::Secondary;
            h.evidence = EvidenceLevel::Coincides;
            h.reason = format!(
                "{after:.1} of {:.1} ms are its answer{}, but it does not slow down with load ({before:.1} ms at light load)",
                heavy.response_ms,
                to_peer(a)
            );
        } else if starved && growth >= LEAST_GROWTH_SHARE {
            h.reason = "the wait grows only because nobody has a core, or the event loop, when the answer arrives".to_owned();
        } else {
            h.reason = format!("the call takes {before:.1} ms under light load and {after:.1} ms at saturation");
        }
        h.site = heavy.samples.as_ref().and_then(|s| s.top_site(Part::Remote, None)).map(|s| s.site.clone()).unwrap_or_default();
        h.claims = vec![Claim::at(heavy, "remote_ms", after, "ms", h.observed.clone()).from(heavy.part_series(Part::Remote))];
        h
    }
}

#[cfg(test)]
mod tests;
