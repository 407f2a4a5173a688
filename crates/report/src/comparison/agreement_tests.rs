//! Page and Markdown say nothing in figures that the document does not hold, in each language; and what they say stays.

use super::document::{CauseChange, Document};
use super::{Comparison, OUTPUTS, fixture};
use crate::TextOptions;
use crate::agreement::{figures_in, figures_of};
use crate::outputs::html::tests::reading::{read, section};
use model::message;
use words::{Lang, as_ids, say};

fn written(c: &Comparison, form: &str, lang: Lang) -> String {
    let output = OUTPUTS.named(form).expect("it is one");
    String::from_utf8(output.render(c, &TextOptions { lang, ..TextOptions::default() }).expect("it renders")).expect("text")
}

/// By ids and arguments.
fn by_ids(c: &Comparison, form: &str) -> String {
    as_ids(|| written(c, form, Lang::En))
}

/// What a reader reads of the sections of a page.
fn sections(page: &str) -> String {
    let main = page.split("<main>").nth(1).and_then(|m| m.split("<footer>").next()).expect("a page has a middle");
    read(main)
}

#[test]
fn every_figure_of_page_and_markdown_is_in_the_document() {
    for c in fixture::all() {
        let known = figures_of(&super::outputs::json::json(&c));
        for lang in Lang::ALL {
            for text in [sections(&written(&c, "html", lang)), written(&c, "markdown", lang)] {
                let shown = figures_in(&text);
                let unknown: Vec<&String> = shown.difference(&known).collect();
                assert!(!shown.is_empty() && unknown.is_empty(), "{unknown:?} in {text}");
            }
        }
    }
}

#[test]
fn every_figure_of_the_story_is_in_the_document_or_in_those_of_its_runs() {
    for c in fixture::all() {
        let mut known = figures_of(&super::outputs::json::json(&c));
        for j in c.sides.iter().filter_map(super::Side::judged) {
            known.extend(figures_of(&crate::json(&j.run, &j.diagnosis)));
        }
        for lang in Lang::ALL {
            let story = written(&c, "story", lang);
            let unknown: Vec<String> = figures_in(&read(&story)).difference(&known).cloned().collect();
            assert!(story.starts_with("# ") && unknown.is_empty(), "{unknown:?} in {story}");
        }
    }
}

#[test]
fn the_story_tells_before_and_after_with_drawings() {
    let story = by_ids(&fixture::cured(), "story");
    for part in [
        r#"## comparison/found-in(run: "comparison/called(place: before, run: \\"7f3a\\")")"#,
        "## comparison/to-do\n",
        r#"## comparison/found-in(run: "comparison/called(place: after, run: "#,
        "## comparison/bought\n",
        "comparison/said-before(",
    ] {
        assert!(story.contains(part), "{part} in {story}");
    }
    assert!(story.matches("<svg ").count() == 3 && !story.contains("<fixed>"), "{story}");
}

#[test]
fn the_first_lines_say_the_same_figures_in_every_language() {
    for c in fixture::all() {
        let first = |lang| figures_in(&read(section(&written(&c, "html", lang), "verdict").expect("it is there")));
        assert_eq!(first(Lang::En), first(Lang::Ko));
    }
}

#[test]
fn what_became_of_the_cause_is_told() {
    let told: Vec<Option<CauseChange>> = fixture::all().iter().map(|c| Document::of(c).comparison.change.cause).collect();
    use CauseChange::{Gone, Lesser, New, None as Neither, Open, Still, Told, Unnamed};
    let want = [Gone, New, Still, Unnamed, Lesser, Open, Open, Told, Neither, Unnamed];
    assert_eq!(told[..want.len()], want.map(Some));
    assert_eq!(told[told.len() - 2..], [None, None], "runs of load have no causes");
}

