//! Slow because all worker threads of the server wait for another service, so that requests queue before them.

use crate::facts::calls::{CallTimes, UnderWay, calls_per_request, peers_are_slower};
use crate::facts::{KNOB_FACTOR, full_pool, other_ceilings, to_peer};
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::capacity::predict;
use diagnose::cause::Knob;
use diagnose::claim::REQUESTS;
use diagnose::frames::Part;
use diagnose::level::{Level, Workers};
use diagnose::saturation::{OWN_SHARE, ResourceKind};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Factor, Hypothesis, Mechanism, Stability, Status};
use model::sensor::{WALL_STACKS, WORKER_GAUGES};
use model::{Message, message, signal};

diagnose::thresholds! {
    /// Share of the time a worker is taken that must be the other service's answer. Source: CAUSES P8 ("mostly in one downstream read").
    LEAST_SHARE = 0.5;
    /// Calls of a request from which it is worth making them at once, or as one. A guess: with two, one often needs the other's answer.
    SEVERAL = 2.5;
}

struct BlockedDownstream;

/// The cause.
pub const CAUSE: &dyn Cause = &BlockedDownstream;

impl Cause for BlockedDownstream {
    fn id(&self) -> &'static str {
        "worker-threads-blocked-downstream"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[WALL_STACKS, WORKER_GAUGES]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["dependency-slow", "connection-held-across-remote-call", "worker-threads-oversized"]
    }

    fn mechanism(&self) -> Mechanism {
        Mechanism::full(ResourceKind::Workers).across_remote_calls().by(Factor::RemoteTime)
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let Some((heavy, workers)) = a.heavy().and_then(|l| Some((l, l.served.workers()?))) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("worker-threads-blocked-downstream/no-workers"));
        };
        let remote = waits_ms(heavy);
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("worker-threads-blocked-downstream/expected");
        h.observed = message!(
            "worker-threads-blocked-downstream/observed",
            busy: Count(workers.busy),
            workers: Count(workers.max),
            kept: Ms(workers.busy_ms),
            remote: Ms(remote),
            queue: Count(workers.queue)
        );
        h.falsifier = message!("worker-threads-blocked-downstream/falsifier");
        if let Some(why) = against(a, workers, remote) {
            h.reason = why;
            return h;
        }
        let share = a.growth.share(a.growth.worker_queue_ms);
        h.site = heavy.samples.as_ref().and_then(|s| s.top_call(None)).map(|s| s.site.clone()).unwrap_or_default();
        h.component = format!("workers:{}", workers.name);
        h.weight = share;
        h.gain = Some(if_held(a, workers.max, workers.busy_ms - remote));
        h.knob = Some(Knob {
            setting: message!("worker-threads-blocked-downstream/knob", workers: Count(workers.max * KNOB_FACTOR)),
            prediction: if_held(a, workers.max * KNOB_FACTOR, workers.busy_ms),
        });
        h.fix = match calls_per_request(a, heavy).filter(|n| *n >= SEVERAL.get()) {
            Some(calls) => message!("worker-threads-blocked-downstream/fix-several", calls: Count(calls)),
            None => message!("worker-threads-blocked-downstream/fix"),
        };
        let capacity = stats::law::capacity_per_s(workers.max, workers.busy_ms / 1e3);
        h.reason = message!(
            "worker-threads-blocked-downstream/holds",
            workers: Count(workers.max),
            kept: Ms(workers.busy_ms),
            capacity: PerSecond(capacity),
            seen: PerSecond(heavy.throughput_per_s),
            remote: Ms(remote),
            peer: (to_peer(a)),
            growth: (growth(share))
        );
        h.claims = claims(heavy, workers, remote, share);
        if share < LEAST_GROWTH_SHARE.get() {
            h.status = Status::Secondary;
            return h;
        }
        if let Some(cpu) = a.resource(ResourceKind::TargetCpu).filter(|r| r.utilisation() >= OWN_SHARE.get()) {
            h.status = Status::Secondary;
            let used = cpu.utilisation();
            h.reason = message!("worker-threads-blocked-downstream/hardly-more", holds: (h.reason.clone()), used: Share(used));
            return h;
        }
        // a thread whose answer has arrived but has no core still shows the read, whoever has the cores
        if a.cpus_are_full() && !UnderWay::of(a).is_some_and(|u| u.is_with_them()) {
            h.status = Status::Untested;
            h.reason = message!("worker-threads-blocked-downstream/cpus-full", holds: (h.reason.clone()));
            return h;
        }
        h.status = Status::Supported;
        h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h
    }
}

