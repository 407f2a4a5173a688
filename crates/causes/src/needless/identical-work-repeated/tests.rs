//! Fires where each request loads credentials and exchanges them; quiet where a token is renewed now and then; a candidate where the token
//! may be a user's.

use crate::facts::other_ceilings;
use crate::tests::built::{count, count_by_level, full_core_of, replace_stack};
use crate::tests::opened::open_for_each_request;
use crate::tests::verdict;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Hypothesis, Status};
use model::series::labels;
use model::{Run, signal};
use testkit::{LevelSpec, LoopSpec, RunBuilder};

const DISPATCH: &str = "org.apache.catalina.connector.CoyoteAdapter.service";

/// Ten workers, each kept 53 ms, 50 ms of it asking for a token (the builder's stack of a lock is replaced); `loading` ms of CPU read the
/// credentials.
fn run(loading: f64) -> Run {
    let mut run = RunBuilder::new()
        .usual_levels(190.0, |f, l| LevelSpec {
            lock: 50.0,
            cpu_site: loading,
            cpu_framework: 0.9 - loading,
            workers: 10.0,
            worker_queue: if f >= 1.0 {
                280.0
            } else if f > 0.7 {
                8.0
            } else {
                0.3
            },
            ..l
        })
        .build();
    let exchange = [
        DISPATCH,
        "shop.login.Tokens.fresh",
        "com.google.auth.oauth2.OAuth2Credentials.refreshIfExpired",
        "com.google.auth.oauth2.ServiceAccountCredentials.refreshAccessToken",
        "sun.net.www.protocol.http.HttpURLConnection.getInputStream",
        "sun.nio.ch.NioSocketImpl.implRead",
        "sun.nio.ch.Net.poll",
    ];
    replace_stack(&mut run, "shop.orders.Format.date", &exchange);
    if loading > 0.0 {
        let load =
            [DISPATCH, "shop.login.Tokens.fresh", "com.google.auth.oauth2.GoogleCredentials.fromStream", "java.math.BigInteger.<init>"];
        replace_stack(&mut run, "com.fasterxml.jackson.databind.ObjectMapper.readValue", &load);
    }
    run
}

#[expect(clippy::needless_pass_by_value, reason = "a run is built for one question")]
fn told(run: Run) -> Hypothesis {
    super::CAUSE.hypothesis(&Analysis::of(&run))
}

#[test]
fn fires_where_each_request_loads_credentials_and_exchanges_them() {
    let h = told(run(0.5));
    assert_eq!(h.status, Status::Supported, "{h:#?}");
    assert!(h.reason.is("identical-work-repeated/holds"), "{}", h.reason);
    assert_eq!(h.site, "Tokens.fresh:41");
    let (fetching, loading) = (h.observed.figure("fetching").unwrap(), h.observed.figure("loading").unwrap());
    assert!((fetching - 50.0).abs() < 3.0 && (loading - 0.5).abs() < 0.2, "{}", h.observed);
    let gain = h.gain.expect("workers are counted");
    assert!(gain.bound_per_s > 2.0 * gain.now_per_s, "{gain:?}");
    // of the 0.9 ms of CPU that a request takes 0.5 go with it
    let run = run(0.5);
    let as_it_is = &other_ceilings(&Analysis::of(&run), ResourceKind::Workers)[0];
    assert_eq!(as_it_is.kind, ResourceKind::TargetCpu);
    assert!(gain.model_per_s > 1.3 * as_it_is.per_s, "{gain:?}, {as_it_is:?}");
}

#[test]
fn the_file_that_each_request_opens_is_evidence() {
    let mut run = run(0.5);
    open_for_each_request(&mut run, "credentials.json", |_| 1.0);
    let h = told(run);
    let file = h.claims.iter().find(|c| c.metric == "file_opens").expect("told");
    assert!(file.text.is("identical-work-repeated/beside") && (file.value - 1.0).abs() < 0.05, "{file:?}");
}

#[test]
fn a_token_that_may_be_a_users_is_a_candidate() {
    let h = told(run(0.0));
    assert_eq!(h.status, Status::Untested, "{h:#?}");
    assert!(h.reason.is("identical-work-repeated/whose"), "{}", h.reason);
}

