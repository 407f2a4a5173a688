//! Calibrations: a start that runs, starts of a command, and what a recipe asks for.

use super::said::{ANY, says};
use super::{HOW, PORT, Service, json, run, text, tool};
use model::message;
use serde_json::Value;
use std::io::{BufRead as _, BufReader};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Output, Stdio};

/// A quick one. The load is as long as it must be.
const QUICK: [&str; 6] = ["--window", "2s", "-q", "60", "--length", "40s"];

pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("bound").port()
}

/// The command line that starts the service of these tests.
fn command(how: &str, port: u16) -> Vec<String> {
    let own = std::env::current_exe().expect("this test").display().to_string();
    let (how, port) = (format!("{HOW}={how}"), format!("{PORT}={port}"));
    ["--", "env", &how, &port, &own, "acts_as_a_service", "--exact", "--nocapture"].map(str::to_owned).into()
}

fn listens(port: u16) -> bool {
    TcpStream::connect(("127.0.0.1", port)).is_ok()
}

#[test]
fn a_start_is_measured_past_its_opening_and_its_recipe_is_asked_for() {
    let (port, folder) = (free_port(), tempfile::tempdir().expect("a folder"));
    let (url, recipe) = (format!("http://127.0.0.1:{port}/"), folder.path().join("recipe.toml").display().to_string());
    let command = command("warms-up", port);
    let calibrate = [&["warm", "calibrate", &url, "--json", "--starts", "1", "-o", &recipe], &QUICK[..]].concat();
    let calibrate = [calibrate, command.iter().map(String::as_str).collect()].concat();
    let told = settled(|| {
        let out = tool(&calibrate).output().expect("the tool runs");
        assert!(!listens(port), "the service is stopped");
        out
    });
    let start = &told["starts"][0];
    let since = start["steady_since_s"].as_f64().expect("it settles");
    assert!((1.0..=20.0).contains(&since) && start["routes"][0]["course"] == "warms", "{told:#}");
    let rules: Vec<&str> = start["rules"].as_array().expect("a list").iter().filter_map(|r| r["rule"].as_str()).collect();
    assert_eq!(rules, ["gate", "time", "answers"]);
    assert!(start["rules"][2]["slower_after"]["mean"].is_number(), "{told:#}");
    let p95 = told["recipe"]["routes"][0]["warm_p95_ms"].as_f64().expect("it was warm");
    assert!((19.0..100.0).contains(&p95), "{told:#}");

    let service = Service::start("warms-up");
    let wait = ["warm", "wait", &service.url(), "--recipe", &recipe, "--window", "2s", "-q", "60", "--json"];
    let warm = json(0, &wait);
    assert_eq!((warm["state"].as_str(), &warm["max_wait_s"]), (Some("warm"), &told["recipe"]["max_wait_s"]), "{warm:#}");
    let not_seen: Vec<&str> = warm["not_seen"].as_array().expect("a list").iter().filter_map(|n: &Value| n["what"].as_str()).collect();
    assert!(!not_seen.contains(&"reference"), "{not_seen:?}");

    let whole = std::fs::read_to_string(&recipe).expect("a recipe");
    let faster = whole.lines().map(|l| if l.starts_with("warm_p95_ms") { "warm_p95_ms = 1.0" } else { l }).collect::<Vec<_>>().join("\n");
    std::fs::write(&recipe, faster).expect("written");
    let cold = json(1, &[&wait[..], &["--max-wait", "8s", "--on-timeout", "fail"]].concat());
    let why = cold["why_not_warm"].as_array().expect("a list");
    assert!(why.iter().any(|w| w["message"]["id"] == "reasons/above-reference"), "{why:#?}");
    std::fs::write(&recipe, whole.replace("GET /", "GET /other")).expect("written");
    let other = run(2, &wait);
    assert!(text(&other.stderr).contains("[recipe]"), "{}", text(&other.stderr));
}

/// The first of three calibrations in which the start settled: beside other tests it may not, and then there is no recipe (exit code 1).
fn settled(calibrated: impl Fn() -> Output) -> Value {
    let trials = (0..3).map(|_| calibrated()).find(|out| out.status.code() != Some(1));
    let out = trials.expect("of three starts one settles");
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    serde_json::from_slice(&out.stdout).expect("JSON")
}

#[test]
fn a_start_that_dies_ends_the_calibration_and_leaves_nothing() {
    let port = free_port();
    let url = format!("http://127.0.0.1:{port}/");
    let command = command("dies", port);
    let calibrate = [&["warm", "calibrate", &url], &QUICK[..]].concat();
    let out = run(4, &[calibrate, command.iter().map(String::as_str).collect()].concat());
    assert!(text(&out.stderr).contains("[target-died]"), "{}", text(&out.stderr));
    assert!(!listens(port));
}

#[test]
fn who_stops_a_calibration_is_told_of_the_starts_that_were_made() {
    let (port, folder) = (free_port(), tempfile::tempdir().expect("a folder"));
    let (url, recipe) = (format!("http://127.0.0.1:{port}/"), folder.path().join("recipe.toml"));
    let out = recipe.display().to_string();
    let service = command("warms-up", port);
    let twin = Service::start("warms-up");
    let beside = twin.url().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let calibrate = [&["warm", "calibrate", &url, "--json", "--starts", "2", "--beside", &beside, "-o", &out], &QUICK[..]].concat();
    let args = [calibrate, service.iter().map(String::as_str).collect()].concat();
    let mut running = tool(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut said = BufReader::new(running.stderr.take().expect("piped")).lines().map_while(Result::ok);
    let second = message!("warm/calibrates", number: Count(2.0), of: Count(2.0), length: name(ANY));
    assert!(said.any(|l| says(&l, &second)), "the second start begins");
    let reader = std::thread::spawn(move || said.count());
    let stopped = Command::new("kill").args(["-INT", &running.id().to_string()]).status().expect("it is there");
    assert!(stopped.success());
    let ended = running.wait_with_output().expect("it ends");
    assert!(reader.join().is_ok());
    assert_eq!(ended.status.code(), Some(130));
    let told: Value = serde_json::from_slice(&ended.stdout).expect("JSON");
    assert!(told["starts"].as_array().is_some_and(|s| s.len() == 1) && told["recipe"].is_null(), "{told:#}");
    assert!(!recipe.exists() && !listens(port));
    let seconds = told["starts"][0]["seconds"].as_array().expect("a list");
    let beside = seconds.iter().filter(|s| s["beside_p50_ms"][0].is_number()).count();
    assert!(2 * beside > seconds.len(), "{beside} of {} seconds were seen beside it", seconds.len());
}

#[test]
fn what_a_calibration_cannot_do_is_refused_before_any_load() {
    let refused = |more: &[&str], named: &str| {
        let out = run(2, &[&["warm", "calibrate", "http://127.0.0.1:1/"], more].concat());
        assert!(text(&out.stderr).contains(named), "{more:?}: {}", text(&out.stderr));
    };
    refused(&["--length", "20s"], "[length]");
    refused(&["-o", "/nowhere/recipe.toml"], "[recipe]");
    let folder = tempfile::tempdir().expect("a folder");
    refused(&["-o", &folder.path().display().to_string()], "[recipe]");
    refused(&["--window", "2500ms", "--", "a-command-that-is-not-run"], "[window]");
    refused(&["--starts", "2"], "CMD");
    refused(&["--beside", "127.0.0.1:1"], "[beside]");
    refused(&["--beside", "8080"], "HOST:PORT");
    refused(&["--beside", "198.51.100.7:80"], "[host-not-allowed]");
}
