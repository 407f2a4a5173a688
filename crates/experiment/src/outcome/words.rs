//! The sentences of an outcome: what was changed, what came of it, what was predicted.

use super::Effect;
use crate::plan::{Arm, Plan};

/// `pool-size 10 -> 15: 190 -> 280/s, x1.47 (95 % CI 1.44..1.51), predicted x1.39..1.58; control x1.00`.
pub(super) fn effect(plan: &Plan, arm: &Arm, e: &Effect) -> String {
    let i = e.interval.exp();
    let predicted = arm.predicted.map(|p| format!(", predicted x{:.2}..{:.2}", p.low, p.high)).unwrap_or_default();
    format!(
        "{} {} -> {}{}: {:.0} -> {:.0}/s, x{:.3} (95 % CI {:.3}..{:.3}){predicted}",
        plan.intervention,
        number(plan.arms.first().map_or(0.0, |a| a.value)),
        number(arm.value),
        if plan.unit.is_empty() { String::new() } else { format!(" {}", plan.unit) },
        e.per_s.0,
        e.per_s.1,
        e.mean.exp(),
        i.low,
        i.high,
    )
}

/// A figure without needless digits.
pub(super) fn number(x: f64) -> String {
    let text = format!("{x:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// That the run speaks against the cause, where it does: an effect as predicted does not make it true.
pub(super) fn rejected(plan: &Plan) -> String {
    if plan.rejected { format!("; but what was seen in the run rejects {}", plan.cause) } else { String::new() }
}

/// Why nothing is concluded when the control moved.
pub(super) fn control(control: Option<&Effect>) -> String {
    match control {
        Some(c) => {
            let i = c.interval.exp();
            format!(
                "setting it to what it was moved throughput by x{:.3} (95 % CI {:.3}..{:.3}): what the change itself costs hides what it does",
                c.mean.exp(),
                i.low,
                i.high
            )
        }
        None => "the control could not be measured".to_owned(),
    }
}

/// How many blocks more would be needed: so that the half-width of the interval comes to the smallest effect (normal, 95 %).
pub(super) fn more(plan: &Plan, e: &Effect) -> String {
    let needed = (1.96 * e.sd / plan.smallest_effect.ln_1p()).powi(2).ceil() as usize;
    let more = needed.saturating_sub(plan.order.len());
    if more == 0 {
        "a few more blocks are needed".to_owned()
    } else {
        format!("about {more} more blocks are needed to tell {:.0} %", plan.smallest_effect * 100.0)
    }
}
