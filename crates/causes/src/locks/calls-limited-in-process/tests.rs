//! Fires where one call goes at a time and requests wait; stays quiet where the number of calls swings, and where nobody waits.

use crate::tests::verdict;
use diagnose::{EvidenceLevel, Status};
use model::series::labels;
use model::{Peer, PhaseKind, Role, Series, signal};
use testkit::{LoopSpec, RunBuilder};

/// Calls of 12 ms; `turn` ms of a request at saturation are in no part, and `calls` are (mean, most, share of readings that reach it).
fn service(turn: f64, at_once: impl Fn(f64) -> (f64, f64, f64)) -> model::Run {
    RunBuilder::node(2)
        .usual_loop_levels(75.0, |f, l| LoopSpec {
            remote: 12.0,
            turn: if f >= 1.0 { turn } else { turn * 0.1 * f },
            calls: Some(at_once(f)),
            ..l
        })
        .build()
}

fn one_at_a_time(f: f64) -> (f64, f64, f64) {
    (0.95 * f.min(1.0), 1.0, 1.0)
}

#[test]
fn fires_where_calls_take_turns() {
    let d = verdict(service(120.0, one_at_a_time));
    let h = d.hypothesis("calls-limited-in-process").unwrap();
    assert_eq!((h.status, h.evidence), (Status::Supported, EvidenceLevel::Coincides), "{h:#?}");
    assert_eq!(d.verdict.cause, Some("calls-limited-in-process"), "{:#?}", d.verdict);
}

#[test]
fn stays_quiet_where_the_number_of_calls_swings() {
    let d = verdict(service(120.0, |f| (4.0 * f, 9.0, 0.1)));
    let h = d.hypothesis("calls-limited-in-process").unwrap();
    assert_eq!(h.status, Status::Rejected, "{h:#?}");
    assert_ne!(d.verdict.cause, Some("calls-limited-in-process"));
}

#[test]
fn stays_quiet_where_a_subscription_is_on_its_way_at_every_load() {
    let d = verdict(service(120.0, |_| (1.0, 1.0, 1.0)));
    assert_eq!(d.hypothesis("calls-limited-in-process").unwrap().status, Status::Rejected);
    assert_eq!(d.verdict.cause, None, "{:#?}", d.verdict);
}

#[test]
fn stays_quiet_where_nobody_waits() {
    let d = verdict(service(0.0, one_at_a_time));
    let h = d.hypothesis("calls-limited-in-process").unwrap();
    assert_eq!(h.status, Status::Rejected, "{h:#?}");
}

#[test]
fn says_so_where_calls_were_not_counted() {
    let run = RunBuilder::node(2).usual_loop_levels(75.0, |_, l| LoopSpec { remote: 12.0, ..l }).build();
    assert_eq!(verdict(run).hypothesis("calls-limited-in-process").unwrap().status, Status::NotObservable);
}

#[test]
fn a_database_that_nobody_counts_may_be_what_requests_wait_for() {
    // a lock of a row, held across the call: the others wait for the database, and one call goes at a time all the same
    for (waiting, counted, status) in [(0.0, false, Status::Supported), (7.0, false, Status::Untested), (7.0, true, Status::Supported)] {
        let mut run = service(120.0, one_at_a_time);
        run.series.retain(|(signal, _), _| counted || !signal.starts_with("db.client."));
        let address = "127.0.0.1:5432";
        run.environment.target.peers.push(Peer { role: Role::Database, ..Peer::from(address) });
        let mut awaited = Series::new(signal::PEER_CONNECTIONS_AWAITED, labels([("peer", address)]));
        for p in run.phases.iter().filter(|p| p.is_measured()) {
            let n = if p.kind == PhaseKind::Saturation { 3.0 + waiting } else { 3.0 };
            let span = p.end.expect("built to its end").ns_since(p.start);
            (1..8).for_each(|i| awaited.push(p.start.plus_ns(span * i / 8), n));
        }
        run.series.insert((awaited.signal.clone(), awaited.labels.clone()), awaited);
        let d = verdict(run);
        let h = d.hypothesis("calls-limited-in-process").unwrap();
        assert_eq!(h.status, status, "{h:#?}");
        assert_eq!(d.verdict.cause, (status == Status::Supported).then_some("calls-limited-in-process"), "{:#?}", d.verdict);
    }
}
