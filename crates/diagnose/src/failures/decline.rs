//! Whether answers get fewer while load grows: of phases of one kind, the heaviest against the best. Phases of another kind are watched more, or less,
//! which costs answers as well.

use super::Load;
use model::{LoadSecond, Phase, PhaseKind, Run};
use stats::describe::{mean, standard_error};

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

/// Shortest window of the generator that counts as a second: the last of a phase may be shorter, and says little. A choice.
const WHOLE_S: f64 = 0.5;

/// One phase.
struct Seen<'a> {
    phase: &'a Phase,
    load: Load,
    rate: Rate,
}

/// Good answers of a phase, with their standard error, and failed requests, all per second.
pub(super) struct Rate {
    pub(super) good: f64,
    error: f64,
    failed: f64,
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
    let best = seen.iter().max_by(|a, b| a.rate.good.total_cmp(&b.rate.good))?;
    let heaviest = seen.iter().max_by(|a, b| size(a.load).total_cmp(&size(b.load)))?;
    let lost = best.rate.good - heaviest.rate.good;
    let by_chance = ERRORS.get() * best.rate.error.hypot(heaviest.rate.error);
    (size(heaviest.load) > size(best.load) && lost > by_chance.max(LEAST_LOST.get() * best.rate.good)).then(|| Decline {
        best: (best.load, best.rate.good),
        heaviest: (heaviest.load, heaviest.rate.good),
        phase: heaviest.phase.id.clone(),
        fails: heaviest.rate.failed - best.rate.failed >= MOST.get() * lost,
    })
}

fn size(load: Load) -> f64 {
    match load {
        Load::Connections(n) => f64::from(n),
        Load::PerSecond(rate) => rate,
    }
}

fn seen<'a>(run: &Run, phase: &'a Phase) -> Option<Seen<'a>> {
    Some(Seen { phase, load: Load::of(phase), rate: good_rate(run, phase)? })
}

/// By the generator's whole seconds; `None` where there are too few.
pub(super) fn good_rate(run: &Run, phase: &Phase) -> Option<Rate> {
    let span_s = |s: &LoadSecond| s.end.seconds_since(s.start);
    let seconds: Vec<&LoadSecond> = run.seconds_of(&phase.id).filter(|s| s.is_steady() && span_s(s) >= WHOLE_S).collect();
    let rates: Vec<f64> = seconds.iter().map(|s| s.ok as f64 / span_s(s)).collect();
    let failed: u64 = seconds.iter().flat_map(|s| s.errors.values()).sum();
    let all_s: f64 = seconds.iter().map(|s| span_s(s)).sum();
    (rates.len() >= 2).then(|| Rate { good: mean(&rates), error: standard_error(&rates), failed: failed as f64 / all_s })
}
