//! Which experiment: the one whose predictions differ most between the leading cause and its strongest rival. A pure function of what the run
//! showed and of what can be changed from here.
//!
//! The strongest rival is the first cause that the run does not reject, else the first decoy. What could not be looked at is not rejected.
//! Experiments that change what the leading cause names come first, because only they can prove it; a knob that helps under both hypotheses
//! is never among those that prove. Source: CAUSES section 4 point 6.

use crate::expect::{Step, expect};
use crate::plan::{Arm, Rival, Role};
use crate::situation::Situation;
use diagnose::saturation::ResourceKind;
use diagnose::{Factor, Mechanism, Status};
use model::{Message, message};

/// Share of the next ceiling up to which a dose may go: beyond it the next limit decides, which is known less well. A guess.
const OF_NEXT_CEILING: f64 = 0.8;
/// Largest factor by which places are raised: databases have limits of their own.
const MOST_RAISED: f64 = 2.0;
/// Factor by which they are lowered where they cannot be raised.
const LOWERED: f64 = 0.6;
/// Delay of a call as a share of the hold, in the decisive dose: 1/X then changes by a fifth. Source: METHODS section 4.3 point 2 (10-30 %).
const DELAY_SHARE: f64 = 0.2;
/// Share of the CPU that is left in the decisive dose.
const CPU_LEFT: f64 = 0.7;
/// Predictions must lie this far apart, as a log ratio, for an experiment to be worth its time: the tolerance of both predictions.
const LEAST_APART: f64 = 2.0 * crate::expect::TOLERANCE;

/// A factor that can be changed from here.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Available {
    /// What it is.
    pub factor: Factor,
    /// The dose that is there.
    pub current: f64,
}

/// A cause as far as experiments go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate<'a> {
    /// Its id.
    pub cause: &'a str,
    /// What it claims.
    pub mechanism: Mechanism,
    /// What the run made of it.
    pub status: Status,
    /// Share of the growth of the response time that it would explain.
    pub weight: f64,
}

/// An experiment worth making.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// What is changed.
    pub factor: Factor,
    /// The dose that is there.
    pub current: f64,
    /// Doses with predictions, the decisive one last.
    pub doses: Vec<Arm>,
    /// Whether it can prove the leading cause.
    pub can_prove: bool,
    /// How far the predictions of cause and strongest rival lie apart, as a log ratio.
    pub apart: f64,
    /// Why this one, in a sentence.
    pub reason: Message,
}

/// The best experiment for `leader` (a cause among `all`), or why there is none. `decoys` are those of the leader.
pub fn choose(leader: &str, all: &[Candidate], decoys: &[&str], s: &Situation, available: &[Available]) -> Result<Choice, Message> {
    let lead = all.iter().find(|c| c.cause == leader).ok_or_else(|| message!("choose/not-looked-at", cause: name(leader)))?;
    let mut worth: Vec<Choice> = available.iter().filter_map(|a| design(lead, all, decoys, s, *a)).collect();
    worth.retain(|c| c.apart >= LEAST_APART && c.can_prove);
    worth.sort_by(|a, b| b.apart.total_cmp(&a.apart));
    worth.into_iter().next().ok_or_else(|| none(lead, available))
}

fn none(lead: &Candidate, available: &[Available]) -> Message {
    let names: Vec<&str> = available.iter().map(|a| a.factor.name()).collect();
    let can = if names.is_empty() {
        message!("choose/nothing-can-be-changed")
    } else {
        message!("choose/can-be-changed", factors: name(names.join(", ")))
    };
    match lead.mechanism.factor {
        None => message!("choose/no-known-experiment", cause: name(lead.cause), can: (can)),
        Some(f) if names.contains(&f.name()) => message!("choose/too-near", factor: name(f.name()), cause: name(lead.cause)),
        Some(f) => message!("choose/out-of-reach", factor: name(f.name()), cause: name(lead.cause), can: (can)),
    }
}