/// The same, of whose calls for a token this share says what the one before it said.
fn asks(run: Run, repeated: f64, varied: bool) -> Run {
    asks_for("POST tokens:9000/token", run, repeated, varied)
}

fn asks_for(endpoint: &str, run: Run, repeated: f64, varied: bool) -> Run {
    let mut run = run;
    run.environment.load_varies = varied;
    let of = endpoint;
    let endpoint = || labels([("endpoint", of)]);
    count(&mut run, signal::ENDPOINT_COUNT, labels([("endpoint", of), ("status", "200")]), 1.0);
    count(&mut run, signal::ENDPOINT_TIME, endpoint(), 0.05);
    count(&mut run, signal::ENDPOINT_COMPARED, endpoint(), 0.9);
    count(&mut run, signal::ENDPOINT_REPEATED, endpoint(), 0.9 * repeated);
    run
}

#[test]
fn a_token_that_is_asked_for_in_the_same_words_is_the_same() {
    let h = told(asks(run(0.0), 0.99, true));
    assert_eq!(h.status, Status::Supported, "{h:#?}");
    let claim = h.claims.iter().find(|c| c.metric == "repeated_share").expect("told");
    assert!(claim.text.is("identical-work-repeated/says-the-same") && (claim.value - 0.99).abs() < 0.01, "{claim:?}");
    assert_eq!(told(asks(run(0.0), 0.6, true)).status, Status::Untested, "some users ask twice");
    assert_eq!(told(asks(run(0.0), 0.99, false)).status, Status::Untested, "the load is one user's");
    // the same words go elsewhere, beside what fetches: less time than that, or more than requests wait for
    for times in [0.6, 1.3] {
        let mut beside = asks(run(0.0), 0.99, true);
        for s in beside.series.values_mut().filter(|s| s.signal == signal::ENDPOINT_TIME) {
            s.v.iter_mut().for_each(|v| *v *= times);
        }
        assert_eq!(told(beside).status, Status::Untested, "{times}");
    }
}

#[test]
fn any_call_in_the_same_words_is_told_and_not_named() {
    let blocked = |f: f64, l: LevelSpec| LevelSpec { remote: 50.0, workers: 10.0, worker_queue: if f >= 1.0 { 280.0 } else { 0.3 }, ..l };
    let run = || RunBuilder::new().usual_levels(190.0, blocked).build();
    let d = verdict(asks_for("GET prices:9000/rates", run(), 0.99, true));
    let h = d.hypothesis("identical-work-repeated").expect("heard");
    assert!(h.status == Status::Secondary && h.reason.is("identical-work-repeated/same-words"), "{h:#?}");
    assert_eq!(d.verdict.cause, Some("worker-threads-blocked-downstream"), "{:#?}", d.verdict);
    assert_eq!(told(asks_for("GET prices:9000/rates", run(), 0.99, false)).status, Status::Rejected);
    let h = told(asks(run(), 0.99, true));
    assert!(h.status == Status::Untested && h.reason.is("identical-work-repeated/whose"), "a token may be made for one use: {h:#?}");
}

#[test]
fn stays_quiet_where_a_token_is_renewed_in_one_second_of_a_level() {
    let mut run = run(0.5);
    for profile in run.wall.values_mut() {
        let until = profile.start.plus_ns(900_000_000);
        profile.samples.retain(|s| s.t < until);
        profile.samples.iter_mut().for_each(|s| s.weight = s.weight.min(40));
    }
    let h = told(run);
    assert_eq!(h.status, Status::Rejected, "{h:#?}");
}

#[test]
fn stays_quiet_on_a_healthy_service_and_where_workers_wait_for_another_call() {
    assert_eq!(told(RunBuilder::new().usual_levels(300.0, |_, l| l).build()).status, Status::Rejected);
    let blocked = |f: f64, l: LevelSpec| LevelSpec { remote: 50.0, workers: 10.0, worker_queue: if f >= 1.0 { 280.0 } else { 0.3 }, ..l };
    assert_eq!(told(RunBuilder::new().usual_levels(190.0, blocked).build()).status, Status::Rejected);
}

