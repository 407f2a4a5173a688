//! Slow because other processes take the CPU that the service needs.

use crate::facts::core_wait::{FULL, LEAST_OF_CPU, core_wait, of_cpu};
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::claim::THREADS;
use diagnose::level::{Machine, Scheduler};
use diagnose::saturation::{OWN_SHARE, ResourceKind};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::{HOST, THREAD_SCHEDULE};
use model::{Message, message, signal};

diagnose::thresholds! {
    /// Share of the CPUs from which others are worth a line. A guess: CAUSES A2 has 2 % for steal, names on shared CPUs are estimates.
    WORTH_A_LINE = 0.05;
    /// Share of the CPUs by which the sources may differ. Source: the tolerance of the account, LEDGER section 9 point 8.
    TOLERANCE = 0.15;
}
/// Share of the CPUs that others must use: what is left where the service does not fill them itself. Without them it could do 20 % more,
/// the least gain worth a name.
fn least_foreign() -> f64 {
    1.0 - OWN_SHARE.get()
}

struct CpuContendedByNeighbour;

/// The cause.
pub const CAUSE: &dyn Cause = &CpuContendedByNeighbour;

impl Cause for CpuContendedByNeighbour {
    fn id(&self) -> &'static str {
        "cpu-contended-by-neighbour"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[HOST, THREAD_SCHEDULE]
    }

    fn takes_the_core(&self) -> bool {
        true
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["connection-pool-too-small", "database-cpu-saturated", "dependency-slow", "cpu-hot-path"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("cpu-contended-by-neighbour/expected", least: Share(least_foreign()));
        h.falsifier = message!("cpu-contended-by-neighbour/falsifier");
        let Some(heavy) = a.heavy() else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("facts/no-level"));
        };
        let (Some(m), Some(s)) = (&heavy.machine, &heavy.scheduler) else {
            return Hypothesis::new(self.id(), Status::NotObservable, message!("cpu-contended-by-neighbour/cpus-unseen"));
        };
        h.observed = m.says();
        let foreign = m.foreign_cores() / m.cpus;
        if m.taken_cores() < FULL.get() * m.cpus {
            h.reason = message!("cpu-contended-by-neighbour/free", free: Cores(m.free_cores()), cpus: Cores(m.cpus));
            if foreign >= WORTH_A_LINE.get() {
                h.status = Status::Secondary;
                h.reason = message!("cpu-contended-by-neighbour/busy-but-free", observed: (h.observed.clone()), free: (h.reason));
            }
            return h;
        }
        if foreign < WORTH_A_LINE.get() {
            h.reason = message!("cpu-contended-by-neighbour/full-by-itself", foreign: Cores(m.foreign_cores()));
            return h;
        }
        let wait = core_wait(a);
        let waits = message!("cpu-contended-by-neighbour/waits", ms: Ms(wait.heavy_ms), share: Share(wait.share));
        h.reason = message!("cpu-contended-by-neighbour/holds", observed: (h.observed.clone()), waits: (waits.clone()));
        h.weight = wait.share;
        h.claims = vec![
            Claim::at(heavy, "foreign_cores", m.foreign_cores(), "cores", h.observed.clone())
                .from(&[signal::NEIGHBOUR_CPU_TIME, signal::SYSTEM_CPU_TIME]),
            Claim::at(heavy, "core_wait_ms", wait.heavy_ms, "ms", waits).from(&[THREADS]),
        ];
        let own_full = s.process_cores >= FULL.get() * s.allowed_cores;
        let unknown = m.unaccounted_cores > TOLERANCE.get() * m.cpus;
        if own_full || unknown || foreign < least_foreign() || of_cpu(a) < LEAST_OF_CPU.get() || wait.share < LEAST_GROWTH_SHARE.get() {
            h.status = Status::Secondary;
            h.evidence = EvidenceLevel::Coincides;
            return h;
        }
        h.status = Status::Supported;
        // names that say too much are estimates on CPUs that are not theirs alone: that others took the rest is certain, who is not
        let adds_up = m.unaccounted_cores >= -TOLERANCE.get() * m.cpus;
        h.evidence = if adds_up && a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h.gain = gain(a, m, s);
        h.fix = fix(m);
        h
    }
}

/// What the CPUs would allow if they were the service's alone.
fn gain(a: &Analysis, m: &Machine, s: &Scheduler) -> Option<diagnose::capacity::Prediction> {
    let held_ms = a.unqueued_resources().iter().find(|r| r.kind == ResourceKind::TargetCpu)?.held_ms;
    let bound = stats::law::capacity_per_s(m.cpus.min(s.allowed_cores), held_ms / 1e3);
    let others = crate::facts::other_ceilings(a, ResourceKind::TargetCpu);
    bound.is_finite().then(|| diagnose::capacity::predict(a.throughput_per_s(), ResourceKind::TargetCpu, bound, &others))
}

fn fix(m: &Machine) -> Message {
    match m.neighbours.iter().find(|n| !n.serves) {
        Some(n) if n.cores >= m.stolen_cores => message!("cpu-contended-by-neighbour/fix", neighbour: name(&n.name)),
        _ => message!("cpu-contended-by-neighbour/fix-machine"),
    }
}

#[cfg(test)]
mod tests;
