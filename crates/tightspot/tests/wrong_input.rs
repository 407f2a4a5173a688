//! What a user may get wrong: the right exit code, and a text that names the next command.

mod said;

use model::{Message, message};
use said::{ANY, has_help, says};
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::process::{Command, Output};

fn tightspot(args: &[&str]) -> Output {
    let store = tempfile::tempdir().expect("a temporary folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tightspot"));
    command.args(args).env("TIGHTSPOT_STORE", store.path()).env("TIGHTSPOT_LOCK", store.path().join("lock"));
    command.output().expect("the binary runs")
}

/// Runs and checks the exit code; what is printed must hold every one of `words`, and is returned.
fn check(args: &[&str], exit: i32, words: &[&str]) -> String {
    let out = tightspot(args);
    let err = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(exit), "{args:?}\n{err}");
    for w in words {
        assert!(err.contains(w), "{w:?} is missing in:\n{err}");
    }
    err.into_owned()
}

/// Of the same, with what must be said.
fn check_says(args: &[&str], exit: i32, words: &[&str], m: &Message) {
    let err = check(args, exit, words);
    assert!(says(&err, m), "{m} is missing in:\n{err}");
}

/// A port that answers `answer` to whatever comes.
fn port_that_says(answer: &'static [u8]) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("bound").port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut stream = stream;
            let mut buffer = [0; 1024];
            drop(stream.read(&mut buffer));
            drop(stream.write_all(answer));
        }
    });
    port
}

#[test]
fn a_dead_port_says_what_listens_instead() {
    let free = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("bound").port();
    let err = check(&["why", &format!("http://127.0.0.1:{free}/")], 4, &["[nothing-listens]"]);
    assert!(has_help(&err), "{err}");
}

#[test]
fn a_port_that_does_not_speak_http_is_told_from_a_dead_one() {
    let port = port_that_says(b"220 mail.example.org ESMTP\r\n");
    let err = check(&["why", &format!("http://127.0.0.1:{port}/")], 4, &["[not-http]", "220 mail"]);
    assert!(has_help(&err), "{err}");
}

#[test]
fn a_tls_port_is_recognised() {
    // the alert that a TLS server sends to plain text
    let port = port_that_says(&[0x15, 3, 3, 0, 2, 2, 70]);
    check_says(&["why", &format!("http://127.0.0.1:{port}/")], 4, &["[tls-expected]"], &message!("failure/aim-at-https"));
}

