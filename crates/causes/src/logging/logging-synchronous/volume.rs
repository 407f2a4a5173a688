//! The other way in which a log makes a service slow: nobody waits, but writing the lines is what the CPU is full of.

use diagnose::frames::{Part, Work};
use diagnose::judge::LEAST_GROWTH_SHARE;
use diagnose::level::{FEWEST_SAMPLES, Level, Samples};
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Claim, EvidenceLevel, Hypothesis, Status};

/// Share of the CPU of request threads that log lines must own. Source: CAUSES section 4 point 3; everything else that a request does then
/// costs less than telling of it.
const LEAST_CPU_SHARE: f64 = LEAST_GROWTH_SHARE;

/// `h` as true beside others, when log lines are what fills the CPU. It is told and not named: a quick request may well spend most of its CPU on
/// the one line that tells of it (61 % in a healthy service), and how many lines there are is not seen.
pub(super) fn told(a: &Analysis, heavy: &Level, samples: &Samples, h: &Hypothesis) -> Option<Hypothesis> {
    let lines = || samples.sites.iter().filter(|s| s.part == Part::Cpu && s.work == Work::Logging);
    let (ms, seen) = lines().fold((0.0, 0.0), |(ms, n), s| (ms + s.ms, n + s.samples));
    let all = samples.part_ms(Part::Cpu);
    let share = if all > 0.0 { ms / all } else { 0.0 };
    let lines_ms = share * heavy.scheduler.as_ref()?.request_cpu_ms;
    if share < LEAST_CPU_SHARE || seen < FEWEST_SAMPLES || !a.is_saturated(ResourceKind::TargetCpu) {
        return None;
    }
    let mut h = h.clone();
    h.status = Status::Secondary;
    h.evidence = EvidenceLevel::Coincides;
    h.weight = share;
    h.site = lines().max_by(|x, y| x.ms.total_cmp(&y.ms)).map(|s| s.site.clone()).unwrap_or_default();
    h.observed = format!(
        "log lines use {:.0} % of the CPU of request threads at {:.0}/s, {lines_ms:.2} ms per request",
        share * 100.0,
        heavy.throughput_per_s
    );
    h.reason = format!("{}, and the CPU of the service is full: whether so much log is wanted cannot be told from outside", h.observed);
    h.claims = vec![Claim {
        text: h.observed.clone(),
        metric: "log_cpu_share".to_owned(),
        value: share,
        unit: "1",
        phase: heavy.phase.id.clone(),
    }];
    h.fix = "log less per request: raise the level, or drop the lines inside loops; an asynchronous appender saves the wait, not this CPU"
        .to_owned();
    Some(h)
}
