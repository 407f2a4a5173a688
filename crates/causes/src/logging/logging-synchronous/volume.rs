//! The other way in which a log makes a service slow: nobody waits, but writing the lines is what the CPU is full of.

use super::{FILE_BYTES, LOUD_BYTES, written_bytes, wrote};
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::claim::STACKS;
use diagnose::frames::{Part, Work};
use diagnose::level::{FEWEST_SAMPLES, Level, Samples};
use diagnose::saturation::{ResourceKind, cpu_is_full_when_warm};
use diagnose::{Analysis, Claim, EvidenceLevel, Hypothesis, Status};
use model::{Message, message};

// Share of the CPU of request threads that log lines must own. Source: CAUSES section 4 point 3; everything else that a request does then
// costs less than telling of it.
use self::LEAST_GROWTH_SHARE as LEAST_CPU_SHARE;

diagnose::thresholds! {
    /// Bytes per request below which the log goes somewhere else than to files. A guess: no line is shorter.
    LEAST_BYTES = 20.0;
}

/// `h`, when log lines are what fills the CPU: as true where much is written for each request, and as rejected where little is: a quick
/// request may well spend most of its CPU on the one line that tells of it (61 % in a healthy service). Where nothing is written to files,
/// it is told and no more.
pub(super) fn told(a: &Analysis, heavy: &Level, samples: &Samples, h: &Hypothesis) -> Option<Hypothesis> {
    // the loop that writes a line at once computes while it does
    let computes = |part| part == Part::Cpu || (part == Part::Logging && heavy.served.writing_keeps_all_waiting());
    let lines = || samples.sites.iter().filter(|s| computes(s.part) && s.work == Work::Logging);
    let (ms, seen) = lines().fold((0.0, 0.0), |(ms, n), s| (ms + s.ms, n + s.samples));
    let all: f64 = [Part::Cpu, Part::Logging].into_iter().filter(|p| computes(*p)).map(|p| samples.part_ms(p)).sum();
    let share = if all > 0.0 { ms / all } else { 0.0 };
    let lines_ms = share * heavy.scheduler.as_ref()?.request_cpu_ms;
    if share < LEAST_CPU_SHARE.get() || seen < FEWEST_SAMPLES.get() || !a.is_saturated(ResourceKind::TargetCpu) {
        return None;
    }
    let mut h = h.clone();
    h.weight = share;
    h.site = lines().max_by(|x, y| x.ms.total_cmp(&y.ms)).map(|s| s.site.clone()).unwrap_or_default();
    let rate = heavy.throughput_per_s;
    h.observed = message!("logging-synchronous/uses-cpu", share: Share(share), rate: PerSecond(rate), ms: Ms(lines_ms));
    let claim = |text: &Message, metric: &str, value, unit| Claim::at(heavy, metric, value, unit, text.clone());
    h.claims = vec![claim(&h.observed, "log_cpu_share", share, "1").from(&[STACKS])];
    let written = written_bytes(a, heavy);
    // of all that the process computes, not of what its collector and its compilers leave
    let s = heavy.scheduler.as_ref()?;
    let fills = lines_ms >= LEAST_CPU_SHARE.get() * s.process_cpu_ms && cpu_is_full_when_warm(heavy);
    if let Some(bytes) = written.filter(|b| fills && *b >= LOUD_BYTES.get()) {
        let wrote = wrote(bytes);
        h.status = Status::Supported;
        h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h.reason = message!("logging-synchronous/cpu-full", observed: (h.observed.clone()), written: (wrote.clone()));
        h.claims.push(claim(&wrote, "file_bytes_per_request", bytes, "By").from(&FILE_BYTES));
    } else if let Some(bytes) = written.filter(|b| (LEAST_BYTES.get()..LOUD_BYTES.get()).contains(b)) {
        h.evidence = EvidenceLevel::Hint;
        h.weight = 0.0;
        h.observed = message!("logging-synchronous/few-lines", observed: (h.observed), written: (wrote(bytes)));
        h.reason.clone_from(&h.observed);
    } else {
        h.status = Status::Secondary;
        h.evidence = EvidenceLevel::Coincides;
        h.reason = message!("logging-synchronous/cpu-full-unwritten", observed: (h.observed.clone()));
    }
    h.fix = message!("logging-synchronous/fix-cpu");
    Some(h)
}
