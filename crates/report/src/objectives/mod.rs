//! Objectives of a run of `why`: the language and the rules of `load`, judged at each level that was measured. See `objectives.md` beside this file.
//!
//! They stand in the run as they were written, so a kept run says the same as the live one.

mod levels;
#[cfg(test)]
mod tests;

use crate::load::slo::whole_run;
use crate::load::{Gate, Metric, Slo, SloResult, SloStatus};
use diagnose::Diagnosis;
use levels::{Level, levels};
use model::{Message, Run, RunStatus, message};

/// An objective after a run of `why`.
pub(crate) struct Objective {
    /// What is said of it: by the level that decides.
    pub result: SloResult,
    /// The level that decides; `None` where none was measured.
    pub decided_at: Option<usize>,
    /// Highest rate at which it still held, answers per second.
    pub holds_to_per_s: Option<f64>,
    /// All levels, the lightest first.
    pub levels: Vec<AtLevel>,
}

/// An objective at one level.
pub(crate) struct AtLevel {
    pub phase: String,
    /// Whether requests came as planned, and not as answers let them.
    pub planned: bool,
    pub per_s: f64,
    pub result: SloResult,
}

/// What the objectives of the run say together.
pub fn gate(run: &Run, d: &Diagnosis) -> Gate {
    crate::load::gate(&judged(run, d).into_iter().map(|o| o.result).collect::<Vec<_>>())
}

/// Why `why` cannot be asked for this objective: its levels are short, and it keeps no checks and drops nothing.
pub fn unfit(slo: &Slo) -> Option<Message> {
    if slo.window_s.is_some() || slo.after_s > 0.0 || slo.abort {
        return Some(message!("objectives/whole-levels-only", objective: name(&slo.text)));
    }
    matches!(slo.metric, Metric::Checks | Metric::DropRate)
        .then(|| message!("objectives/of-load-only", metric: name(slo.metric.to_string())))
}

/// The objectives of the run, in their order. One that this version cannot read, or that is of `load` only, is left out: `why` took none such.
pub(crate) fn judged(run: &Run, d: &Diagnosis) -> Vec<Objective> {
    let slos: Vec<Slo> = run.info.objectives.iter().filter_map(|text| text.parse().ok()).filter(|s| unfit(s).is_none()).collect();
    if slos.is_empty() {
        return Vec::new();
    }
    let levels = levels(run, d);
    slos.iter().map(|slo| objective(slo, &levels, run.status == RunStatus::Complete)).collect()
}

/// `whole`: the run has all of its levels. One that ended early may lack the one that would have missed it.
fn objective(slo: &Slo, levels: &[Level], whole: bool) -> Objective {
    let at = |l: &Level| AtLevel { phase: l.phase.clone(), planned: l.planned, per_s: l.per_s, result: whole_run(slo, &l.report) };
    let levels: Vec<AtLevel> = levels.iter().map(at).collect();
    let decided_at = if slo.metric == Metric::Tps { most(&levels) } else { heaviest(&levels) };
    let unmeasured = || SloStatus::NotJudged(message!("objectives/no-level"));
    let nothing = || SloResult { slo: slo.clone(), status: unmeasured(), seen: None, stretch_s: None };
    let mut result = decided_at.map_or_else(nothing, |i| levels[i].result.clone());
    if !whole && result.status == SloStatus::Held && slo.metric != Metric::Tps {
        result.status = SloStatus::NotJudged(message!("objectives/ended-early"));
    }
    let holds_to_per_s = match slo.metric {
        Metric::Tps => decided_at.map(|i| &levels[i]).filter(|l| l.result.status == SloStatus::Held).map(|l| l.per_s),
        _ => holds_to(&levels),
    };
    Objective { result, decided_at, holds_to_per_s, levels }
}

/// Of the planned levels the heaviest that missed it, or else the heaviest.
fn heaviest(levels: &[AtLevel]) -> Option<usize> {
    let missed = levels.iter().rposition(|l| l.planned && l.result.status == SloStatus::Failed);
    missed.or_else(|| levels.iter().rposition(|l| l.planned))
}

/// The level at which most came back: what a service can do is asked of its best.
fn most(levels: &[AtLevel]) -> Option<usize> {
    let seen = |l: &AtLevel| l.result.seen.unwrap_or(f64::NEG_INFINITY);
    (0..levels.len()).max_by(|a, b| seen(&levels[*a]).total_cmp(&seen(&levels[*b])))
}

/// The highest rate at which it held, below the first that missed it.
fn holds_to(levels: &[AtLevel]) -> Option<f64> {
    let until = levels.iter().take_while(|l| l.result.status != SloStatus::Failed);
    until.filter(|l| l.result.status == SloStatus::Held).last().map(|l| l.per_s)
}