#[test]
fn owns_a_full_core_by_its_share_of_it() {
    let stack = &["shop.login.Tokens.fresh", "com.google.auth.oauth2.GoogleCredentials.fromStream", "java.math.BigInteger.<init>"];
    let h = told(full_core_of(stack, 0.6, 1.0));
    assert!(h.status == Status::Supported && h.reason.is("identical-work-repeated/of-cpu"), "{h:#?}");
    let h = told(full_core_of(stack, 0.22, 1.0));
    assert!(h.status == Status::Untested && h.reason.is("identical-work-repeated/less-of-cpu"), "{h:#?}");
    assert_eq!(told(full_core_of(stack, 0.1, 1.0)).status, Status::Rejected);
}

#[test]
fn a_key_that_may_be_a_users_leaves_the_name_to_what_builds_it() {
    let stack = &["shop.login.Keys.of", "java.security.KeyFactory.generatePrivate", "java.math.BigInteger.<init>"];
    let d = verdict(full_core_of(stack, 0.6, 1.0));
    assert_eq!(d.verdict.cause, Some("built-per-use"), "{:#?}", d.verdict);
    assert_eq!(d.hypothesis("identical-work-repeated").map(|h| h.status), Some(Status::Secondary));
}

#[test]
fn what_only_looks_like_the_candidate_is_not_named_and_what_is_shown_is() {
    let d = verdict(run(0.5));
    assert_eq!(d.verdict.cause, Some("identical-work-repeated"), "{:#?}", d.verdict);
    let d = verdict(run(0.0));
    assert_eq!(d.verdict.cause, None, "{:#?}", d.verdict);
    let others_call =
        |f: f64, l: LevelSpec| LevelSpec { remote: 50.0, workers: 10.0, worker_queue: if f >= 1.0 { 280.0 } else { 0.3 }, ..l };
    let d = verdict(RunBuilder::new().usual_levels(190.0, others_call).build());
    assert_eq!(d.verdict.cause, Some("worker-threads-blocked-downstream"), "{:#?}", d.verdict);
}

/// On an event loop, calls of 12 ms under light load and of 120 ms at saturation, where the issuer has a queue.
fn on_event_loop(path: &str, repeated: f64, varied: bool) -> diagnose::Diagnosis {
    let run = RunBuilder::node(2).usual_loop_levels(100.0, |f, l| LoopSpec { remote: if f >= 1.0 { 120.0 } else { 12.0 }, ..l });
    let mut run = run.build();
    run.environment.load_varies = varied;
    let endpoint = format!("GET issuer:9000/{path}");
    let of = || labels([("endpoint", &endpoint)]);
    count(&mut run, signal::ENDPOINT_COUNT, labels([("endpoint", endpoint.as_str()), ("status", "200")]), 1.0);
    count_by_level(&mut run, signal::ENDPOINT_TIME, of(), |f| if f >= 1.0 { 0.12 } else { 0.012 });
    count(&mut run, signal::ENDPOINT_COMPARED, of(), 1.0);
    count(&mut run, signal::ENDPOINT_REPEATED, of(), repeated);
    verdict(run)
}

#[test]
fn on_an_event_loop_calls_tell_it() {
    let d = on_event_loop("v1/service-accounts/default/token", 1.0, true);
    let h = d.hypothesis("identical-work-repeated").expect("heard");
    assert_eq!(d.verdict.cause, Some("identical-work-repeated"), "{:#?} {h:#?}", d.verdict);
    assert!(h.observed.is("identical-work-repeated/fetched-again"), "{}", h.observed);
    for (path, repeated, varied, why) in [
        ("oauth/token", 0.5, true, "users have tokens"),
        ("oauth/token", 1.0, false, "one user"),
        ("checkout/token", 1.0, true, "it may be made for one use"),
        ("rates", 1.0, true, "it may change"),
    ] {
        let d = on_event_loop(path, repeated, varied);
        assert_ne!(d.verdict.cause, Some("identical-work-repeated"), "{why}: {:#?}", d.verdict);
    }
    let status = |path: &str| on_event_loop(path, 1.0, true).hypothesis("identical-work-repeated").expect("heard").status;
    assert_eq!((status("checkout/token"), status("jwks.json")), (Status::Untested, Status::Supported));
    let told = on_event_loop("rates", 1.0, true).hypothesis("identical-work-repeated").expect("heard").clone();
    assert!(told.status == Status::Secondary && told.reason.is("identical-work-repeated/same-words"), "{told:#?}");
}
