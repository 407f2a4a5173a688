//! From the figures of the blocks to what the experiment shows. A pure function: the same figures give the same outcome.
//!
//! The unit is the block: the log ratio of a dose's throughput to that of the same block without the change (geometric mean of the arm that
//! leaves everything and of the control). Interval: Student's t over blocks. In this order:
//!
//! | seen | outcome |
//! | --- | --- |
//! | fewer than five whole blocks, or the control moved | NOT SHOWN |
//! | the interval holds zero and more than the smallest effect of interest | NOT SHOWN |
//! | the interval lies inside the smallest effect, and the cause predicted more | CONTRADICTED |
//! | the interval lies inside the smallest effect | NO MATERIAL EFFECT |
//! | an effect of the other direction, or one that a rival predicts and the cause does not | CONTRADICTED |
//! | the predicted direction, another size | SUPPORTED |
//! | as predicted, but a rival that the run does not reject predicts it too (or may: nobody knows what it predicts) | SUPPORTED |
//! | as predicted, or in the predicted direction, but the run rejects the cause | NOT SHOWN |
//! | as predicted, but what was changed is not what the cause names | SUPPORTED |
//! | as predicted, and no such rival | PROVEN |
//!
//! Source of the grammar: METHODS section 0; that a knob which helps under both hypotheses proves nothing: CAUSES section 4 point 6.

use crate::conduct::Block;
use crate::plan::{Arm, FEWEST_BLOCKS, Plan, Rival, Role};
use diagnose::experiment::{DoseEffect, Experiment, Outcome};
use model::{Message, message};
use stats::interval::{self, Interval};

mod words;

/// Share of the blocks that may be left out. Source: METHODS section 2.3 point 1.
const MOST_LEFT_OUT: f64 = 0.2;

/// The effect of an arm over the blocks.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// Mean of the log ratios.
    pub mean: f64,
    /// 95 % interval of the mean.
    pub interval: Interval,
    /// Standard deviation of the log ratios.
    pub sd: f64,
    /// Throughput per second without and with it: geometric means.
    pub per_s: (f64, f64),
}

/// What the blocks of `plan` show. `restored` is told on: an experiment that could not be put back is still one.
pub fn judge(plan: &Plan, blocks: &[Block], restored: bool) -> Experiment {
    let whole: Vec<&Block> = blocks.iter().filter(|b| b.is_whole(plan.arms.len())).collect();
    let effects: Vec<Option<Effect>> = (0..plan.arms.len()).map(|arm| effect(&whole, arm)).collect();
    let control = effects.get(1).and_then(Option::as_ref);
    let control_flat = control.is_some_and(|c| interval::judge(c.interval, plan.smallest_effect) != interval::Outcome::Effect);
    let decisive = plan.decisive().zip(effects.last().and_then(Option::as_ref));
    let (outcome, sentence) = match decisive {
        _ if whole.len() < FEWEST_BLOCKS => {
            (Outcome::NotShown, message!("outcome/few-blocks", whole: Count(whole.len() as f64), needed: Count(FEWEST_BLOCKS as f64)))
        }
        _ if left_out(plan, blocks, &whole) > MOST_LEFT_OUT => {
            let left = blocks.len() - whole.len();
            (Outcome::NotShown, message!("outcome/left-out", left: Count(left as f64), blocks: Count(blocks.len() as f64)))
        }
        None => (Outcome::NotShown, message!("outcome/no-spread")),
        Some(_) if !control_flat => (Outcome::NotShown, words::control(control)),
        Some((arm, e)) => decide(plan, arm, e),
    };
    let doses = plan.arms.iter().zip(&effects).filter(|(a, _)| a.role == Role::Dose);
    Experiment {
        id: plan.id.clone(),
        kind: plan.kind.clone(),
        intervention: plan.intervention.clone(),
        subject: plan.subject.clone(),
        cause: plan.cause.clone(),
        rival: plan.decisive().and_then(nearest_rival).map(|r| r.cause.clone()).unwrap_or_default(),
        blocks: whole.len(),
        doses: doses.filter_map(|(a, e)| e.as_ref().map(|e| dose_effect(a, e))).collect(),
        control: control.map(|c| (c.mean.exp(), pair(c.interval.exp()))),
        control_flat,
        outcome,
        sentence: if restored { sentence } else { message!("outcome/not-restored", says: (sentence)) },
        restored,
    }
}

fn left_out(plan: &Plan, blocks: &[Block], whole: &[&Block]) -> f64 {
    // Blocks that were never begun were not left out.
    let begun = blocks.iter().filter(|b| b.trials.iter().flatten().count() == plan.arms.len()).count();
    (begun - whole.len().min(begun)) as f64 / begun.max(1) as f64
}

