//! A frozen plan: what is changed, in which order, what is predicted, and when it counts. It is written into the run before the first
//! trial, and nothing in it depends on a trial.
//!
//! Every block gives every arm once, in an order drawn anew for each block (randomised complete blocks): whatever drifts is common to a
//! block and falls out. Arms 0 and 1 have the dose that is there, given the same way as any other (the change itself so costs every arm the
//! same); arm 1 is the negative control: it differs from arm 0 by nothing, so that a difference between the two spoils the experiment. The
//! others are doses, the decisive one last. Sources: METHODS sections 2.3, 4.3 and 0.

use crate::expect::Band;
use diagnose::experiment::message_or_text;
use model::{Message, message};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

/// Blocks of a plan, unless the user wants others: one more than the least for a verdict.
pub const BLOCKS: usize = 6;
/// Fewest blocks for a verdict. Source: METHODS section 4.3.
pub const FEWEST_BLOCKS: usize = stats::dose::FEWEST_BLOCKS;
/// Smallest effect of interest on throughput, as a share. Source: METHODS section 2.3 (default MDE).
pub const SMALLEST_EFFECT: f64 = 0.03;
/// Seconds of load after a change, not measured. Source: METHODS section 0 (hot doses: 2 s, then 6 s).
pub const SETTLE_S: f64 = 2.0;
/// Seconds that are measured.
pub const MEASURE_S: f64 = 6.0;

/// What an arm is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The dose that is there.
    AsItIs,
    /// The same once more.
    Control,
    /// A dose.
    Dose,
}

/// What is done to one trial of each block.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Arm {
    /// What it is for.
    pub role: Role,
    /// The dose.
    pub value: f64,
    /// What the cause that is tested predicts.
    pub predicted: Option<Band>,
    /// What its rivals predict.
    pub rivals: Vec<Rival>,
}

/// Another cause, and what it predicts of an arm.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rival {
    /// Its id.
    pub cause: String,
    /// Its prediction.
    pub predicted: Band,
    /// Whether the run rejects it already, by something that was seen. Such a rival needs no second refutation.
    pub rejected: bool,
}

/// A plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Id, unique in the run.
    pub id: String,
    /// `knob` for a setting of the service, `perturb` for something done to it.
    pub kind: String,
    /// Name of the intervention.
    pub intervention: String,
    /// What is changed, in words.
    #[serde(deserialize_with = "message_or_text")]
    pub subject: Message,
    /// Unit of the doses.
    pub unit: String,
    /// The cause that is tested; empty when none is.
    pub cause: String,
    /// Whether what is changed is what the cause names: otherwise the effect may agree with it and proves nothing.
    pub can_prove: bool,
    /// Whether the run rejects the cause: then an effect as predicted does not make it true.
    #[serde(default)]
    pub rejected: bool,
    /// Causes that the run supports as well, and of which no prediction is known: while there is one, nothing is proven.
    #[serde(default)]
    pub silent: Vec<String>,
    /// Why this experiment.
    #[serde(deserialize_with = "message_or_text")]
    pub reason: Message,
    /// Arms: as it is, control, doses.
    pub arms: Vec<Arm>,
    /// Order of the arms by block.
    pub order: Vec<Vec<usize>>,
    /// Connections of the closed load.
    pub connections: u32,
    /// Seconds after a change that are not measured.
    pub settle_s: f64,
    /// Seconds that are measured.
    pub measure_s: f64,
    /// What is compared.
    pub metric: String,
    /// Effects smaller than this share do not matter.
    pub smallest_effect: f64,
    /// Trials whose share of failed requests is larger end the experiment.
    pub most_errors: f64,
    /// Seed of the order.
    pub seed: u64,
}

impl Plan {
    /// How long it takes at least, seconds.
    pub fn seconds(&self) -> f64 {
        self.order.iter().map(Vec::len).sum::<usize>() as f64 * (self.settle_s + self.measure_s)
    }

    /// The decisive arm: the last.
    pub fn decisive(&self) -> Option<&Arm> {
        self.arms.last().filter(|a| a.role == Role::Dose)
    }

    /// Settings of what is changed, with their unit: as they are set, in every language.
    pub fn settings(&self, values: &[f64]) -> Message {
        let values: Vec<String> = values.iter().map(|v| number(*v)).collect();
        message!("plan/settings", values: name(values.join(", ")), unit: Kind(self.unit.clone().into()))
    }

