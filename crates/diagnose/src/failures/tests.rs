//! Runs of which it is known who refused what, and why.

use super::*;
use model::event::TARGET_DIED;
use model::{Attempt, Attempts, Carried, Event, LoadSecond, RunInfo, Series};

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

fn gauge(run: &mut Run, signal: &str, value: f64) {
    let labels = [("pool".to_owned(), "orders".to_owned())].into_iter().collect();
    let mut series = Series::new(signal, labels);
    (0..40).for_each(|i| series.push(at(i * 500), value));
    run.series.insert((series.signal.clone(), series.labels.clone()), series);
}

/// Ten connections that are all in use, for which forty wait.
fn full_pool(run: &mut Run) {
    for (signal, value) in [(signal::POOL_USED, 10.0), (signal::POOL_MAX, 10.0), (signal::POOL_PENDING, 40.0)] {
        gauge(run, signal, value);
    }
}

fn of(run: &Run) -> Failures {
    Failures::of(run, &crate::diagnose(run, &[]))
}

#[test]
fn a_run_without_failures_has_nothing_to_tell() {
    let mut run = run(&[8]);
    requests(&mut run, "closed-8", 100, 5, Outcome::Ok, 200, false);
    seconds(&mut run, "closed-8", &[(10, 0); 10]);
    assert!(of(&run).is_empty());
}

#[test]
fn requests_that_time_out_at_a_pool_wait_with_all_others_for_the_named_cause() {
    let mut run = run(&[8, 64]);
    requests(&mut run, "closed-8", 100, 5, Outcome::Ok, 200, false);
    requests(&mut run, "closed-64", 50, 3_000, Outcome::Ok, 200, false);
    requests(&mut run, "closed-64", 30, 3_010, Outcome::ServerError, 500, false);
    full_pool(&mut run);
    let mut d = crate::diagnose(&run, &[]);
    let told = |d: &Diagnosis| Failures::of(&run, d).groups[0].clone();
    let f = told(&d);
    assert_eq!((f.layer, f.status, f.count, f.of), (Layer::Pool, Some(500), 30, 80));
    assert_eq!((f.load, f.phase.as_str(), &f.because), (Load::Connections(64), "closed-64", &Because::Unexplained));
    assert!((f.mean_ms - 3_010.0).abs() < 1.0, "{}", f.mean_ms);
    d.verdict.status = VerdictStatus::Found;
    d.verdict.cause = Some("n-plus-one");
    assert_eq!(told(&d).because, Because::Cause("n-plus-one"));
}

#[test]
fn what_is_refused_at_once_did_not_wait_for_the_named_cause() {
    let mut run = run(&[8]);
    requests(&mut run, "closed-8", 100, 50, Outcome::Ok, 200, false);
    requests(&mut run, "closed-8", 20, 1, Outcome::ServerError, 500, false);
    requests(&mut run, "closed-8", 5, 1, Outcome::ClientError, 429, false);
    let mut d = crate::diagnose(&run, &[]);
    d.verdict.status = VerdictStatus::Found;
    d.verdict.cause = Some("n-plus-one");
    let all = Failures::of(&run, &d).groups;
    let told: Vec<_> = all.iter().map(|f| (f.layer, &f.because)).collect();
    assert_eq!(told, [(Layer::Service, &Because::Unexplained), (Layer::RateLimit, &Because::Said)]);
}

#[test]
fn connections_that_break_when_a_process_ends_are_told_as_that() {
    let mut run = run(&[8]);
    requests(&mut run, "closed-8", 100, 5, Outcome::Ok, 200, false);
    requests(&mut run, "closed-8", 8, 900, Outcome::ConnectionError, 0, false);
    run.events.push(Event { t: at(950), duration_ns: 0, kind: TARGET_DIED.to_owned(), detail: String::new() });
    let f = of(&run).groups.remove(0);
    assert_eq!((f.layer, f.status, f.because), (Layer::Closed, None, Because::Ended));
}

#[test]
fn seconds_without_an_answer_are_told_with_what_was_full() {
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
    assert!((all[0].missed - 80.0).abs() < 1e-9, "{}", all[0].missed);
    full_pool(&mut run);
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
