//! Slow because there are more busy worker threads than the CPU can serve: they get in each other's way.

use crate::facts::curve::{Curve, LOSS};
use diagnose::claim::{REQUESTS, THREADS};
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::{THREAD_SCHEDULE, WORKER_GAUGES};

/// Busy workers per core from which there are too many for a full CPU. A guess.
const PER_CORE: f64 = 4.0;
/// Growth of the CPU per answer that the lost throughput must show. A guess: as much as the throughput that is lost.
const DEARER: f64 = LOSS;

struct Oversized;

/// The cause.
pub const CAUSE: &dyn Cause = &Oversized;

impl Cause for Oversized {
    fn id(&self) -> &'static str {
        "worker-threads-oversized"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Preview
    }

    fn needs(&self) -> &'static [&'static str] {
        &[WORKER_GAUGES, THREAD_SCHEDULE]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["cpu-hot-path", "worker-threads-blocked-downstream"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected = "on a full CPU more busy workers answer fewer requests, and each answer costs more CPU".to_owned();
        h.falsifier = "with a quarter of the workers throughput falls".to_owned();
        let Some((heavy, workers)) = a.heavy().and_then(|l| Some((l, l.served.workers()?))) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, "no worker threads of a server were read");
        };
        let Some(cpu) = a.resource(ResourceKind::TargetCpu) else {
            return Hypothesis::new(self.id(), Status::NotObservable, "the CPU of the service was not measured");
        };
        h.observed = format!(
            "{:.0} of {:.0} workers busy on {:.1} cores, {:.0} % used",
            workers.busy,
            workers.max,
            cpu.limit,
            cpu.utilisation() * 100.0
        );
        if !cpu.saturated {
            h.reason =
                format!("the service uses {:.0} % of its CPU: its workers wait for something else than a core", cpu.utilisation() * 100.0);
            return h;
        }
        if workers.busy < PER_CORE * cpu.limit {
            h.reason = format!("{:.1} workers are busy on {:.1} cores", workers.busy, cpu.limit);
            return h;
        }
        // fewer connections than busy workers would be no comparison of fewer threads
        let curve = Curve::of(a);
        let fewer = curve.as_ref().and_then(|c| c.best_below(workers.busy.min(c.last.connections)));
        let (Some(curve), Some(fewer)) = (curve, fewer) else {
            h.status = Status::Untested;
            h.reason = format!("{}; a number alone is no cause, and there was no trial with fewer busy workers", h.observed);
            return h;
        };
        if curve.best.connections >= curve.last.connections || curve.best.connections >= workers.busy {
            h.reason = format!(
                "fewer busy workers did no better: {:.0}/s with {:.0} requests at once, {:.0}/s with {:.0}",
                fewer.per_s, fewer.connections, curve.best.per_s, curve.best.connections
            );
            h.observed = format!("{}; {}", h.observed, h.reason);
            return h;
        }
        let loss = curve.loss();
        let (Some(before), Some(after)) = (curve.best.cpu_ms, curve.last.cpu_ms) else {
            h.status = Status::NotObservable;
            h.reason = "the CPU of the service was not measured while connections were doubled".to_owned();
            return h;
        };
        h.observed = format!(
            "{}; {:.0}/s at {before:.2} ms of CPU with {:.0} requests at once, {:.0}/s at {after:.2} ms with {:.0}",
            h.observed, curve.best.per_s, curve.best.connections, curve.last.per_s, curve.last.connections
        );
        if loss < LOSS || after < before * (1.0 + DEARER) {
            h.reason = format!(
                "{:.0} % of the best throughput is lost with the most requests at once, and CPU per answer goes from {before:.2} to \
                    {after:.2} ms",
                loss.max(0.0) * 100.0
            );
            return h;
        }
        h.status = Status::Supported;
        h.evidence = EvidenceLevel::Coincides;
        // it explains the loss beyond the best, not the bend: a full CPU bends by itself
        h.weight = loss;
        h.component = format!("workers:{}", workers.name);
        h.reason.clone_from(&h.observed);
        h.claims = vec![
            Claim::at(heavy, "throughput_lost", loss, "1", format!("{:.0} % of the best throughput is lost", loss * 100.0))
                .from(&[REQUESTS]),
            Claim::at(heavy, "cpu_ms", after, "ms", format!("CPU per answer goes from {before:.2} to {after:.2} ms"))
                .from(&[THREADS, REQUESTS]),
        ];
        h.fix = format!(
            "fewer workers: step down towards {:.0}, where throughput was highest; requests then wait in the queue, at no cost",
            curve.best.connections
        );
        h
    }
}

#[cfg(test)]
mod tests;
