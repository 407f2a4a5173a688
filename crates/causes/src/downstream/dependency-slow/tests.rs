//! Holds when the answer slows down with load and is seen awaited; does not when it is merely long, when calls may wait in the client, and
//! loses to the full pool around it.

use crate::tests::built::{count, count_by_level, replace_stack};
use crate::tests::{before, verdict};
use diagnose::{Analysis, Diagnosis, Status};
use model::series::labels;
use model::{Series, Value, signal};
use testkit::{LevelSpec, RareSpec, RunBuilder};

const ID: &str = "dependency-slow";

/// Calls take 40 ms and more under light load and `heavy_ms` at 300/s, when the answers of `awaited` of them are awaited on a connection.
/// `standing` connections await an answer whatever the load.
fn slower(heavy_ms: f64, awaited: Option<f64>, standing: f64) -> Diagnosis {
    let run = RunBuilder::new().usual_levels(300.0, |f, l| {
        let remote = if f >= 1.0 { heavy_ms } else { 40.0 + 30.0 * f };
        let awaited = awaited.map(|n| standing + if f >= 1.0 { n } else { l.per_s * remote / 1e3 });
        LevelSpec { remote, rare: RareSpec { awaited, ..RareSpec::default() }, ..l }
    });
    let mut run = run.build();
    run.environment.target.peers = vec!["127.0.0.1:9000".into()];
    verdict(run)
}

#[test]
fn holds_when_the_answer_slows_down_with_load_and_is_awaited_on_as_many_connections() {
    let d = slower(180.0, Some(52.0), 3.0);
    assert_eq!(d.verdict.cause, Some(ID), "{:#?}", d.verdict);
    assert!(d.hypothesis(ID).unwrap().weight > 0.6);
}

#[test]
fn the_endpoint_that_takes_most_of_the_time_is_told() {
    let mut run = RunBuilder::new().usual_levels(300.0, |_, l| LevelSpec { remote: 40.0, ..l }).build();
    let (window, requests) = {
        let a = Analysis::of(&run);
        let heavy = a.heavy().expect("levels");
        (heavy.window, heavy.requests as f64)
    };
    for (endpoint, ms, each) in [("GET stock:8081/items/{id}", 36.0, 1.0), ("GET price:80/now", 2.0, 2.0)] {
        let of = labels([("endpoint", endpoint)]);
        let mut grows = |signal: &str, of: model::Labels, by: f64| {
            let mut s = Series::new(signal, of);
            s.push(window.0, 0.0);
            s.push(window.1, by);
            run.series.insert((s.signal.clone(), s.labels.clone()), s);
        };
        grows(signal::ENDPOINT_TIME, of.clone(), requests * each * ms / 1e3);
        grows(signal::ENDPOINT_COUNT, of.into_iter().chain([("status".to_owned(), "200".to_owned())]).collect(), requests * each);
    }
    let d = verdict(run);
    let claim = d.hypothesis(ID).unwrap().claims.iter().find(|c| c.metric == "endpoint_ms").expect("told");
    assert!((claim.value - 36.0).abs() < 0.1, "{claim:?}");
    assert!(claim.text.figure("calls").is_some_and(|n| (n - 1.0).abs() < 0.01), "{claim:?}");
}

/// Requests wait 2 ms for calls and 180 ms at saturation, when as many are awaited on their connections; each makes one, which takes
/// `each` ms by the level.
fn awaited_by(each: impl Fn(f64) -> f64) -> Diagnosis {
    let run = RunBuilder::new().usual_levels(300.0, |f, l| {
        let remote = if f >= 1.0 { 180.0 } else { 2.0 };
        LevelSpec { remote, rare: RareSpec { awaited: Some(l.per_s * each(f) / 1e3), ..RareSpec::default() }, ..l }
    });
    let mut run = run.build();
    run.environment.target.peers = vec!["127.0.0.1:9000".into()];
    let endpoint = ("endpoint", "POST push:9000/messages");
    count(&mut run, signal::ENDPOINT_COUNT, labels([endpoint, ("status", "200")]), 1.0);
    count_by_level(&mut run, signal::ENDPOINT_TIME, labels([endpoint]), |f| each(f) / 1e3);
    verdict(run)
}

