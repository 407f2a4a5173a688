//! Slow because the event loop, one thread, has no time left: many short callbacks, and one place owns much of them.

use crate::facts::event_loop::{STRETCH_MS, Stretch, loops, pool_wait_by_loop, stretches, without_loop};
use crate::facts::relieved_ceilings;
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::claim::STACKS;
use diagnose::level::FEWEST_SAMPLES;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::{Message, message, signal};

diagnose::thresholds! {
    /// Share of the loop's busy time that the place must own. Source: CAUSES section 4 point 2.
    LEAST_SHARE = 0.3;
    /// Share of the place's work that must be of a kind known to be worth a look. Source: as for `cpu-hot-path`; half is a guess.
    LEAST_KNOWN = 0.5;
}

struct EventLoopSaturated;

/// The cause.
pub const CAUSE: &dyn Cause = &EventLoopSaturated;

impl Cause for EventLoopSaturated {
    fn id(&self) -> &'static str {
        "event-loop-saturated"
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
        &["connection-pool-too-small", "dependency-slow", "database-cpu-saturated", "libuv-pool-saturated"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let (Some((light_loop, heavy_loop)), Some(heavy), Some(light)) = (loops(a), a.heavy(), a.light()) else {
            return without_loop(a, self.id());
        };
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("event-loop-saturated/expected");
        h.falsifier = message!("event-loop-saturated/falsifier");
        h.observed = message!(
            "event-loop-saturated/observed",
            busy: Share(heavy_loop.busy_share),
            rate: PerSecond(heavy.throughput_per_s),
            ms: Ms(heavy_loop.busy_ms),
        );
        h.reason.clone_from(&h.observed);
        if !a.is_saturated(ResourceKind::EventLoop) {
            return h;
        }
        h.status = Status::Secondary;
        h.weight = a.growth.share(a.growth.worker_queue_ms + (heavy_loop.busy_ms - light_loop.busy_ms).max(0.0) + pool_wait_by_loop(a));
        if a.is_saturated(ResourceKind::TargetCpu) {
            h.reason = message!("event-loop-saturated/cpu-full", observed: (h.observed.clone()));
            return h;
        }
        // how long at a stretch is seen under light load, what the most of it is under heavy load
        let long = stretches(a, light).into_iter().find(|s| s.long_ms >= STRETCH_MS.get() && s.share >= LEAST_SHARE.get());
        if let Some(s) = long {
            let (observed, stretch) = (h.observed.clone(), s.long_ms);
            h.reason = message!("event-loop-saturated/blocked", observed: (observed), site: name(s.site), stretch: Ms(stretch));
            return h;
        }
        let top = stretches(a, heavy).into_iter().find(|s| s.share >= LEAST_SHARE.get() && s.samples >= FEWEST_SAMPLES.get());
        let Some(s) = top else {
            h.reason = message!("event-loop-saturated/no-place", observed: (h.observed.clone()), least: Share(LEAST_SHARE.get()));
            return h;
        };
        h.site.clone_from(&s.site);
        h.claims = claims(heavy, heavy_loop.busy_share, &s);
        h.fix = message!("event-loop-saturated/fix", site: name(&s.site));
        let observed = h.observed.clone();
        if s.known < LEAST_KNOWN.get() * s.samples {
            h.reason = message!("event-loop-saturated/only-computes", observed: (observed), site: name(&s.site), share: Share(s.share));
            return h;
        }
        h.reason = message!(
            "event-loop-saturated/holds",
            observed: (observed),
            site: name(&s.site),
            share: Share(s.share),
            used: Share(used(a)),
        );
        if h.weight < LEAST_GROWTH_SHARE.get() {
            return h;
        }
        h.status = Status::Supported;
        h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        let bound = stats::law::capacity_per_s(1.0, heavy_loop.busy_ms * (1.0 - s.share) / 1e3);
        let others = relieved_ceilings(a, ResourceKind::EventLoop, ResourceKind::TargetCpu, heavy_loop.busy_ms * s.share);
        h.gain = Some(diagnose::capacity::predict(a.throughput_per_s(), ResourceKind::EventLoop, bound, &others));
        h
    }
}

fn used(a: &Analysis) -> f64 {
    a.resource(ResourceKind::TargetCpu).map_or(0.0, diagnose::saturation::Resource::utilisation)
}

fn claims(heavy: &diagnose::level::Level, busy: f64, s: &Stretch) -> Vec<Claim> {
    let claim = |text: Message, metric: &str, value| Claim::at(heavy, metric, value, "1", text);
    let owns = message!("event-loop-saturated/takes", site: name(&s.site), share: Share(s.share), ms: Ms(s.ms));
    vec![
        claim(message!("event-loop-saturated/busy", busy: Share(busy)), "loop_busy", busy).from(&[signal::EVENT_LOOP_TIME, STACKS]),
        claim(owns, "loop_share", s.share).from(&[STACKS]),
    ]
}

#[cfg(test)]
mod tests;
