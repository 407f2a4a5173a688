//! Where many requests fail, only a cause that explains these failures is named.

use crate::ALL;
use crate::tests::before;
use crate::tests::built::at_rest;
use diagnose::{AsStable, Cause, Diagnosis, VerdictStatus, diagnose};
use model::event::TARGET_DIED;
use model::{Attempts, Event, Observation, Outcome, Run};
use testkit::{LevelSpec, RunBuilder};

/// Judged as if no cause were a preview.
fn judged(run: &Run) -> Diagnosis {
    let lifted: Vec<AsStable> = ALL.iter().map(|c| AsStable(*c)).collect();
    let causes: Vec<&dyn Cause> = lifted.iter().map(|c| c as &dyn Cause).collect();
    diagnose(run, &causes)
}

/// Connections are lost one by one, those left are waited for.
fn leaking() -> Run {
    let mut run = RunBuilder::new()
        .usual_levels(200.0, |f, l| LevelSpec {
            pool_wait: if f >= 1.0 { 90.0 } else { 0.2 },
            remote_holding: if f >= 1.0 { 55.0 } else { 2.0 },
            ..l
        })
        .build();
    at_rest(&mut run, |level| [1.0, 3.0, 6.0, 10.0][level]);
    run
}

/// Every third request of saturation fails, after `times` the time that it took.
fn fail(run: &mut Run, outcome: Outcome, times: f64) {
    for batch in run.attempts.get_mut("saturation").expect("it is measured") {
        let all: Vec<_> = batch.iter().collect();
        let mut failing = Attempts::new("saturation", all.first().expect("requests").planned);
        for (i, mut a) in all.into_iter().enumerate() {
            if i % 3 == 0 {
                a.outcome = outcome;
                a.done = a.sent.plus_ns((a.service_ns() as f64 * times) as i64);
                a.first_byte = a.done;
            }
            failing.push(&a);
        }
        *batch = failing;
    }
}

#[test]
fn a_leak_is_named_where_the_requests_that_waited_fail() {
    let mut run = leaking();
    fail(&mut run, Outcome::ServerError, 1.2);
    let d = judged(&run);
    assert_eq!(d.verdict.cause, Some("connection-leaked"), "{:#?}", d.verdict);
}

#[test]
fn failures_that_waiting_does_not_explain_forbid_any_name() {
    // refused by the service itself, and failed before they could have waited
    for (outcome, times) in [(Outcome::ClientError, 1.2), (Outcome::ServerError, 0.3)] {
        let mut run = leaking();
        fail(&mut run, outcome, times);
        let d = judged(&run);
        assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Inconclusive, None), "{outcome:?}: {:#?}", d.verdict);
        assert!(d.verdict.reason.is("judge/requests-failed"), "{}", d.verdict.reason);
    }
}

#[test]
fn where_a_process_ends_that_is_said_and_not_that_answers_are_wrong() {
    let mut run = before(10.0);
    fail(&mut run, Outcome::ServerError, 0.3);
    run.apply(Observation::Event(Event::now(TARGET_DIED, String::new())));
    let d = judged(&run);
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Inconclusive, None), "{:#?}", d.verdict);
    assert!(d.verdict.reason.is("judge/service-ended"), "{}", d.verdict.reason);
}

#[test]
fn a_cause_that_explains_no_failures_is_not_named_where_requests_fail() {
    let mut run = before(10.0);
    assert_eq!(judged(&run).verdict.cause, Some("connection-held-across-remote-call"));
    fail(&mut run, Outcome::ServerError, 1.2);
    let d = judged(&run);
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Inconclusive, None), "{:#?}", d.verdict);
}
