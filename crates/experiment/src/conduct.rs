//! Carries a plan out, block by block, on a live service or on a simulated one.

use crate::Halt;
use crate::plan::{Plan, Role};
use model::message;

/// Figures of one trial.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Trial {
    /// Answers per second.
    pub per_s: f64,
    /// Mean response, milliseconds.
    pub mean_ms: f64,
    /// Median, 95th and 99th percentile of the response, milliseconds.
    pub quantiles_ms: (f64, f64, f64),
    /// CPU time of the service per request, milliseconds; 0 when it is not seen.
    pub cpu_ms: f64,
    /// Share of the requests that failed, 0 to 1.
    pub errors: f64,
    /// The dose that the change came to.
    pub realised: f64,
    /// Whether the generator, not the service, may have been the limit: by a rule that knows nothing of the figures.
    pub spoilt: bool,
}

/// One trial of each arm; `None` for those that were not made.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Block {
    /// By arm.
    pub trials: Vec<Option<Trial>>,
}

impl Block {
    /// Whether all `arms` were measured and none is spoilt.
    pub fn is_whole(&self, arms: usize) -> bool {
        self.trials.len() == arms && self.trials.iter().all(|t| t.is_some_and(|t| !t.spoilt && t.per_s > 0.0))
    }

    /// Throughput of an arm.
    pub fn per_s(&self, arm: usize) -> Option<f64> {
        self.trials.get(arm).copied().flatten().map(|t| t.per_s)
    }
}

/// Where trials are made.
pub trait Bench {
    /// Gives a dose; returns what it came to.
    fn dose(&mut self, value: f64) -> Result<f64, Halt>;

    /// Loads for `settle_s` without measuring, then measures for `measure_s`. `name` is unique in the run.
    fn trial(&mut self, name: &str, connections: u32, settle_s: f64, measure_s: f64) -> Result<Trial, Halt>;
}

/// Runs all blocks of `plan`; `tell` hears after each block what is there. Returns what was measured, and why it ended early if it did.
/// Putting back what was changed is the caller's.
pub fn conduct(plan: &Plan, bench: &mut dyn Bench, tell: &mut dyn FnMut(usize, &Block)) -> (Vec<Block>, Option<Halt>) {
    let mut blocks = Vec::new();
    for (number, order) in plan.order.iter().enumerate() {
        let mut block = Block { trials: vec![None; plan.arms.len()] };
        for arm in order {
            match one(plan, bench, number, *arm) {
                Ok(trial) => block.trials[*arm] = Some(trial),
                Err(halt) => {
                    blocks.push(block);
                    return (blocks, Some(halt));
                }
            }
        }
        tell(number, &block);
        blocks.push(block);
    }
    (blocks, None)
}

fn one(plan: &Plan, bench: &mut dyn Bench, block: usize, arm: usize) -> Result<Trial, Halt> {
    let a = &plan.arms[arm];
    // What another arm left must be taken back even for the arm that leaves everything as it is.
    let realised = bench.dose(a.value)?;
    let what = match a.role {
        Role::AsItIs => "as-it-is".to_owned(),
        Role::Control => "control".to_owned(),
        Role::Dose => format!("{}", a.value),
    };
    let trial = bench.trial(&format!("{}-{}-{what}", plan.id, block + 1), plan.connections, plan.settle_s, plan.measure_s)?;
    if trial.errors > plan.most_errors {
        return Err(Halt::Guard(message!(
            "conduct/requests-failed",
            failed: Share(trial.errors),
            knob: name(&plan.intervention),
            setting: (plan.settings(&[a.value])),
            most: Share(plan.most_errors),
        )));
    }
    Ok(Trial { realised, ..trial })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Arm, arms, orders};
    use model::Message;

    struct Table {
        dose: f64,
        log: Vec<String>,
        fails_at: Option<usize>,
    }

    impl Bench for Table {
        fn dose(&mut self, value: f64) -> Result<f64, Halt> {
            self.dose = value;
            Ok(value)
        }

        fn trial(&mut self, name: &str, _: u32, _: f64, _: f64) -> Result<Trial, Halt> {
            self.log.push(name.to_owned());
            let errors = if Some(self.log.len()) == self.fails_at { 0.5 } else { 0.0 };
            Ok(Trial { per_s: self.dose, errors, ..Trial::default() })
        }
    }

    fn plan() -> Plan {
        let dose = Arm { role: Role::Dose, value: 20.0, predicted: None, rivals: Vec::new() };
        Plan {
            id: "e1".into(),
            kind: "knob".into(),
            intervention: "pool-size".into(),
            subject: Message::default(),
            unit: String::new(),
            cause: String::new(),
            can_prove: false,
            rejected: false,
            silent: Vec::new(),
            reason: Message::default(),
            arms: arms(10.0, [dose]),
            order: orders(3, 5, 3),
            connections: 4,
            settle_s: 0.0,
            measure_s: 1.0,
            metric: "throughput".into(),
            smallest_effect: 0.03,
            most_errors: 0.2,
            seed: 3,
        }
    }

    #[test]
    fn every_arm_of_every_block_is_measured_at_its_dose() {
        let mut bench = Table { dose: 0.0, log: Vec::new(), fails_at: None };
        let mut heard = 0;
        let (blocks, halt) = conduct(&plan(), &mut bench, &mut |_, _| heard += 1);
        assert_eq!((blocks.len(), halt, heard, bench.log.len()), (5, None, 5, 15));
        for b in &blocks {
            assert_eq!((b.per_s(0), b.per_s(1), b.per_s(2)), (Some(10.0), Some(10.0), Some(20.0)));
        }
        let mut names = bench.log.clone();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 15, "names of trials are unique");
    }

    #[test]
    fn failing_requests_end_it_at_once_with_what_was_measured() {
        let mut bench = Table { dose: 0.0, log: Vec::new(), fails_at: Some(8) };
        let (blocks, halt) = conduct(&plan(), &mut bench, &mut |_, _| {});
        let failed = |why: &Message| why.is("conduct/requests-failed") && why.figure("failed") == Some(0.5);
        assert!(matches!(halt, Some(Halt::Guard(ref why)) if failed(why)), "{halt:?}");
        assert_eq!((blocks.len(), bench.log.len()), (3, 8));
        assert!(!blocks[2].is_whole(3));
    }
}
