//! Holds when one command has the server's thread and the server's own clock says so; never when only the log looks bad, or only this
//! side waits.

use crate::tests::built::SEEDS;
use crate::tests::cache::{STORE, command, of, says, slow, trips, waiting, with_keys};
use crate::tests::verdict;
use diagnose::ledger::{Group, What};
use diagnose::{Diagnosis, Status};
use model::{Run, sensor, signal};

const ID: &str = "cache-command-blocking";

fn hypothesis(run: Run) -> diagnose::Hypothesis {
    of(&verdict(run), ID).clone()
}

#[test]
fn a_command_of_another_client_that_has_the_thread_is_named_with_whose_it_is() {
    for seed in std::iter::once(None).chain(SEEDS.map(Some)) {
        let d = verdict(with_keys(seed));
        let h = of(&d, ID);
        // preview: supported by itself, told as secondary by the judge
        assert_eq!(
            (h.status, h.component.as_str(), h.site.as_str()),
            (Status::Secondary, STORE, "PaymentClient.check:41"),
            "{seed:?}: {h:#?}"
        );
        assert!(says(&h.reason, "cache-command-blocking/holds") && h.weight > 0.6, "{seed:?}: {h:#?}");
        let takes = h.reason.to_string();
        assert!(takes.contains("KEYS order:*") && takes.contains("report"), "{takes}");
        assert_eq!(of(&d, "cache-server-stalls").status, Status::Rejected, "{seed:?}");
        assert_eq!(of(&d, "dependency-slow").status, Status::Rejected, "{seed:?}");
        assert_eq!(d.verdict.cause, None);
    }
}

#[test]
fn the_wait_is_a_line_of_its_own_and_the_account_closes() {
    let run = with_keys(None);
    let analysis = diagnose::Analysis::of(&run);
    for l in &analysis.ledgers {
        assert!((l.ms(Group::Alone, &What::Cache) - 80.0).abs() < 2.0 && l.ms(Group::Alone, &What::Remote) == 0.0, "{l:#?}");
        assert!(l.closes(), "{l:#?}");
    }
}

#[test]
fn the_services_own_command_is_told_as_its_own() {
    let mut run = waiting(None, |_| 40.0);
    trips(&mut run, |_| 0.04);
    command(&mut run, "hgetall", 20.0, 45.0);
    slow(&mut run, ("hgetall", "catalogue", "target"), 20.0, 45.0);
    let h = hypothesis(run);
    assert!(says(&h.reason, "facts/sent-by-service"), "{}", h.reason);
}

/// What requests wait is `wait`, a command that does nothing takes `trip`, both in milliseconds.
fn innocent(wait: f64, trip: f64) -> Run {
    let mut run = waiting(None, move |f| if f >= 1.0 { wait } else { wait * 0.2 });
    trips(&mut run, move |_| trip / 1e3);
    command(&mut run, "zrank", 300.0, 0.004);
    run
}

#[test]
fn a_healthy_server_that_looks_slow_is_not_accused() {
    // threshold of the log at zero: hundreds of entries; and now and then a long one of somebody else
    let mut run = innocent(0.4, 0.3);
    slow(&mut run, ("zrank", "queue:*", "target"), 300.0, 0.004);
    slow(&mut run, ("keys", "*", "admin"), 0.05, 12.0);
    command(&mut run, "keys", 0.05, 12.0);
    let d = verdict(run);
    assert_eq!((d.verdict.cause, of(&d, ID).status), (None, Status::Rejected));
    assert!(says(&of(&d, ID).reason, "facts/cache-little"), "{}", of(&d, ID).reason);
}

#[test]
fn a_wait_that_is_not_the_servers_is_not_laid_at_its_door() {
    // a client without a core, and one whose only connection queues: the server answers everybody else at once
    for wait in [8.0, 60.0, 300.0] {
        let mut run = innocent(wait, 0.3);
        command(&mut run, "keys", 0.1, 15.0);
        slow(&mut run, ("keys", "*", "admin"), 0.1, 15.0);
        let d: Diagnosis = verdict(run);
        assert_eq!(of(&d, ID).status, Status::Rejected, "{wait}");
        assert!(says(&of(&d, ID).reason, "facts/cache-innocent"), "{wait}: {}", of(&d, ID).reason);
        assert_eq!(of(&d, "cache-server-stalls").status, Status::Rejected, "{wait}");
    }
}

#[test]
fn a_server_that_is_busy_with_short_commands_blocks_nobody_by_one_of_them() {
    let mut run = waiting(None, |_| 3.0);
    trips(&mut run, |_| 0.003);
    command(&mut run, "get", 90_000.0, 0.01);
    let h = hypothesis(run);
    assert!(h.status == Status::Rejected && says(&h.reason, "cache-command-blocking/not-long"), "{}", h.reason);
}

#[test]
fn a_server_that_does_not_speak_for_itself_is_not_judged() {
    let mut run = with_keys(None);
    run.series.retain(|(name, _), _| !name.starts_with("cache.server"));
    let h = hypothesis(run.clone());
    assert_eq!((h.status, h.missing), (Status::NotObservable, vec![sensor::CACHE]));
    assert!(run.series_of(signal::CACHE_ROUND_TRIP).next().is_none());
    let nobody_waits = waiting(None, |_| 0.0);
    assert_eq!(hypothesis(nobody_waits).status, Status::NotApplicable);
}

#[test]
fn where_the_service_itself_is_full_the_cache_stands_beside() {
    use crate::tests::built::on_a_full_core;
    let shape = |f, l| testkit::LevelSpec { remote: 30.0, ..on_a_full_core(f, l) };
    let full = testkit::RunBuilder::new().usual_levels(800.0, shape).build();
    let a = diagnose::Analysis::of(&full);
    assert!(crate::facts::cache::Asked::service_is_full(&a));
}
