//! Mixes from access logs and kept runs: what is sent, what is told, what is refused.

use super::said::says;
use super::{NOTES, QUICK, Service, json, run, text};
use model::message;
use std::path::Path;

const RESET: &str = r#"10.0.0.7 - - [02/May/2026:10:00:01 +0000] "GET /reset/form?token=hunter2 HTTP/1.1" 200 5 "-" "curl/8.9"
"#;
const LOG: &str = r#"10.0.0.7 - - [02/May/2026:10:00:01 +0000] "POST /orders HTTP/1.1" 201 5 "-" "curl/8.9"
10.0.0.7 - - [02/May/2026:10:00:01 +0000] "GET /gone HTTP/1.1" 404 5 "-" "curl/8.9"
10.0.0.7 - - [02/May/2026:10:00:01 +0000] "GET /members/7 HTTP/1.1" 200 5 "-" "tightspot"
started in 3.2 s
"#;

/// A log with forty members, ten resets, and the lines above.
fn log(folder: &Path) -> String {
    let member =
        |i: u32| format!("10.0.0.7 - - [02/May/2026:10:00:01 +0000] \"GET /members/{i}?view=short HTTP/1.1\" 200 5 \"-\" \"curl/8.9\"\n");
    let file = folder.join("access.log");
    std::fs::write(&file, (0..40).map(member).collect::<String>() + &RESET.repeat(10) + LOG).expect("written");
    file.display().to_string()
}

#[test]
fn what_a_log_shows_is_sent_by_its_share_and_no_value_of_it_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let (log, seen) = (log(folder.path()), folder.path().join("seen"));
    let service = Service::start(&format!("{NOTES}{}", seen.display()));
    let out =
        run(0, &[&["warm", "wait", &service.url(), "--access-log", &log, "--json", "--answers", "20"], &QUICK[..2], &QUICK[4..]].concat());
    let told: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!((told["state"].as_str(), &told["requests"]["failed"]), (Some("warm"), &0.into()), "{told:#}");
    let mix = &told["mix"];
    assert_eq!((&mix["requests_read"], &mix["requests_used"]), (&53.into(), &50.into()), "{mix:#}");
    assert_eq!(mix["left_out"], serde_json::json!({ "unsafe": 1, "failed": 1, "own": 1, "unread": 1 }));
    let routes: Vec<&str> = told["routes"].as_array().expect("a list").iter().filter_map(|r| r["route"].as_str()).collect();
    assert_eq!(routes, ["GET /members/{id}", "GET /reset/form"]);
    let said = text(&out.stdout) + &text(&out.stderr);
    let left_out = message!("warm/left-out", number: Count(1.0), why: kind("unsafe"));
    assert!(!said.contains("hunter2") && says(&said, &left_out), "{said}");
    let lines = std::fs::read_to_string(&seen).expect("the service has notes");
    let members: std::collections::BTreeSet<&str> = lines.lines().filter(|l| l.starts_with("GET /members/")).collect();
    assert!(members.len() > 30 && members.contains("GET /members/12?view=short HTTP/1.1"), "{}", members.len());
    assert!(lines.contains("GET /reset/form?token=hunter2 HTTP/1.1") && !lines.contains("POST") && !lines.contains("/gone"));
}

#[test]
fn a_log_of_which_nothing_can_be_sent_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("app.log");
    std::fs::write(&file, "started in 3.2 s\n\u{0}\u{fffd}\n").expect("written");
    let file = file.display().to_string();
    let out = run(2, &["warm", "wait", "http://127.0.0.1:1/", "--access-log", &file]);
    let none = message!("warm/no-access-log", file: name("app.log"), lines: Count(2.0));
    assert!(says(&text(&out.stderr), &none), "{}", text(&out.stderr));
    let out = run(2, &["warm", "wait", "http://127.0.0.1:1/", "--access-log", &format!("{file}.not")]);
    assert!(text(&out.stderr).contains("[access-log]"));
    let elsewhere = run(2, &["warm", "wait", "http://192.0.2.1/", "--access-log", &log(folder.path())]);
    assert!(text(&elsewhere.stderr).contains("--allow-host 192.0.2.1"));
}

#[test]
fn the_routes_of_a_kept_run_are_sent_and_names_that_are_no_paths_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, seen) = (folder.path().join("runs").display().to_string(), folder.path().join("seen"));
    let service = Service::start(&format!("{NOTES}{}", seen.display()));
    let scenario = folder.path().join("shop.toml");
    let header = "headers = { x-warmup = \"1\" }";
    let step = |request: &str| format!("[[scenario.step]]\nrequest = \"{request}\"\n{header}\n");
    let of = |steps: &str| format!("[target]\nurl = \"{}\"\n{steps}", service.url());
    std::fs::write(&scenario, of(&[step("GET /a?page=2"), step("GET /b/{{random_int 1 9}}")].concat())).expect("written");
    let scenario = scenario.display().to_string();
    run(0, &["load", "-s", &scenario, "-n", "40", "-c", "2", "--store", &store]);
    std::fs::remove_file(&seen).expect("the service has notes");
    let wait = ["warm", "wait", &service.url(), "--run", "last", "--store", &store];
    let told = json(0, &[&wait, &["--json", "--max-wait", "4s"][..], &QUICK[..2], &QUICK[4..]].concat());
    assert_eq!(told["mix"]["routes"][0]["route"], "GET /a", "{told:#}");
    assert!(told["mix"]["left_out"]["no-path"].as_u64().is_some_and(|n| n > 0), "{told:#}");
    let lines = std::fs::read_to_string(&seen).expect("the service has notes");
    assert!(lines.lines().all(|l| l == "GET /a?page=2 HTTP/1.1"), "{lines}");
    std::fs::write(&scenario, of(&format!("{}name = \"list\"\n", step("GET /a")))).expect("written");
    run(0, &["load", "-s", &scenario, "-n", "40", "-c", "2", "--store", &store]);
    let refused = run(2, &wait);
    let said = text(&refused.stderr);
    assert!(said.contains("[no-paths]") && said.contains("tightspot warm wait -s shop.toml"), "{said}");
}
