//! Slow because there are more busy worker threads than the CPU can serve: they get in each other's way.

use crate::facts::curve::{Curve, LOSS};
use diagnose::claim::{REQUESTS, THREADS};
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::{THREAD_SCHEDULE, WORKER_GAUGES};
use model::{Message, message};

diagnose::thresholds! {
    /// Busy workers per core from which there are too many for a full CPU. A guess.
    PER_CORE = 4.0;
}
// Growth of the CPU per answer that the lost throughput must show. A guess: as much as the throughput that is lost.
use self::LOSS as DEARER;

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
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("worker-threads-oversized/expected");
        h.falsifier = message!("worker-threads-oversized/falsifier");
        let Some((heavy, workers)) = a.heavy().and_then(|l| Some((l, l.served.workers()?))) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("worker-threads-oversized/no-workers"));
        };
        let Some(cpu) = a.resource(ResourceKind::TargetCpu) else {
            return Hypothesis::new(self.id(), Status::NotObservable, message!("worker-threads-oversized/no-cpu"));
        };
        h.observed = message!(
            "worker-threads-oversized/observed",
            busy: Count(workers.busy),
            workers: Count(workers.max),
            cores: Cores(cpu.limit),
            used: Share(cpu.utilisation())
        );
        if !cpu.saturated {
            h.reason = message!("worker-threads-oversized/cpu-not-full", used: Share(cpu.utilisation()));
            return h;
        }
        if workers.busy < PER_CORE.get() * cpu.limit {
            h.reason = message!("worker-threads-oversized/few", busy: Count(workers.busy), cores: Cores(cpu.limit));
            return h;
        }
        // fewer connections than busy workers would be no comparison of fewer threads
        let curve = Curve::of(a);
        let fewer = curve.as_ref().and_then(|c| c.best_below(workers.busy.min(c.last.connections)));
        let (Some(curve), Some(fewer)) = (curve, fewer) else {
            h.status = Status::Untested;
            h.reason = message!("worker-threads-oversized/no-trial", observed: (h.observed.clone()));
            return h;
        };
        if curve.best.connections >= curve.last.connections || curve.best.connections >= workers.busy {
            h.reason = message!(
                "worker-threads-oversized/fewer-no-better",
                fewer: PerSecond(fewer.per_s),
                fewer_requests: Count(fewer.connections),
                best: PerSecond(curve.best.per_s),
                best_requests: Count(curve.best.connections)
            );
            h.observed = message!("worker-threads-oversized/tried", observed: (h.observed.clone()), trials: (h.reason.clone()));
            return h;
        }
        let loss = curve.loss();
        let (Some(before), Some(after)) = (curve.best.cpu_ms, curve.last.cpu_ms) else {
            h.status = Status::NotObservable;
            h.reason = message!("worker-threads-oversized/no-cpu-of-trials");
            return h;
        };
        let trials = message!(
            "worker-threads-oversized/trials",
            best: PerSecond(curve.best.per_s),
            best_cpu: Ms(before),
            best_requests: Count(curve.best.connections),
            most: PerSecond(curve.last.per_s),
            most_cpu: Ms(after),
            most_requests: Count(curve.last.connections)
        );
        h.observed = message!("worker-threads-oversized/tried", observed: (h.observed.clone()), trials: (trials));
        if loss < LOSS.get() || after < before * (1.0 + DEARER.get()) {
            h.reason = message!("worker-threads-oversized/little-lost", lost: Share(loss.max(0.0)), before: Ms(before), after: Ms(after));
            return h;
        }
        h.status = Status::Supported;
        h.evidence = EvidenceLevel::Coincides;
        // it explains the loss beyond the best, not the bend: a full CPU bends by itself
        h.weight = loss;
        h.component = format!("workers:{}", workers.name);
        h.reason.clone_from(&h.observed);
        h.claims = vec![
            Claim::at(heavy, "throughput_lost", loss, "1", message!("worker-threads-oversized/lost", lost: Share(loss))).from(&[REQUESTS]),
            Claim::at(heavy, "cpu_ms", after, "ms", message!("worker-threads-oversized/dearer", before: Ms(before), after: Ms(after)))
                .from(&[THREADS, REQUESTS]),
        ];
        h.fix = message!("worker-threads-oversized/fix", workers: Count(curve.best.connections));
        h
    }
}

#[cfg(test)]
mod tests;
