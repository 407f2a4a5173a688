//! Fires when the gauge says borrowed and no transaction is open; quiet when the call is not inside the hold.

use crate::tests::verdict;
use diagnose::Status;
use testkit::{LevelSpec, RunBuilder};

fn session_per_request(holding: f64) -> model::Run {
    RunBuilder::new()
        .usual_levels(200.0, |f, l| LevelSpec {
            pool_wait: if f >= 1.0 {
                110.0
            } else if f > 0.7 {
                4.0
            } else {
                0.1
            },
            remote: 47.8,
            remote_holding: holding,
            database: 1.6,
            database_server: 0.9,
            ..l
        })
        .build()
}

#[test]
fn fires_when_the_session_keeps_its_connection_during_the_call() {
    let d = verdict(session_per_request(47.8));
    assert_eq!(d.verdict.cause, Some("connection-held-without-query"), "{:#?}", d.verdict);
    assert_eq!(d.verdict.site, "PaymentClient.check:41");
    assert_eq!(d.hypothesis("connection-pool-too-small").unwrap().status, Status::Rejected);
    assert_eq!(d.hypothesis("connection-held-across-remote-call").unwrap().status, Status::Rejected);
}

#[test]
fn stays_quiet_when_the_connection_is_given_back_before_the_call() {
    let run = RunBuilder::new().usual_levels(200.0, |_, l| LevelSpec { remote: 47.8, ..l }).build();
    let d = verdict(run);
    assert_eq!(d.hypothesis("connection-held-without-query").unwrap().status, Status::Rejected);
    assert_eq!(d.verdict.cause, None);
}

#[test]
fn cannot_be_judged_without_the_gauge() {
    let run = RunBuilder::new().without("pool-gauges").usual_levels(200.0, |_, l| l).build();
    assert_eq!(verdict(run).hypothesis("connection-held-without-query").unwrap().status, Status::NotObservable);
}
