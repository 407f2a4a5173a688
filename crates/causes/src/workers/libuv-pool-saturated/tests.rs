//! Fires where waiting work fills the pool and names it; is secondary where the CPU is the limit; stays quiet while threads are free.

use crate::tests::verdict;
use diagnose::{EvidenceLevel, Status};
use testkit::{LoopSpec, RunBuilder};

/// Four threads, each kept 40 ms by a request; `cpu` of that on a core.
fn pool(cpus: u32, kind: (&'static str, &'static str), cpu: f64) -> model::Run {
    let (name, family) = kind;
    RunBuilder::node(cpus)
        .usual_loop_levels(if family == "dns" { 50.0 } else { 100.0 }, |f, l| {
            let (wait, full) = if f >= 1.0 { (280.0, 1.0) } else { (10.0 * f * f, f * f / 2.0) };
            LoopSpec { work: Some((name, family, 1.0, wait, 40.0)), work_cpu: cpu, threads_full: full, ..l }
        })
        .build()
}

#[test]
fn fires_and_names_the_work() {
    let d = verdict(pool(2, ("FSREQPROMISE", "fs"), 1.0));
    let h = d.hypothesis("libuv-pool-saturated").unwrap();
    assert_eq!((h.status, h.evidence), (Status::Supported, EvidenceLevel::Explains), "{h:#?}");
    assert_eq!(d.verdict.cause, Some("libuv-pool-saturated"));
    assert_eq!(h.site, "save (users.js:52), FSREQPROMISE");
    assert!((h.gain.clone().unwrap().bound_per_s - 200.0).abs() < 10.0, "{h:#?}");
}

#[test]
fn names_wait_for_the_half_of_the_threads_that_they_may_have() {
    let d = verdict(pool(2, ("GETADDRINFOREQWRAP", "dns"), 1.0));
    let h = d.hypothesis("libuv-pool-saturated").unwrap();
    assert_eq!((h.status, h.evidence), (Status::Supported, EvidenceLevel::Explains), "{h:#?}");
    let observed = h.reason.find("libuv-pool-saturated/observed-of-names").unwrap();
    assert_eq!(observed.figure("slots"), Some(2.0), "{h:#?}");
}

#[test]
fn stands_behind_the_hash_that_fills_the_cpu() {
    // four cores: four threads that compute use them up
    let d = verdict(pool(4, ("argon2:HashWorker", "native"), 38.0));
    assert_eq!(d.verdict.cause, Some("cpu-hot-path"), "{:#?}", d.verdict);
    assert_eq!(d.verdict.site, "save (users.js:52), argon2:HashWorker");
    let h = d.hypothesis("libuv-pool-saturated").unwrap();
    assert_eq!(h.status, Status::Secondary, "{h:#?}");
}

#[test]
fn stays_quiet_while_threads_are_free() {
    let run = RunBuilder::node(2)
        .usual_loop_levels(300.0, |_, l| LoopSpec { work: Some(("FSREQPROMISE", "fs", 3.0, 0.0, 1.0)), work_cpu: 0.1, ..l })
        .build();
    assert_eq!(verdict(run).hypothesis("libuv-pool-saturated").unwrap().status, Status::Rejected);
}

#[test]
fn is_told_beside_where_the_loop_is_nearly_full_as_well() {
    let with = |own: f64| {
        let levels = |f: f64, l: LoopSpec| {
            let (wait, full) = if f >= 1.0 { (280.0, 1.0) } else { (10.0 * f * f, f * f / 2.0) };
            LoopSpec { own, work: Some(("FSREQPROMISE", "fs", 1.0, wait, 40.0)), work_cpu: 0.2, threads_full: full, ..l }
        };
        let d = verdict(RunBuilder::node(2).usual_loop_levels(100.0, levels).build());
        d.hypothesis("libuv-pool-saturated").unwrap().clone()
    };
    assert_eq!(with(4.0).status, Status::Supported);
    let h = with(8.0);
    assert!(h.status == Status::Secondary && h.reason.is("libuv-pool-saturated/hardly-more"), "{h:#?}");
}