    /// What will be done, for people.
    pub fn said(&self) -> Message {
        let doses: Vec<f64> = self.arms.iter().filter(|a| a.role == Role::Dose).map(|a| a.value).collect();
        let steps = message!(
            "plan/steps",
            subject: (self.subject.clone()),
            from: name(number(self.current())),
            to: (self.settings(&doses)),
            blocks: Count(self.order.len() as f64),
            time: Seconds(self.seconds()),
        );
        match self.decisive().and_then(|a| a.predicted) {
            Some(predicted) => message!("plan/steps-predicted", steps: (steps), predicted: (predicted.said())),
            None => steps,
        }
    }

    /// The dose that is there.
    pub(crate) fn current(&self) -> f64 {
        self.arms.first().map_or(0.0, |a| a.value)
    }

    /// The plan as the run keeps it.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A setting without needless digits.
pub(crate) fn number(x: f64) -> String {
    let text = format!("{x:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Orders of `arms` arms for `blocks` blocks.
pub fn orders(arms: usize, blocks: usize, seed: u64) -> Vec<Vec<usize>> {
    let mut rng = StdRng::seed_from_u64(seed);
    (0..blocks)
        .map(|_| {
            let mut order: Vec<usize> = (0..arms).collect();
            order.shuffle(&mut rng);
            order
        })
        .collect()
}

/// Arms as it is, control and `doses`.
pub fn arms(current: f64, doses: impl IntoIterator<Item = Arm>) -> Vec<Arm> {
    let still = |role| Arm { role, value: current, predicted: None, rivals: Vec::new() };
    [still(Role::AsItIs), still(Role::Control)].into_iter().chain(doses).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Value;

    fn plan() -> Plan {
        let dose = |value| Arm { role: Role::Dose, value, predicted: Some(Band { low: 1.4, high: 1.6 }), rivals: Vec::new() };
        Plan {
            id: "e1".into(),
            kind: "knob".into(),
            intervention: "pool-size".into(),
            subject: message!("pool_size/subject", pool: name("orders"), pid: name("421")),
            unit: "connections".into(),
            cause: "small".into(),
            can_prove: true,
            rejected: false,
            silent: Vec::new(),
            reason: Message::default(),
            arms: arms(10.0, [dose(15.0), dose(20.0)]),
            order: orders(4, 6, 1),
            connections: 64,
            settle_s: 2.0,
            measure_s: 6.0,
            metric: "throughput".into(),
            smallest_effect: 0.03,
            most_errors: 0.2,
            seed: 1,
        }
    }

    #[test]
    fn a_plan_says_what_will_be_done_and_what_is_predicted() {
        let m = plan().said();
        let steps = m.find("plan/steps").unwrap();
        assert_eq!((steps.arg("from"), steps.figure("blocks"), steps.figure("time")), (Some(&Value::name("10")), Some(6.0), Some(192.0)));
        let to = m.find("plan/settings").unwrap();
        assert_eq!((to.arg("values"), to.arg("unit")), (Some(&Value::name("15, 20")), Some(&Value::kind("connections"))));
        let low = m.find("expect/change").and_then(|b| b.figure("low")).unwrap();
        assert!(m.is("plan/steps-predicted") && m.says("pool_size/subject") && (low - 0.4).abs() < 1e-9, "{m}");
        assert_eq!([0.85, 2.0, 12.5, 2.099_999_9].map(number), ["0.85", "2", "12.5", "2.1"]);
    }

    #[test]
    fn a_plan_that_an_older_version_kept_is_read() {
        let p = plan();
        let kept = p.to_json();
        assert_eq!(serde_json::from_str::<Plan>(&kept).unwrap(), p);
        let subject = serde_json::to_string(&p.subject).unwrap();
        let old: Plan = serde_json::from_str(&kept.replace(&subject, r#""size of a pool""#)).unwrap();
        assert_eq!(old.subject, Message::verbatim("size of a pool"));
    }

    #[test]
    fn every_block_has_every_arm_once_and_orders_differ() {
        let all = orders(4, 12, 7);
        for order in &all {
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, [0, 1, 2, 3]);
        }
        assert!(all.iter().any(|o| o != &all[0]));
        assert_eq!(all, orders(4, 12, 7), "the same seed gives the same plan");
        let first = |arm: usize| all.iter().filter(|o| o[0] == arm).count();
        assert!((0..4).all(|a| first(a) < 12), "no arm is always first");
    }
}
