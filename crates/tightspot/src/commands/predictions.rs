//! `tightspot runs predictions`: what experiments in the kept runs predicted before their first trial, and what came. How often predictions
//! hit is how far the next one may be believed.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use diagnose::experiment::{self, Experiment};
use record::Store;
use serde_json::json;

/// A prediction of the decisive dose with what was measured.
#[derive(Debug, PartialEq)]
struct Row {
    run: String,
    cause: String,
    what: String,
    predicted: (f64, f64),
    measured: f64,
    interval: (f64, f64),
    outcome: &'static str,
}

impl Row {
    /// Of experiments that predicted something and measured it.
    fn of(run: &str, e: &Experiment) -> Option<Self> {
        let decisive = e.doses.last()?;
        Some(Self {
            run: run.to_owned(),
            cause: e.cause.clone(),
            what: format!("{} to {}", e.intervention, decisive.value),
            predicted: decisive.predicted?,
            measured: decisive.ratio,
            interval: decisive.interval,
            outcome: e.outcome.name(),
        })
    }

    /// Whether some ratio is both predicted and in the interval of what was measured.
    fn hit(&self) -> bool {
        self.predicted.0 <= self.interval.1 && self.interval.0 <= self.predicted.1
    }
}

/// Prints them, oldest run first.
pub(super) fn run(store: &Store, as_json: bool) -> Result<Exit, Failure> {
    let mut rows = Vec::new();
    for kept in store.list()?.runs.iter().rev() {
        match record::read(&kept.path) {
            Ok((run, _)) => rows.extend(experiment::of(&run).iter().filter_map(|e| Row::of(&kept.id, e))),
            Err(e) => output::note(&format!("note: {} is not readable: {e}", kept.path.display())),
        }
    }
    let hits = rows.iter().filter(|r| r.hit()).count();
    if as_json {
        let all: Vec<_> = rows
            .iter()
            .map(|r| {
                json!({ "run": r.run, "cause": r.cause, "experiment": r.what, "predicted": [r.predicted.0, r.predicted.1], "measured": r.measured,
                        "ci": [r.interval.0, r.interval.1], "hit": r.hit(), "outcome": r.outcome })
            })
            .collect();
        output::result(&format!("{:#}", json!({ "schema_version": "1.0", "predictions": all, "hits": hits })));
        return Ok(Exit::Done);
    }
    for r in &rows {
        let ((from, to), (low, high)) = (r.predicted, r.interval);
        let hit = if r.hit() { "hit " } else { "miss" };
        output::result(&format!(
            "{:<8} {hit}  predicted x{from:.2}..{to:.2}, measured x{:.3} ({low:.3}..{high:.3})  {}  {}, {}",
            r.run, r.measured, r.what, r.cause, r.outcome
        ));
    }
    output::result(&format!("{hits} of {} predictions hit: the interval of what was measured meets what was predicted", rows.len()));
    Ok(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use diagnose::experiment::{DoseEffect, Outcome};
    use model::Message;

    fn made(predicted: Option<(f64, f64)>) -> Experiment {
        let dose = DoseEffect { value: 20.0, per_s: (100.0, 150.0), ratio: 1.5, interval: (1.45, 1.55), predicted, rival: None };
        Experiment {
            id: "e1".into(),
            kind: "knob".into(),
            intervention: "pool-size".into(),
            subject: Message::default(),
            cause: "small".into(),
            rival: String::new(),
            blocks: 6,
            doses: vec![dose],
            control: None,
            control_flat: true,
            outcome: Outcome::Proven,
            sentence: Message::default(),
            restored: true,
        }
    }

    #[test]
    fn a_prediction_hits_when_it_meets_the_interval() {
        let hit = |predicted| Row::of("a", &made(predicted)).map(|r| r.hit());
        assert_eq!((hit(Some((1.54, 1.7))), hit(Some((1.56, 1.7))), hit(Some((1.0, 1.44)))), (Some(true), Some(false), Some(false)));
    }

    #[test]
    fn what_predicted_nothing_is_no_prediction() {
        assert_eq!(Row::of("a", &made(None)), None);
    }
}
