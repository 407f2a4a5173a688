//! The JSON holds what its contract promises.

use crate::fixture;
use crate::json;
use diagnose::Margin;
use diagnose::judge::{Decided, Effect};
use model::{Attempt, Attempts, Carried, Message, Outcome, Run, message};
use serde_json::{Value, json as value};
use words::{Lang, as_ids, say};

/// The value at a path like `ledger.0.parts.0.ms`; the path must be there.
fn at<'a>(v: &'a Value, path: &str) -> &'a Value {
    path.split('.').fold(v, |v, key| {
        let next = key.parse::<usize>().ok().and_then(|i| v.get(i)).or_else(|| v.get(key));
        next.unwrap_or_else(|| panic!("{key} of {path} is not in the document"))
    })
}

#[test]
fn the_part_that_other_programs_rely_on_is_there_for_every_verdict() {
    for (case, status) in fixture::all().iter().zip(["found", "none", "inconclusive", "generator_limited"]) {
        let v = json(&case.run, &case.diagnosis);
        assert_eq!((at(&v, "schema_version"), at(&v, "verdict.status")), (&value!("1.0"), &value!(status)));
        for path in
            ["verdict.cause", "verdict.site", "load.knee.per_s", "requests.total.errors", "experiments", "environment.target.components"]
        {
            at(&v, path);
        }
        assert!(at(&v, "verdict.evidence_level").is_u64() && at(&v, "verdict.rules").is_array());
        for lang in ["en", "ko"] {
            assert!(at(&v, &format!("verdict.headline.{lang}")).is_string(), "{lang}");
        }
        for q in ["mean", "p50", "p95", "p99", "p99_9", "max"] {
            at(&v, &format!("requests.total.latency_ms.{q}"));
        }
        for key in ["level_per_s", "response_ms", "unexplained_ms", "unexplained_se_ms"] {
            assert!(at(&v, &format!("ledger.0.{key}")).is_number(), "{key}");
        }
        assert!(at(&v, "ledger.0.parts.0.path").is_string() && at(&v, "ledger.0.parts.0.ms").is_number());
        for key in ["cause", "status", "reason", "expected_if_true", "observed", "site", "missing_sensors", "evidence_level", "weight"] {
            at(&v, &format!("hypotheses.0.{key}"));
        }
        for key in ["validity", "generator.cpu", "generator.send_lag_p99_ms", "observer_cost_cpu", "sensors", "warnings"] {
            at(&v, &format!("quality.{key}"));
        }
    }
}

#[test]
fn a_named_cause_carries_its_finding_with_claims_fix_and_gain() {
    let c = fixture::found();
    let v = json(&c.run, &c.diagnosis);
    assert_eq!(at(&v, "verdict.primary_finding"), at(&v, "findings.0.id"));
    assert_eq!(at(&v, "findings.0.claims.0.value"), &value!(51.4));
    assert_eq!(at(&v, "findings.0.claims.0.window.0"), "phase:saturation");
    let start = c.run.info.started.ns() as f64 / 1e9;
    assert_eq!(
        (at(&v, "findings.0.claims.0.t0_s"), at(&v, "findings.0.claims.0.t1_s")),
        (&value!(1003.0 - start), &value!(1010.5 - start))
    );
    let series = value!([{ "name": "db.client.connection.count.used", "labels": { "pool": "HikariPool-1" } }]);
    assert_eq!(at(&v, "findings.0.claims.0.series"), &series);
    assert_eq!(at(&v, "findings.0.fixes.0.gain.estimate"), &value!(2104.0));
    assert_eq!(at(&v, "findings.1.status"), "secondary");
    assert_eq!(at(&v, "load.knee.per_s"), &value!(190.0));
    assert_eq!(at(&v, "run.started_at"), "2026-11-18T11:06:40.000Z");
}

#[test]
fn nothing_named_is_null_and_not_an_empty_string() {
    let c = fixture::none();
    let v = json(&c.run, &c.diagnosis);
    assert_eq!((at(&v, "verdict.cause"), at(&v, "verdict.site")), (&Value::Null, &Value::Null));
    assert_eq!(at(&v, "verdict.limit.reached"), false);
}

#[test]
fn what_is_not_finite_is_null() {
    let mut c = fixture::found();
    c.diagnosis.ledgers[0].unexplained_se_ms = f64::NAN;
    c.diagnosis.hypotheses[0].weight = f64::INFINITY;
    let v = json(&c.run, &c.diagnosis);
    assert_eq!((at(&v, "ledger.0.unexplained_se_ms"), at(&v, "hypotheses.0.weight")), (&Value::Null, &Value::Null));
}

