//! Fires when clients are turned away and wait a second; quiet when the queue is another's, or nobody is turned away.

use crate::tests::verdict;
use diagnose::ledger::What;
use diagnose::{Diagnosis, Status, VerdictStatus};
use model::{Arrival, Run};
use testkit::{HostSpec, LevelSpec, RunBuilder};

/// At saturation every request waits `late_ms` for its connection; `turned_away` connections did, `queue` wait at every reading.
fn turned_away(late_ms: f64, overflows: f64, queue: f64) -> Run {
    RunBuilder::new()
        .usual_levels(300.0, |f, l| {
            let full = f >= 1.0;
            LevelSpec {
                late: if full { late_ms } else { 0.05 },
                host: HostSpec {
                    overflows: if full { overflows } else { 0.0 },
                    listen_queue: if full { queue } else { 0.0 },
                    ..HostSpec::default()
                },
                ..l
            }
        })
        .build()
}

fn said(d: &Diagnosis) -> &diagnose::Hypothesis {
    d.hypothesis("accept-queue-overflows").unwrap()
}

#[test]
fn fires_when_clients_are_turned_away_and_try_again_after_a_second() {
    for late in [1005.0, 1200.0, 3010.0] {
        // each is turned away again for every second that it waits
        let times = late / 1e3 * 300.0 * 8.0;
        let d = verdict(turned_away(late, times.round(), 3.0));
        assert_eq!(said(&d).status, Status::Supported, "{:#?}", said(&d));
        assert!(!said(&d).fix.is_empty() && said(&d).weight > 0.9, "{:#?}", said(&d));
        assert!(said(&d).reason.says("accept-queue-overflows/observed"), "{}", said(&d).reason);
        let late: Vec<bool> = d.ledgers.iter().map(|l| l.lines.iter().any(|l| l.what == What::TurnedAway)).collect();
        assert_eq!((late.first(), late.last()), (Some(&false), Some(&true)), "the account says why a request was sent late");
    }
}

#[test]
fn connections_that_are_all_turned_away_hold_up_whoever_waits_for_one() {
    // 80 at any time, of 64 that the client may have; 300 requests wait for one. (In an open level, that is: the recorded run
    // `accept-queue-few-connections` has one. Here only the arithmetic.)
    let of_64 = |process_cpu: f64| {
        let mut run = RunBuilder::new()
            .usual_levels(300.0, |f, l| {
                let full = f >= 1.0;
                LevelSpec {
                    late: if full { 1005.0 } else { 0.05 },
                    process_cpu: if full { process_cpu } else { l.process_cpu },
                    host: HostSpec {
                        overflows: if full { 640.0 } else { 0.0 },
                        listen_queue: if full { 3.0 } else { 0.0 },
                        ..HostSpec::default()
                    },
                    ..l
                }
            })
            .build();
        for p in &mut run.phases {
            if let Arrival::Closed { connections } = &mut p.arrival {
                *connections = 64;
            }
        }
        said(&verdict(run)).status
    };
    assert_eq!(of_64(0.7), Status::Supported);
    // 4 ms of CPU for each of 250 to 300 requests a second: the core is full, and that may be why connections stay taken
    assert_eq!(of_64(4.0), Status::Secondary);
}

#[test]
fn a_few_overflows_do_not_explain_that_all_requests_wait_for_a_connection() {
    let d = verdict(turned_away(1005.0, 60.0, 3.0));
    assert_eq!((said(&d).status, d.verdict.cause), (Status::Secondary, None), "{:#?}", said(&d));
}

#[test]
fn an_overflow_of_another_queue_is_not_this_services() {
    assert_eq!(said(&verdict(turned_away(0.05, 600.0, 0.0))).status, Status::Untested);
}

#[test]
fn a_queue_that_is_empty_again_before_it_is_read_is_known_by_who_waits() {
    let run = |process_cpu: f64| {
        RunBuilder::new()
            .usual_levels(300.0, |f, l| LevelSpec {
                late: if f >= 1.0 { 1005.0 } else { 0.05 },
                process_cpu: if f >= 1.0 { process_cpu } else { l.process_cpu },
                host: HostSpec { overflows: if f >= 1.0 { 2400.0 } else { 0.0 }, ..HostSpec::default() },
                ..l
            })
            .build()
    };
    assert_eq!(said(&verdict(run(0.7))).status, Status::Supported);
    // a full core may be why connections stay taken, and the queue another's
    assert_eq!(said(&verdict(run(4.0))).status, Status::Untested);
}

#[test]
fn a_few_overflows_that_slow_nobody_are_told_and_named_by_nobody() {
    let d = verdict(turned_away(0.05, 2.0, 1.0));
    assert_eq!((said(&d).status, d.verdict.status), (Status::Secondary, VerdictStatus::None), "{:#?}", said(&d));
    assert!(said(&d).weight < 0.1);
}

#[test]
fn is_rejected_when_nobody_is_turned_away() {
    let d = verdict(RunBuilder::new().usual_levels(300.0, |_, l| l).build());
    assert_eq!(said(&d).status, Status::Rejected);
    // late for another reason: a cap on connections, a busy generator
    assert_eq!(said(&verdict(turned_away(1005.0, 0.0, 3.0))).status, Status::Rejected);
}

#[test]
fn is_not_observable_without_the_host() {
    let run = RunBuilder::new().without("host").usual_levels(200.0, |_, l| l).build();
    assert_eq!(said(&verdict(run)).status, Status::NotObservable);
}
