//! `ledger`: the account of each measured level.

use super::{Words, some};
use crate::account;
use diagnose::Diagnosis;
use diagnose::level::{FEWEST_SAMPLES, Level};
use serde::Serialize;
use words::{Lang, say};

/// Parts that are worth a place of their own in a summary: at least this share of the response ...
const LEAST_SHARE: f64 = 0.01;
/// ... and not more than this many. The rest is summed up. Guess: the summary has some 25 lines for everything.
const MOST_PARTS: usize = 5;

#[derive(Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, each a field of its own in the document")]
pub(crate) struct Ledger {
    pub phase: String,
    pub open: bool,
    pub level_per_s: f64,
    pub response_ms: f64,
    pub parts: Vec<Part>,
    /// Sums of parts that share the beginning of their path.
    pub groups: Vec<Group>,
    /// Sum of the parts that are `minor`.
    pub minor_ms: f64,
    pub minor_share: f64,
    pub unexplained_ms: f64,
    pub unexplained_share: f64,
    pub unexplained_se_ms: f64,
    pub tolerance_ms: f64,
    pub closes: bool,
    /// Too short requests for the account to prove much.
    pub proves_little: bool,
    pub has_stacks: bool,
    /// CPU of request threads per request, by the parts above; `null` without stacks.
    pub cpu_ms: Option<f64>,
    pub scheduler_cpu_ms: Option<f64>,
    /// Upper bound; overlaps the waits above, so it is no part.
    pub run_queue_bound_ms: Option<f64>,
    pub cross_checks: Vec<CrossCheck>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Part {
    /// Its group, if it has one, and its name, in English.
    pub path: String,
    /// Its name within the group.
    pub name: Words,
    /// Path of its group.
    pub group: Option<String>,
    pub ms: f64,
    /// Of the response time.
    pub share: f64,
    pub samples: Option<f64>,
    /// Standard error of the figure by the number of samples; `null` where it was counted.
    pub error_ms: Option<f64>,
    /// Present when the figure only bounds the truth: by its nature, or because it rests on too few samples.
    pub at_most_ms: Option<f64>,
    pub minor: bool,
}

#[derive(Debug, Serialize)]
pub(crate) struct Group {
    pub path: String,
    pub name: Words,
    pub ms: f64,
}

#[derive(Debug, Serialize)]
pub(crate) struct CrossCheck {
    pub name: String,
    /// The same in every language.
    pub of: Words,
    pub gauge_ms: f64,
    pub stacks_ms: f64,
    pub agree: bool,
}

/// The accounts of all measured levels, in the order of the diagnosis.
pub(crate) fn ledgers(d: &Diagnosis) -> Vec<Ledger> {
    d.ledgers.iter().map(|l| ledger(l, d.levels.iter().find(|level| level.phase.id == l.phase))).collect()
}

fn ledger(l: &diagnose::ledger::Ledger, level: Option<&Level>) -> Ledger {
    let share = |ms: f64| if l.response_ms > 0.0 { ms / l.response_ms } else { 0.0 };
    let mut largest: Vec<usize> = (0..l.lines.len()).collect();
    largest.sort_by(|a, b| l.lines[*b].ms.total_cmp(&l.lines[*a].ms));
    let major = |i: usize| share(l.lines[i].ms) >= LEAST_SHARE && largest.iter().take(MOST_PARTS).any(|k| *k == i);
    let part = |(i, line): (usize, &diagnose::ledger::Line)| Part {
        path: account::path(line),
        name: Words::of(&account::what(&line.what)),
        group: some(&say(&account::group(line.group), Lang::En)),
        ms: line.ms,
        share: share(line.ms),
        samples: line.samples,
        error_ms: line.samples.and(level).map(|level| level.share_error(share(line.ms)) * l.response_ms),
        at_most_ms: at_most_ms(line),
        minor: !major(i),
    };
    let minor_ms = (0..l.lines.len()).filter(|i| !major(*i)).map(|i| l.lines[i].ms).sum();
    Ledger {
        phase: l.phase.clone(),
        open: l.open,
        level_per_s: l.level_per_s,
        response_ms: l.response_ms,
        parts: l.lines.iter().enumerate().map(part).collect(),
        groups: groups(l),
        minor_ms,
        minor_share: share(minor_ms),
        unexplained_ms: l.unexplained_ms,
        unexplained_share: share(l.unexplained_ms),
        unexplained_se_ms: l.unexplained_se_ms,
        tolerance_ms: l.tolerance_ms(),
        closes: l.closes(),
        proves_little: l.proves_little(),
        has_stacks: l.has_stacks,
        cpu_ms: l.has_stacks.then_some(l.cpu_ms),
        scheduler_cpu_ms: l.scheduler_cpu_ms,
        run_queue_bound_ms: l.run_queue_bound_ms,
        cross_checks: l.cross_checks.iter().map(cross_check).collect(),
    }
}

/// What a part is at most, when its figure is only a bound. With m < 30 samples: the figure for m + 2 sqrt(m) + 2 of them, which is within
/// 2 % of the exact one-sided 97.5 % limit of a Poisson count from m = 5 on, and 10 % below it for m = 1. A part that no sample shows
/// comes from another source and stands as it is.
fn at_most_ms(line: &diagnose::ledger::Line) -> Option<f64> {
    match line.samples {
        Some(m) if m < FEWEST_SAMPLES.get() => Some(if m >= 1.0 { line.ms * (m + 2.0 * m.sqrt() + 2.0) / m } else { line.ms }),
        _ => line.upper_bound.then_some(line.ms),
    }
}

fn cross_check(c: &diagnose::ledger::CrossCheck) -> CrossCheck {
    let of = Words::of(&account::check(c.of));
    CrossCheck { name: of.en.clone(), of, gauge_ms: c.gauge_ms, stacks_ms: c.stacks_ms, agree: c.agree }
}

fn groups(l: &diagnose::ledger::Ledger) -> Vec<Group> {
    let mut all: Vec<Group> = Vec::new();
    for line in l.lines.iter().filter(|line| line.group != diagnose::ledger::Group::Alone) {
        let name = Words::of(&account::group(line.group));
        match all.iter_mut().find(|g| g.path == name.en) {
            Some(g) => g.ms += line.ms,
            None => all.push(Group { path: name.en.clone(), name, ms: line.ms }),
        }
    }
    all
}
