//! What is told and kept of a calibration that ends early, and where its recipe cannot be written.

use super::*;
use crate::cli::{Command, WarmCommand};
use crate::request;
use clap::Parser as _;
use gate::calibrate::Second;
use load::Mix;
use serde_json::Value;
use std::sync::Arc;
use words::as_ids;

/// Of a command line.
fn args(more: &[&str]) -> Box<WarmCalibrateArgs> {
    let words = [&["tightspot", "warm", "calibrate", "http://127.0.0.1:1/"], more].concat();
    match Cli::try_parse_from(words).expect("arguments").command {
        Command::Warm(warm) => match warm.what {
            WarmCommand::Calibrate(args) => args,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

/// What is told, by ids and arguments, of `made` starts of three, which are steady after 20 s, and how the command ends.
fn told(more: &[&str], made: usize, end: Result<Exit, Failure>) -> (String, Result<Exit, Failure>) {
    told_of(more, (0..made).map(|_| measured()).collect(), end)
}

fn told_of(more: &[&str], starts: Vec<Measured>, end: Result<Exit, Failure>) -> (String, Result<Exit, Failure>) {
    let args = args(more);
    let mut mix = Mix::new(1);
    mix.add("GET", "/a", 1);
    let scenario = Arc::new(mix.scenario("http://127.0.0.1:1/", &[], false).expect("it can be sent"));
    let sent = Sent { url: scenario.url(), scenario, way: request::way(&args.request), is_mix: true, mix: Value::Null };
    as_ids(|| tell(&Calibration { args: &args, sent: &sent, window_s: 5, asked: 3, starts }, end))
}

fn measured() -> Measured {
    let second = |i: usize| {
        let ms = |answer: usize| if i < 20 { 60.0 } else { 20.0 } + ((i * 31 + answer * 7_919) % 101) as f64 / 101.0;
        Second { at_s: i as f64 + 1.0, doubled: false, classes: vec![(0..50).map(ms).collect()] }
    };
    let start = Start { seconds: (0..80).map(second).collect() };
    let steady = start.steady(0.05);
    let since_s = steady.as_deref().and_then(Start::steady_since);
    let rule = |name| Rule { name, at_s: Some(41.0), left: None };
    Measured { start, beside: Vec::new(), steady, since_s, covered_s: Some(30.0), rules: [rule("gate"), rule("time"), rule("answers")] }
}

fn died() -> Failure {
    Failure::new(Exit::Target, "target-died", "it is gone")
}

#[test]
fn a_recipe_is_written_where_all_starts_were_made() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("recipe.toml");
    let beside = folder.path().join("recipe.toml.part");
    std::fs::write(&beside, "of somebody else").expect("written");
    let out = file.display().to_string();
    assert!(files::writable(&file).is_ok());
    let (text, end) = told(&["-o", &out], 3, Ok(Exit::Done));
    assert_eq!(end, Ok(Exit::Done));
    assert!(text.contains("warm/start-steady(number: 3, ") && text.contains(&format!("warm/recipe-written(file: \"{out}\", ")), "{text}");
    assert!(Recipe::read(&file).is_ok());
    assert_eq!(std::fs::read_to_string(&beside).expect("it is left alone"), "of somebody else");
}

#[test]
fn a_recipe_that_cannot_be_written_is_printed_with_all_that_was_measured() {
    let folder = tempfile::tempdir().expect("a folder");
    let gone = folder.path().join("gone/recipe.toml").display().to_string();
    for file in [&gone, "/dev/full"] {
        let (text, end) = told(&["-o", file], 3, Ok(Exit::Done));
        let failure = end.expect_err("it is not written");
        assert_eq!((failure.name.as_str(), failure.exit), (RECIPE, Exit::Usage));
        assert!(text.contains("warm/start-steady(number: 3, ") && text.contains("warm_p95_ms = ") && !text.contains(file), "{text}");
        let (json, _) = told(&["-o", file, "--json"], 3, Ok(Exit::Done));
        let json: Value = serde_json::from_str(&json).expect("JSON");
        assert!(json["recipe"]["answers"].is_number() && json["recipe_file"].is_null(), "{json:#}");
        assert_eq!((&json["error"]["name"], json["starts"].as_array().map(Vec::len)), (&RECIPE.into(), Some(3)));
    }
}

#[test]
fn who_stops_it_and_a_start_that_fails_lose_no_start_before_and_make_no_recipe() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("recipe.toml");
    let out = file.display().to_string();
    for end in [Ok(Exit::Interrupted), Err(died())] {
        let (text, ended) = told(&["-o", &out], 2, end.clone());
        assert_eq!(ended, end);
        assert!(text.contains("warm/start-steady(number: 2, ") && text.contains("warm/no-recipe-of-some(made: 2, asked: 3)"), "{text}");
        assert!(!file.exists());
    }
    let (json, _) = told(&["--json"], 2, Err(died()));
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&json["starts_asked"], json["starts"].as_array().map(Vec::len)), (&3.into(), Some(2)));
    assert!(json["recipe"].is_null() && json["error"]["name"] == "target-died", "{json:#}");
}

#[test]
fn a_start_that_is_not_used_is_told_as_such() {
    let never = Measured { steady: None, since_s: None, ..measured() };
    let (text, _) = told_of(&[], vec![measured(), never], Ok(Exit::Done));
    assert!(text.contains("warm/start-steady(number: 1, ") && text.contains("warm/start-never-steady(number: 2, length: "), "{text}");
}

#[test]
fn starts_are_made_until_one_fails_or_the_user_stops_it() {
    let made = |third: Result<Option<u32>, Failure>| measure(3, |number| if number < 3 { Ok(Some(number)) } else { third.clone() });
    assert_eq!(made(Ok(Some(3))), (vec![1, 2, 3], Ok(Exit::Done)));
    assert_eq!(made(Ok(None)), (vec![1, 2], Ok(Exit::Interrupted)));
    assert_eq!(made(Err(died())), (vec![1, 2], Err(died())));
}
