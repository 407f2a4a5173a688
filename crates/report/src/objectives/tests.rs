//! What objectives say of the levels of a run: 184 requests a second are its limit, and its mean grows from 54 ms to 262 ms.

use super::*;
use crate::document::Document;
use crate::fixture::{self, Case};
use diagnose::quality::Validity;
use model::{Arrival, Attempt, Attempts, Outcome, Phase};

fn slo(text: &str) -> Slo {
    text.parse().unwrap_or_else(|e| panic!("{e}"))
}

/// The run with these objectives.
fn with(texts: &[&str]) -> Case {
    let mut case = fixture::found();
    case.run.info.objectives = texts.iter().map(|t| (*t).to_owned()).collect();
    case
}

fn pass(o: &Objective) -> Option<bool> {
    match o.result.status {
        SloStatus::Held => Some(true),
        SloStatus::Failed => Some(false),
        SloStatus::NotJudged(_) => None,
    }
}

/// Whether it holds, the level that decides, and up to which rate it holds.
fn said(case: &Case) -> (Option<bool>, Option<String>, Option<f64>) {
    let all = judged(&case.run, &case.diagnosis);
    let o = all.first().expect("one was asked for");
    (pass(o), o.decided_at.map(|i| o.levels[i].phase.clone()), o.holds_to_per_s.map(f64::round))
}

#[test]
fn planned_levels_decide_and_saturation_only_tells_how_far_it_holds() {
    // mean of the levels: 54 ms at 57/s, 64 ms at 113/s, 112 ms at 150/s, and 262 ms at saturation, 184/s
    for (text, pass, decides, holds_to) in [
        ("mean<300ms", Some(true), "open-0.8", Some(184.0)),
        ("mean<150ms", Some(true), "open-0.8", Some(150.0)),
        ("mean<80ms", Some(false), "open-0.8", Some(113.0)),
        ("mean<1ms", Some(false), "open-0.8", None),
        ("error_rate<1%", Some(true), "open-0.8", Some(184.0)),
        ("p99<1s", Some(true), "open-0.8", Some(184.0)),
        ("p99.99<10s", None, "open-0.8", None),
        ("tps>=180", Some(true), "saturation", Some(184.0)),
        ("tps>=500", Some(false), "saturation", None),
        ("p50{no such route}<1s", None, "open-0.8", None),
    ] {
        assert_eq!(said(&with(&[text])), (pass, Some(decides.to_owned()), holds_to), "{text}");
    }
}

#[test]
fn a_run_that_ended_early_passes_nothing_that_a_heavier_level_decides() {
    for (text, pass) in [("mean<300ms", None), ("mean<80ms", Some(false)), ("tps>=180", Some(true))] {
        let mut case = with(&[text]);
        case.run.status = model::RunStatus::Partial;
        assert_eq!(said(&case).0, pass, "{text}");
    }
}

#[test]
fn a_failure_weighs_more_than_what_is_not_judged() {
    for (texts, want) in [
        (&[][..], Gate::Passed),
        (&["mean<300ms"], Gate::Passed),
        (&["mean<300ms", "p99.99<10s"], Gate::Inconclusive),
        (&["p99.99<10s", "mean<1ms"], Gate::Failed),
    ] {
        let case = with(texts);
        assert_eq!(gate(&case.run, &case.diagnosis), want, "{texts:?}");
    }
}

#[test]
fn a_failure_that_the_generator_may_have_made_is_not_judged() {
    let mut case = with(&["mean<1ms"]);
    case.diagnosis.quality.validity = Validity::Invalid;
    assert_eq!(said(&case).0, None);
    case.run.info.objectives = vec!["mean<300ms".to_owned()];
    assert_eq!(said(&case).0, Some(true), "the service can only have been better");
}