#[test]
fn requests_are_of_open_levels_and_unanswered_ones_are_errors() {
    let mut c = fixture::found();
    let before = json(&c.run, &c.diagnosis);
    let open: usize = c.run.measured_phases().filter(|p| p.is_open()).map(|p| c.run.attempts_of(&p.id).count()).sum();
    assert_eq!(at(&before, "requests.total.count"), &value!(open));
    let start = c.run.phase("open-0.3").expect("the fixture has it").start;
    let mut more = Attempts::new("open-0.3", start);
    more.push(&Attempt { planned: start, sent: start, first_byte: start, done: start.plus_ns(9_000_000_000), outcome: Outcome::Censored });
    c.run.attempts.entry("open-0.3".to_owned()).or_default().push(more);
    let after = json(&c.run, &c.diagnosis);
    assert_eq!((at(&after, "requests.total.count"), at(&after, "requests.total.errors")), (&value!(open + 1), &value!(1)));
    assert_eq!(at(&after, "requests.total.latency_ms"), at(&before, "requests.total.latency_ms"));
}

#[test]
fn a_percentile_that_few_requests_cannot_support_is_null() {
    let mut c = fixture::found();
    c.diagnosis.levels.retain(|l| l.phase.id == "open-0.3");
    let v = json(&c.run, &c.diagnosis);
    assert!(at(&v, "requests.total.count").as_u64().is_some_and(|n| (100..1000).contains(&n)));
    assert!(at(&v, "requests.total.latency_ms.p99").is_number() && at(&v, "requests.total.latency_ms.p99_9").is_null());
}

/// The same run, of which every request is known to have carried something: every fourth bought in vain, the last has no route.
fn carrying(run: &mut Run) {
    run.info.routes = ["look", "buy", "look", "never"].map(str::to_owned).into();
    for batch in run.attempts.values_mut().flatten() {
        let all: Vec<Attempt> = batch.iter().collect();
        let mut told = Attempts::new(&batch.phase, batch.base);
        for (i, a) in all.iter().enumerate() {
            let (route, status, outcome) = if i % 4 == 1 { (1, 409, Outcome::ClientError) } else { (i as u16 % 2 * 2, 200, Outcome::Ok) };
            let last = i + 1 == all.len();
            let carried = Carried { route: (!last).then_some(route), status, bytes_in: 500, bytes_out: Some(80) };
            told.push_carried(&Attempt { outcome, ..*a }, &carried);
        }
        *batch = told;
    }
}

#[test]
fn what_requests_carried_stands_by_route_and_in_all() {
    let mut c = fixture::found();
    carrying(&mut c.run);
    let v = json(&c.run, &c.diagnosis);
    let number = |path: &str| at(&v, path).as_u64().unwrap_or_else(|| panic!("{path}"));
    let all = number("requests.total.count");
    assert_eq!((number("requests.bytes_in"), number("requests.bytes_out")), (500 * all, 80 * all));
    let of_status = |status: &str| at(&v, "requests.statuses").get(status).and_then(Value::as_u64).expect("counted");
    assert_eq!(of_status("200") + of_status("409"), all);
    let routes = at(&v, "requests.routes").as_array().expect("a list");
    assert_eq!(routes.iter().map(|r| r["name"].as_str().expect("text")).collect::<Vec<_>>(), ["look", "buy"]);
    assert_eq!((&routes[1]["count"], &routes[1]["errors"]), (&value!(of_status("409")), &value!(of_status("409"))));
    assert_eq!(routes[1]["statuses"], value!({ "409": of_status("409") }));
    // the last of each level has no route
    let levels = c.run.measured_phases().filter(|p| p.is_open()).count() as u64;
    assert_eq!(number("requests.routes.0.count") + number("requests.routes.1.count"), all - levels);
    assert!(at(&v, "requests.routes.0.latency_ms.p95").is_number() && at(&v, "requests.routes.0.achieved_per_s").as_f64() > Some(1.0));
}

#[test]
fn what_requests_carried_is_null_where_the_run_does_not_know_it() {
    let c = fixture::found();
    let v = json(&c.run, &c.diagnosis);
    for figure in ["statuses", "bytes_in", "bytes_out", "routes"] {
        assert_eq!(at(&v, &format!("requests.{figure}")), &Value::Null, "{figure}");
    }
    // one batch of a version that did not keep it is enough
    let mut half = fixture::found();
    carrying(&mut half.run);
    let start = half.run.phase("open-0.3").expect("the fixture has it").start;
    let mut more = Attempts::new("open-0.3", start);
    more.push(&Attempt { planned: start, sent: start, first_byte: start, done: start, outcome: Outcome::Ok });
    half.run.attempts.entry("open-0.3".to_owned()).or_default().push(more);
    assert_eq!(at(&json(&half.run, &half.diagnosis), "requests.bytes_in"), &Value::Null);
}