/// The experiment with one factor, whatever it can show; `None` when no dose or no prediction can be given.
pub fn design(lead: &Candidate, all: &[Candidate], decoys: &[&str], s: &Situation, a: Available) -> Option<Choice> {
    let values = doses(s, lead.mechanism, a)?;
    let doses = with_predictions(lead, all, decoys, s, a, &values);
    let decisive = doses.last()?;
    let predicted = decisive.predicted?;
    let rival = decisive.rivals.first();
    let apart = rival.map_or(0.0, |r| (predicted.middle() / r.predicted.middle()).ln().abs());
    let reason = match rival {
        Some(r) => message!(
            "choose/predictions",
            cause: name(lead.cause),
            predicted: (predicted.said()),
            rival: name(&r.cause),
            by_rival: (r.predicted.said()),
        ),
        None => message!("choose/prediction", cause: name(lead.cause), predicted: (predicted.said())),
    };
    // Without a rival the rival is "no effect".
    let apart = if rival.is_none() { predicted.middle().ln().abs() } else { apart };
    Some(Choice { factor: a.factor, current: a.current, doses, can_prove: lead.mechanism.factor == Some(a.factor), apart, reason })
}

/// Arms for the doses of `values`: what the leading cause predicts, and what its rivals do, the strongest first.
pub fn with_predictions(lead: &Candidate, all: &[Candidate], decoys: &[&str], s: &Situation, a: Available, values: &[f64]) -> Vec<Arm> {
    let arm = |value: &f64| {
        let step = Step { factor: a.factor, from: a.current, to: *value };
        let rivals = rivals(lead, all, decoys).into_iter().filter_map(|c| {
            let predicted = expect(c.mechanism, s, step)?;
            Some(Rival { cause: c.cause.to_owned(), predicted, rejected: is_rejected(c) })
        });
        Arm { role: Role::Dose, value: *value, predicted: expect(lead.mechanism, s, step), rivals: rivals.collect() }
    };
    values.iter().map(arm).collect()
}

fn is_rejected(c: &Candidate) -> bool {
    c.status == Status::Rejected
}

/// Causes that claim a limit: those that the run does not reject, then the decoys of the leading one, in their order.
fn rivals<'a>(lead: &Candidate, all: &'a [Candidate<'a>], decoys: &[&str]) -> Vec<&'a Candidate<'a>> {
    let claims = |c: &&Candidate| c.cause != lead.cause && c.mechanism.limit.is_some();
    let open = |c: &&Candidate| matches!(c.status, Status::Supported | Status::Secondary | Status::Untested | Status::NotObservable);
    let live = all.iter().filter(claims).filter(open);
    let decoys = decoys.iter().filter_map(|d| all.iter().find(|c| c.cause == *d)).filter(claims).filter(|c| is_rejected(c));
    live.chain(decoys).collect()
}

/// Causes that the run supports, that could explain what `lead` explains, and of which nobody knows what they predict of any experiment. While
/// there is one, nothing is proven: it may predict the same.
pub fn silent_rivals(lead: &str, all: &[Candidate]) -> Vec<String> {
    let supported =
        |c: &&Candidate| matches!(c.status, Status::Supported | Status::Secondary) && c.weight >= diagnose::LEAST_GROWTH_SHARE.get();
    all.iter().filter(|c| c.cause != lead && c.mechanism.limit.is_none()).filter(supported).map(|c| c.cause.to_owned()).collect()
}

/// Doses for a factor, the decisive one last.
fn doses(s: &Situation, m: Mechanism, a: Available) -> Option<Vec<f64>> {
    match a.factor {
        Factor::PoolSize => places(s, ResourceKind::ConnectionPool, a.current),
        Factor::Workers => places(s, ResourceKind::Workers, a.current),
        Factor::Cpu => Some(vec![a.current * f64::midpoint(1.0, CPU_LEFT), a.current * CPU_LEFT]),
        Factor::RemoteTime => {
            let held = m.limit.and_then(|k| s.held(k)).map_or(s.response_ms, |h| h.held_ms);
            let most = (held * DELAY_SHARE * 2.0).round().max(2.0) / 2.0;
            Some(vec![a.current + most / 2.0, a.current + most])
        }
    }
}

fn places(s: &Situation, kind: ResourceKind, current: f64) -> Option<Vec<f64>> {
    let held = s.held(kind)?;
    let useful = OF_NEXT_CEILING * s.next_ceiling_per_s(kind) * held.held_ms / 1e3;
    let raised = (current * MOST_RAISED).min(useful.floor());
    // Less than a tenth more is lost in the noise.
    let top = if raised >= (current * 1.1).max(current + 1.0) { raised } else { (current * LOWERED).floor().max(1.0) };
    if top == current {
        return None;
    }
    let middle = f64::midpoint(current, top).round();
    Some(if middle == current || middle == top { vec![top] } else { vec![middle, top] })
}

#[cfg(test)]
mod tests;
