//! Every cause runs over every recorded run, and what it says of it stays.

#![expect(clippy::unwrap_used, reason = "tests")]

use diagnose::{Diagnosis, diagnose};
use model::Message;
use report::TextOptions;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use words::Lang;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded")
}

/// A recorded run, judged, and its page in each language.
struct Told {
    name: String,
    diagnosis: Diagnosis,
    pages: Vec<String>,
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
        Told { name: f.file_stem().unwrap().to_string_lossy().into_owned(), diagnosis, pages }
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
            "json" | "signup-before" => "found cpu-hot-path",
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
            "index-missing-and-write-transaction" | "unseen-index-on-expression" => "found index-missing",
            "signup-hash-sync" | "unseen-exec-file-sync" | "node-blocked-in-parts" | "event-loop-blocked-seldom" => {
                "found event-loop-blocked"
            }
            "virtual-threads-second-connection" => "found connection-acquired-twice",
            "signup-grader-lookup" => "found libuv-pool-saturated",
            "lock-contended"
            | "cpu-contended-by-neighbour"
            | "cpu-throttled"
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
            | "mixed-healthy-piled-up" => "none",
            "unseen-executor" => "found executor-starved",
            "unseen-side-by-side" => "found statement-per-row",
            "signup-log-flushed" => "found logging-synchronous",
            // of the second the database shares a full CPU with the generator, which is said; the third had lost four of ten connections before it was measured
            "before-cold" | "order-healthy-shared" | "node-leaked-before" => "inconclusive",
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
