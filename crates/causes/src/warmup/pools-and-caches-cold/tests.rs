//! Fires when the first seconds wait for a store that is slow at first; quiet when the code is what is cold.

use crate::tests::built_start::{Start, start};
use crate::tests::verdict;
use diagnose::{Diagnosis, Status, VerdictStatus};
use model::series::labels;
use model::{Observation, Run, Series, signal};
use testkit::{LevelSpec, RunBuilder};

fn said(d: &Diagnosis) -> &diagnose::Hypothesis {
    d.hypothesis("pools-and-caches-cold").unwrap()
}

#[test]
fn fires_where_the_database_is_slow_at_first() {
    let first = LevelSpec { database: 300.0, database_server: 295.0, ..Start::cold() };
    let d = verdict(start(&Start { first, ..Start::default() }));
    let h = said(&d);
    // it may be slow by what is asked of it at once: the candidate, and no name
    assert_eq!(h.status, Status::Untested, "{h:#?}");
    assert!(h.weight >= 0.6 && h.reason.says("pools-and-caches-cold/answers"), "{h:#?}");
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Inconclusive, None));
    assert!(d.verdict.reason.is("judge/candidate-undecided"), "{}", d.verdict.reason);
}

#[test]
fn a_pool_that_is_being_filled_is_named() {
    let d = verdict(filling(20.0));
    assert_eq!(d.verdict.cause, Some("pools-and-caches-cold"), "{:#?} {:#?}", d.verdict, said(&d));
    assert!(said(&d).reason.says("pools-and-caches-cold/fills"), "{:#?}", said(&d));
    // all of its connections are open, and requests wait all the same
    let full = verdict(filling(2.0));
    assert_ne!(full.verdict.cause, Some("pools-and-caches-cold"), "{:#?} {:#?}", full.verdict, said(&full));
}

/// A start in which requests wait for a connection for five seconds, while two of a pool of `max` are open.
fn filling(max: f64) -> Run {
    let first = LevelSpec { pool_wait: 330.0, database: 40.0, database_server: 38.0, ..Start::cold() };
    let mut run = start(&Start { first, ..Start::default() });
    let from = run.phases[0].start;
    let gauges = [(signal::POOL_USED, 2.0), (signal::POOL_TOTAL, 2.0), (signal::POOL_MAX, max), (signal::POOL_PENDING, 14.0)];
    for (signal, early) in gauges {
        run.series.retain(|(name, _), _| name != signal);
        let mut series = Series::new(signal, labels([("pool", "main")]));
        let late = if signal == signal::POOL_MAX {
            early
        } else if signal == signal::POOL_PENDING {
            0.0
        } else {
            1.0
        };
        (0..20).for_each(|i| series.push(from.plus_ns(i * 1_000_000_000), if i < 5 { early } else { late }));
        run.apply(Observation::Series(series));
    }
    run
}

#[test]
fn code_that_is_cold_is_none_of_it() {
    let first = LevelSpec { compiler_cores: 0.6, cpu_framework: 300.0, ..Start::cold() };
    let d = verdict(start(&Start { first, ..Start::default() }));
    assert_eq!(said(&d).status, Status::Rejected, "{:#?}", said(&d));
    assert!(said(&d).reason.says("pools-and-caches-cold/elsewhere"));
}

#[test]
fn a_quick_start_and_a_warm_service_are_left_alone() {
    assert_eq!(said(&verdict(start(&Start { slow_s: 0, ..Start::default() }))).status, Status::Rejected);
    let d = verdict(RunBuilder::new().usual_levels(300.0, |_, l| l).build());
    assert_eq!(said(&d).status, Status::NotApplicable);
}
