//! Slow because one synchronous call keeps the event loop, and everything else waits for it.

use crate::facts::event_loop::{Stretch, joined_stretches, loops, pool_wait_by_loop, stretches, without_loop};
use crate::facts::relieved_ceilings;
use diagnose::claim::STACKS;
use diagnose::judge::LEAST_GROWTH_SHARE;
use diagnose::level::FEWEST_SAMPLES;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::signal;

/// How long a function must keep the loop at a stretch, milliseconds. Source: CAUSES A3.
const STRETCH_MS: f64 = 20.0;
/// Share of the loop's busy time that it must own. Source: CAUSES section 4 point 2.
const LEAST_SHARE: f64 = 0.3;

struct EventLoopBlocked;

/// The cause.
pub const CAUSE: &dyn Cause = &EventLoopBlocked;

impl Cause for EventLoopBlocked {
    fn id(&self) -> &'static str {
        "event-loop-blocked"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["cpu-hot-path", "event-loop-saturated", "connection-pool-too-small", "dependency-slow", "libuv-pool-saturated"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let (Some((_, heavy)), Some(light)) = (loops(a), a.light()) else { return without_loop(a, self.id()) };
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected =
            format!("one function keeps the loop for {STRETCH_MS:.0} ms at a stretch or more, and waiting for the loop grows with load");
        h.falsifier = "without that function other requests wait for the loop as long".to_owned();
        // where the load is light, calls of one function do not follow each other without a gap
        let mut all = stretches(a, light);
        // how much of the busy time is known better where more was done
        let crowded = a.heavy().map(|l| stretches(a, l)).unwrap_or_default();
        for s in &mut all {
            s.share = crowded.iter().find(|c| c.site == s.site).map_or(s.share, |c| c.share.max(s.share));
        }
        let long = |s: &&Stretch| !s.site.is_empty() && s.long_ms >= STRETCH_MS && s.share >= LEAST_SHARE && s.samples >= FEWEST_SAMPLES;
        let joined = joined_stretches(a, light);
        let Some(s) = all.iter().find(long).or_else(|| joined.iter().find(long)) else {
            h.reason = match all.first() {
                Some(s) => format!(
                    "no function keeps the loop for long: {} does for {:.1} ms at a stretch, {:.0} % of its busy time",
                    s.site,
                    s.long_ms,
                    s.share * 100.0
                ),
                None => "no function of the application keeps the loop".to_owned(),
            };
            h.observed.clone_from(&h.reason);
            return h;
        };
        h.site.clone_from(&s.site);
        h.observed = format!("{} keeps the loop for {:.0} ms at a stretch, {:.0} % of its busy time", s.site, s.long_ms, s.share * 100.0);
        h.claims = claims(a, s);
        let grown = a.growth.worker_queue_ms + (heavy.busy_ms - loops(a).map_or(0.0, |(l, _)| l.busy_ms)).max(0.0) + pool_wait_by_loop(a);
        h.weight = a.growth.share(grown);
        h.reason = format!(
            "{}; whatever becomes ready waits {:.0} ms for the loop at {:.0}/s (with the connections that are held meanwhile {:.0} % of \
                the growth of the response time)",
            h.observed,
            heavy.delay_ms,
            a.heavy().map_or(0.0, |l| l.throughput_per_s),
            h.weight * 100.0
        );
        h.fix = format!("take {} off the loop: its asynchronous form, a worker thread, or parts with pauses between", s.site);
        if h.weight < LEAST_GROWTH_SHARE {
            h.status = Status::Secondary;
            return h;
        }
        h.status = Status::Supported;
        h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        let bound = stats::law::capacity_per_s(1.0, heavy.busy_ms * (1.0 - s.share) / 1e3);
        let mut others = relieved_ceilings(a, ResourceKind::EventLoop, ResourceKind::TargetCpu, heavy.busy_ms * s.share);
        // connections are held while the answer lies in the socket: how long without that is not known
        others.retain(|c| c.kind != ResourceKind::ConnectionPool);
        h.gain = Some(diagnose::capacity::predict(a.throughput_per_s(), ResourceKind::EventLoop, bound, &others));
        h
    }
}

fn claims(a: &Analysis, s: &Stretch) -> Vec<Claim> {
    let delay = loops(a).map_or(0.0, |(_, l)| l.delay_ms);
    let kept = format!("{} keeps the loop for {:.0} ms at a stretch", s.site, s.long_ms);
    let share = format!("it is {:.0} % of the loop's busy time ({:.1} ms per request)", s.share * 100.0, s.ms);
    let waits = format!("whatever becomes ready waits {delay:.1} ms for the loop");
    let light = a.light().map(|l| {
        [Claim::at(l, "stretch_ms", s.long_ms, "ms", kept), Claim::at(l, "loop_share", s.share, "1", share)].map(|c| c.from(&[STACKS]))
    });
    let heavy = a.heavy().map(|l| Claim::at(l, "loop_delay_ms", delay, "ms", waits).from(&[signal::EVENT_LOOP_DELAY]));
    light.into_iter().flatten().chain(heavy).collect()
}

#[cfg(test)]
mod tests;
