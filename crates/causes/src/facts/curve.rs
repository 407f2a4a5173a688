//! Throughput over concurrency: what each doubling of the connections gave. Measured levels are left out on purpose: their stacks are
//! sampled, which costs a service with many threads on a full core up to a fifth of its throughput (LEDGER section 9).

use diagnose::Analysis;
use diagnose::level::{compiler_cores, cpu_utilisation};
use model::{Arrival, Phase, PhaseKind};

diagnose::thresholds! {
    /// Share of its best that throughput must lose before more concurrency is said to cost throughput: less would gain a fifth. Source:
    /// CAUSES S2, the least gain that is worth a name; trials of 3 s on a quiet machine repeat to about 5 %.
    pub(crate) LOSS = 1.0 / 6.0;
}

/// One closed trial.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Trial {
    /// Connections that were always busy.
    pub(crate) connections: f64,
    /// Good answers per second.
    pub(crate) per_s: f64,
    /// CPU of the target per good answer without the compilers, milliseconds, when seen.
    pub(crate) cpu_ms: Option<f64>,
}

/// The best trial of the doubling and the one with the most connections.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Curve {
    /// Trials of the doubling, in the order of their connections.
    trials: Vec<Trial>,
    /// The trial with the highest throughput.
    pub(crate) best: Trial,
    /// The trial with the most connections: it came last, when a virtual machine had compiled most.
    pub(crate) last: Trial,
}

impl Curve {
    /// `None` when connections were not doubled.
    pub(crate) fn of(a: &Analysis) -> Option<Self> {
        let mut trials: Vec<Trial> = a.run.phases.iter().filter(|p| p.kind == PhaseKind::Doubling).filter_map(|p| trial(a, p)).collect();
        let best = trials.iter().copied().max_by(|x, y| x.per_s.total_cmp(&y.per_s))?;
        trials.sort_by(|x, y| x.connections.total_cmp(&y.connections));
        let last = *trials.last()?;
        Some(Self { trials, best, last })
    }

    /// The best trial with fewer than `connections`.
    pub(crate) fn best_below(&self, connections: f64) -> Option<Trial> {
        self.trials.iter().copied().filter(|t| t.connections < connections).max_by(|x, y| x.per_s.total_cmp(&y.per_s))
    }

    /// Share of the best throughput that is lost with the most connections, 0 to 1.
    pub(crate) fn loss(&self) -> f64 {
        1.0 - self.last.per_s / self.best.per_s
    }
}

fn trial(a: &Analysis, phase: &Phase) -> Option<Trial> {
    let Arrival::Closed { connections } = phase.arrival else { return None };
    let window = (phase.start, phase.end?);
    let (mut good, mut seconds) = (0.0, 0.0);
    for s in a.run.seconds_of(&phase.id) {
        good += s.ok as f64;
        seconds += s.end.seconds_since(s.start);
    }
    if good <= 0.0 || seconds <= 0.0 {
        return None;
    }
    let per_s = good / seconds;
    let allowed = a.heavy().and_then(|l| l.scheduler.as_ref()).map(|s| s.allowed_cores);
    let cores = || Some(cpu_utilisation(a.run, window)? * allowed? - compiler_cores(a.run, window)?);
    Some(Trial { connections: f64::from(connections), per_s, cpu_ms: cores().map(|c| c / per_s * 1e3) })
}
