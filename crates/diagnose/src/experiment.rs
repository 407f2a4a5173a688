//! What experiments have shown, as a run keeps it, and what that does to the verdict.
//!
//! A run holds an experiment as events of kind [`PLAN`] (before the first trial) and [`RESULT`] (after the last), each with JSON as its
//! detail. Reading them here keeps judging a pure function of the run: live and replayed reports agree.

use crate::cause::{EvidenceLevel, Hypothesis, Status};
use crate::verdict::{Verdict, VerdictStatus};
use model::{Message, Run, message};
use serde::{Deserialize, Deserializer, Serialize};

/// Kind of the event that holds a frozen plan.
pub const PLAN: &str = "experiment-plan";
/// Kind of an experiment that brings events about: nothing is changed, so there is nothing to put back.
pub const TRIGGER: &str = "trigger";
/// Kind of the event that holds a result.
pub const RESULT: &str = "experiment-result";

/// What an experiment came to. Source: METHODS section 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The effect has the predicted sign and size, excludes zero and what the rivals predict, and the control was flat.
    Proven,
    /// As predicted, but a rival predicts the same, or the size is another than predicted.
    Supported,
    /// The interval holds zero and more than the smallest effect of interest.
    NotShown,
    /// Whatever the effect is, it is smaller than the smallest of interest.
    NoMaterialEffect,
    /// The effect is another than the cause predicts.
    Contradicted,
}

impl Outcome {
    /// As users read it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proven => "PROVEN",
            Self::Supported => "SUPPORTED",
            Self::NotShown => "NOT SHOWN",
            Self::NoMaterialEffect => "NO MATERIAL EFFECT",
            Self::Contradicted => "CONTRADICTED",
        }
    }

    /// As texts choose by it, and as the JSON has it.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Proven => "proven",
            Self::Supported => "supported",
            Self::NotShown => "not_shown",
            Self::NoMaterialEffect => "no_material_effect",
            Self::Contradicted => "contradicted",
        }
    }
}

/// Effect of one dose: ratios of throughput to that without the change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DoseEffect {
    /// The dose.
    pub value: f64,
    /// Throughput per second without and with it, geometric means over the blocks.
    pub per_s: (f64, f64),
    /// Measured ratio.
    pub ratio: f64,
    /// Its 95 % interval.
    pub interval: (f64, f64),
    /// What the cause predicted, lowest and highest.
    pub predicted: Option<(f64, f64)>,
    /// What the strongest rival predicted.
    pub rival: Option<(f64, f64)>,
}

/// One experiment with its result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Experiment {
    /// Id, unique in the run.
    pub id: String,
    /// `knob`, `perturb` or [`TRIGGER`].
    pub kind: String,
    /// What was changed.
    pub intervention: String,
    /// The same in words.
    #[serde(deserialize_with = "message_or_text")]
    pub subject: Message,
    /// The cause that was tested; empty when none was.
    pub cause: String,
    /// The rival whose prediction came nearest; empty when there was none.
    pub rival: String,
    /// Blocks that were measured.
    pub blocks: usize,
    /// Effects, the decisive one last.
    pub doses: Vec<DoseEffect>,
    /// The change that changes nothing: ratio and interval.
    pub control: Option<(f64, (f64, f64))>,
    /// Whether the control was flat.
    pub control_flat: bool,
    /// What it came to.
    pub outcome: Outcome,
    /// One line for people.
    #[serde(deserialize_with = "message_or_text")]
    pub sentence: Message,
    /// Whether everything was put back, and seen to be.
    pub restored: bool,
}

/// Reads a message, or the English text that older versions kept in its place.
pub fn message_or_text<'de, D: Deserializer<'de>>(from: D) -> Result<Message, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Kept {
        Text(String),
        Message(Message),
    }
    Ok(match Kept::deserialize(from)? {
        Kept::Text(text) if text.is_empty() => Message::default(),
        Kept::Text(text) => Message::verbatim(text),
        Kept::Message(message) => message,
    })
}

/// All experiments of a run, in order.
pub fn of(run: &Run) -> Vec<Experiment> {
    run.events.iter().filter(|e| e.kind == RESULT).filter_map(|e| serde_json::from_str(&e.detail).ok()).collect()
}

