//! Fires where calls wait for an acknowledgement at every load; told where it is little; silent where bytes wait for the way there and
//! back.

use crate::tests::built::count;
use crate::tests::verdict;
use diagnose::{Diagnosis, Hypothesis, Status};
use model::series::labels;
use model::{Peer, Run, Series, signal};
use testkit::{LevelSpec, RunBuilder};

const PEER: &str = "127.0.0.1:7300";

/// Calls of 44 ms over eight connections; `held` ms of each wait for an acknowledgement, `other` ms are the service's own.
fn calls(held: f64, other: f64) -> Run {
    let levels = |f: f64, l: LevelSpec| LevelSpec { remote: 2.0 + held, lock: other + if f >= 1.0 { 130.0 } else { 0.1 }, ..l };
    let mut run = RunBuilder::new().usual_levels(180.0, levels).build();
    run.environment.target.peers.push(Peer::from(PEER));
    let mut series = Series::new(signal::PEER_CONNECTIONS_HELD, labels([("peer", PEER)]));
    for phase in run.phases.iter().filter(|p| p.is_measured()) {
        let span = phase.end.expect("built to its end").ns_since(phase.start);
        let n = 180.0 * phase.fraction.unwrap_or(1.0) * held / 1e3;
        (1..9).for_each(|i| series.push(phase.start.plus_ns(span * i / 9), n));
    }
    run.series.insert((series.signal.clone(), series.labels.clone()), series);
    // a turn for each request
    for of in [signal::PEER_SEGMENTS_SENT, signal::PEER_SEGMENTS_RECEIVED] {
        count(&mut run, of, labels([("peer", PEER)]), 1.0);
    }
    run
}

fn said(d: &Diagnosis) -> &Hypothesis {
    d.hypothesis("ack-delayed").expect("heard")
}

#[test]
fn fires_where_most_of_a_response_waits_for_an_acknowledgement() {
    let d = verdict(calls(42.0, 1.0));
    let h = said(&d);
    assert_eq!(h.status, Status::Supported, "{h:#?}");
    assert!(h.claims.iter().any(|c| c.metric == "held_ms" && (c.value - 42.0).abs() < 1.0), "{:#?}", h.claims);
    assert_eq!(d.verdict.cause, Some("ack-delayed"), "{:#?}", d.verdict);
}

#[test]
fn a_smaller_part_of_a_response_is_told_beside() {
    assert_eq!(said(&verdict(calls(42.0, 80.0))).status, Status::Secondary);
}

#[test]
fn the_way_there_and_back_is_no_delayed_acknowledgement() {
    for held in [0.0, 0.5, 8.0] {
        let d = verdict(calls(held, 1.0));
        assert_eq!(said(&d).status, Status::Rejected, "{held}: {:#?}", said(&d));
    }
}

#[test]
fn says_so_where_nobody_looked() {
    let run = RunBuilder::new().usual_levels(180.0, |_, l| LevelSpec { remote: 44.0, ..l }).build();
    assert_eq!(said(&verdict(run)).status, Status::NotObservable);
}
