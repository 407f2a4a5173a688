//! What the CPU does in recorded runs, by the binary: it fits the terminal, agrees with the account of the report, and comes in every form.

mod said;

use model::message;
use said::says;
use std::process::{Command, Output};

fn tightspot(columns: &str, args: &[&str]) -> Output {
    let store = tempfile::tempdir().expect("a temporary folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tightspot"));
    command.args(args).env("TIGHTSPOT_STORE", store.path()).env("COLUMNS", columns).env("TIGHTSPOT_LANG", "en");
    command.output().expect("the binary runs")
}

fn recorded(name: &str) -> String {
    format!("{}/tests/recorded/{name}.tsr", env!("CARGO_MANIFEST_DIR"))
}

fn said(columns: &str, args: &[&str]) -> String {
    let out = tightspot(columns, args);
    assert!(out.status.success(), "{args:?}\n{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).expect("text")
}

#[test]
fn trees_fit_the_terminal() {
    for (run, more) in [
        ("json", &["--cpu"][..]),
        ("json", &["--cpu", "--against", "open-0.3"]),
        ("before", &["--wall"]),
        ("signup-before", &["--cpu", "--min-share", "0.3", "--depth", "30"]),
        ("virtual-threads-second-connection", &["--cpu"]),
    ] {
        for columns in [80, 100] {
            let path = recorded(run);
            for look in [&["--ascii"][..], &["--lang", "ko"]] {
                let args = [&["report", path.as_str()][..], more, look].concat();
                let text = said(&columns.to_string(), &args);
                // a Korean letter takes two columns
                let width = |l: &str| {
                    l.chars().map(|c| if ('\u{1100}'..='\u{d7ff}').contains(&c) && c > '\u{ac00}' { 2 } else { 1 }).sum::<usize>()
                };
                let widest = text.lines().map(width).max().unwrap_or(0);
                assert!(widest <= columns && text.lines().count() > 5, "{run} {widest}\n{text}");
            }
        }
    }
}

#[test]
fn own_code_is_told_to_the_line() {
    let text = said("100", &["report", &recorded("json"), "--cpu"]);
    assert!(text.contains("MemberController.byToken:14") && text.contains("MemberLookupService.byToken:33"), "{text}");
}

#[test]
fn the_tree_has_all_the_cpu_that_the_scheduler_counted() {
    for name in ["json", "before", "signup-before", "prices-healthy", "node-blocked-in-parts"] {
        let path = recorded(name);
        let (run, _) = record::read(std::path::Path::new(&path)).expect("a recorded run");
        let analysis = diagnose::Analysis::of(&run);
        for account in &analysis.cpu {
            let text = said("100", &["report", &path, "--cpu", "--phase", &account.phase, "--json"]);
            let doc: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            let tree_ms = doc["cpu_tree"]["nodes"][0]["ms"][0].as_f64().expect("a figure");
            // threads that begin or end between two readings of the scheduler may be counted twice or not at all
            assert!((tree_ms / account.cpu_ms - 1.0).abs() < 0.03, "{name} {}: {tree_ms} and {}", account.phase, account.cpu_ms);
        }
    }
}

#[test]
fn every_form_is_written_by_the_ending_of_its_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = recorded("signup-before");
    let page = said("100", &["report", &run, "--cpu"]);
    for (file, begins) in [
        ("a.collapsed", &b"["[..]),
        ("a.speedscope.json", b"{\"$schema\""),
        ("a.firefox.json", b"{\"meta\""),
        ("a.pb.gz", &[0x1f, 0x8b]),
        ("a.json", b"{\n"),
        ("a.txt", page.as_bytes()),
    ] {
        let path = folder.path().join(file);
        said("100", &["report", &run, "--cpu", "-o", &path.display().to_string()]);
        let bytes = std::fs::read(&path).expect("it was written");
        assert!(bytes.starts_with(begins), "{file}: {}", String::from_utf8_lossy(&bytes[..40.min(bytes.len())]));
    }
    let besides = folder.path().join("b.speedscope.json");
    let text = said("100", &["report", &run, "-o", &besides.display().to_string()]);
    assert!(besides.exists() && text == said("100", &["report", &run]) && text != page, "the report stays the report");
}

#[test]
fn what_is_not_there_is_refused_with_the_command_that_helps() {
    let run = recorded("json");
    for (more, exit, words) in [
        (&["--phase", "nope"][..], 2, &["[unknown-phase]", "open-0.3 (", "--phase saturation"][..]),
        (&["--phase", "doubling-8"], 2, &["[phase-without-stacks]", "--phase saturation"]),
        (&["--from", "3", "--to", "4"], 2, &["[empty-window]", "--from "]),
        (&["--cpu", "--pid", "5"], 2, &["[unknown-process]", "--pid "]),
        (&["--against", "open-0.3", "--format", "pprof"], 2, &["[format]", "-diff_base"]),
        (&["--cpu", "--format", "junit"], 2, &["[format]", "speedscope"]),
    ] {
        let out = tightspot("100", &[&["report", run.as_str()][..], more].concat());
        let err = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(exit), "{more:?}\n{err}");
        assert!(words.iter().all(|w| err.contains(w)), "{more:?}\n{err}");
    }
}

#[test]
fn two_runs_are_compared_per_request() {
    let text = said("100", &["compare", &recorded("before"), &recorded("after"), "--cpu"]);
    let is_by_method = text.contains("MemberLookupService.byToken") && !text.contains("MemberLookupService.byToken:");
    assert!(says(&text, &message!("tree/change")) && is_by_method, "lines of another version are not compared: {text}");
    let out = tightspot("100", &["compare", &recorded("before"), &recorded("after"), &recorded("json"), "--cpu"]);
    assert_eq!(out.status.code(), Some(2));
}
