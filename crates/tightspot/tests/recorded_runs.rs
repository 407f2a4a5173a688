//! Every cause runs over every recorded run, and what it says of it stays.

#![expect(clippy::unwrap_used, reason = "tests")]

#[path = "../../report/src/agreement.rs"]
mod agreement;
#[path = "../../report/src/outputs/html/tests/reading.rs"]
mod reading;

use agreement::{figures_in, figures_of};
use diagnose::{Diagnosis, diagnose};
use model::Message;
use report::{Judged, TextOptions};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use words::Lang;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded")
}

/// A recorded run, judged, and its pages in each language: of text, and of HTML.
struct Told {
    name: String,
    diagnosis: Diagnosis,
    pages: Vec<String>,
    html: Vec<String>,
    /// Figures of its document, as they may be printed.
    figures: BTreeSet<String>,
}

/// By name, judged once for all tests.
static TOLD: LazyLock<Vec<Told>> = LazyLock::new(told);

fn told() -> Vec<Told> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder()).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "tsr"));
    files.sort();
    assert!(!files.is_empty(), "no recorded runs in {}", folder().display());
    let read = |f: &PathBuf| {
        let (run, report) = record::read(f).unwrap();
        assert!(report.is_whole(), "{}: {report:?}", f.display());
        let diagnosis = diagnose(&run, causes::ALL);
        let page = |lang| report::text(&run, &diagnosis, &TextOptions { lang, ..TextOptions::default() });
        let pages = Lang::ALL.map(page).into();
        let figures = figures_of(&report::json(&run, &diagnosis));
        let judged = Judged::new(run, diagnosis);
        let output = report::OUTPUTS.named("html").unwrap();
        let html = |lang| String::from_utf8(output.render(&judged, &TextOptions { lang, ..TextOptions::default() }).unwrap()).unwrap();
        let html = Lang::ALL.map(html).into();
        Told { name: f.file_stem().unwrap().to_string_lossy().into_owned(), diagnosis: judged.diagnosis, pages, html, figures }
    };
    files.iter().map(read).collect()
}

fn line(d: &Diagnosis) -> String {
    format!("{}{}", d.verdict.status.name(), d.verdict.cause.map(|c| format!(" {c}")).unwrap_or_default())
}

#[test]
fn what_was_said_of_each_run_is_still_said() {
    let mut said = String::new();
    for Told { name, diagnosis: d, .. } in TOLD.iter() {
        writeln!(said, "{name}: {}", line(d)).unwrap();
        let mut all: Vec<_> = d.hypotheses.iter().collect();
        all.sort_by_key(|h| h.cause);
        for h in all {
            writeln!(said, "  {:<14} {}", h.status.name(), h.cause).unwrap();
        }
    }
    let path = folder().join("verdicts.txt");
    if std::env::var_os("UPDATE_VERDICTS").is_some() {
        std::fs::write(&path, &said).unwrap();
    }
    let before = std::fs::read_to_string(&path).unwrap();
    let changed: Vec<String> =
        said.lines().zip(before.lines()).filter(|(now, then)| now != then).map(|(now, then)| format!("{then} -> {now}")).collect();
    assert!(said == before, "said otherwise than in verdicts.txt (UPDATE_VERDICTS=1 writes it anew):\n{}", changed.join("\n"));
}

/// Runs of which nothing is said although their truth is known, and why.
const UNDECIDED: [(&str, &str); 16] = [
    ("page-shop-templates-parsed-edb1ce", "workers are full at 85 % of the CPU"),
    ("cpu-throttled", "the quota stopped threads for 34 % (give or take 10) of the response below saturation, where 30 are asked"),
    ("event-login-credentials-exchanged-71f819", "asks for a token each time, which may be one member's"),
    ("event-login-provider-slow-needed-3905e9", "asks for a token each time, which may be one member's"),
    ("shared-judge-signup-grader-lookup-many-threads-e56a96", "cured, and calls that wait for names were not told as the full loop"),
    ("shared-judge-signup-submit-healthy-e5fedf", "a key is made of a secret's text for each token: 29 % of the CPU, where 30 are asked"),
    ("shared-member-lookup-after-659fd0", "cured, and its workers are full at a rate that the calls to auth explain by 40 %"),
    (
        "shared-price-list-collector-misfit-5ddc63",
        "requests wait for memory that a collector beside the service has not freed yet, for less than 60 % of the growth",
    ),
    (
        "shared-price-list-collector-misfit-f6c679",
        "requests wait for memory that a collector beside the service has not freed yet, for less than 60 % of the growth",
    ),
    (
        "shared-price-list-collector-misfit-313a0a",
        "requests wait for memory for 47 % of the growth; the calls that grow besides are no fault of the service called, which nobody watches",
    ),
    ("shared-price-list-cpu-contended-by-neighbour-11399a", "a quota of one core is used up beside the neighbour"),
    ("shared-price-list-cpu-contended-by-neighbour-644d4e", "requests wait for a connection of the load before they are sent"),
    ("shared-unseen-freightdesk", "neither threads nor calls are seen: Helidon's requests were not dumped then"),
    ("shared-unseen-gatepass", "healthy, on event loops of a JVM: what its requests wait for is not seen"),
    ("shared-unseen-parceltrack-unseen", "the role saw no sessions"),
    ("shared-unseen-stayfinder", "a quota with too few stops below saturation"),
];

