//! Told where several calls do not overlap and are much of the response; quiet where there is one, where they overlap and where they are
//! short.

use crate::tests::built::count;
use diagnose::{Analysis, Hypothesis, Status};
use model::{series::labels, signal};
use testkit::{LevelSpec, LoopSpec, RunBuilder};

/// On an event loop, `calls` that take `remote` ms in all, when a request is inside the server for `inside` of the time that they take one
/// after the other.
fn on_a_loop(calls: f64, remote: f64, inside: f64) -> Hypothesis {
    let mut run = RunBuilder::node(2).usual_loop_levels(300.0, |_, l| LoopSpec { remote, ..l }).build();
    for s in run.series.values_mut() {
        let times = match s.signal.as_str() {
            signal::REMOTE_CALL_COUNT => calls,
            signal::SERVER_REQUEST_TIME => inside,
            _ => 1.0,
        };
        s.v.iter_mut().for_each(|v| *v *= times);
    }
    super::CAUSE.hypothesis(&Analysis::of(&run))
}

#[test]
fn calls_one_after_the_other_are_told_with_what_asking_at_once_would_save() {
    let h = on_a_loop(4.0, 40.0, 1.0);
    assert!(h.status == Status::Secondary && h.reason.is("dependency-calls-serial/holds"), "{h:#?}");
    assert!((h.claims[0].value - 4.0).abs() < 0.3, "{:#?}", h.claims);
    assert_eq!(h.weight, 0.0, "it is never named");
}

#[test]
fn one_call_and_short_ones_are_not() {
    for (calls, remote) in [(1.0, 40.0), (4.0, 0.8)] {
        let h = on_a_loop(calls, remote, 1.0);
        assert!(h.status == Status::Rejected && h.reason.is("dependency-calls-serial/little"), "{calls} of {remote}: {h:#?}");
    }
    assert_eq!(on_a_loop(4.0, 0.0, 1.0).status, Status::NotApplicable);
}

#[test]
fn calls_that_overlap_are_side_by_side_already() {
    let h = on_a_loop(4.0, 40.0, 0.4);
    assert!(h.status == Status::Rejected && h.reason.is("dependency-calls-serial/side-by-side"), "{h:#?}");
}

/// On threads, where turns with the one peer are counted, or not.
fn on_threads(turns: Option<f64>) -> Hypothesis {
    let mut run = RunBuilder::new().usual_levels(300.0, |_, l| LevelSpec { remote: 40.0, ..l }).build();
    run.environment.target.peers = vec!["127.0.0.1:9000".into()];
    for of in [signal::PEER_SEGMENTS_SENT, signal::PEER_SEGMENTS_RECEIVED] {
        if let Some(n) = turns {
            count(&mut run, of, labels([("peer", "127.0.0.1:9000")]), n);
        }
    }
    super::CAUSE.hypothesis(&Analysis::of(&run))
}

#[test]
fn on_threads_calls_are_counted_by_turns() {
    let h = on_threads(Some(3.0));
    assert!(h.status == Status::Secondary && (h.claims[0].value - 3.0).abs() < 0.5, "{h:#?}");
    assert_eq!(on_threads(None).status, Status::NotObservable);
}
