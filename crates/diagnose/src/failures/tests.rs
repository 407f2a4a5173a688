//! Runs of which it is known who refused what, and why.

use super::*;
use model::event::TARGET_DIED;
use model::{Attempt, Attempts, Carried, Event, LoadSecond, RunInfo, Series, signal};
use std::collections::BTreeMap;

const SECOND: i64 = 1_000_000_000;

fn at(ms: i64) -> Timestamp {
    Timestamp::from_ns(ms * 1_000_000)
}

/// A run of closed phases of ten seconds, each with so many connections.
fn run(connections: &[u32]) -> Run {
    let mut run = Run { info: RunInfo { started: at(0), ..RunInfo::default() }, ..Run::default() };
    for (i, n) in connections.iter().enumerate() {
        run.phases.push(Phase {
            id: format!("closed-{n}"),
            kind: PhaseKind::Doubling,
            arrival: Arrival::Closed { connections: *n },
            fraction: None,
            start: at(i as i64 * 10_000),
            end: Some(at(i as i64 * 10_000 + 10_000)),
        });
    }
    run
}

/// `count` requests of a phase that are sent each 10 ms and end alike after `ms`; those that are never sent have no status.
fn requests(run: &mut Run, phase: &str, count: i64, ms: i64, outcome: Outcome, status: u16, never_sent: bool) {
    let start = run.phase(phase).expect("a phase").start;
    let mut batch = Attempts::new(phase, start);
    for i in 0..count {
        let planned = start.plus_ns(i * 10_000_000);
        let done = planned.plus_ns(ms * 1_000_000);
        let sent = if never_sent { done } else { planned };
        let carried = Carried { status, ..Carried::default() };
        batch.push_carried(&Attempt { planned, sent, first_byte: done, done, outcome }, &carried);
    }
    run.attempts.entry(phase.to_owned()).or_default().push(batch);
}

/// Seconds of a phase: good answers and failures of each.
fn seconds(run: &mut Run, phase: &str, of: &[(u64, u64)]) {
    let start = run.phase(phase).expect("a phase").start;
    for (i, (ok, failed)) in of.iter().enumerate() {
        let start = start.plus_ns(i as i64 * SECOND);
        let errors = if *failed > 0 { [("timeout".to_owned(), *failed)].into() } else { BTreeMap::new() };
        run.load.push(LoadSecond {
            phase: phase.to_owned(),
            start,
            end: start.plus_ns(SECOND),
            steady: Some(true),
            planned: ok + failed,
            ok: *ok,
            errors,
            in_flight: 8,
            ..LoadSecond::default()
        });
    }
}

/// A gauge of the pool, read twice a second; `value` by seconds from the start.
fn gauge(run: &mut Run, signal: &str, value: impl Fn(f64) -> f64) {
    let mut series = Series::new(signal, [("pool".to_owned(), "orders".to_owned())].into());
    (0..40).for_each(|i| series.push(at(i * 500), value(i as f64 / 2.0)));
    run.series.insert((series.signal.clone(), series.labels.clone()), series);
}

/// Ten connections that are all in use, for which so many wait.
fn full_pool(run: &mut Run, pending: impl Fn(f64) -> f64) {
    gauge(run, signal::POOL_USED, |_| 10.0);
    gauge(run, signal::POOL_MAX, |_| 10.0);
    gauge(run, signal::POOL_PENDING, pending);
}

/// Calls to one endpoint of another service that ended with `status` in a phase, evenly.
fn calls(run: &mut Run, phase: &str, status: u16, count: f64) {
    let p = run.phase(phase).expect("a phase").clone();
    let labels = [("endpoint", "POST pay:80/charges".to_owned()), ("status", status.to_string())];
    let labels: model::Labels = labels.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
    let key = (signal::ENDPOINT_COUNT.to_owned(), labels.clone());
    let series = run.series.entry(key).or_insert_with(|| Series::new(signal::ENDPOINT_COUNT, labels));
    let before = series.v.last().copied().unwrap_or_default();
    series.push(p.start, before);
    series.push(p.end.expect("it ended"), before + count);
}

fn of(run: &Run) -> Failures {
    crate::diagnose(run, &[]).failures
}

/// A cause that explains errors of the service after waiting.
struct Named;

impl Cause for Named {
    fn id(&self) -> &'static str {
        "named"
    }

    fn page(&self) -> &'static str {
        ""
    }

    fn stability(&self) -> crate::Stability {
        crate::Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[]
    }

    fn explains_failures(&self) -> &'static [Outcome] {
        &[Outcome::ServerError]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &[]
    }

    fn hypothesis(&self, _: &crate::Analysis) -> crate::Hypothesis {
        crate::Hypothesis::new(self.id(), crate::Status::Rejected, Message::default())
    }
}

/// What is said of the groups where that cause is named.
fn named(run: &Run) -> Vec<(Layer, Because)> {
    let mut d = crate::diagnose(run, &[]);
    d.verdict.status = VerdictStatus::Found;
    Failures::of(run, &d, Some(&Named)).groups.into_iter().map(|f| (f.layer, f.because)).collect()
}

