//! What counts as weight, and what can be taken away.

use super::*;
use crate::params::Params;
use serde_json::json;
use std::path::Path;

fn rounds(good: [f64; 3], p95: f64) -> Vec<Round> {
    good.into_iter()
        .map(|good_per_s| Round { good_per_s, p95_ms: Some(p95), errors: 0.0, cpu_ms: Some(1e3 / good_per_s), length_s: 4.0 })
        .collect()
}

fn weight(with: Vec<Round>, without: Vec<Round>) -> Weight {
    Weight { variant: "slow".into(), switch: "pool".into(), change: "30 -> 10".into(), with, without, error: None }
}

#[test]
fn a_switch_weighs_when_a_fifth_is_won_in_every_round() {
    for (with, without, p95, weighs) in [
        ([100.0, 104.0, 98.0], [130.0, 125.0, 128.0], [50.0, 50.0], true),
        ([100.0, 104.0, 98.0], [110.0, 112.0, 115.0], [50.0, 50.0], false),
        ([100.0, 140.0, 98.0], [130.0, 125.0, 128.0], [50.0, 50.0], false),
        ([100.0, 104.0, 98.0], [100.0, 101.0, 99.0], [50.0, 30.0], true),
        ([100.0, 104.0, 98.0], [100.0, 101.0, 99.0], [50.0, 45.0], false),
        ([130.0, 125.0, 128.0], [100.0, 104.0, 98.0], [50.0, 50.0], false),
    ] {
        let w = weight(rounds(with, p95[0]), rounds(without, p95[1]));
        assert_eq!(w.weighs(), weighs, "{with:?} {without:?} {p95:?}");
    }
}

#[test]
fn ratios_are_of_medians_and_noise_is_of_rounds_of_one_side() {
    let w = weight(rounds([100.0, 110.0, 90.0], 40.0), rounds([200.0, 210.0, 205.0], 10.0));
    assert_eq!((w.throughput(), w.p95()), (Some(2.05), Some(0.25)));
    assert!(w.cpu().is_some_and(|c| (c - 1.0 / 2.05).abs() < 1e-9));
    assert_eq!(w.noise(), Some(110.0 / 90.0));
    let none = weight(Vec::new(), Vec::new());
    assert_eq!((none.throughput(), none.noise(), none.weighs()), (None, None, false));
}

#[test]
fn a_round_counts_good_answers_over_the_time_of_the_load() {
    let report = json!({
        "load": {"phases": [{"t0_s": 0.5, "t1_s": 4.5}]},
        "requests": {"total": {"count": 500, "errors": 100, "latency_ms": {"p95": 12.5}}},
    });
    let round = rounds::read(&report).unwrap();
    assert_eq!((round.good_per_s, round.p95_ms, round.errors), (100.0, Some(12.5), 0.2));
    let e = rounds::read(&json!({"load": {"phases": []}})).unwrap_err();
    assert!(e.to_string().contains("/load/phases/0/t1_s is null"), "{e}");
}

#[test]
fn each_setting_that_differs_is_taken_away_alone() {
    let tiny = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tiny");
    let case = Case::read(&tiny).unwrap().0;
    let names = |variant: &str| candidates(&case, case.variant(variant).unwrap()).into_iter().map(|c| c.switch).collect::<Vec<_>>();
    assert_eq!(names("after"), Vec::<String>::new());
    // SLOW stands in no process: it is not a switch
    assert_eq!(names("before"), ["neighbour", "side"]);
    let before = case.variant("before").unwrap();
    let side = candidates(&case, before).into_iter().find(|c| c.switch == "side").unwrap();
    assert!(before.params.contains_key("side") && !side.without.params.contains_key("side"));
    assert_eq!(side.without.params.len(), before.params.len() - 1);
    let drawn: Params = [("side".to_owned(), crate::Value::Whole(1))].into();
    assert_eq!(side.change(&[drawn, Params::new()]), "1 -> unset");
}

#[test]
fn the_table_says_what_weighs_and_why_something_could_not_be_weighed() {
    let mut broken = weight(Vec::new(), Vec::new());
    broken.error = Some("fill the placeholders of web\nmore".to_owned());
    let text = table(&[weight(rounds([100.0, 104.0, 98.0], 50.0), rounds([130.0, 125.0, 128.0], 40.0)), broken]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[1].contains("100/s (98 to 104)  128/s (125 to 130)"), "{text}");
    assert!(lines[1].ends_with("x1.28  x0.80  x0.78  x1.06  yes"), "{text}");
    assert!(lines[2].ends_with("-      -      -      fill the placeholders of web"), "{text}");
}
