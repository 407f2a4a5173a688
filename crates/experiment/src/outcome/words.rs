//! The sentences of an outcome: what was changed, what came of it, what was predicted.

use super::Effect;
use crate::plan::{Arm, Plan, number};
use model::{Message, message};

/// The step, throughput without and with it, by how much it changed with the interval of that, and what the cause predicted.
pub(super) fn effect(plan: &Plan, arm: &Arm, e: &Effect) -> Message {
    let i = e.interval.exp();
    let effect = message!(
        "outcome/effect",
        knob: name(&plan.intervention),
        from: name(number(plan.current())),
        to: (plan.settings(&[arm.value])),
        before: PerSecond(e.per_s.0),
        after: PerSecond(e.per_s.1),
        change: Share(e.mean.exp() - 1.0),
        low: Share(i.low - 1.0),
        high: Share(i.high - 1.0),
    );
    match arm.predicted {
        Some(predicted) => message!("outcome/effect-predicted", effect: (effect), predicted: (predicted.said())),
        None => effect,
    }
}

/// Why nothing is concluded when the control moved.
pub(super) fn control(control: Option<&Effect>) -> Message {
    let Some(c) = control else { return message!("outcome/control-not-measured") };
    let i = c.interval.exp();
    message!("outcome/control-moved", change: Share(c.mean.exp() - 1.0), low: Share(i.low - 1.0), high: Share(i.high - 1.0))
}

/// How many blocks more would be needed: so that the half-width of the interval comes to the smallest effect (normal, 95 %).
pub(super) fn more(plan: &Plan, e: &Effect, effect: Message) -> Message {
    let needed = (1.96 * e.sd / plan.smallest_effect.ln_1p()).powi(2).ceil() as usize;
    match needed.saturating_sub(plan.order.len()) {
        0 => message!("outcome/few-more-blocks", effect: (effect)),
        more => message!("outcome/more-blocks", effect: (effect), blocks: Count(more as f64), smallest: Share(plan.smallest_effect)),
    }
}
