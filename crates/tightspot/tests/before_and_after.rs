//! `compare` of recorded runs, by the binary: page, Markdown and story in both languages say the figures of the JSON, and what cannot be written is refused.

#[path = "../../report/src/agreement.rs"]
mod agreement;
#[path = "../../report/src/outputs/html/tests/reading.rs"]
mod reading;
mod said;

use agreement::{figures_in, figures_of};
use serde_json::Value;
use std::process::{Command, Output};

/// Pairs of recorded runs, with what became of the cause from the first to the second.
const PAIRS: [(&str, &str, &str); 3] =
    [("before", "after", "gone"), ("signup-before", "signup-after", "lesser"), ("node-held-across-call", "node-held-across-call", "still")];

fn recorded(name: &str) -> String {
    format!("{}/tests/recorded/{name}.tsr", env!("CARGO_MANIFEST_DIR"))
}

fn compare(args: &[&str]) -> Output {
    let store = tempfile::tempdir().expect("a temporary folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tightspot"));
    command.arg("compare").args(args).env("TIGHTSPOT_STORE", store.path()).env("TIGHTSPOT_LANG", "en").output().expect("the binary runs")
}

/// What is printed; figures side by side are no verdict, so that the exit code is 3.
fn said(args: &[&str]) -> String {
    let out = compare(args);
    assert_eq!(out.status.code(), Some(3), "{args:?}\n{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).expect("text")
}

/// The middle of a page, as it is read.
fn middle(page: &str) -> String {
    let main = page.split("<main>").nth(1).and_then(|m| m.split("<footer>").next()).expect("a page has a middle");
    reading::read(main)
}

#[test]
fn page_and_summary_say_the_figures_of_the_document_in_every_language() {
    for (before, after, became) in PAIRS {
        let (a, b) = (recorded(before), recorded(after));
        let folder = tempfile::tempdir().expect("a temporary folder");
        for lang in ["en", "ko"] {
            let path = |name: &str| folder.path().join(format!("{lang}.{name}")).display().to_string();
            let (page, summary) = (path("page.html"), path("md"));
            let json = said(&[&a, &b, "--json", "--lang", lang, "-o", &page, "-o", &summary]);
            let doc: Value = serde_json::from_str(&json).expect("JSON");
            let cause = doc["comparison"]["change"]["cause"].as_str().expect("both were diagnosed");
            assert_eq!(cause, became, "{before} and {after}");
            let known = figures_of(&doc);
            let (page, summary) =
                (std::fs::read_to_string(&page).expect("it is there"), std::fs::read_to_string(&summary).expect("it is there"));
            assert!(page.contains(&format!("<html lang=\"{lang}\">")) && page.len() < 300_000, "{} bytes", page.len());
            for id in ["verdict", "sides", "levels", "apart", "appendix"] {
                assert!(reading::section(&page, id).is_some(), "{before} and {after}: no section {id}");
            }
            for text in [middle(&page), summary] {
                let shown = figures_in(&text);
                let unknown: Vec<&String> = shown.difference(&known).collect();
                assert!(shown.len() > 20 && unknown.is_empty(), "{before} and {after} in {lang}: {unknown:?}");
            }
        }
    }
}

#[test]
fn of_starts_the_failures_of_the_first_minute_count_and_what_measures_them_is_told() {
    let (a, b) = (recorded("deal-brands-cold-throttled-261a44"), recorded("deal-brands-own-runner-throttled-5b5f7f"));
    let doc: Value = serde_json::from_str(&said(&[&a, &b, "--json"])).expect("JSON");
    for run in doc["comparison"]["runs"].as_array().expect("a list") {
        let levels = run["levels"].as_array().expect("a list").iter();
        assert_eq!(run["errors"].as_u64(), Some(levels.map(|l| l["errors"].as_u64().expect("a count")).sum()), "{run:#}");
    }
    let summary = said(&[&a, &b, "--format", "markdown"]);
    assert!(summary.contains(" --from-start --to-a "), "{summary}");
}

#[test]
fn a_page_goes_to_its_file_and_the_figures_are_printed() {
    let (a, b) = (recorded("before"), recorded("after"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (page, story) = (folder.path().join("x.html").display().to_string(), folder.path().join("x.story.md").display().to_string());
    let text = said(&[&a, &b, "-o", &page, "-o", &story]);
    assert!(text.starts_with("⇄ ") && text.lines().any(|l| l.starts_with("saturated ")), "{text}");
    assert!(std::fs::read_to_string(&page).expect("it is there").starts_with("<!DOCTYPE html>"));
    assert!(std::fs::read_to_string(&story).expect("it is there").contains("</svg>"));
    assert_eq!(said(&[&a, &b, "--format", "html", "-o", &page]), "");
    assert!(said(&[&a, &b, "--format", "markdown"]).starts_with("## "));
}

#[test]
fn files_of_a_profile_are_written_beside_the_page() {
    let (a, b) = (recorded("before"), recorded("after"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    said(&[&a, &b, "-o", &path("x.md"), "-o", &path("cpu.speedscope.json")]);
    assert!(["x.md", "cpu.speedscope.json"].iter().all(|name| folder.path().join(name).exists()));
}

#[test]
fn what_no_output_writes_is_refused_with_what_there_is() {
    let (a, b) = (recorded("before"), recorded("after"));
    let refused = |more: &[&str], words: &[&str]| {
        let out = compare(&[&[a.as_str(), b.as_str()], more].concat());
        let err = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(out.status.code() == Some(2) && words.iter().all(|w| err.contains(w)), "{more:?}: {err}");
        err
    };
    let err = refused(&["-o", "x.nothing"], &["[output]", ".html", ".md", ".story.md"]);
    assert!(said::has_help(&err), "{err}");
    refused(&["--format", "nothing"], &["nothing", "html", "markdown", "story"]);
    refused(&["-o", "/gone/x.html"], &["[report-not-written]", "mkdir -p /gone"]);
    refused(&["--cpu", "-o", "x.html"], &["[output]", ".collapsed"]);
    refused(&["--cpu", "--format", "html"], &["[format]", "collapsed"]);
}
