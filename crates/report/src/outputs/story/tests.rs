//! The story of each kind of verdict.

use super::*;
use crate::fixture;
use diagnose::experiment::{DoseEffect, Experiment, Outcome};
use model::Message;
use words::Lang;

fn said(case: fixture::Case, lang: Lang) -> String {
    let j = Judged::new(case.run, case.diagnosis);
    String::from_utf8(OUTPUT.render(&j, &TextOptions { lang, ..TextOptions::default() }).expect("a page")).expect("text")
}

#[test]
fn a_named_cause_is_told_with_drawings_fix_and_what_it_buys() {
    let page = said(fixture::found(), Lang::En);
    assert!(page.starts_with("# A database connection is held while another service is called."), "{page}");
    for part in [
        "## Where the time goes",
        "## How sure this is",
        "## What it is not",
        "## The fix",
        "## What the fix buys",
        "## How this was measured",
    ] {
        assert!(page.contains(part), "{part} in:\n{page}");
    }
    assert_eq!((page.matches("<svg ").count(), page.matches("</figure>").count()), (2, 2), "{page}");
    assert!(page.contains("tightspot prove URL --run 7f3a") && page.contains("2,100/s"), "{page}");
}

#[test]
fn a_drawing_is_one_block_of_html() {
    let page = said(fixture::found(), Lang::En);
    for block in page.split("\n\n").filter(|b| b.contains("<svg")) {
        assert!(block.starts_with("<figure>\n<svg ") && block.ends_with("</figcaption>\n</figure>"), "{block}");
    }
}

#[test]
fn every_verdict_has_a_story_in_both_languages_and_only_a_name_has_a_fix() {
    for case in [fixture::none, fixture::inconclusive, fixture::generator_limited] {
        for lang in Lang::ALL {
            let page = said(case(), lang);
            assert!(page.starts_with("# ") && !page.contains("## The fix") && !page.contains("## 고치"), "{page}");
        }
    }
    assert!(!said(fixture::generator_limited(), Lang::En).contains("<svg"), "nothing is said about the service");
}

#[test]
fn an_experiment_stands_beside_what_was_predicted() {
    let mut case = fixture::found();
    case.diagnosis.experiments = vec![proven()];
    let page = said(case, Lang::En);
    assert!(page.contains("| dose | without | with | ratio (95 %) | predicted |") && page.matches("<svg ").count() == 3, "{page}");
    assert!(!page.contains("An experiment has not been made"), "{page}");
}

/// A pool of 30 in place of 10 that gave three times as much.
fn proven() -> Experiment {
    let dose =
        DoseEffect { value: 30.0, per_s: (190.0, 570.0), ratio: 3.0, interval: (2.9, 3.1), predicted: Some((2.8, 3.2)), rival: None };
    Experiment {
        id: "e1".to_owned(),
        kind: "knob".to_owned(),
        intervention: "pool-size".to_owned(),
        subject: Message::verbatim("pool size"),
        cause: "connection-pool-too-small".to_owned(),
        rival: String::new(),
        blocks: 6,
        doses: vec![dose],
        control: None,
        control_flat: true,
        outcome: Outcome::Proven,
        sentence: Message::verbatim("three times as much"),
        restored: true,
    }
}
