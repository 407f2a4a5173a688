//! Whether the measurement itself can be trusted: the tool is a suspect like any other.

mod health;

pub use health::{CPU_SHARE, Health, complaints};

use crate::elsewhere::Elsewhere;
use crate::level::{Level, Speed};
use model::{Message, Run, message, signal};

/// How far the figures can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Validity {
    /// They can.
    Valid,
    /// With care: the reasons say why.
    Suspect,
    /// Not for a verdict about the service: the generator was the limit.
    Invalid,
}

/// Quality of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Quality {
    /// The grade.
    pub validity: Validity,
    /// Why it is not better.
    pub reasons: Vec<Message>,
    /// Largest CPU share of the generator in a measured phase, of its core, without active waiting, 0 to 1.
    pub generator_cpu: f64,
    /// Largest 99th percentile of the generator's send lag at an open level, milliseconds.
    pub send_lag_p99_ms: f64,
    /// Cores used by the tool outside the generator, and by its helpers inside the target, mean over the measured phases.
    pub observer_cores: f64,
}

crate::thresholds! {
    /// Work of the generator, as a share of its core, up to which it was not it that was late: the machine stood still. Source: half of what CAUSES section
    /// 4 point 2 allows.
    IDLE = 0.35;
    /// How many times as long as usual work of known length takes in slow seconds of a level, from which that is said. Source: at 0.8 of what a
    /// service can do, the highest level of open load, its CPUs are full when they are 1.25 times as slow.
    UNEVEN = 1.25;
    /// Share of the target's CPUs that must be used where their speed is told. A guess: half.
    BUSY = 0.5;
}
/// Open levels that must be left when one is left out: growth and account want two.
const LEAST_OPEN: usize = 2;

/// The one open level whose requests left late while the generator had next to nothing to do, where enough other levels were measured: a
/// machine that stood still for a moment spoils the level in which it did, and no other. Two such levels are no moment.
pub(crate) fn stalled(run: &Run, levels: &[Level]) -> Option<usize> {
    let invalid = |h: &Health| complaints(h).iter().any(|(v, _)| *v == Validity::Invalid);
    let of: Vec<(usize, Health)> = levels.iter().enumerate().map(|(i, l)| (i, health(run, l))).filter(|(_, h)| invalid(h)).collect();
    let [(one, h)] = of[..] else { return None };
    let open = levels.iter().filter(|l| l.phase.is_open()).count();
    (!h.closed && h.work_share <= IDLE.get() && open > LEAST_OPEN).then_some(one)
}

/// Grades a run by its levels. `left_out` is the one that was spoilt by a machine that stood still.
pub fn quality(run: &Run, levels: &[Level], left_out: Option<&Level>) -> Quality {
    let mut q = Quality { validity: Validity::Valid, reasons: Vec::new(), generator_cpu: 0.0, send_lag_p99_ms: 0.0, observer_cores: 0.0 };
    let (mut observer, mut span) = (0.0, 0.0);
    for level in levels {
        let h = health(run, level);
        q.generator_cpu = q.generator_cpu.max(h.work_share);
        if !h.closed {
            q.send_lag_p99_ms = q.send_lag_p99_ms.max(h.lag_p99_ms);
        }
        for (validity, text) in complaints(&h) {
            q.worse(validity, message!("quality/at", says: (text), rate: PerSecond(level.throughput_per_s)));
        }
        observer += run.increase(signal::OBSERVER_CPU_TIME, level.window.0, level.window.1).unwrap_or(0.0);
        span += level.span_s();
    }
    if let Some(level) = left_out {
        let h = health(run, level);
        q.worse(
            Validity::Suspect,
            message!(
                "quality/level-left-out",
                rate: PerSecond(level.throughput_per_s),
                lag: Ms(h.lag_p99_ms),
                work: Share(h.work_share)
            ),
        );
    }
    // an idle CPU clocks down, and a piece of work on it takes longer
    let is_busy = |l: &Level| l.machine.as_ref().is_some_and(|m| m.taken_cores() >= BUSY.get() * m.cpus);
    let slow = |l: &Level| l.speed.as_ref().filter(|_| is_busy(l)).map_or(1.0, Speed::slow);
    if let Some(level) = levels.iter().max_by(|x, y| slow(x).total_cmp(&slow(y))).filter(|l| slow(l) >= UNEVEN.get()) {
        let says = message!("quality/cpus-uneven", times: Times(slow(level)), rate: PerSecond(level.throughput_per_s));
        q.worse(Validity::Suspect, says);
    }
    q.observer_cores = if span > 0.0 { observer / span } else { 0.0 };
    if run.environment.generator.shares_cpus {
        let says = match levels.last().and_then(Elsewhere::of) {
            Some(e) => {
                message!("quality/shares-cores-elsewhere", elsewhere: PerSecond(e.per_s), tool: Cores(e.tool_cores), cpus: Cores(e.cpus))
            }
            None => message!("quality/shares-cores"),
        };
        q.worse(Validity::Suspect, says);
    }
    for (code, text) in &run.warnings {
        if code == "sampler-overrun" {
            q.worse(Validity::Suspect, message!("quality/sampler-overrun", seen: name(text)));
        }
    }
    q
}

/// The generator in one level. That cores are shared and that nothing was answered is said of the run as a whole, elsewhere.
fn health(run: &Run, level: &Level) -> Health {
    let seconds = || run.seconds_of(&level.phase.id);
    let threads = f64::from(run.environment.generator.threads.max(1));
    let share = |ns: u64| ns as f64 / 1e9 / level.span_s() / threads;
    // the generator's own lag: waiting for a free connection is the service's doing
    let (lag, _) = stats::hdr::merge(seconds().map(|s| s.lag_hdr.as_slice()));
    let lag = stats::hdr::summary(&lag);
    Health {
        closed: !level.phase.is_open(),
        answered: true,
        response_p50_ms: level.latency.p50_ns / 1e6,
        lag_p99_ms: lag.p99_ns / 1e6,
        lag_mean_share: (level.latency.mean_ns > 0.0).then(|| lag.mean_ns / level.latency.mean_ns),
        // active waiting for planned moments is spare time
        work_share: share(seconds().map(|s| s.generator_cpu_ns.saturating_sub(s.generator_spin_ns)).sum()),
        run_queue_share: share(seconds().map(|s| s.generator_run_queue_ns).sum()),
        ..Health::default()
    }
}

impl Quality {
    /// Adds a reason why it is not better than `to`.
    pub(crate) fn worse(&mut self, to: Validity, reason: Message) {
        self.validity = self.validity.max(to);
        self.reasons.push(reason);
    }
}
