//! The JSON of `load` holds what its contract promises.

use super::json;
use crate::load::fixture;
use serde_json::Value;

fn at<'a>(v: &'a Value, path: &str) -> &'a Value {
    path.split('.').fold(v, |v, key| {
        let next = key.parse::<usize>().ok().and_then(|i| v.get(i)).or_else(|| v.get(key));
        next.unwrap_or_else(|| panic!("{key} of {path} is not in the document"))
    })
}

#[test]
fn the_part_that_other_programs_rely_on_is_there_for_every_run() {
    for c in fixture::all() {
        let v = json(&c.report);
        assert_eq!(at(&v, "schema_version"), "1.0");
        for path in ["load.knee.per_s", "load.phases.0.achieved_per_s", "requests.total.count", "requests.total.errors", "slo", "series"] {
            at(&v, path);
        }
        for q in ["count", "mean", "p50", "p95", "p99", "p99_9", "max"] {
            at(&v, &format!("requests.total.latency_ms.{q}"));
        }
        for key in ["validity", "grade", "generator.cpu", "generator.send_lag_p99_ms", "observer_cost_cpu", "sensors", "warnings"] {
            at(&v, &format!("quality.{key}"));
        }
        for key in ["expr", "pass", "status", "reason", "seen", "limit", "unit"] {
            at(&v, &format!("slo.0.{key}"));
        }
    }
}

#[test]
fn it_has_the_objects_of_a_diagnosis_and_more_in_them() {
    fn covers(path: &str, why: &Value, load: &Value) {
        if let (Value::Object(why), Value::Object(load)) = (why, load) {
            for (key, value) in why {
                // kinds of failure are those of the run
                if key != "errors_by_outcome" {
                    let path = format!("{path}.{key}");
                    covers(&path, value, load.get(key).unwrap_or_else(|| panic!("{path} is missing")));
                }
            }
        }
    }
    let diagnosed = crate::fixture::found();
    let (why, load) = (crate::json(&diagnosed.run, &diagnosed.diagnosis), json(&fixture::good().report));
    for key in ["load", "requests", "quality"] {
        covers(key, &why[key], &load[key]);
    }
}

#[test]
fn figures_are_those_of_the_run() {
    let c = fixture::failing();
    let v = json(&c.report);
    assert_eq!((at(&v, "requests.total.count"), at(&v, "requests.total.errors")), (&15_000.into(), &180.into()));
    assert_eq!(at(&v, "requests.total.errors_by_outcome.server-error"), 140);
    assert_eq!(at(&v, "requests.errors.0.kind"), "status 503");
    assert_eq!((at(&v, "slo.0.pass"), at(&v, "slo.0.seen")), (&false.into(), &0.012.into()));
    let cpu = at(&v, "quality.generator.cpu").as_f64().expect("a number");
    assert!((cpu - 0.14).abs() < 1e-9, "without active waiting: {cpu}");
    assert_eq!(at(&v, "run.status"), "aborted");
    assert_eq!(at(&v, "run.started_at"), "2026-11-18T11:06:40.000Z");
}

#[test]
fn a_percentile_that_few_requests_cannot_carry_is_null() {
    let v = json(&fixture::cut_short().report);
    assert!(at(&v, "requests.total.latency_ms.p95").is_number());
    assert!(at(&v, "requests.total.latency_ms.p99").is_null() && at(&v, "requests.total.latency_ms.p99_9").is_null());
    assert_eq!(at(&v, "requests.response_is_lower_bound"), true);
    let v = json(&fixture::invalid().report);
    assert!(at(&v, "requests.total.latency_ms.p99_9").is_number() && at(&v, "requests.total.latency_ms.p99_99").is_null());
    assert_eq!((at(&v, "slo.0.pass"), at(&v, "slo.2.pass")), (&Value::Null, &Value::Null));
}

#[test]
fn series_are_columns_of_one_length() {
    let v = json(&fixture::good().report);
    let columns = at(&v, "series").as_array().expect("a list");
    assert!(columns.iter().all(|c| c["data"].as_array().is_some_and(|d| d.len() == 30) && c["interval_s"] == 1.0));
    assert_eq!(columns[0]["data"][7], 7.0);
}

#[test]
fn scenarios_have_figures_phases_and_objectives_of_their_own() {
    let v = json(&fixture::several().report);
    assert_eq!(
        (at(&v, "load.model"), at(&v, "load.phases.1.id"), at(&v, "load.phases.1.t0_s")),
        (&"scenarios".into(), &"sale".into(), &10.0.into())
    );
    assert_eq!((at(&v, "requests.scenarios.0.count"), at(&v, "requests.scenarios.1.errors")), (&13_000.into(), &12.into()));
    assert_eq!((at(&v, "requests.levels.0.phase"), at(&v, "requests.routes.2.name")), (&"poll".into(), &"sale/buy".into()));
    let passed: Vec<&Value> = at(&v, "slo").as_array().expect("a list").iter().map(|s| &s["pass"]).collect();
    assert_eq!(passed, [false, true, true, true], "by scenario and by its route");
    let sale = at(&v, "load.description.args.each.list.1");
    assert_eq!((&sale["id"], at(sale, "args.start")), (&"load/scenario-from".into(), &serde_json::json!({ "seconds": 10.0 })), "{v:#}");
    assert_eq!((&sale["args"]["scenario"]["name"], at(sale, "args.load.message.id")), (&"sale".into(), &"load/stages".into()), "{v:#}");
}