#[test]
fn a_run_without_failures_has_nothing_to_tell() {
    let mut run = run(&[8]);
    requests(&mut run, "closed-8", 100, 5, Outcome::Ok, 200, false);
    seconds(&mut run, "closed-8", &[(10, 0); 10]);
    let f = of(&run);
    assert!(f.groups.is_empty() && f.silences.is_empty() && f.decline.is_none());
}

#[test]
fn requests_that_end_by_the_limit_of_a_pool_wait_for_the_named_cause() {
    let mut run = run(&[8, 64]);
    requests(&mut run, "closed-8", 100, 5, Outcome::Ok, 200, false);
    requests(&mut run, "closed-64", 50, 3_000, Outcome::Ok, 200, false);
    requests(&mut run, "closed-64", 30, 3_010, Outcome::ServerError, 500, false);
    full_pool(&mut run, |_| 40.0);
    let f = of(&run).groups.remove(0);
    assert_eq!((f.layer, f.status, f.count, f.of), (Layer::Pool, Some(500), 30, 80));
    assert_eq!((f.load, f.phase.as_str(), &f.because), (Load::Connections(64), "closed-64", &Because::Unexplained));
    assert!(f.mean_ms.is_some_and(|ms| (ms - 3_010.0).abs() < 1.0), "{:?}", f.mean_ms);
    assert_eq!(named(&run), [(Layer::Pool, Because::Cause("named"))]);
    // so few wait that it was something else
    full_pool(&mut run, |_| 2.0);
    assert_eq!(of(&run).groups[0].layer, Layer::Service);
}

#[test]
fn what_is_refused_at_once_did_not_wait_for_the_named_cause() {
    let mut run = run(&[8]);
    requests(&mut run, "closed-8", 100, 50, Outcome::Ok, 200, false);
    requests(&mut run, "closed-8", 20, 1, Outcome::ServerError, 500, false);
    requests(&mut run, "closed-8", 5, 1, Outcome::ClientError, 429, false);
    assert_eq!(named(&run), [(Layer::Service, Because::Unexplained), (Layer::RateLimit, Because::Said)]);
}

#[test]
fn failures_by_another_service_that_refuses_are_told_as_that() {
    let mut run = run(&[8, 64]);
    requests(&mut run, "closed-8", 100, 5, Outcome::Ok, 200, false);
    requests(&mut run, "closed-64", 100, 5, Outcome::Ok, 200, false);
    requests(&mut run, "closed-64", 20, 5, Outcome::ServerError, 500, false);
    calls(&mut run, "closed-64", 404, 40.0);
    assert_eq!(of(&run).groups[0].because, Because::Unexplained, "that something is not there is an answer");
    calls(&mut run, "closed-64", 429, 30.0);
    assert_eq!(named(&run), [(Layer::Service, Because::Peer("POST pay:80/charges".to_owned(), 429))]);
}

#[test]
fn where_requests_try_again_refusals_are_held_against_all_of_them() {
    let of = |failed_ms: i64| {
        let mut run = run(&[8, 64]);
        requests(&mut run, "closed-8", 100, 5, Outcome::Ok, 200, false);
        requests(&mut run, "closed-64", 100, 900, Outcome::Ok, 200, false);
        requests(&mut run, "closed-64", 10, failed_ms, Outcome::ServerError, 503, false);
        calls(&mut run, "closed-64", 429, 120.0);
        of(&run).groups[0].because.clone()
    };
    assert_eq!(of(2_000), Because::Peer("POST pay:80/charges".to_owned(), 429));
    assert_eq!(of(2), Because::Unexplained, "they fail at once, and others are refused without harm");
}

#[test]
fn what_fails_unwatched_is_taken_for_the_same_where_enough_of_it_was_watched() {
    let of = |unwatched: u64| {
        let mut run = run(&[8, 64, 128]);
        requests(&mut run, "closed-8", 100, 5, Outcome::Ok, 200, false);
        requests(&mut run, "closed-64", 100, 900, Outcome::Ok, 200, false);
        requests(&mut run, "closed-64", 10, 2_000, Outcome::ServerError, 503, false);
        seconds(&mut run, "closed-128", &[(10, unwatched)]);
        let search = run.load.last_mut().expect("a second");
        search.errors = [("server-error".to_owned(), unwatched)].into();
        // half of the time is watched, but none of the search
        let mut watched = Series::new(signal::ENDPOINT_WATCHED, BTreeMap::new());
        for (ms, seconds) in [(0, 0.0), (10_000, 5.0), (20_000, 10.0), (30_000, 10.0)] {
            watched.push(at(ms), seconds);
        }
        run.series.insert((signal::ENDPOINT_WATCHED.to_owned(), BTreeMap::new()), watched);
        calls(&mut run, "closed-64", 429, 60.0);
        let group = of(&run).groups.remove(0);
        (group.count, group.because)
    };
    assert_eq!(of(20), (30, Because::Peer("POST pay:80/charges".to_owned(), 429)));
    assert_eq!(of(50), (60, Because::Unexplained), "a sixth of them was watched");
}

