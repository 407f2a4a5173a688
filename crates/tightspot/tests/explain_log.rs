//! `explain --log` as a user calls it: lines from a file or pasted, and what cannot be read.

mod said;

use model::message;
use said::{has_help, proven, says};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const LINE: &str = "HikariPool-1 - Connection is not available, request timed out after 10007ms (total=30, active=30, idle=0, waiting=12)";

fn explain(args: &[&str], input: &[u8]) -> Output {
    let mut c = Command::new(env!("CARGO_BIN_EXE_tightspot"));
    c.arg("explain").args(args).env("TIGHTSPOT_LANG", "en").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = c.spawn().expect("the tool starts");
    // who refuses what it reads does not read to the end
    drop(child.stdin.take().expect("piped").write_all(input));
    child.wait_with_output().expect("it ends")
}

fn said(out: &Output) -> String {
    assert_eq!(out.status.code(), Some(0), "{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout.clone()).expect("text")
}

/// What is refused, with its name and words.
fn refused(args: &[&str], input: &[u8], words: &[&str]) -> String {
    let out = explain(args, input);
    let err = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{err}");
    for w in words {
        assert!(err.contains(w), "{w:?} is missing in:\n{err}");
    }
    err.into_owned()
}

#[test]
fn a_line_that_is_pasted_is_answered_with_what_finds_out() {
    let said = said(&explain(&["--log", "-"], format!("{LINE}\n").as_bytes()));
    let (proves, leaves_open) = proven(LINE);
    let proves = proves.find("pool-lines/hikari-timeout-proves").expect("of the line");
    assert!(says(&said, proves) && says(&said, &leaves_open), "{said}");
    for words in ["connection-held-across-remote-call", "tightspot why URL --db postgres://"] {
        assert!(said.contains(words), "{words:?} is missing in:\n{said}");
    }
}

#[test]
fn programs_read_figures_causes_and_commands() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("app.log");
    std::fs::write(&file, format!("2026-05-03 12:00:01,001 {LINE}\n2026-05-03 12:00:02,001 token=hunter2 other\n")).expect("written");
    let text = said(&explain(&["--log", file.to_str().expect("a path"), "--json"], b""));
    let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let message = &document["messages"][0];
    assert_eq!((&message["id"], &message["count"], &document["log"]["unknown"]), (&"hikari-timeout".into(), &1.into(), &1.into()));
    assert_eq!(
        message["figures"][0],
        serde_json::json!({ "name": "timeout", "unit": "ms", "first": 10007.0, "least": 10007.0, "most": 10007.0 })
    );
    assert!(message["mistaken_for"].as_array().is_some_and(|m| m.contains(&"connection-pool-too-small".into())), "{message}");
    assert!(!text.contains("hunter2"), "{text}");
}

#[test]
fn what_cannot_be_read_is_said_with_what_helps() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        path.to_str().expect("a path").to_owned()
    };
    let huge = path("huge.log", b"x\n");
    // a file with a hole takes no room
    std::fs::File::options().write(true).open(&huge).and_then(|f| f.set_len(3_000_000_000)).expect("a hole");
    let err = refused(&["--log", "/gone/app.log"], b"", &["[log-not-read]", "/gone/app.log", "No such file"]);
    assert!(has_help(&err), "{err}");
    refused(&["--log", folder.path().to_str().expect("a path")], b"", &["[log-not-read]", "directory"]);
    let err = refused(&["--log", &path("empty.log", b"")], b"", &["[log-empty]"]);
    assert!(says(&err, &message!("log/give-lines")), "{err}");
    refused(&["--log", "-"], b"\n\n", &["[log-empty]", "stdin"]);
    let err = refused(&["--log", &path("program", b"\x7fELF\0\0")], b"", &["[log-not-text]"]);
    assert!(says(&err, &message!("log/zero-byte", at: Count(4.0))), "{err}");
    refused(&["--log", &path("app.log.gz", b"\x1f\x8b\x08")], b"", &["[log-not-text]", "zcat", "app.log.gz | tightspot explain --log -"]);
    refused(&["--log", &huge], b"", &["[log-too-long]", "3 GB", "tail -n 1000000"]);
    refused(&["--log", "x", "row-locked"], b"", &["--log"]);
    refused(&["--json"], b"", &["--log"]);
    assert!(Path::new(&huge).exists());
}
