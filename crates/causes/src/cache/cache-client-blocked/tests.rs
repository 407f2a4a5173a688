//! Named where a connection waits on purpose and commands on their way are counted; else a candidate. A server that is slow itself is
//! another cause.

use crate::tests::cache::{STORE, command, of, says, trips, waiting};
use crate::tests::verdict;
use diagnose::{Diagnosis, Status, VerdictStatus};
use model::series::labels;
use model::{Run, Series, signal};

const ID: &str = "cache-client-blocked";

/// Requests wait 80 ms for a server that answers within `trip` ms, on which so many connections wait on purpose.
fn judged(trip: f64, blocked: f64, is_counted: bool, more: impl Fn(&mut Run)) -> Diagnosis {
    let mut run = waiting(None, |_| 80.0);
    trips(&mut run, move |_| trip / 1e3);
    command(&mut run, "get", 300.0, 0.004);
    let mut gauge = |signal: &str, label: (&str, &str), value: f64| {
        let mut s = Series::new(signal, labels([label]));
        for p in &run.phases {
            let end = p.end.unwrap();
            for n in 1..=20 {
                s.push(p.start.plus_ns(end.ns_since(p.start) * n / 21), value);
            }
        }
        run.series.insert((s.signal.clone(), s.labels.clone()), s);
    };
    gauge(signal::CACHE_CLIENTS_BLOCKED, ("store", STORE), blocked);
    if is_counted {
        gauge(signal::CLIENT_COMMANDS, ("client", "ioredis"), 20.0);
    }
    more(&mut run);
    verdict(run)
}

#[test]
fn commands_behind_one_that_waits_on_purpose_are_named_with_it() {
    let d = judged(0.1, 1.0, true, |run| command(run, "xread", 1.0, 0.01));
    let h = of(&d, ID);
    assert_eq!((d.verdict.status.name(), d.verdict.cause), ("found", Some(ID)), "{h:#?} {:#?}", d.verdict);
    assert!(says(&h.reason, "cache-client-blocked/behind") && h.reason.to_string().contains("XREAD"), "{}", h.reason);
    assert!(h.fix.is("cache-client-blocked/fix-command"), "{}", h.fix);
}

#[test]
fn what_cannot_be_told_apart_is_a_candidate() {
    for (blocked, is_counted, requests_wait, why) in
        [(1.0, false, false, "not-counted"), (0.0, true, false, "nobody-waits"), (1.0, true, true, "on-purpose")]
    {
        let d = judged(0.1, blocked, is_counted, |run| command(run, "blpop", if requests_wait { 300.0 } else { 1.0 }, 0.01));
        let h = of(&d, ID);
        assert_eq!((h.status, d.verdict.status), (Status::Untested, VerdictStatus::Inconclusive), "{why}: {h:#?}");
        assert!(says(&h.reason, &format!("cache-client-blocked/{why}")), "{}", h.reason);
    }
}

#[test]
fn a_server_that_answers_late_is_not_the_clients_fault() {
    let d = judged(60.0, 1.0, true, |_| ());
    assert!(of(&d, ID).status == Status::Rejected && says(&of(&d, ID).reason, "cache-client-blocked/server"), "{:#?}", of(&d, ID));
}

#[test]
fn workers_that_wait_for_jobs_are_no_requests_that_wait() {
    // of 24 commands on their way 20 wait on purpose, on connections of their own
    let d = judged(0.1, 20.0, true, |run| command(run, "bzpopmin", 1.0, 0.01));
    let h = of(&d, ID);
    assert!(h.status == Status::Rejected && says(&h.reason, "cache-client-blocked/those-alone"), "{h:#?}");
}
