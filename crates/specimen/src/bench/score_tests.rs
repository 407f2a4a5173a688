//! The scoring table.

use super::*;
use serde_json::json;

fn score(truth: &[&str], verdict: &Value, hypotheses: &[(&str, &str)]) -> Score {
    let truth = Truth { causes: truth.iter().map(|t| (*t).to_owned()).collect(), also: vec![], decoys: vec!["pool".into(), "gc".into()] };
    let place = Place { case: "shop".into(), variant: "before".into(), repetition: 1, seed: 7 };
    let hypotheses: Vec<Value> = hypotheses.iter().map(|(id, status)| json!({"cause": id, "status": status})).collect();
    let mut score = Score::begin(&place, &truth, "abc");
    score.judge(&json!({"verdict": verdict, "hypotheses": hypotheses}), &truth);
    score
}

#[test]
fn a_verdict_is_right_only_when_it_names_the_first_truth() {
    let found = |id: &str| json!({"status": "found", "cause": id});
    let silent = |status: &str| json!({"status": status, "cause": null});
    let (sup, sec, rej) = ("supported", "secondary", "rejected");
    for (truth, verdict, hypotheses, rank, outcome) in [
        (&["held"][..], found("held"), &[("held", sup)][..], Some(1), Outcome::Right),
        (&["held", "slow"], found("held"), &[("held", sup), ("slow", sec)], Some(1), Outcome::Right),
        (&["held", "slow"], found("slow"), &[("slow", sup), ("held", sec)], Some(2), Outcome::WrongName),
        (&["held"], found("slow"), &[("held", sup), ("slow", sup)], Some(2), Outcome::WrongName),
        (&["held"], found("slow"), &[("slow", sup), ("gc", sec), ("held", sec)], Some(3), Outcome::WrongName),
        (&["held"], found("slow"), &[("slow", sup), ("held", rej)], None, Outcome::WrongName),
        (&["held"], silent("inconclusive"), &[("held", sup)], Some(2), Outcome::Abstained),
        (&["held"], silent("inconclusive"), &[("slow", sup), ("held", sec)], Some(3), Outcome::Abstained),
        (&["held"], silent("none"), &[("held", "untested")], None, Outcome::Abstained),
        (&["held"], silent("generator_limited"), &[], None, Outcome::Abstained),
        (&["none"], silent("none"), &[("gc", sec)], Some(1), Outcome::Right),
        (&["none"], silent("inconclusive"), &[], None, Outcome::Abstained),
        (&["none"], found("gc"), &[("gc", sup)], None, Outcome::HealthyAccused),
        (&["held"], json!({}), &[], None, Outcome::Failed),
    ] {
        let s = score(truth, &verdict, hypotheses);
        assert_eq!((s.rank_of_truth, s.outcome(), s.correct), (rank, outcome, rank == Some(1)), "{truth:?} {verdict}");
    }
}

#[test]
fn a_decoy_counts_as_rejected_only_when_the_tool_says_so() {
    let s = score(&["held"], &json!({"status": "found", "cause": "held"}), &[("pool", "rejected"), ("gc", "untested")]);
    assert_eq!(s.decoys_rejected, [("gc".to_owned(), false), ("pool".to_owned(), true)].into());
}

#[test]
fn the_words_of_the_tool_are_kept_whether_plain_or_by_language() {
    let s = score(
        &["held"],
        &json!({"status": "found", "cause": "held", "site": "A.b:1", "evidence_level": 3, "reason": {"en": "because"}}),
        &[],
    );
    assert_eq!((s.site.as_deref(), s.evidence_level, s.reason.as_deref()), (Some("A.b:1"), Some(3), Some("because")));
    let json = serde_json::to_value(&s).unwrap();
    for key in ["case", "variant", "truth", "verdict", "cause", "site", "evidence_level", "rank_of_truth", "decoys_rejected", "seconds"] {
        assert!(json.get(key).is_some(), "other programs rely on {key}");
    }
    assert_eq!(serde_json::from_value::<Score>(json).unwrap(), s);
}
