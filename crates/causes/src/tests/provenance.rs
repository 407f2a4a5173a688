//! What is claimed can be looked up: each claim names series that are in the run, and a window inside its phase. Every verdict that a test
//! asks for is held to it.

use crate::tests::{before, verdict};
use diagnose::claim::{Claim, REQUESTS, SESSIONS, STACKS, Source, THREADS};
use diagnose::{Diagnosis, Status};
use model::{Phase, Run, Timestamp};

/// Read when the load of its phase is over.
const AT_REST: &str = "borrowed_at_rest";

/// Holds every claim of `d` to it.
pub(super) fn check(run: &Run, d: &Diagnosis) {
    for h in &d.hypotheses {
        for c in &h.claims {
            assert!(!c.series.is_empty(), "{}: {} does not say what it was read from", h.cause, c.metric);
            for s in &c.series {
                assert!(is_in(run, c, s), "{}: {} was read from {s:?}, which is not in the run", h.cause, c.metric);
            }
            let phase = run.phase(&c.phase).unwrap_or_else(|| panic!("{}: {} is of no phase", h.cause, c.metric));
            let (from, to) = bounds(run, c, phase);
            assert!(from <= c.window.0 && c.window.0 <= c.window.1 && c.window.1 <= to, "{}: {c:?} is not in {phase:?}", h.cause);
        }
    }
}

/// Where the window of a claim must lie: in its phase; what is read at rest, between that and the next.
fn bounds(run: &Run, c: &Claim, phase: &Phase) -> (Timestamp, Timestamp) {
    let end = phase.end.expect("a phase of which something is claimed has ended");
    if c.metric != AT_REST {
        return (phase.start, end);
    }
    let next = run.phases.iter().map(|p| p.start).filter(|start| *start >= end).min();
    (end, next.unwrap_or(Timestamp::from_ns(i64::MAX)))
}

fn is_in(run: &Run, c: &Claim, source: &Source) -> bool {
    let within = |t: &Timestamp| (c.window.0..=c.window.1).contains(t);
    match source.name {
        REQUESTS => run.attempts_of(&c.phase).next().is_some(),
        STACKS => run.wall.get(&c.phase).is_some_and(|w| !w.samples.is_empty()),
        THREADS => run.threads.iter().any(|s| within(&s.t)),
        SESSIONS => run.sessions.iter().any(|s| within(&s.t)),
        signal => run.series_of(signal).any(|s| source.labels.iter().all(|(label, value)| s.label(label) == value)),
    }
}

#[test]
fn a_named_cause_tells_the_series_and_the_window_of_its_claims() {
    let run = before(10.0);
    let phase = run.phase("saturation").expect("measured").clone();
    let d = verdict(run);
    let h = d.hypotheses.iter().find(|h| h.status == Status::Supported).expect("named");
    let told: Vec<(&str, Vec<&str>)> = h.claims.iter().map(|c| (c.metric.as_str(), c.series.iter().map(|s| s.name).collect())).collect();
    let used = "db.client.connection.count.used";
    assert_eq!(
        told,
        [
            ("hold_ms", vec![used]),
            ("remote_in_hold_ms", vec![used, STACKS]),
            ("growth_share", vec![REQUESTS, "db.client.connection.pending_requests"]),
        ]
    );
    assert!(!h.claims[0].series[0].labels["pool"].is_empty(), "{:?}", h.claims[0]);
    assert!(h.claims.iter().all(|c| c.window.0 == phase.start && Some(c.window.1) <= phase.end), "{:?}", h.claims);
}
