//! Page and Markdown of a verification say nothing in figures that the document does not hold, in each language; what is kept can be made again.

use super::{OUTPUTS, Verification, fixture};
use crate::TextOptions;
use crate::agreement::{figures_in, figures_of};
use crate::outputs::html::tests::reading::read;
use words::{Lang, as_ids};

fn written(v: &Verification, form: &str, lang: Lang) -> String {
    let output = OUTPUTS.named(form).expect("it is one");
    String::from_utf8(output.render(v, &TextOptions { lang, ..TextOptions::default() }).expect("it renders")).expect("text")
}

/// By ids and arguments.
fn by_ids(v: &Verification, form: &str) -> String {
    as_ids(|| written(v, form, Lang::En))
}

fn sections(page: &str) -> String {
    let main = page.split("<main>").nth(1).and_then(|m| m.split("<footer>").next()).expect("a page has a middle");
    read(main)
}

#[test]
fn every_figure_of_page_and_markdown_is_in_the_document() {
    for v in fixture::all() {
        let known = figures_of(&v.json());
        for lang in Lang::ALL {
            for text in [sections(&written(&v, "html", lang)), written(&v, "markdown", lang)] {
                let shown = figures_in(&text);
                let unknown: Vec<&String> = shown.difference(&known).collect();
                assert!(!shown.is_empty() && unknown.is_empty(), "{unknown:?} in {text}");
            }
        }
    }
}

#[test]
fn what_a_run_has_kept_is_read_back() {
    for v in fixture::all() {
        let read = Verification::kept(&v.json().to_string()).expect("it was kept");
        assert_eq!(written(&read, "html", Lang::En), written(&v, "html", Lang::En));
    }
    assert_eq!(Verification::kept("{\"knob\": \"pool-size\"}"), None);
    let old = r#"{"schema_version":"1.0","comparison":{"baseline":"a","after":"b","verdict":"worse","metrics":[{"name":"p95","verdict":"worse",
        "pairs":6,"ratio":1.4,"ci":[1.2,null],"robust_ratio":1.4,"sign_flip_p":0.03,"tests_agree":true,"smallest_effect":0.1}],"shift":[]}}"#;
    let read = Verification::kept(old).expect("of an older version");
    assert!(by_ids(&read, "html").contains("verification/headline-bare(answer: worse, ") && read.pairs.is_empty());
}

#[test]
fn contracts_of_the_document_stay() {
    let doc = fixture::better().json();
    let c = &doc["comparison"];
    assert_eq!(
        (&doc["schema_version"], &c["verdict"], &c["baseline"]),
        (&"1.0".into(), &"improved".into(), &"http://127.0.0.1:8081/orders".into())
    );
    for key in ["pairs", "ratio", "robust_ratio", "sign_flip_p", "smallest_effect"] {
        assert!(c["metrics"][0][key].is_number(), "{key}");
    }
    assert!(c["metrics"][0]["tests_agree"].is_boolean() && c["metrics"][0]["ci"].as_array().is_some_and(|ci| ci.len() == 2));
    assert!(c["shift"][0]["quantile"].is_number() && c["shift"][0]["band"].is_array());
}

#[test]
fn a_page_loads_nothing_has_no_script_and_escapes_commands() {
    for v in fixture::all() {
        let page = written(&v, "html", Lang::En);
        assert!(page.contains("default-src 'none'; style-src 'sha256-") && !page.contains("<script") && !page.contains("new.jar <b>"));
        assert!(!page.contains(" style=") && !page.contains(" src=") && page.matches("<h1").count() == 1);
    }
}

#[test]
fn what_does_not_count_is_said_and_a_start_has_no_floor() {
    let better = by_ids(&fixture::better(), "html");
    assert!(better.contains("verification/left-out(number: ") && better.contains("hollow k"));
    let starts = by_ids(&fixture::starts(), "markdown");
    assert!(starts.contains("verification/no-noise") && starts.contains("verification/tests-disagree"), "{starts}");
}

#[test]
fn the_summary_says() {
    insta::assert_snapshot!(by_ids(&fixture::better(), "markdown"));
}

/// Of the page, what a reader reads, a line a piece.
fn lines(page: &str) -> String {
    sections(page).split("  ").map(str::trim).filter(|l| !l.is_empty()).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_page_says() {
    insta::assert_snapshot!(lines(&by_ids(&fixture::better(), "html")));
}
