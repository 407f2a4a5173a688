//! The story of each kind of verdict.

use super::*;
use crate::fixture;
use diagnose::experiment::{DoseEffect, Experiment, Outcome};
use model::Message;
use words::{Lang, as_ids};

fn said(case: fixture::Case, lang: Lang) -> String {
    let j = Judged::new(case.run, case.diagnosis);
    String::from_utf8(OUTPUT.render(&j, &TextOptions { lang, ..TextOptions::default() }).expect("a page")).expect("text")
}

fn by_ids(case: fixture::Case) -> String {
    as_ids(|| said(case, Lang::En))
}

#[test]
fn a_named_cause_is_told_with_drawings_fix_and_what_it_buys() {
    let page = by_ids(fixture::found());
    assert!(page.starts_with("# connection-held-across-remote-call/headline\n"), "{page}");
    for part in ["where", "why", "not", "fix", "gain", "method"] {
        assert!(page.contains(&format!("\n\n## story/{part}\n\n")), "{part} in:\n{page}");
    }
    assert_eq!((page.matches("<svg ").count(), page.matches("</figure>").count()), (2, 2), "{page}");
    assert!(page.contains(r#"story/not-measured(run: "7f3a")"#) && page.contains(r#"then: "2,100/s""#), "{page}");
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
            assert!(said(case(), lang).starts_with("# "), "{}", said(case(), lang));
        }
        assert!(!by_ids(case()).contains("story/fix"), "{}", by_ids(case()));
    }
    assert!(!said(fixture::generator_limited(), Lang::En).contains("<svg"), "nothing is said about the service");
}

#[test]
fn an_experiment_stands_beside_what_was_predicted() {
    let mut case = fixture::found();
    case.diagnosis.experiments = vec![proven()];
    let page = by_ids(case);
    let head = ["dose", "without", "with", "ratio", "predicted"].map(|what| format!("story/column(what: {what})")).join(" | ");
    assert!(page.contains(&format!("| {head} |\n")) && page.matches("<svg ").count() == 3, "{page}");
    assert!(!page.contains("story/not-measured"), "{page}");
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
