//! Told where calls open connections of their own; quiet where these are kept, where they are few, and where nobody counts.

use crate::tests::built::count;
use diagnose::{Analysis, Hypothesis, Status};
use model::{Peer, Role, series::labels, signal};
use testkit::{LevelSpec, RunBuilder};

const PEER: &str = "127.0.0.1:9000";

/// Of a service that makes `calls` to a `role` per request, and opens so many connections for them; `None` where they are not counted.
fn opening(role: Role, calls: f64, opened: Option<f64>) -> Hypothesis {
    let mut run = RunBuilder::new().usual_levels(300.0, |_, l| LevelSpec { remote: 10.0, ..l }).build();
    run.environment.target.peers = vec![Peer { role, ..PEER.into() }];
    for of in [signal::PEER_SEGMENTS_SENT, signal::PEER_SEGMENTS_RECEIVED] {
        count(&mut run, of, labels([("peer", PEER)]), calls);
    }
    if let Some(n) = opened {
        count(&mut run, signal::PEER_CONNECTIONS_OPENED, labels([("peer", PEER)]), n);
    }
    super::CAUSE.hypothesis(&Analysis::of(&run))
}

#[test]
fn calls_that_open_connections_of_their_own_are_told_with_whom_they_go_to() {
    let h = opening(Role::Http, 2.0, Some(2.0));
    assert!(h.status == Status::Secondary && h.reason.is("dependency-connections-not-reused/holds"), "{h:#?}");
    assert!(h.site.contains(PEER) && (h.claims[0].value - 2.0).abs() < 0.2, "{h:#?}");
    assert_eq!(h.weight, 0.0, "it is never named");
}

#[test]
fn connections_that_are_kept_and_few_calls_are_not() {
    for (calls, opened) in [(4.0, 0.01), (4.0, 1.0), (0.03, 0.03)] {
        assert_eq!(opening(Role::Http, calls, Some(opened)).status, Status::Rejected, "{opened} for {calls}");
    }
}

#[test]
fn where_ends_are_not_told_or_nobody_is_asked_nothing_is_said() {
    assert_eq!(opening(Role::Http, 1.0, None).status, Status::NotObservable);
    assert_eq!(opening(Role::Queue, 1.0, Some(1.0)).status, Status::NotApplicable, "who waits for work");
}