#[test]
fn calls_that_others_waited_for_before_are_no_slower() {
    let d = awaited_by(|_| 200.0);
    let h = d.hypothesis(ID).unwrap();
    assert!(h.status == Status::Secondary && h.reason.is("dependency-slow/waited-for-by-others"), "{h:#?}");
    assert_eq!(d.verdict.cause, None, "{:#?}", d.verdict);
    let d = awaited_by(|f| if f >= 1.0 { 200.0 } else { 40.0 });
    assert_eq!(d.verdict.cause, Some(ID), "they take longer themselves: {:#?}", d.verdict);
}

#[test]
fn calls_that_wait_in_the_client_are_not_blamed_on_the_other_service() {
    for awaited in [Some(10.0), None] {
        let d = slower(180.0, awaited, 40.0);
        let h = d.hypothesis(ID).unwrap();
        assert_eq!((h.status, d.verdict.cause), (Status::Untested, None), "{awaited:?}: {:#?}", d.verdict);
        let words = if awaited.is_some() { "dependency-slow/fewer-awaited" } else { "dependency-slow/not-told-apart" };
        assert!(h.reason.is(words), "{}", h.reason);
    }
}

#[test]
fn a_long_but_steady_answer_is_secondary() {
    let run = RunBuilder::new().usual_levels(300.0, |_, l| LevelSpec { remote: 40.0, ..l }).build();
    let d = verdict(run);
    let h = d.hypothesis(ID).unwrap();
    assert_eq!((h.status, h.weight), (Status::Secondary, 0.0));
}

#[test]
fn an_answer_that_takes_very_long_at_every_load_is_why_requests_are_slow() {
    let steady = |ms: f64, awaited: f64| {
        let run = RunBuilder::new().usual_levels(100.0, |_, l| LevelSpec {
            remote: ms,
            rare: RareSpec { awaited: Some(awaited * l.per_s * ms / 1e3), ..RareSpec::default() },
            ..l
        });
        let mut run = run.build();
        run.environment.target.peers = vec!["127.0.0.1:9000".into()];
        verdict(run)
    };
    let d = steady(400.0, 1.0);
    let h = d.hypothesis(ID).unwrap();
    assert!(d.verdict.cause == Some(ID) && h.reason.says("dependency-slow/at-every-load"), "{:#?} {h:#?}", d.verdict);
    let d = steady(400.0, 0.3);
    assert_eq!((d.hypothesis(ID).unwrap().status, d.verdict.cause), (Status::Untested, None), "they wait in the client: {:#?}", d.verdict);
    assert_eq!(steady(150.0, 1.0).hypothesis(ID).unwrap().status, Status::Secondary);
}

#[test]
fn where_few_requests_call_it_is_told_how_long_those_wait() {
    let of = |calls: f64, awaited: f64| {
        let run = RunBuilder::new().usual_levels(300.0, |_, l| LevelSpec {
            remote: 40.0,
            rare: RareSpec { awaited: Some(awaited * l.per_s * 0.04), ..RareSpec::default() },
            ..l
        });
        let mut run = run.build();
        run.environment.target.peers = vec!["127.0.0.1:9000".into()];
        for signal in [signal::PEER_SEGMENTS_SENT, signal::PEER_SEGMENTS_RECEIVED] {
            count(&mut run, signal, labels([("peer", "127.0.0.1:9000")]), calls);
        }
        verdict(run).hypothesis(ID).unwrap().reason.clone()
    };
    let said = of(0.16, 1.0);
    let told = said.find("dependency-slow/seldom").map(|m| (m.arg("calls").cloned(), m.arg("each").cloned()));
    let Some((Some(Value::Count(calls)), Some(Value::Ms(each)))) = told else { panic!("{said}") };
    assert!(calls == 16.0 && (240.0..260.0).contains(&each), "{said}");
    for (calls, awaited, why) in [(0.55, 1.0, "more than half of them"), (0.0, 1.0, "none"), (0.16, 0.2, "calls that share a connection")] {
        assert!(!of(calls, awaited).says("dependency-slow/seldom"), "{why}");
    }
}

