//! Slow because the event loop, one thread, has no time left: many short callbacks, and one place owns much of them.

use crate::facts::event_loop::{Stretch, loops, pool_wait_by_loop, stretches, without_loop};
use crate::facts::relieved_ceilings;
use diagnose::claim::STACKS;
use diagnose::judge::LEAST_GROWTH_SHARE;
use diagnose::level::FEWEST_SAMPLES;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::signal;

/// Share of the loop's busy time that the place must own. Source: CAUSES section 4 point 2.
const LEAST_SHARE: f64 = 0.3;
/// Share of the place's work that must be of a kind known to be worth a look. Source: as for `cpu-hot-path`; half is a guess.
const LEAST_KNOWN: f64 = 0.5;
/// A stretch from which the place blocks the loop instead, milliseconds. Source: CAUSES A3 and A4.
const STRETCH_MS: f64 = 20.0;

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
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected = "the loop runs callbacks nearly all the time, none of them for long, while other cores have room".to_owned();
        h.falsifier = "a second process does not raise throughput".to_owned();
        h.observed = format!(
            "the loop is busy {:.0} % of the time at {:.0}/s, {:.2} ms per request",
            heavy_loop.busy_share * 100.0,
            heavy.throughput_per_s,
            heavy_loop.busy_ms
        );
        h.reason.clone_from(&h.observed);
        if !a.is_saturated(ResourceKind::EventLoop) {
            return h;
        }
        h.status = Status::Secondary;
        h.weight = a.growth.share(a.growth.worker_queue_ms + (heavy_loop.busy_ms - light_loop.busy_ms).max(0.0) + pool_wait_by_loop(a));
        if a.is_saturated(ResourceKind::TargetCpu) {
            h.reason = format!("{}; but the service uses all of its CPU, of which the loop is a part", h.observed);
            return h;
        }
        // how long at a stretch is seen under light load, what the most of it is under heavy load
        let long = stretches(a, light).into_iter().find(|s| s.long_ms >= STRETCH_MS && s.share >= LEAST_SHARE);
        if let Some(s) = long {
            h.reason = format!("{}; {} keeps it for {:.0} ms at a stretch", h.observed, s.site, s.long_ms);
            return h;
        }
        let top = stretches(a, heavy).into_iter().find(|s| s.share >= LEAST_SHARE && s.samples >= FEWEST_SAMPLES);
        let Some(s) = top else {
            h.reason =
                format!("{}: that is its limit, and no function of the application owns {:.0} % of it", h.observed, LEAST_SHARE * 100.0);
            return h;
        };
        h.site.clone_from(&s.site);
        h.claims = claims(heavy, heavy_loop.busy_share, &s);
        h.fix =
            format!("do the work of {} once, or not at all, instead of on every request; then more processes, one for each core", s.site);
        if s.known < LEAST_KNOWN * s.samples {
            h.reason = format!(
                "{}, {:.0} % of it in {}: whether the requests need it cannot be told from outside",
                h.observed,
                s.share * 100.0,
                s.site
            );
            return h;
        }
        h.reason = format!(
            "{}, {:.0} % of it in {}, while the service uses {:.0} % of its CPU",
            h.observed,
            s.share * 100.0,
            s.site,
            used(a) * 100.0
        );
        if h.weight < LEAST_GROWTH_SHARE {
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
    let claim = |text: String, metric: &str, value| Claim::at(heavy, metric, value, "1", text);
    vec![
        claim(format!("the loop is busy {:.0} % of the time", busy * 100.0), "loop_busy", busy).from(&[signal::EVENT_LOOP_TIME, STACKS]),
        claim(format!("{} owns {:.0} % of that ({:.2} ms per request)", s.site, s.share * 100.0, s.ms), "loop_share", s.share)
            .from(&[STACKS]),
    ]
}

#[cfg(test)]
mod tests;
