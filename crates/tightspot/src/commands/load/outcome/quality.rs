//! Whether the generator was up to it, and what it cost.

use super::{Ended, Manner};
use ::load::{Pattern, PhaseSummary};
use ::report::load::{Latency, LoadQuality, Pacing, Validity};
use diagnose::quality::{Health, complaints};
use model::{Message, message};

/// The quality of a run that amounts to `sum`: the worst of its scenarios counts, and each reason says whose it is.
pub(super) fn quality(sum: &PhaseSummary, all: &[Ended], manner: Manner) -> LoadQuality {
    let threads = f64::from(sum.threads);
    let lag = Latency::of(&sum.histograms.lag, 0.0);
    let mut found: Vec<(Validity, Message)> = Vec::new();
    let mut validity = Validity::Valid;
    for e in all {
        let (of_this, reasons) = judged(&health(&e.summary));
        validity = validity.max(of_this);
        let named = |reason: Message| of(e.name, reason);
        found.extend(reasons.into_iter().map(|r| (of_this, named(r))));
    }
    // The sort is stable: within a scenario the gravest stays first.
    found.sort_by_key(|(v, _)| std::cmp::Reverse(*v));
    LoadQuality {
        validity,
        reasons: found.into_iter().map(|(_, reason)| reason).collect(),
        cpu_share: sum.generator_cpu_share * threads,
        spin_share: sum.generator_spin_share * threads,
        run_queue_share: sum.generator_run_queue_share,
        send_lag_p50_ns: lag.p50_ns,
        send_lag_p99_ns: lag.p99_ns,
        send_lag_max_ns: lag.max_ns,
        memory_bytes: peak_memory(),
        cpus: Vec::new(),
        shares_cpus: false,
        real_time: manner.real_time,
        pacing: pacing(manner.precise),
    }
}

/// What the generator is judged from, where one scenario was sent.
pub(super) fn health(s: &PhaseSummary) -> Health {
    let cap = match s.pattern {
        Pattern::Open { max_in_flight, .. } => Some(max_in_flight),
        _ => None,
    };
    Health {
        closed: s.pattern.is_closed(),
        answered: s.answered() > 0,
        response_p50_ms: s.response.p50_ns as f64 / 1e6,
        lag_p99_ms: s.lag_p99_ns as f64 / 1e6,
        lag_mean_share: None,
        work_share: s.generator_cpu_share - s.generator_spin_share,
        run_queue_share: s.generator_run_queue_share,
        shares_cpus: false,
        waited: cap
            .map(|in_flight| in_flight.div_ceil(s.streams))
            .filter(|cap| s.connections >= u64::from(*cap))
            .map(|cap| (cap, s.waited_for_connection as f64 / s.planned.max(1) as f64)),
    }
}

/// The generator's grade and what is wrong with it.
pub(in crate::commands::load) fn judged(health: &Health) -> (Validity, Vec<Message>) {
    let found = complaints(health);
    let validity = found.first().map_or(Validity::Valid, |(v, _)| *v);
    (validity, found.into_iter().map(|(_, text)| text).collect())
}

/// What is said of the scenario `name`, where there are several.
pub(in crate::commands::load) fn of(name: &str, says: Message) -> Message {
    if name.is_empty() { says } else { message!("load/of", what: name(name), says: (says)) }
}

pub(in crate::commands::load) fn pacing(precise: bool) -> Pacing {
    if precise { Pacing::Precise } else { Pacing::Economical }
}

/// Largest resident memory of this process so far, bytes; 0 when the kernel does not say.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    line.and_then(|l| l.trim().trim_end_matches(" kB").trim().parse::<u64>().ok()).map_or(0, |kb| kb * 1024)
}
