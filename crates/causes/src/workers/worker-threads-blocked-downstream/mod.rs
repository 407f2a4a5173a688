//! Slow because all worker threads of the server wait for another service, so that requests queue before them.

use crate::facts::{full_pool, other_ceilings, to_peer};
use diagnose::capacity::predict;
use diagnose::cause::Knob;
use diagnose::claim::REQUESTS;
use diagnose::frames::Part;
use diagnose::judge::LEAST_GROWTH_SHARE;
use diagnose::level::{Level, Workers};
use diagnose::saturation::{OWN_SHARE, ResourceKind};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Factor, Hypothesis, Mechanism, Stability, Status};
use model::sensor::{WALL_STACKS, WORKER_GAUGES};
use model::signal;

/// Share of the time a worker is taken that must be the other service's answer. Source: CAUSES P8 ("mostly in one downstream read").
const LEAST_SHARE: f64 = 0.5;
/// How far the knob is turned when we say what more workers would buy: what users try first.
const KNOB_FACTOR: f64 = 3.0;

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
            return Hypothesis::new(self.id(), Status::NotApplicable, "no worker threads of a server were read");
        };
        let remote = waits_ms(heavy);
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected = "all workers are busy, most of that time waiting for another service, and requests queue before them".to_owned();
        h.observed = format!(
            "{:.0} of {:.0} workers busy, {:.1} ms a request, {remote:.1} ms of it in calls; {:.1} requests queue",
            workers.busy, workers.max, workers.busy_ms, workers.queue
        );
        h.falsifier = "with the other service answering at once the queue stays".to_owned();
        if let Some(why) = against(a, workers, remote) {
            h.reason = why;
            return h;
        }
        let share = a.growth.share(a.growth.worker_queue_ms);
        h.site = heavy.samples.as_ref().and_then(|s| s.top_site(Part::Remote, None)).map(|s| s.site.clone()).unwrap_or_default();
        h.component = format!("workers:{}", workers.name);
        h.weight = share;
        h.gain = Some(if_held(a, workers.max, workers.busy_ms - remote));
        h.knob = Some(Knob {
            setting: format!("workers {:.0}", workers.max * KNOB_FACTOR),
            prediction: if_held(a, workers.max * KNOB_FACTOR, workers.busy_ms),
        });
        h.fix = "bound the wait (time-out, bulkhead), cache or make the call elsewhere; more workers only move the queue to that service"
            .to_owned();
        let capacity = stats::law::capacity_per_s(workers.max, workers.busy_ms / 1e3);
        h.reason = format!(
            "{:.0} workers / {:.1} ms = {capacity:.0}/s, {:.0}/s were seen; {remote:.1} ms of it are the answer of the other service{}; \
                waiting for a worker is {:.0} % of the growth of the response time",
            workers.max,
            workers.busy_ms,
            heavy.throughput_per_s,
            to_peer(a),
            share * 100.0
        );
        h.claims = claims(heavy, workers, remote, share);
        if share < LEAST_GROWTH_SHARE {
            h.status = Status::Secondary;
            return h;
        }
        if let Some(cpu) = a.resource(ResourceKind::TargetCpu).filter(|r| r.utilisation() >= OWN_SHARE) {
            h.status = Status::Secondary;
            h.reason = format!(
                "{}; but the service uses {:.0} % of its CPU, and without that wait it could do hardly more",
                h.reason,
                cpu.utilisation() * 100.0
            );
            return h;
        }
        h.status = Status::Supported;
        h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h
    }
}

/// Waiting for other services per request: a thread whose answer has arrived but has no core still shows the read.
fn waits_ms(level: &Level) -> f64 {
    (level.part_ms(Part::Remote) - level.run_queue_in_waits_ms()).max(0.0)
}

/// The observation that speaks against it, the earlier families first.
fn against(a: &Analysis, workers: &Workers, remote_ms: f64) -> Option<String> {
    if !a.is_saturated(ResourceKind::Workers) {
        return Some(format!("{:.0} of {:.0} workers are busy", workers.busy, workers.max));
    }
    if let Some(cpu) = a.resource(ResourceKind::TargetCpu).filter(|r| r.saturated) {
        return Some(format!("the service uses {:.0} % of its CPU: its workers wait for a core", cpu.utilisation() * 100.0));
    }
    if full_pool(a).is_ok() {
        return Some("the workers wait behind a full connection pool".to_owned());
    }
    if remote_ms < LEAST_SHARE * workers.busy_ms {
        return Some(format!("{remote_ms:.1} of {:.1} ms that a request keeps a worker are calls to other services", workers.busy_ms));
    }
    let grown = a.growth.share(a.growth.remote_ms);
    (grown >= LEAST_GROWTH_SHARE)
        .then(|| format!("the other service itself becomes slower: {:.0} % of the growth of the response time", grown * 100.0))
}

/// What the service could do with `workers` threads that a request keeps for `busy_ms`.
fn if_held(a: &Analysis, workers: f64, busy_ms: f64) -> diagnose::capacity::Prediction {
    let bound = stats::law::capacity_per_s(workers, busy_ms.max(0.01) / 1e3);
    predict(a.throughput_per_s(), ResourceKind::Workers, bound, &other_ceilings(a, ResourceKind::Workers))
}

fn claims(heavy: &Level, workers: &Workers, remote_ms: f64, share: f64) -> Vec<Claim> {
    let claim = |metric: &str, value, unit, text: String| Claim::at(heavy, metric, value, unit, text);
    let (busy, queue) = (signal::WORKERS_BUSY, signal::WORKERS_QUEUE);
    vec![
        claim(
            "workers_busy",
            workers.busy,
            "1",
            format!("{:.0} of {:.0} workers are busy, {:.1} requests queue", workers.busy, workers.max, workers.queue),
        )
        .from_labelled(&[busy, queue], "executor", &workers.name),
        claim(
            "remote_ms",
            remote_ms,
            "ms",
            format!("{remote_ms:.1} of {:.1} ms that a request keeps a worker wait for another service", workers.busy_ms),
        )
        .from(heavy.part_series(Part::Remote))
        .from_labelled(&[busy], "executor", &workers.name),
        claim("growth_share", share, "1", format!("waiting for a worker is {:.0} % of the growth of the response time", share * 100.0))
            .from(&[REQUESTS])
            .from_labelled(&[queue], "executor", &workers.name),
    ]
}

#[cfg(test)]
mod tests;
