//! Whether answers get fewer while load grows: of phases of one kind, the heaviest against the best. Phases of another kind are watched more, or less,
//! which costs answers as well.

use super::Load;
use model::{Phase, PhaseKind, Run};

crate::thresholds! {
    /// Share of its best rate that a service must lose. A guess: a fifth, as what a cure must win; levels of a few seconds differ by a tenth.
    LEAST_LOST = 0.2;
    /// The same in standard errors of both rates. Source: once in 40 by chance.
    ERRORS = 2.0;
    /// Share of the loss that failed requests must be, to be what becomes of it. Source: the meaning of "most".
    MOST = 0.5;
}

/// Fewer answers under more load.
#[derive(Debug, Clone, PartialEq)]
pub struct Decline {
    /// Load and good answers per second of the best phase.
    pub best: (Load, f64),
    /// The same of the heaviest one.
    pub heaviest: (Load, f64),
    /// Phase of that.
    pub phase: String,
    /// Whether most of what is lost is requests that fail.
    pub fails: bool,
}

/// One phase: its load, its good answers per second with their standard error, and its failures per second.
struct Seen<'a> {
    phase: &'a Phase,
    load: Load,
    per_s: f64,
    error_per_s: f64,
    failed_per_s: f64,
}

/// Kinds of phases of which a run may have several with different load.
const KINDS: [PhaseKind; 3] = [PhaseKind::Doubling, PhaseKind::Level, PhaseKind::Load];

/// Where phases of several kinds decline, the larger loss.
pub(super) fn decline(run: &Run, phases: &[&Phase]) -> Option<Decline> {
    let of = |kind: PhaseKind| among(&phases.iter().filter(|p| p.kind == kind).filter_map(|p| seen(run, p)).collect::<Vec<_>>());
    let lost = |d: &Decline| 1.0 - d.heaviest.1 / d.best.1;
    KINDS.into_iter().filter_map(of).max_by(|a, b| lost(a).total_cmp(&lost(b)))
}

fn among(seen: &[Seen]) -> Option<Decline> {
    let best = seen.iter().max_by(|a, b| a.per_s.total_cmp(&b.per_s))?;
    let heaviest = seen.iter().max_by(|a, b| size(a.load).total_cmp(&size(b.load)))?;
    let lost = best.per_s - heaviest.per_s;
    let by_chance = ERRORS.get() * best.error_per_s.hypot(heaviest.error_per_s);
    (size(heaviest.load) > size(best.load) && lost > by_chance.max(LEAST_LOST.get() * best.per_s)).then(|| Decline {
        best: (best.load, best.per_s),
        heaviest: (heaviest.load, heaviest.per_s),
        phase: heaviest.phase.id.clone(),
        fails: heaviest.failed_per_s - best.failed_per_s >= MOST.get() * lost,
    })
}

fn size(load: Load) -> f64 {
    match load {
        Load::Connections(n) => f64::from(n),
        Load::PerSecond(rate) => rate,
    }
}

fn seen<'a>(run: &Run, phase: &'a Phase) -> Option<Seen<'a>> {
    let (per_s, error_per_s, failed_per_s) = good_per_s(run, phase)?;
    Some(Seen { phase, load: Load::of(phase), per_s, error_per_s, failed_per_s })
}

/// Good answers per second with their standard error, and failed requests per second, by the generator's whole seconds.
pub(super) fn good_per_s(run: &Run, phase: &Phase) -> Option<(f64, f64, f64)> {
    let seconds: Vec<_> = run.seconds_of(&phase.id).filter(|s| s.is_steady() && s.end.seconds_since(s.start) >= 0.5).collect();
    let span_s: f64 = seconds.iter().map(|s| s.end.seconds_since(s.start)).sum();
    if seconds.len() < 2 {
        return None;
    }
    let n = seconds.len() as f64;
    let per_s = seconds.iter().map(|s| s.ok).sum::<u64>() as f64 / span_s;
    let of = |s: &&model::LoadSecond| s.ok as f64 / s.end.seconds_since(s.start) - per_s;
    let spread = (seconds.iter().map(|s| of(s).powi(2)).sum::<f64>() / (n - 1.0)).sqrt();
    let failed: u64 = seconds.iter().flat_map(|s| s.errors.values()).sum();
    Some((per_s, spread / n.sqrt(), failed as f64 / span_s))
}
