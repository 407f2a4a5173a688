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
use std::collections::BTreeSet;
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

#[test]
fn the_truth_of_each_switch_is_named() {
    for Told { name, diagnosis: d, .. } in TOLD.iter() {
        let truth = match name.as_str() {
            "before"
            | "before-pool-30"
            | "before-crowded-host"
            | "held-idle"
            | "held-query-first"
            | "held-and-json"
            | "unseen-held-after-commit"
            | "node-held-across-call" => "found connection-held-across-remote-call",
            "open-in-view" => "found connection-held-without-query",
            "pool-too-small" => "found connection-pool-too-small",
            "json" | "shared-formats-built" => "found built-per-use",
            "shared-copied-book" => "found data-scanned-per-request",
            "shared-calls-in-turn" => "found calls-limited-in-process",
            "shared-row-lock" => "found row-locked",
            "signup-before" => "found cpu-hot-path",
            "connection-leaked-stalled" | "connection-leaked-quarter" => "found connection-leaked",
            "cpu-throttled-half"
            | "cpu-throttled-compiling"
            | "cpu-throttled-everywhere"
            | "cpu-throttled-piled-up"
            | "cpu-throttled-odd-level" => "found cpu-throttled",
            "transaction-left-idle-queued" => "found transaction-left-idle",
            "unseen-synchronized-map" => "found lock-contended",
            "cpu-contended-starved" | "cpu-contended-in-bursts" => "found cpu-contended-by-neighbour",
            "accept-queue-few-connections" | "accept-queue-no-connection" => "found accept-queue-overflows",
            "index-missing-and-write-transaction" | "unseen-index-on-expression" | "shared-index-on-expression" => "found index-missing",
            "signup-hash-sync" | "unseen-exec-file-sync" | "node-blocked-in-parts" | "event-loop-blocked-seldom" => {
                "found event-loop-blocked"
            }
            "virtual-threads-second-connection" => "found connection-acquired-twice",
            "signup-grader-lookup" => "found libuv-pool-saturated",
            "lock-contended"
            | "cpu-contended-by-neighbour"
            | "statement-per-row"
            | "index-missing"
            | "row-locked"
            | "connections-created-per-use"
            | "worker-threads-blocked-downstream"
            | "transaction-left-idle"
            | "connection-acquired-twice"
            | "connection-leaked"
            | "read-in-write-transaction"
            | "collector-misfit"
            | "logging-synchronous"
            | "accept-queue-overflows" => &format!("found {name}"),
            "after"
            | "prices-healthy"
            | "prices-healthy-queued"
            | "export-healthy"
            | "overview-healthy"
            | "signup-after"
            | "unseen-jpa-healthy"
            | "unseen-undertow-healthy"
            | "mixed-healthy-piled-up"
            | "shared-berthbook-healthy" => "none",
            "unseen-executor" => "found executor-starved",
            // the second has a template parsed for each card as well
            "unseen-side-by-side" | "shared-two-faults" => "found statement-per-row",
            "signup-log-flushed" => "found logging-synchronous",
            // of the second the database shares a full CPU with the generator, which is said; the third had lost four of ten connections before it was measured
            // in the last the quota stopped threads twelve times below saturation: 34 % of the response, give or take 10, where 30 are asked
            "before-cold" | "order-healthy-shared" | "node-leaked-before" | "cpu-throttled" => "inconclusive",
            other => panic!("the truth of {other} is not known"),
        };
        assert_eq!(line(d), truth, "{name}: {}", d.verdict.reason);
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
    for Told { name, html, .. } in TOLD.iter() {
        for page in html {
            assert!(page.len() < LARGEST_PAGE, "{name}: {} bytes", page.len());
            assert!(page.contains("default-src 'none'") && !page.contains("<script"), "{name}");
            for id in ["verdict", "levels", "time", "timeline", "not", "quality", "appendix"] {
                assert!(reading::section(page, id).is_some(), "{name}: no section {id}");
            }
        }
    }
}

#[test]
fn figures_of_first_lines_tiles_and_cards_are_those_of_the_document_in_every_language() {
    for Told { name, html, figures, .. } in TOLD.iter() {
        let tiles =
            |page: &String| figures_in(&reading::read(page.split("<dl class=\"tiles\">").nth(1).unwrap().split("</dl>").next().unwrap()));
        assert_eq!(tiles(&html[0]), tiles(&html[1]), "{name}");
        for page in html {
            let parts = ["verdict", "why"].iter().filter_map(|id| reading::section(page, id));
            let shown = figures_in(&parts.map(reading::read).collect::<String>());
            let unknown: Vec<&String> = shown.difference(figures).collect();
            assert!(!shown.is_empty() && unknown.is_empty(), "{name}: {unknown:?}");
        }
    }
}