/// Adds a phase with requests of so many milliseconds.
fn more(case: &mut Case, id: &str, like: &str, of: u64, ms: i64, outcome: Outcome) {
    let first = case.run.phase(like).expect("a level").clone();
    let mut all = Attempts::new(id, first.start);
    for i in 0..of {
        let planned = first.start.plus_ns(i as i64 * 1_000_000);
        let done = planned.plus_ns(ms * 1_000_000);
        all.push(&Attempt { planned, sent: planned, first_byte: done, done, outcome });
    }
    case.run.phases.push(Phase { id: id.to_owned(), ..first });
    case.run.attempts.insert(id.to_owned(), vec![all]);
}

#[test]
fn a_load_that_was_measured_again_is_one_level_with_all_of_its_requests() {
    let mut case = with(&["p99.9<10s"]);
    assert_eq!(said(&case).0, Some(true), "1,199 requests");
    case.run.info.objectives = vec!["p99.95<10s".to_owned()];
    assert_eq!(said(&case).0, None);
    more(&mut case, "open-0.8-again", "open-0.8", 2_000, 100, Outcome::Ok);
    assert_eq!(said(&case).0, Some(true));
    assert_eq!(judged(&case.run, &case.diagnosis)[0].levels.len(), 4);
}

#[test]
fn requests_that_were_given_up_are_slower_than_what_they_had_taken() {
    let mut case = with(&["max<10s"]);
    more(&mut case, "open-0.8-again", "open-0.8", 1, 5_000, Outcome::Timeout);
    assert_eq!(said(&case).0, None, "what never came may have taken longer than 10 s");
    case.run.info.objectives = vec!["max<4s".to_owned()];
    assert_eq!(said(&case).0, Some(false));
}

#[test]
fn the_heaviest_level_is_the_one_of_which_most_was_asked() {
    let mut case = with(&["p99<4s"]);
    // it broke down: half of the requests hang, so that less comes back than at the level below
    more(&mut case, "open-0.8-again", "open-0.8", 1_000, 20_000, Outcome::Ok);
    assert_eq!(said(&case), (Some(false), Some("open-0.8".to_owned()), Some(113.0)));
}

#[test]
fn without_a_planned_level_nothing_is_judged_but_what_came_back() {
    let mut case = with(&["mean<300ms"]);
    case.run.phases.retain(|p| matches!(p.arrival, Arrival::Closed { .. }));
    assert_eq!(said(&case), (None, None, Some(184.0)));
    case.run.info.objectives = vec!["tps>=180".to_owned()];
    assert_eq!(said(&case).0, Some(true));
}

#[test]
fn what_levels_cannot_decide_is_refused() {
    for text in ["p99<1s for 10s", "p99<1s after 5s", "p99<1s abort", "checks>=99%", "drop_rate<1%"] {
        assert!(unfit(&slo(text)).is_some(), "{text}");
        assert!(judged(&with(&[text]).run, &fixture::found().diagnosis).is_empty(), "{text}");
    }
    for text in ["p99<1s", "mean<1s", "max<1s", "error_rate<1%", "tps>5", "p99{a}<1s"] {
        assert_eq!(unfit(&slo(text)), None, "{text}");
    }
}

#[test]
fn the_document_has_each_level_and_is_empty_without_objectives() {
    let case = with(&["mean<150ms"]);
    let doc = Document::of(&case.run, &case.diagnosis);
    let json = serde_json::to_value(&doc.slo).expect("it is JSON");
    assert_eq!((&json[0]["expr"], &json[0]["pass"], &json[0]["status"]), (&"mean<150ms".into(), &true.into(), &"held".into()));
    assert!(json[0]["holds_to_per_s"].as_f64() == json[0]["at_per_s"].as_f64() && json[0]["unit"] == "ms");
    let levels: Vec<(&str, bool)> =
        json[0]["levels"].as_array().expect("levels").iter().map(|l| (l["phase"].as_str().unwrap_or(""), l["pass"] == true)).collect();
    assert_eq!(levels, [("open-0.3", true), ("open-0.6", true), ("open-0.8", true), ("saturation", false)]);
    assert!(Document::of(&fixture::found().run, &case.diagnosis).slo.is_empty());
}
