//! Holds when the server stands still and a figure of its own says what for; never without one, and never where commands explain it.

use crate::tests::cache::{command, of, reading, says, total, trips, waiting, with_keys};
use crate::tests::verdict;
use diagnose::{Hypothesis, Status};
use model::{Run, signal};

const ID: &str = "cache-server-stalls";

/// A server that stands still for 300 ms every two seconds or so, while commands take microseconds.
fn stalling(seed: Option<u64>) -> Run {
    let mut run = waiting(seed, |f| if f >= 1.0 { 30.0 } else { 25.0 });
    trips(&mut run, |i| if i % 34 == 20 { 0.3 } else { 0.000_2 });
    command(&mut run, "zrank", 300.0, 0.004);
    total(&mut run, signal::CACHE_CPU_TIME, [], 0.05);
    run
}

fn hypothesis(run: Run) -> Hypothesis {
    of(&verdict(run), ID).clone()
}

fn holds(run: Run, why: &str) {
    let h = hypothesis(run);
    assert_eq!(h.status, Status::Secondary, "{why}: {}", h.reason);
    assert!(says(&h.reason, "cache-server-stalls/holds") && says(&h.reason, why), "{}", h.reason);
}

#[test]
fn what_the_server_says_that_it_stood_still_for_is_named() {
    for seed in std::iter::once(None).chain(crate::tests::built::SEEDS.map(Some)) {
        let mut run = stalling(seed);
        total(&mut run, signal::CACHE_FORKS, [], 0.5);
        reading(&mut run, signal::CACHE_FORK_TIME, [], 0.29);
        holds(run, "cache-server-stalls/copies");
    }
    let mut run = stalling(None);
    reading(&mut run, signal::CACHE_DELAY, [("event", "aof-fsync-always")], 0.3);
    holds(run, "cache-server-stalls/delay");
    let mut run = stalling(None);
    total(&mut run, signal::CACHE_FSYNC_DELAYED, [], 0.5);
    holds(run, "cache-server-stalls/fsync-delayed");
    let mut run = stalling(None);
    reading(&mut run, signal::CACHE_SETTING, [("setting", "appendfsync-always")], 1.0);
    total(&mut run, signal::CACHE_APPENDED, [], 30_000.0);
    holds(run, "cache-server-stalls/fsync-always");
    let mut run = stalling(None);
    reading(&mut run, signal::CACHE_MEMORY, [], 4e9);
    reading(&mut run, signal::CACHE_MEMORY_RESIDENT, [], 2e9);
    holds(run, "cache-server-stalls/swapped");
}

#[test]
fn without_a_figure_of_the_server_it_is_not_accused() {
    let h = hypothesis(stalling(None));
    assert!(h.status == Status::Rejected && says(&h.reason, "cache-server-stalls/no-figure"), "{}", h.reason);
    // a copy that took no time, a command that was noted as a delay, writes that nobody waits for
    let mut run = stalling(None);
    total(&mut run, signal::CACHE_FORKS, [], 0.5);
    reading(&mut run, signal::CACHE_FORK_TIME, [], 0.002);
    reading(&mut run, signal::CACHE_DELAY, [("event", "command")], 0.3);
    reading(&mut run, signal::CACHE_SETTING, [("setting", "appendfsync-always")], 0.0);
    total(&mut run, signal::CACHE_APPENDED, [], 30_000.0);
    let h = hypothesis(run);
    assert!(h.status == Status::Rejected && says(&h.reason, "cache-server-stalls/no-figure"), "{}", h.reason);
}

#[test]
fn what_commands_explain_is_no_stall() {
    let mut run = with_keys(None);
    total(&mut run, signal::CACHE_FORKS, [], 0.5);
    reading(&mut run, signal::CACHE_FORK_TIME, [], 0.29);
    let h = hypothesis(run);
    assert!(h.status == Status::Rejected && says(&h.reason, "cache-server-stalls/commands"), "{}", h.reason);
}

#[test]
fn saving_beside_a_healthy_service_is_nothing() {
    let mut run = waiting(None, |_| 0.3);
    trips(&mut run, |i| if i == 40 { 0.12 } else { 0.000_2 });
    total(&mut run, signal::CACHE_FORKS, [], 0.1);
    reading(&mut run, signal::CACHE_FORK_TIME, [], 0.1);
    command(&mut run, "zrank", 300.0, 0.004);
    let d = verdict(run);
    assert_eq!((d.verdict.cause, of(&d, ID).status), (None, Status::Rejected), "{:#?}", d.verdict);
}