#[test]
fn what_a_fix_was_said_to_give_stands_beside_what_came() {
    let doc = Document::of(&fixture::cured()).comparison;
    let predicted = doc.change.predicted.expect("the first run said it");
    assert!((predicted.now, predicted.estimate) == (190.4, 2_104.0) && predicted.came > predicted.now);
    let still = Document::of(&fixture::all().swap_remove(2)).comparison;
    assert!(still.change.predicted.is_none(), "what was not fixed has not come");
}

#[test]
fn a_page_loads_nothing_and_has_no_script() {
    for c in fixture::all() {
        let page = written(&c, "html", Lang::En);
        assert!(page.contains("default-src 'none'; style-src 'sha256-") && !page.contains("<script") && !page.contains("script-src"));
        for mark in [" style=", " src=", "action=", "http-equiv=\"refresh"] {
            assert!(!page.contains(mark), "{mark}");
        }
        assert_eq!((page.matches("<h1").count(), page.matches("<svg class=\"plot\"").count() > 0), (1, true));
        assert!(!page.contains("<fixed>"), "a name is no mark");
    }
}

#[test]
fn links_lead_to_what_is_there_and_ids_are_given_once() {
    for page in fixture::all().iter().map(|c| written(c, "html", Lang::Ko)) {
        let values = |mark: &'static str| {
            page.match_indices(mark).map(|(at, m)| page[at + m.len()..].split('"').next().unwrap_or_default()).collect::<Vec<_>>()
        };
        let ids = values(" id=\"");
        let unique: std::collections::BTreeSet<&&str> = ids.iter().collect();
        assert_eq!(unique.len(), ids.len(), "{ids:?}");
        assert!(values("href=\"#").iter().all(|link| ids.contains(link)), "{ids:?}");
    }
}

#[test]
fn rows_of_tables_have_as_many_cells_as_their_heads() {
    let cells = |l: &str| l.replace("\\|", "").matches('|').count();
    for page in fixture::all().iter().flat_map(|c| Lang::ALL.map(|lang| written(c, "markdown", lang))) {
        let mut width = None;
        for line in page.lines() {
            match (line.starts_with('|'), width) {
                (true, None) => width = Some(cells(line)),
                (true, Some(w)) => assert_eq!(cells(line), w, "{line}"),
                (false, _) => width = None,
            }
        }
    }
}

#[test]
fn contracts_of_the_document_stay() {
    let doc = super::outputs::json::json(&fixture::cured());
    let c = &doc["comparison"];
    assert_eq!((&doc["schema_version"], &c["baseline"], &c["verdict"]), (&"1.0".into(), &"7f3a".into(), &"inconclusive".into()));
    assert_eq!(
        (&c["reason"], &c["reason_message"]["id"]),
        (&say(&message!("comparison/reason"), Lang::En).into(), &"comparison/reason".into())
    );
    for key in ["saturated_per_s", "knee_per_s", "rate_at_0_8_per_s", "mean_ms_at_0_8", "p95_ms_at_0_8", "p99_ms_at_0_8", "errors"] {
        assert!(c["runs"][0][key].is_number(), "{key}");
    }
    assert_eq!((&c["runs"][0]["verdict"], &c["runs"][1]["cause"]), (&"found".into(), &serde_json::Value::Null));
    let unlike = fixture::unlike();
    let difference = say(&unlike.differences()[0], Lang::En);
    assert!(difference.contains("http://a/ (7f3a), http://b/ (1c2d)"), "{difference}");
    assert_eq!(super::outputs::json::json(&unlike)["comparison"]["differences"][0], difference);
}

#[test]
fn the_summary_says() {
    insta::assert_snapshot!(by_ids(&fixture::cured(), "markdown"));
}

/// Of the page, what a reader reads, a line a piece.
fn lines(page: &str) -> String {
    sections(page).split("  ").map(str::trim).filter(|l| !l.is_empty()).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_page_says() {
    insta::assert_snapshot!(lines(&by_ids(&fixture::cured(), "html")));
}