/// Calls that take 20 ms, of which the other service refuses so many under light load and at saturation; requests sleep for 300 ms then,
/// inside a retry of the client or in code of their own.
fn refused(light: f64, heavy: f64, status: &str, retry: &str) -> model::Run {
    let limited = |f: f64, l: LevelSpec| LevelSpec { remote: 20.0, lock: if f >= 1.0 { 300.0 } else { 1.0 }, workers: 200.0, ..l };
    let mut run = RunBuilder::new().usual_levels(190.0, limited).build();
    let sleeps =
        ["org.apache.catalina.connector.CoyoteAdapter.service", "shop.orders.PaymentClient.check", retry, "java.lang.Thread.sleep"];
    replace_stack(&mut run, "shop.orders.Format.date", &sleeps);
    for (status, by_level) in [("200", false), (status, true)] {
        let of = labels([("endpoint", "GET rates:9000/quote"), ("status", status)]);
        count_by_level(&mut run, signal::ENDPOINT_COUNT, of, |f| match (by_level, f >= 1.0) {
            (false, _) => 1.0,
            (true, false) => light,
            (true, true) => heavy,
        });
    }
    count(&mut run, signal::ENDPOINT_TIME, labels([("endpoint", "GET rates:9000/quote")]), 0.02);
    run
}

const RETRY: &str = "com.google.api.client.util.BackOffUtils.next";

#[test]
fn a_limit_on_the_rate_is_named_where_requests_wait_to_try_again() {
    let d = verdict(refused(0.0, 0.8, "429", RETRY));
    let h = d.hypothesis(ID).unwrap();
    assert!(d.verdict.cause == Some(ID) && h.reason.is("dependency-slow/limit"), "{:#?} {h:#?}", d.verdict);
    let claim = h.claims.iter().find(|c| c.metric == "refused_share").expect("told");
    assert!((claim.value - 0.8 / 1.8).abs() < 0.01, "{claim:?}");
    assert!(claim.text.figure("passed").is_some_and(|n| (n - 190.0).abs() < 10.0), "{claim:?}");
}

#[test]
fn refusals_name_nobody_where_others_are_more_or_something_else_is_tried_again() {
    let mut run = refused(0.0, 0.8, "429", RETRY);
    let of = labels([("endpoint", "GET stock:9000/items/{id}"), ("status", "503")]);
    count_by_level(&mut run, signal::ENDPOINT_COUNT, of, |f| if f >= 1.0 { 0.9 } else { 0.0 });
    assert!(!verdict(run).hypothesis(ID).unwrap().reason.is("dependency-slow/limit"), "more of other calls fail");
    let mut run = refused(0.0, 0.8, "429", RETRY);
    let sleeps = ["org.apache.catalina.connector.CoyoteAdapter.service", "shop.orders.Ledger.write", RETRY, "java.lang.Thread.sleep"];
    replace_stack(&mut run, RETRY, &sleeps);
    assert!(!verdict(run).hypothesis(ID).unwrap().reason.is("dependency-slow/limit"), "it makes no calls");
}

#[test]
fn refusals_name_nobody_where_they_are_usual_few_or_not_what_requests_wait_for() {
    for (light, heavy, status, waits, why) in [
        (0.4, 0.8, "429", RETRY, "under light load as well"),
        (0.0, 0.05, "429", RETRY, "one of twenty"),
        (0.0, 0.8, "404", RETRY, "an answer"),
        (0.0, 0.8, "429", "shop.orders.Pace.slowly", "they sleep for another reason"),
    ] {
        let d = verdict(refused(light, heavy, status, waits));
        assert!(d.verdict.cause.is_none() && !d.hypothesis(ID).unwrap().reason.is("dependency-slow/limit"), "{why}: {:#?}", d.verdict);
    }
}

#[test]
fn loses_to_the_pool_that_is_held_across_the_call() {
    let d = verdict(before(10.0));
    assert_eq!(d.hypothesis(ID).unwrap().status, Status::Rejected);
}
