//! `[load]`: modes, stages, and what contradicts itself.

use super::{TARGET, mistakes, parse};
use crate::profile::{Shape, Stage};
use crate::scenario::{LoadMode, LoadSpec, Quantity};

const STEP: &str = "[[scenario.step]]\nrequest = \"GET /\"\n";

fn load(keys: &str) -> LoadSpec {
    parse(&format!("{TARGET}[load]\n{keys}\n{STEP}"), &[]).unwrap_or_else(|e| panic!("{e}")).load().clone()
}

fn wrong(keys: &str) -> String {
    mistakes(&format!("{TARGET}[load]\n{keys}\n{STEP}"), &[]).join("\n")
}

const S: i64 = 1_000_000_000;

#[test]
fn a_ramp_is_the_stage_that_it_is() {
    let ramp = load("mode = \"ramp\"\nmax_rate = 200\nduration = \"1m\"");
    assert_eq!((ramp.mode, ramp.rate_per_s), (Some(LoadMode::Ramp), Some(0.0)));
    assert_eq!(ramp.stages, [Stage { duration_ns: 60 * S, target: 200.0, shape: Shape::Ramp }]);
    assert_eq!(load("mode = \"ramp\"\nrate = 50\nmax_rate = 200\nduration = \"1m\"").rate_per_s, Some(50.0));
}

#[test]
fn modes_say_what_they_need_and_what_they_cannot_be_with() {
    for (keys, expected) in [
        ("mode = \"rate\"", "load.mode \"rate\" needs load.rate"),
        ("mode = \"rate\"\nusers = 5", "load.users has no meaning in mode \"rate\""),
        ("mode = \"rate\"\nrate = 300\nmax_rate = 200", "load.rate is above load.max_rate"),
        ("mode = \"ramp\"\nduration = \"1m\"", "load.mode \"ramp\" needs load.max_rate (allowed: max_rate and duration)"),
        ("mode = \"ramp\"\nmax_rate = 5", "load.mode \"ramp\" needs load.duration"),
        ("closed = true\nrate = 5", "load.rate has no meaning in mode \"closed\""),
        ("closed = true\nmode = \"rate\"\nrate = 5", "load.closed contradicts load.mode"),
        ("mode = \"find-knee\"\nrate = 5", "load.rate has no meaning in mode \"find-knee\""),
        ("mode = \"fast\"", "load.mode is \"fast\" (allowed: find-knee, rate, ramp, closed)"),
    ] {
        assert!(wrong(keys).contains(expected), "{keys}:\n{}", wrong(keys));
    }
    assert_eq!(load("closed = true\nusers = 5").mode, Some(LoadMode::Closed));
    assert_eq!(load("mode = \"find-knee\"\nmax_rate = 2000").max_rate_per_s, Some(2000.0));
}

#[test]
fn a_gradual_shift_is_equal_steps_of_the_way() {
    let l = load("stages = [{ for = \"10s\", rate = 100 }, { rate = 200, by = \"20%\", every = \"30s\" }]");
    let step = |target| Stage { duration_ns: 30 * S, target, shape: Shape::Step };
    assert_eq!(l.stages[1..], [120.0, 140.0, 160.0, 180.0, 200.0].map(step));
    let down = load("stages = [{ for = \"10s\", users = 10 }, { users = 0, by = \"30 %\", every = \"30s\" }]");
    assert_eq!((down.stages_of, &down.stages[1..]), (Quantity::Users, &[7.0, 4.0, 1.0, 0.0].map(step)[..]));
    assert_eq!(load("stages = [{ rate = 50, by = \"100%\", every = \"30s\" }]").stages, [step(50.0)]);
}

#[test]
fn a_gradual_shift_needs_both_its_keys_and_no_others() {
    for (stage, expected) in [
        ("rate = 5, by = \"20%\"", "load.stages[0].every is missing"),
        ("rate = 5, every = \"1s\"", "load.stages[0].by is missing"),
        ("rate = 5, by = \"20%\", every = \"1s\", for = \"5s\"", "load.stages[0].for stands beside by and every"),
        ("rate = 5, by = 20, every = \"1s\"", "load.stages[0].by is 20 (allowed: a percentage from"),
        ("rate = 5, by = \"0%\", every = \"1s\"", "load.stages[0].by is \"0%\""),
        ("rate = 5", "load.stages[0].for is missing"),
    ] {
        let seen = wrong(&format!("stages = [{{ {stage} }}]"));
        assert!(seen.contains(expected), "{stage}:\n{seen}");
    }
}
