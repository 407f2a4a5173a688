//! Which levels decide, where the answer is inconclusive: what is measured once more may settle it. Says nothing of whether there is time for it.

use super::facts::Facts;
use super::near::near;
use super::rules::level_before_sending;
use super::{hear, judge};
use crate::analysis::Analysis;
use crate::cause::{Cause, Hypothesis, Status};
use crate::verdict::VerdictStatus;
use model::Run;

/// Most levels that are worth another look: growth is between two of them.
pub const MOST_AGAIN: usize = 2;

/// Phases of `run` on which its verdict hangs, at most two, in the order in which they were measured; empty where another look at them would change
/// nothing: a verdict is there, or something else than figures is missing. Of several processes nothing is said.
pub fn deciding(run: &Run, causes: &[&dyn Cause]) -> Vec<String> {
    if !run.environment.replicas.is_empty() {
        return Vec::new();
    }
    let a = Analysis::of(run);
    let (verdict, _) = judge(&a, causes);
    if verdict.status != VerdictStatus::Inconclusive {
        return Vec::new();
    }
    let rule = verdict.rules.last().map_or("", |r| r.rule);
    let mut phases = by_rule(&a, causes, rule);
    phases.extend(a.left_out.clone());
    let mut found: Vec<String> = run.measured_phases().map(|p| p.id.clone()).filter(|id| phases.contains(id)).collect();
    found.truncate(MOST_AGAIN);
    found
}

/// Phases that the rule of this id looks at.
fn by_rule(a: &Analysis, causes: &[&dyn Cause], rule: &str) -> Vec<String> {
    let heard = || -> Vec<Hypothesis> { causes.iter().map(|c| hear(*c, a)).collect() };
    let ends = || [a.light(), a.heavy()].into_iter().flatten().map(|l| l.phase.id.clone()).collect();
    match rule {
        "account-open" => a.counted_ledgers().filter(|l| !l.closes()).map(|l| l.phase.clone()).collect(),
        "candidate-nearly-holds" => near(a, causes, &heard()).map_or_else(Vec::new, |n| read_at(a, &n.hypothesis)),
        "candidate-undecided" => {
            let heard = heard();
            let f = Facts { a, causes, hypotheses: &heard };
            f.hypotheses.iter().filter(|h| h.status == Status::Untested && h.weight > 0.0).flat_map(|h| read_at(a, h)).collect()
        }
        "wait-before-sending" => {
            let heard = heard();
            let f = Facts { a, causes, hypotheses: &heard };
            level_before_sending(&f).map(|l| l.phase.id.clone()).into_iter().collect()
        }
        "wait-grows-unexplained" | "bends-unexplained" | "full-unexplained" => ends(),
        _ => Vec::new(),
    }
}

/// Phases in which the figures of `h` were read; the heaviest level where it names none.
fn read_at(a: &Analysis, h: &Hypothesis) -> Vec<String> {
    let mut phases: Vec<String> = h.claims.iter().map(|c| c.phase.clone()).collect();
    if phases.is_empty() {
        phases.extend(a.heavy().map(|l| l.phase.id.clone()));
    }
    phases
}