#[test]
fn refusals_that_are_usual_are_no_reason() {
    let mut run = run(&[8, 64]);
    requests(&mut run, "closed-8", 100, 5, Outcome::Ok, 200, false);
    requests(&mut run, "closed-64", 100, 5, Outcome::Ok, 200, false);
    requests(&mut run, "closed-64", 20, 1, Outcome::ServerError, 500, false);
    calls(&mut run, "closed-8", 503, 20.0);
    calls(&mut run, "closed-64", 503, 30.0);
    assert_eq!(of(&run).groups[0].because, Because::Unexplained);
}

#[test]
fn connections_that_break_when_a_process_ends_are_told_as_that() {
    let mut run = run(&[8]);
    requests(&mut run, "closed-8", 100, 5, Outcome::Ok, 200, false);
    requests(&mut run, "closed-8", 8, 900, Outcome::ConnectionError, 0, false);
    let ended = |ms| Event { t: at(ms), duration_ns: 0, kind: TARGET_DIED.to_owned(), detail: String::new() };
    run.events.push(ended(9_000));
    assert_eq!(of(&run).groups[0].because, Because::Unexplained, "long after");
    run.events.push(ended(950));
    let f = of(&run).groups.remove(0);
    assert_eq!((f.layer, f.status, f.because), (Layer::Closed, None, Because::Ended));
    // and where only seconds are kept
    run.attempts.clear();
    seconds(&mut run, "closed-8", &[(40, 8)]);
    run.load.iter_mut().for_each(|s| s.errors = [("connection-error".to_owned(), 8)].into());
    assert_eq!(of(&run).groups[0].because, Because::Ended);
}

#[test]
fn what_fails_while_the_limit_is_searched_is_counted_by_seconds() {
    let mut run = run(&[8, 64]);
    seconds(&mut run, "closed-8", &[(40, 0), (40, 3), (40, 0)]);
    requests(&mut run, "closed-64", 30, 9_000, Outcome::Timeout, 0, false);
    let f = of(&run).groups.remove(0);
    assert_eq!((f.layer, f.count, f.of, f.load), (Layer::TimeLimit, 33, 153, Load::Connections(8)));
    assert_eq!(f.between.0, at(1_000));
}

#[test]
fn seconds_without_an_answer_are_told_with_what_was_more_then() {
    let mut run = run(&[8]);
    let mut course = [(40, 0); 10];
    course[0] = (0, 0); // nobody was answered before
    course[4] = (0, 0);
    course[5] = (0, 2);
    seconds(&mut run, "closed-8", &course);
    let told = |run: &Run| of(run).silences;
    let all = told(&run);
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!((all[0].between, all[0].because.clone()), ((at(4_000), at(6_000)), Stopped::Unwatched));
    assert!((all[0].missed - 2.0 * 280.0 / 9.0).abs() < 1e-9, "{}", all[0].missed);
    full_pool(&mut run, |_| 40.0);
    assert_eq!(told(&run)[0].because, Stopped::Unwatched, "it is full all along");
    full_pool(&mut run, |t| if (4.0..6.0).contains(&t) { 40.0 } else { 4.0 });
    assert_eq!(told(&run)[0].because, Stopped::Pool("orders".to_owned()));
}

#[test]
fn seconds_of_a_slow_service_may_be_without_an_answer() {
    let mut run = run(&[8]);
    seconds(&mut run, "closed-8", &[(2, 0), (0, 0), (3, 0), (0, 0), (2, 0)]);
    assert!(of(&run).silences.is_empty());
}

#[test]
fn fewer_answers_under_more_load_are_told_and_whether_the_others_fail() {
    let mut run = run(&[8, 64, 256]);
    seconds(&mut run, "closed-8", &[(200, 0); 10]);
    seconds(&mut run, "closed-64", &[(460, 0), (470, 0), (465, 0), (466, 0), (464, 0)]);
    seconds(&mut run, "closed-256", &[(300, 0), (310, 0), (290, 0), (305, 0), (295, 0)]);
    let d = of(&run).decline.expect("it declines");
    assert_eq!((d.best.0, d.heaviest.0, d.fails), (Load::Connections(64), Load::Connections(256), false));
    assert!((d.best.1 - 465.0).abs() < 1.0 && (d.heaviest.1 - 300.0).abs() < 1.0, "{d:?}");
    run.load.iter_mut().filter(|s| s.phase == "closed-256").for_each(|s| s.errors = [("timeout".to_owned(), 160)].into());
    assert!(of(&run).decline.expect("it declines").fails);
}

#[test]
fn a_rate_that_differs_by_chance_is_no_decline() {
    let mut run = run(&[8, 64]);
    seconds(&mut run, "closed-8", &[(200, 0), (90, 0), (210, 0), (80, 0)]);
    seconds(&mut run, "closed-64", &[(90, 0), (190, 0), (80, 0), (130, 0)]);
    assert_eq!(of(&run).decline, None);
}