/// Runs of which something wrong is said, and what: nothing is at fault, as the CPU was sampled by the wall clock alone, and waiting for a shared core looks like work.
const MISSED: [(&str, &str); 1] = [("shared-order-desk-read-in-write-transaction-016a2f", "none")];

/// What is true of each run, by its name: `none`, a cause, or several of them (`a or b`).
fn truths() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(folder().join("truth.txt")).unwrap();
    text.lines().map(|l| l.split_once(": ").unwrap()).map(|(name, truth)| (name.to_owned(), truth.to_owned())).collect()
}

#[test]
fn the_truth_of_each_switch_is_named() {
    let truths = truths();
    for (name, _) in UNDECIDED.iter().chain(&MISSED) {
        assert!(truths.contains_key(*name), "there is no run {name}");
    }
    for Told { name, diagnosis: d, .. } in TOLD.iter() {
        let truth = truths.get(name).unwrap_or_else(|| panic!("the truth of {name} is not in truth.txt"));
        let truth = if UNDECIDED.iter().any(|(undecided, _)| undecided == name) { "inconclusive" } else { truth };
        let truth = MISSED.iter().find(|(missed, _)| missed == name).map_or(truth, |(_, said)| said);
        let said = d.verdict.cause.unwrap_or_else(|| d.verdict.status.name());
        assert!(truth.split(" or ").any(|t| t == said), "{name}: {said}, not {truth}: {}", d.verdict.reason);
    }
}

/// All that is said of a run, but for names of its levels.
fn messages(d: &Diagnosis) -> Vec<&Message> {
    let of_hypotheses = d.hypotheses.iter().flat_map(|h| {
        let knob = h.knob.iter().map(|k| &k.setting);
        [&h.reason, &h.expected, &h.observed, &h.fix, &h.falsifier].into_iter().chain(h.claims.iter().map(|c| &c.text)).chain(knob)
    });
    let limit = d.verdict.limit.iter().map(|l| &l.name);
    [&d.verdict.reason, &d.verdict.whose].into_iter().chain(limit).chain(&d.quality.reasons).chain(of_hypotheses).collect()
}

#[test]
fn what_is_said_of_each_run_has_words_in_every_language() {
    for Told { name, diagnosis: d, .. } in TOLD.iter() {
        for m in messages(d) {
            for lang in Lang::ALL {
                assert!(words::has(m, lang), "{name}: no text in {} for {m}", lang.code());
            }
        }
    }
}

#[test]
fn what_is_said_of_each_run_is_one_screen_in_every_language() {
    for Told { name, pages, .. } in TOLD.iter() {
        for page in pages {
            assert!(page.lines().count() <= 25, "{name}: {} lines\n{page}", page.lines().count());
        }
    }
}

/// Most bytes of a page of a usual run.
const LARGEST_PAGE: usize = 1_000_000;

#[test]
fn each_run_has_a_page_that_loads_nothing_and_is_not_large() {
    for Told { name, diagnosis: d, html, .. } in TOLD.iter() {
        // a start has no levels: its seconds stand there, and what time goes into is told of them; one that ended before it was warm has neither
        let of_load: &[&str] = match () {
            () if d.first_minute.is_some() => &["start"],
            () if d.ledgers.is_empty() => &[],
            () => &["levels", "time"],
        };
        for page in html {
            assert!(page.len() < LARGEST_PAGE, "{name}: {} bytes", page.len());
            assert!(page.contains("default-src 'none'") && page.matches("<script type=\"application/json\"").count() == 1, "{name}");
            for id in ["verdict", "timeline", "not", "quality", "appendix"].iter().chain(of_load) {
                assert!(reading::section(page, id).is_some(), "{name}: no section {id}");
            }
        }
    }
}

#[test]
fn figures_of_first_lines_tiles_and_cards_are_those_of_the_document_in_every_language() {
    for Told { name, html, figures, .. } in TOLD.iter() {
        // a run that ended early has no tiles
        let tiles =
            |page: &String| page.split("<dl class=\"tiles\">").nth(1).map(|t| figures_in(&reading::read(t.split("</dl>").next().unwrap())));
        assert_eq!(tiles(&html[0]), tiles(&html[1]), "{name}");
        for page in html {
            let parts = ["verdict", "why"].iter().filter_map(|id| reading::section(page, id));
            let shown = figures_in(&parts.map(reading::read).collect::<String>());
            let unknown: Vec<&String> = shown.difference(figures).collect();
            assert!(!shown.is_empty() && unknown.is_empty(), "{name}: {unknown:?}");
        }
    }
}