#[test]
fn a_plain_port_is_recognised_where_tls_was_asked_for() {
    let port = port_that_says(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n");
    check(&["why", &format!("https://127.0.0.1:{port}/"), "--insecure"], 4, &["[tls]", "does not speak TLS", "http://"]);
}

#[test]
fn a_detour_does_not_lead_around_the_owner() {
    check(&["load", "http://127.0.0.1/", "--connect-to", "::192.0.2.1:80"], 2, &["[host-not-allowed]", "--allow-host 192.0.2.1"]);
}

#[test]
fn a_route_that_fails_is_not_loaded() {
    let port = port_that_says(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n");
    let look = message!("failure/check-the-request");
    check_says(&["why", &format!("http://127.0.0.1:{port}/")], 4, &["[answer-not-accepted]", "404"], &look);
}

#[test]
fn another_host_needs_a_word_from_its_owner() {
    check(&["why", "http://192.0.2.1/"], 2, &["[host-not-allowed]", "--allow-host 192.0.2.1"]);
}

#[test]
fn a_process_that_is_not_there_is_said() {
    let port = port_that_says(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    check(&["why", &format!("http://127.0.0.1:{port}/"), "--pid", "4194303"], 4, &["[no-such-process]"]);
}

#[test]
fn a_placeholder_without_data_is_a_mistake_of_the_scenario() {
    check(&["why", "http://127.0.0.1:1/{{token}}"], 2, &["[scenario]", "token"]);
}

#[test]
fn an_unknown_flag_and_an_unknown_page_are_usage_errors() {
    check(&["why", "http://127.0.0.1:1/", "--conections", "5"], 2, &["--conections"]);
    check(&["explain", "connection-pool"], 2, &["[no-such-page]", "connection-pool-too-small"]);
    check(&["why", "http://127.0.0.1:1/", "--warmup", "soon"], 2, &["--warmup 30s"]);
    check(&["report", "nothing-here"], 2, &["nothing-here"]);
}

#[test]
fn options_without_what_they_are_for_say_what_that_is() {
    let url = "http://127.0.0.1:1/";
    let command = message!("why/give-command");
    check_says(&["why", url, "--ready", "/health"], 2, &["[ready]"], &command);
    check_says(&["why", url, "--start-timeout", "5"], 2, &["[ready]"], &command);
    check_says(&["why", url, "--rate", "5"], 2, &["[rate]"], &message!("why/from-start-or-command"));
    check(&["why", url, "--tail", "1m"], 2, &["[tail]", "--rate 100"]);
    let short = message!("why/tail-too-short", length: Seconds(3.0), least: name(ANY));
    check_says(&["why", url, "--tail", "3s", "--rate", "5"], 2, &["[tail]"], &short);
    let of_why = message!("why/tail-of-why", option: name("--tail"), command: name("why"));
    check_says(&["prove", url, "--tail", "1m", "--rate", "5"], 2, &["[tail]"], &of_why);
    check(&["verify", url, "--from-start", "--against", url], 2, &["[two-starts]", "--to-a"]);
}

#[test]
fn json_holds_the_error_too() {
    let out = tightspot(&["why", "http://192.0.2.1/", "--json"]);
    let doc: serde_json::Value = serde_json::from_slice(&out.stdout).expect("one JSON document");
    assert_eq!(doc["error"]["name"], "host-not-allowed");
    assert_eq!(doc["error"]["exit_code"], 2);
}

#[test]
fn json_holds_what_is_wrong_with_the_arguments_too() {
    for args in
        [&["why", "http://127.0.0.1:1/", "--json", "-c", "50"][..], &["load", "--format", "json"], &["report", "--json", "--format", "x"]]
    {
        let out = tightspot(args);
        let doc: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap_or_else(|e| panic!("{args:?}: {e}"));
        assert_eq!((&doc["schema_version"], &doc["error"]["name"]), (&"1.0".into(), &"arguments".into()), "{args:?}");
        assert_eq!((out.status.code(), &doc["error"]["exit_code"]), (Some(2), &2.into()));
    }
    assert!(tightspot(&["why", "--json", "--help"]).stdout.starts_with(b"Load a service"), "help is no error");
}

#[test]
fn a_flag_of_another_command_is_told_as_such() {
    check(&["why", "http://127.0.0.1:1/", "-c", "50"], 2, &["'-c' is a flag of", "load", "--max-connections"]);
    let out = tightspot(&["why", "http://127.0.0.1:1/", "-c", "50"]);
    assert!(!String::from_utf8_lossy(&out.stderr).contains("-- -c"), "what stands behind -- is started as the service");
}

#[test]
fn a_file_that_no_output_writes_is_refused_before_anything_is_asked() {
    // nothing listens on port 1: that would be the next thing to be said
    check(&["why", "http://127.0.0.1:1/", "-o", "x.nothing"], 2, &["[output]", ".json", ".txt"]);
    check(&["load", "http://127.0.0.1:1/", "-o", "x.nothing"], 2, &["[output]", ".json", ".csv", ".xml"]);
    let verify = ["verify", "http://127.0.0.1:1/", "--against", "http://127.0.0.1:1/"];
    check(&[&verify[..], &["-o", "x.nothing"]].concat(), 2, &["[output]", ".html", ".json", ".md", ".txt"]);
    check(&[&verify[..], &["-o", "/gone/x.html"]].concat(), 2, &["[report-not-written]", "mkdir -p /gone"]);
    check(&[&verify[..], &["--format", "junit"]].concat(), 2, &["'junit'", "html, json, markdown, text"]);
    check(&["why", "http://127.0.0.1:1/", "-o", "/gone/x.json"], 2, &["[report-not-written]", "mkdir -p /gone"]);
    check(&["why", "http://127.0.0.1:1/", "--cost-of-watching", "2", "-o", "x.json"], 2, &["[output]", "--json > result.json"]);
}

#[test]
fn a_warning_is_explained_as_one() {
    let out = String::from_utf8(tightspot(&["explain", "still-warming-up"]).stdout).expect("text");
    assert!(out.starts_with("still-warming-up: a warning") && out.contains("--warmup"), "{out}");
}

#[test]
fn doctor_lists_what_listens_and_the_command_for_it() {
    let port = port_that_says(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    let out = String::from_utf8(tightspot(&["doctor"]).stdout).expect("text");
    assert!(out.contains(&format!("tightspot why http://localhost:{port}/ ")), "{out}");
    let doc: serde_json::Value = serde_json::from_slice(&tightspot(&["doctor", "--json"]).stdout).expect("JSON");
    let found = doc["listening"].as_array().is_some_and(|all| all.iter().any(|l| l["port"] == port && l["pid"] == std::process::id()));
    assert!(found, "{doc}");
}

#[test]
fn a_rule_of_the_judge_is_explained_in_the_language_that_was_asked_for() {
    let said = |args: &[&str]| String::from_utf8(tightspot(args).stdout).expect("text");
    let (english, korean) = (said(&["explain", "no-bend", "--lang", "en"]), said(&["explain", "no-bend", "--lang", "ko"]));
    assert!(says(&english, &message!("explain/rule", rule: name("no-bend"), place: name(ANY), all: name(ANY))), "{english}");
    assert!(korean.contains("no-bend") && english != korean, "{english}{korean}");
    assert_eq!(said(&["explain", "no-bend", "--lang", "ko", "--ascii"]), english, "ASCII cannot spell Korean");
    assert!(said(&["explain", "rules", "--lang", "en"]).contains(" 1  nothing-measured "));
    check(&["explain", "rules", "--lang", "kr"], 2, &["kr", "auto, en, ko"]);
}

#[test]
fn explain_prints_a_page_for_every_cause() {
    let list = String::from_utf8(tightspot(&["explain"]).stdout).expect("text");
    assert!(list.lines().count() >= 9);
    for id in list.lines().filter_map(|l| l.split_whitespace().next()) {
        let out = tightspot(&["explain", id]);
        assert!(out.status.success() && String::from_utf8_lossy(&out.stdout).contains("## Evidence"), "{id}");
    }
}