/// Raises or takes back what the experiments were about. A cause that was contradicted is rejected, and when it was the verdict, so is
/// that: no other cause is named in its place, because the account that led to it was wrong.
pub(crate) fn hear(all: &[Experiment], verdict: &mut Verdict, hypotheses: &mut [Hypothesis]) {
    for e in all {
        let Some(h) = hypotheses.iter_mut().find(|h| h.cause == e.cause) else { continue };
        match e.outcome {
            // An experiment shows what a cause does, not that it is the one: what the run itself rejects is not raised.
            Outcome::Proven if matches!(h.status, Status::Supported | Status::Secondary) => {
                h.evidence = h.evidence.max(EvidenceLevel::Proven);
                if verdict.cause == Some(h.cause) {
                    verdict.evidence = h.evidence;
                    // a proof by doses tells how much; one by events leaves that to the run
                    if e.kind != TRIGGER {
                        verdict.reason = e.sentence.clone();
                    }
                }
            }
            Outcome::Contradicted => {
                h.status = Status::Rejected;
                h.evidence = EvidenceLevel::Hint;
                h.reason = message!("judge/contradicted", experiment: (e.sentence.clone()));
                if verdict.cause == Some(h.cause) {
                    verdict.status = VerdictStatus::Inconclusive;
                    verdict.cause = None;
                    verdict.site.clear();
                    verdict.evidence = EvidenceLevel::Hint;
                    verdict.reason = message!("judge/suspect-contradicted", cause: name(h.cause), experiment: (e.sentence.clone()));
                }
            }
            Outcome::Proven | Outcome::Supported | Outcome::NotShown | Outcome::NoMaterialEffect => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Event;

    fn experiment(outcome: Outcome) -> Experiment {
        Experiment {
            id: "e1".into(),
            kind: "perturb".into(),
            intervention: "edge-delay".into(),
            subject: message!("pool_size/subject", pool: name("orders"), pid: name("421")),
            cause: "held".into(),
            rival: String::new(),
            blocks: 6,
            doses: Vec::new(),
            control: None,
            control_flat: true,
            outcome,
            sentence: message!("outcome/effect", change: Share(-0.2)),
            restored: true,
        }
    }

    fn after(outcome: Outcome, status: Status) -> (Verdict, Hypothesis) {
        let mut verdict = Verdict {
            status: VerdictStatus::Found,
            cause: Some("held"),
            site: "A.b:1".into(),
            evidence: EvidenceLevel::Explains,
            reason: Message::verbatim("10 / 52 ms"),
            limit: None,
            whose: Message::default(),
            rules: Vec::new(),
            tied: Vec::new(),
        };
        let mut all = [Hypothesis { evidence: EvidenceLevel::Explains, ..Hypothesis::new("held", status, Message::default()) }];
        hear(&[experiment(outcome)], &mut verdict, &mut all);
        let [h] = all;
        (verdict, h)
    }

    #[test]
    fn what_a_run_keeps_is_read_as_it_was_and_texts_of_older_versions_too() {
        let new = experiment(Outcome::Proven);
        let kept = serde_json::to_string(&new).unwrap();
        assert_eq!(serde_json::from_str::<Experiment>(&kept).unwrap(), new);
        // as version 0.1 wrote it
        let old = r#"{"id":"e1","kind":"perturb","intervention":"edge-delay","subject":"","cause":"held","rival":"","blocks":6,"doses":[],"control":null,
            "control_flat":true,"outcome":"proven","sentence":"edge-delay 0 -> 10 ms: 164 -> 136/s, x0.833","restored":true}"#;
        let run = Run { events: vec![Event::now(RESULT, old.to_owned()), Event::now(RESULT, kept)], ..Run::default() };
        let all = of(&run);
        assert_eq!(
            all.iter().map(|e| e.sentence.to_string()).collect::<Vec<_>>(),
            ["edge-delay 0 -> 10 ms: 164 -> 136/s, x0.833".to_owned(), new.sentence.to_string()]
        );
        assert!(all[0].sentence.is(Message::VERBATIM) && all[0].subject.is_empty());
    }

    #[test]
    fn proof_raises_what_the_run_supports_and_nothing_else() {
        let (v, h) = after(Outcome::Proven, Status::Supported);
        assert_eq!((v.evidence, h.evidence), (EvidenceLevel::Proven, EvidenceLevel::Proven));
        assert!(v.reason.is("outcome/effect"), "{}", v.reason);
        let (v, h) = after(Outcome::Proven, Status::Rejected);
        assert_eq!((v.evidence, h.evidence), (EvidenceLevel::Explains, EvidenceLevel::Explains));
    }

    #[test]
    fn a_proof_by_events_leaves_what_the_run_says() {
        let of = Experiment { kind: TRIGGER.into(), ..experiment(Outcome::Proven) };
        let (mut verdict, h) = after(Outcome::NotShown, Status::Supported);
        hear(&[of], &mut verdict, &mut [h]);
        assert!(verdict.reason.is(Message::VERBATIM) && verdict.evidence == EvidenceLevel::Proven, "{}", verdict.reason);
    }

    #[test]
    fn contradiction_takes_the_name_back() {
        let (v, h) = after(Outcome::Contradicted, Status::Supported);
        assert_eq!((v.status, v.cause, h.status), (VerdictStatus::Inconclusive, None, Status::Rejected));
        assert!(v.reason.is("judge/suspect-contradicted") && v.site.is_empty());
        assert!(v.reason.says("outcome/effect") && h.reason.says("outcome/effect"), "{} {}", v.reason, h.reason);
    }

    #[test]
    fn what_shows_nothing_changes_nothing() {
        for outcome in [Outcome::Supported, Outcome::NotShown, Outcome::NoMaterialEffect] {
            let (v, h) = after(outcome, Status::Supported);
            assert_eq!((v.cause, v.evidence, h.status), (Some("held"), EvidenceLevel::Explains, Status::Supported));
        }
    }
}
