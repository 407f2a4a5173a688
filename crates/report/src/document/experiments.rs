//! `experiments`: what was changed, what was predicted, what came of it.

use super::Words;
use diagnose::experiment::{DoseEffect, Experiment as Made};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(crate) struct Experiment {
    pub id: String,
    pub kind: String,
    pub intervention: String,
    pub subject: Words,
    /// The cause that was tested, and the rival that was hardest to tell from it.
    pub cause: Option<String>,
    pub rival: Option<String>,
    pub outcome: String,
    pub sentence: Words,
    pub blocks: usize,
    /// Ratio of throughput that the cause predicted for the decisive dose: lowest, highest.
    pub predicted: Option<[f64; 2]>,
    /// Measured for the decisive dose.
    pub effect: Option<Effect>,
    pub doses: Vec<Dose>,
    pub controls: Vec<Control>,
    pub restored: bool,
}

#[derive(Debug, Serialize)]
pub(crate) struct Effect {
    pub metric: &'static str,
    pub estimate: f64,
    pub ci: [f64; 2],
}

#[derive(Debug, Serialize)]
pub(crate) struct Dose {
    pub value: f64,
    pub without_per_s: f64,
    pub with_per_s: f64,
    pub ratio: f64,
    pub ci: [f64; 2],
    pub predicted: Option<[f64; 2]>,
    pub rival_predicted: Option<[f64; 2]>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Control {
    pub name: &'static str,
    pub ratio: f64,
    pub ci: [f64; 2],
    pub flat: bool,
}

impl Experiment {
    pub(crate) fn of(e: &Made) -> Self {
        let last = e.doses.last();
        let array = |(a, b): (f64, f64)| [a, b];
        Self {
            id: e.id.clone(),
            kind: e.kind.clone(),
            intervention: e.intervention.clone(),
            subject: Words::of(&e.subject),
            cause: super::some(&e.cause),
            rival: super::some(&e.rival),
            outcome: e.outcome.kind().to_owned(),
            sentence: Words::of(&e.sentence),
            blocks: e.blocks,
            predicted: last.and_then(|d| d.predicted).map(array),
            effect: last.map(|d| Effect { metric: "throughput-ratio", estimate: d.ratio, ci: array(d.interval) }),
            doses: e.doses.iter().map(dose).collect(),
            controls: e
                .control
                .map(|(ratio, ci)| Control { name: "set to what it was", ratio, ci: array(ci), flat: e.control_flat })
                .into_iter()
                .collect(),
            restored: e.restored,
        }
    }
}

fn dose(d: &DoseEffect) -> Dose {
    let array = |(a, b): (f64, f64)| [a, b];
    Dose {
        value: d.value,
        without_per_s: d.per_s.0,
        with_per_s: d.per_s.1,
        ratio: d.ratio,
        ci: array(d.interval),
        predicted: d.predicted.map(array),
        rival_predicted: d.rival.map(array),
    }
}
