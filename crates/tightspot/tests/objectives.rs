//! Objectives of a kept run, outputs for CI, and examples of fixes, by the binary.

mod said;

use model::message;
use said::{ANY, english, is_marked, says};
use serde_json::Value;
use std::process::{Command, Output};

/// Runs a command on its words, with a recorded run in place of `RUN`.
fn tool(run: &str, words: &[&str]) -> Output {
    let store = tempfile::tempdir().expect("a temporary folder");
    let path = format!("{}/tests/recorded/{run}.tsr", env!("CARGO_MANIFEST_DIR"));
    let words = words.iter().map(|w| if *w == "RUN" { path.as_str() } else { w });
    let mut command = Command::new(env!("CARGO_BIN_EXE_tightspot"));
    command.args(words).env("TIGHTSPOT_STORE", store.path()).env("TIGHTSPOT_LANG", "en");
    command.env("TIGHTSPOT_LOCK", store.path().join("lock")).output().expect("the binary runs")
}

fn said(out: &Output, exit: i32) -> String {
    let (stdout, stderr) = (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    assert_eq!(out.status.code(), Some(exit), "{stdout}\n{stderr}");
    format!("{stdout}{stderr}")
}

#[test]
fn objectives_of_a_kept_run_decide_the_exit_code_of_its_report() {
    let report = |slos: &[&str], exit| {
        let words: Vec<&str> = ["report", "RUN"].into_iter().chain(slos.iter().flat_map(|s| ["--slo", *s])).collect();
        said(&tool("before", &words), exit)
    };
    assert!(!says(&report(&[], 0), &message!("objectives/label")));
    assert!(is_marked(&report(&["error_rate<50%"], 0), '✔', "error_rate<50%"));
    assert!(is_marked(&report(&["mean<1us"], 1), '✖', "mean<1us"));
    assert!(says(&report(&["mean<1us"], 1), &message!("objectives/holds-nowhere", says: name(ANY))));
    assert!(is_marked(&report(&["p99.99<60s"], 3), '?', "p99.99<60s"));
    let few = message!("load/too-few", metric: name("p99.99"), needed: name(ANY), came: name(ANY));
    assert!(says(&report(&["p99.99<60s"], 3), &few));
    assert!(is_marked(&report(&["p99.99<60s", "mean<1us"], 1), '?', "p99.99<60s"), "a failure stands above what is not judged");
}

#[test]
fn what_levels_cannot_decide_is_refused_before_anything_is_started() {
    for words in [
        &["report", "RUN", "--slo", "p99<1s for 10s"][..],
        &["report", "RUN", "--cpu", "--slo", "p99<1s"],
        &["report", "RUN", "--slo", "p99{no such route}<1s"],
        &["why", "http://127.0.0.1:1/", "--slo", "checks>=99%"],
        &["sweep", "http://127.0.0.1:1/", "--knob", "pool-size=1,2", "--slo", "p99<1s"],
    ] {
        assert!(said(&tool("before", words), 2).contains("[slo]"), "{words:?}");
    }
    assert!(said(&tool("before", &["report", "RUN", "--slo", "p99>1s"]), 2).contains("p99>1s"));
}

#[test]
fn the_name_of_a_file_chooses_among_the_outputs_for_ci_and_reviews() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (name, begins) in [
        ("junit.xml", "<?xml "),
        ("result.github.md", "<!-- tightspot"),
        ("result.gitlab.md", "<!-- tightspot"),
        ("result.story.md", "# "),
        ("result.md", "## "),
    ] {
        said(&tool("before", &["report", "RUN", "-o", &path(name), "--slo", "mean<1us"]), 1);
        let written = std::fs::read_to_string(path(name)).expect("it is written all the same");
        assert!(written.starts_with(begins) && written.contains("mean&lt;1us"), "{name}\n{written}");
    }
    let out = tool("before", &["report", "RUN", "--json", "--slo", "tps>=1"]);
    let doc: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!((&doc["slo"][0]["expr"], &doc["slo"][0]["pass"]), (&"tps>=1".into(), &true.into()));
}

#[test]
fn examples_of_a_fix_are_printed_with_its_page_and_alone() {
    let page = said(&tool("before", &["explain", "connection-held-across-remote-call"]), 0);
    let alone = said(&tool("before", &["explain", "connection-held-across-remote-call", "--fix"]), 0);
    assert!(page.contains("## Symptom") && page.contains(alone.trim()), "{page}");
    let title = format!("## {}\n", english(&message!("explain/examples")));
    assert!(alone.starts_with(&title) && alone.contains("--- a/"), "{alone}");
    let caution = report::fixes::caution("connection-held-across-remote-call").expect("it has one");
    assert!(says(&alone, &message!("explain/caution", says: (caution))), "{alone}");
    assert!(said(&tool("before", &["explain", "dependency-slow", "--fix"]), 2).contains("[no-examples]"));
    assert!(said(&tool("before", &["explain", "no-such-cause", "--fix"]), 2).contains("[no-such-page]"));
}