#[test]
fn each_of_several_processes_has_a_row_and_one_alone_has_none() {
    let one = fixture::found();
    assert_eq!(at(&json(&one.run, &one.diagnosis), "processes"), &value!([]));
    let two = fixture::two_processes();
    let v = json(&two.run, &two.diagnosis);
    assert_eq!((at(&v, "environment.target.pid"), at(&v, "environment.replicas.0.pid")), (&value!(421), &value!(422)));
    assert_eq!((at(&v, "processes.1.pid"), at(&v, "processes.1.port")), (&value!(422), &value!(8082)));
    for key in ["share_of_requests", "highest_per_s", "inside_ms", "hold_ms", "cpu_ms", "resources.0.utilisation", "ledger.0.parts.0.ms"] {
        assert!(at(&v, &format!("processes.1.{key}")).is_number(), "{key}");
    }
    let whose = say(&message!("processes/each", number: Count(2.0)), Lang::En);
    assert_eq!((at(&v, "verdict.whose"), at(&v, "verdict.whose_message.id")), (&value!(whose), &value!("processes/each")));
    let options = crate::TextOptions { width: 1_000, ..crate::TextOptions::default() };
    let page = as_ids(|| crate::text(&two.run, &two.diagnosis, &options));
    assert!(page.contains(r#"what: "pid 422, port 8082", says: "text/of-requests(share: \"50 %\")"#), "{page}");
}

#[test]
fn a_text_is_there_in_each_language_with_what_it_was_made_of() {
    let c = fixture::generator_limited();
    let v = json(&c.run, &c.diagnosis);
    assert_eq!(at(&v, "verdict.reason.id"), "judge/generator-limited");
    assert_eq!(at(&v, "verdict.reason.args.reasons.list.0.args.says.message.args.work"), &value!({ "share": 0.94 }));
    assert_eq!(at(&v, "verdict.reason.args.reasons.list.1"), &value!({ "id": "quality/shares-cores", "args": {} }));
    assert!(at(&v, "verdict.reason.ko") != at(&v, "verdict.reason.en"));
    let mut c = fixture::found();
    c.diagnosis.verdict.reason = message!("nowhere/nothing", ms: Ms(2.0));
    let v = json(&c.run, &c.diagnosis);
    assert_eq!(
        at(&v, "verdict.reason"),
        &value!({ "en": "nowhere/nothing(ms: 2)", "id": "nowhere/nothing", "args": { "ms": { "ms": 2.0 } } })
    );
}

#[test]
fn names_that_are_strings_have_their_text_beside_them() {
    let c = fixture::found();
    let v = json(&c.run, &c.diagnosis);
    let knob = v["hypotheses"].as_array().expect("a list").iter().find_map(|h| h["knob"].as_object()).expect("one has a knob");
    assert_eq!((&knob["setting"], &knob["setting_message"]["en"]), (&value!("pool 30"), &value!("pool 30")));
    let (name, text) = (say(&message!("saturation/cpu"), Lang::En), value!("saturation/cpu"));
    for place in ["findings.0.fixes.0.next_limit", "resources.0"] {
        assert_eq!((at(&v, &format!("{place}.name")), at(&v, &format!("{place}.name_message.id"))), (&value!(name), &text), "{place}");
    }
    assert_eq!((at(&v, "verdict.whose"), at(&v, "verdict.whose_message")), (&Value::Null, &Value::Null));
    let c = fixture::none();
    assert_eq!(at(&json(&c.run, &c.diagnosis), "verdict.limit.name_message.id"), &text);
}

#[test]
fn the_rules_that_decided_stand_with_when_they_hold_and_how_near_it_was() {
    let mut c = fixture::none();
    let clears = Decided { rule: "no-bend", effect: Effect::Clears, margin: None };
    let margin = Margin { value: 0.62, threshold: 0.6, error: 0.0 };
    let forbids = Decided { rule: "preview-explains", effect: Effect::ForbidsClearing, margin: Some(margin) };
    c.diagnosis.verdict.rules = vec![clears, forbids];
    let v = json(&c.run, &c.diagnosis);
    let rule = |i: usize, key: &str| at(&v, &format!("verdict.rules.{i}.{key}")).clone();
    assert_eq!((rule(0, "id"), rule(0, "effect"), rule(0, "margin")), ("no-bend".into(), "clears".into(), Value::Null));
    assert_eq!((rule(0, "when.id"), rule(0, "when.ko").is_string()), ("judge/no-bend-rule".into(), true));
    assert_eq!(
        (rule(1, "effect"), rule(1, "margin.value"), rule(1, "margin.error")),
        ("forbids-clearing".into(), value!(0.62), value!(0.0))
    );
    assert!(rule(1, "margin.distance").as_f64().is_some_and(|d| d > 0.0 && d < 1.0));
}

#[test]
fn a_cause_that_may_not_be_named_is_a_candidate_and_those_that_explain_as_much_are_listed() {
    let mut c = fixture::inconclusive();
    assert_eq!(at(&json(&c.run, &c.diagnosis), "verdict.candidate"), &Value::Null);
    let why = message!("judge/candidate-nearly-holds", cause: name("row-locked"), reason: (Message::default()));
    c.diagnosis.verdict.reason = why;
    c.diagnosis.verdict.tied = vec!["index-missing"];
    let v = json(&c.run, &c.diagnosis);
    assert_eq!((at(&v, "verdict.candidate"), at(&v, "verdict.cause")), (&value!("row-locked"), &Value::Null));
    assert_eq!(at(&v, "verdict.headline.args.cause"), &value!({ "name": "row-locked" }));
    assert_eq!(at(&v, "verdict.tied"), &value!(["index-missing"]));
}