/// Effect of `arm` against the arms without a change; the control (arm 1) against arm 0 alone.
fn effect(blocks: &[&Block], arm: usize) -> Option<Effect> {
    let base = |b: &Block| {
        let still = b.per_s(0)?;
        if arm == 1 { Some(still) } else { Some((still * b.per_s(1)?).sqrt()) }
    };
    let pairs: Vec<(f64, f64)> = blocks.iter().map(|b| Some((base(b)?, b.per_s(arm)?))).collect::<Option<_>>()?;
    let logs = stats::describe::log_ratios(&pairs).filter(|l| l.len() >= 2)?;
    let (mean, se) = (stats::describe::mean(&logs), stats::describe::standard_error(&logs));
    let half = stats::dist::t_quantile(0.975, logs.len() as f64 - 1.0) * se;
    let geometric =
        |pick: &dyn Fn(&(f64, f64)) -> f64| stats::describe::mean(&pairs.iter().map(|p| pick(p).ln()).collect::<Vec<_>>()).exp();
    let sd = stats::describe::standard_deviation(&logs);
    half.is_finite().then(|| Effect { mean, interval: Interval::around(mean, half), sd, per_s: (geometric(&|p| p.0), geometric(&|p| p.1)) })
}

fn dose_effect(arm: &Arm, e: &Effect) -> DoseEffect {
    DoseEffect {
        value: arm.value,
        per_s: e.per_s,
        ratio: e.mean.exp(),
        interval: pair(e.interval.exp()),
        predicted: arm.predicted.map(|b| (b.low, b.high)),
        rival: nearest_rival(arm).map(|r| (r.predicted.low, r.predicted.high)),
    }
}

fn pair(i: Interval) -> (f64, f64) {
    (i.low, i.high)
}

/// The rival that is hardest to tell from the cause: of those that the run does not reject, else of all.
fn nearest_rival(arm: &Arm) -> Option<&Rival> {
    let far = |r: &Rival| arm.predicted.map_or(0.0, |p| (p.middle() / r.predicted.middle()).ln().abs());
    arm.rivals.iter().min_by(|a, b| a.rejected.cmp(&b.rejected).then(far(a).total_cmp(&far(b))))
}

fn decide(plan: &Plan, arm: &Arm, e: &Effect) -> (Outcome, Message) {
    let effect = words::effect(plan, arm, e);
    let (low, high) = pair(e.interval.exp());
    let seen = interval::judge(e.interval, plan.smallest_effect);
    let Some(predicted) = arm.predicted else {
        return match seen {
            interval::Outcome::Effect => (Outcome::Supported, message!("outcome/no-cause-tested", effect: (effect))),
            interval::Outcome::NoMaterialEffect => (Outcome::NoMaterialEffect, effect),
            interval::Outcome::Open => (Outcome::NotShown, words::more(plan, e, effect)),
        };
    };
    let agrees = predicted.meets(low, high);
    let rival = arm.rivals.iter().find(|r| !r.rejected && r.predicted.meets(low, high));
    let any_rival = arm.rivals.iter().find(|r| r.predicted.meets(low, high));
    match seen {
        interval::Outcome::Open => (Outcome::NotShown, words::more(plan, e, effect)),
        interval::Outcome::NoMaterialEffect if !agrees => (Outcome::Contradicted, effect),
        interval::Outcome::NoMaterialEffect => (Outcome::NoMaterialEffect, effect),
        interval::Outcome::Effect => {
            let same_direction = (predicted.middle() - 1.0) * (e.mean.exp() - 1.0) > 0.0 && !predicted.meets(1.0, 1.0);
            match (agrees, same_direction) {
                // what helps is not yet what is wrong: nothing observed speaks for this cause
                (_, true) if plan.rejected && (agrees || any_rival.is_none()) => {
                    let says = if agrees { effect } else { message!("outcome/another-size", effect: (effect)) };
                    (Outcome::NotShown, message!("outcome/run-rejects", says: (says), cause: name(&plan.cause)))
                }
                (true, true) if !plan.silent.is_empty() => {
                    let silent = plan.silent.join(", ");
                    (Outcome::Supported, message!("outcome/silent-rivals", effect: (effect), causes: name(silent)))
                }
                (true, true) => proven(plan, rival.map(|r| r.cause.as_str()), any_rival.map(|r| r.cause.as_str()), effect),
                // The cause predicts nothing in particular, and something small is there.
                (true, false) => (Outcome::Supported, message!("outcome/small-change", effect: (effect))),
                (false, true) if any_rival.is_none() => (Outcome::Supported, message!("outcome/another-size", effect: (effect))),
                (false, _) => match any_rival {
                    Some(r) => (Outcome::Contradicted, message!("outcome/as-rival-predicts", effect: (effect), rival: name(&r.cause))),
                    None => (Outcome::Contradicted, effect),
                },
            }
        }
    }
}

fn proven(plan: &Plan, rival: Option<&str>, any_rival: Option<&str>, effect: Message) -> (Outcome, Message) {
    match (rival, any_rival) {
        (Some(r), _) => (Outcome::Supported, message!("outcome/rival-predicts-same", effect: (effect), rival: name(r))),
        (None, Some(r)) if !plan.can_prove => {
            (Outcome::Supported, message!("outcome/not-what-is-named", effect: (effect), rival: name(r), cause: name(&plan.cause)))
        }
        (None, _) if !plan.can_prove => (Outcome::Supported, message!("outcome/limit-only", effect: (effect))),
        (None, Some(r)) => (Outcome::Proven, message!("outcome/rival-rejected", effect: (effect), rival: name(r))),
        (None, None) => (Outcome::Proven, effect),
    }
}

#[cfg(test)]
mod tests;
