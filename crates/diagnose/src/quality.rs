//! Whether the measurement itself can be trusted: the tool is a suspect like any other.

use crate::level::Level;
use model::{Run, signal};

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
    pub reasons: Vec<String>,
    /// Largest CPU share of the generator in a measured phase, of its core, without active waiting, 0 to 1.
    pub generator_cpu: f64,
    /// Largest 99th percentile of the generator's send lag at an open level, milliseconds.
    pub send_lag_p99_ms: f64,
    /// Cores used by the tool outside the generator, and by its helpers inside the target, mean over the measured phases.
    pub observer_cores: f64,
}

/// Send lag beyond which an open level proves nothing. Source: METHODS section 1.3, CAUSES section 4 point 2.
pub const SEND_LAG_MS: f64 = 1.0;
/// The same as a share of the median response.
pub const SEND_LAG_SHARE: f64 = 0.05;
/// CPU share of the generator's core beyond which the generator is the suspect. Source: the same.
pub const GENERATOR_CPU: f64 = 0.7;

/// Grades a run.
pub fn quality(run: &Run, levels: &[Level]) -> Quality {
    let mut q = Quality { validity: Validity::Valid, reasons: Vec::new(), generator_cpu: 0.0, send_lag_p99_ms: 0.0, observer_cores: 0.0 };
    let (mut observer, mut span) = (0.0, 0.0);
    for level in levels {
        // active waiting for planned moments is spare time
        let cpu: u64 = run.seconds_of(&level.phase.id).map(|s| s.generator_cpu_ns.saturating_sub(s.generator_spin_ns)).sum();
        q.generator_cpu = q.generator_cpu.max(cpu as f64 / 1e9 / level.span_s());
        observer += run.increase(signal::OBSERVER_CPU_TIME, level.window.0, level.window.1).unwrap_or(0.0);
        span += level.span_s();
    }
    q.observer_cores = if span > 0.0 { observer / span } else { 0.0 };
    for level in levels.iter().filter(|l| l.phase.is_open()) {
        // the generator's own lag: waiting for a free connection is the service's doing
        let (lag, _) = stats::hdr::merge(run.seconds_of(&level.phase.id).map(|s| s.lag_hdr.as_slice()));
        let p99 = stats::hdr::summary(&lag).p99_ns / 1e6;
        q.send_lag_p99_ms = q.send_lag_p99_ms.max(p99);
        let allowed = SEND_LAG_MS.max(SEND_LAG_SHARE * level.latency.p50_ns / 1e6);
        if p99 > allowed {
            q.worse(
                Validity::Invalid,
                format!("send lag p99 {p99:.1} ms at {:.0}/s, at most {allowed:.1} ms is allowed", level.throughput_per_s),
            );
        }
    }
    if q.generator_cpu > GENERATOR_CPU {
        q.worse(
            Validity::Invalid,
            format!("the generator used {:.0} % of its core, at most {:.0} % is allowed", q.generator_cpu * 100.0, GENERATOR_CPU * 100.0),
        );
    }
    if run.environment.generator.shares_cpus {
        q.worse(Validity::Suspect, "generator and service share cores: figures are relative to this machine only".to_owned());
    }
    for (code, text) in &run.warnings {
        if code == "sampler-overrun" {
            q.worse(Validity::Suspect, text.clone());
        }
    }
    q
}

impl Quality {
    fn worse(&mut self, to: Validity, reason: String) {
        self.validity = self.validity.max(to);
        self.reasons.push(reason);
    }
}