/// What waiting for a worker is of the growth of the response time.
fn growth(share: f64) -> Message {
    message!("worker-threads-blocked-downstream/growth", share: Share(share))
}

/// Waiting for other services per request: a thread whose answer has arrived but has no core still shows the read.
fn waits_ms(level: &Level) -> f64 {
    (level.elsewhere_ms() - level.run_queue_in_waits_ms()).max(0.0)
}

/// The observation that speaks against it, the earlier families first.
fn against(a: &Analysis, workers: &Workers, remote_ms: f64) -> Option<Message> {
    if !a.is_saturated(ResourceKind::Workers) {
        return Some(message!("worker-threads-blocked-downstream/not-full", busy: Count(workers.busy), workers: Count(workers.max)));
    }
    if let Some(cpu) = a.resource(ResourceKind::TargetCpu).filter(|r| r.saturated) {
        return Some(message!("worker-threads-blocked-downstream/cpu-full", used: Share(cpu.utilisation())));
    }
    if full_pool(a).is_ok() {
        return Some(message!("worker-threads-blocked-downstream/behind-pool"));
    }
    if remote_ms < LEAST_SHARE.get() * workers.busy_ms {
        return Some(message!("worker-threads-blocked-downstream/little-remote", remote: Ms(remote_ms), kept: Ms(workers.busy_ms)));
    }
    if let Some(t) = CallTimes::of(a).filter(|_| peers_are_slower(a)) {
        return Some(message!("worker-threads-blocked-downstream/calls-slower", light: Ms(t.light), heavy: Ms(t.heavy)));
    }
    let grown = a.growth.share(a.growth.remote_ms + a.growth.cache_ms);
    (grown >= LEAST_GROWTH_SHARE.get()).then(|| message!("worker-threads-blocked-downstream/service-slower", share: Share(grown)))
}

/// What the service could do with `workers` threads that a request keeps for `busy_ms`.
fn if_held(a: &Analysis, workers: f64, busy_ms: f64) -> diagnose::capacity::Prediction {
    let bound = stats::law::capacity_per_s(workers, busy_ms.max(0.01) / 1e3);
    predict(a.throughput_per_s(), ResourceKind::Workers, bound, &other_ceilings(a, ResourceKind::Workers))
}

fn claims(heavy: &Level, workers: &Workers, remote_ms: f64, share: f64) -> Vec<Claim> {
    let claim = |metric: &str, value, unit, text: Message| Claim::at(heavy, metric, value, unit, text);
    let (busy, queue) = (signal::WORKERS_BUSY, signal::WORKERS_QUEUE);
    let taken = message!(
        "worker-threads-blocked-downstream/taken",
        busy: Count(workers.busy),
        workers: Count(workers.max),
        queue: Count(workers.queue)
    );
    let remote = message!("worker-threads-blocked-downstream/remote", remote: Ms(remote_ms), kept: Ms(workers.busy_ms));
    vec![
        claim("workers_busy", workers.busy, "1", taken).from_labelled(&[busy, queue], "executor", &workers.name),
        claim("remote_ms", remote_ms, "ms", remote)
            .from(heavy.part_series(Part::Remote))
            .from(heavy.part_series(Part::Cache))
            .from_labelled(&[busy], "executor", &workers.name),
        claim("growth_share", share, "1", growth(share)).from(&[REQUESTS]).from_labelled(&[queue], "executor", &workers.name),
    ]
}

#[cfg(test)]
mod tests;
