//! Fires when the first seconds wait for a store that is slow at first; quiet when the code is what is cold.

use crate::tests::built_start::{Start, start};
use crate::tests::verdict;
use diagnose::{Diagnosis, Status};
use testkit::{LevelSpec, RunBuilder};

fn said(d: &Diagnosis) -> &diagnose::Hypothesis {
    d.hypothesis("pools-and-caches-cold").unwrap()
}

#[test]
fn fires_where_the_database_is_slow_at_first() {
    let first = LevelSpec { database: 300.0, database_server: 295.0, ..Start::cold() };
    let d = verdict(start(&Start { first, ..Start::default() }));
    let h = said(&d);
    // preview: supported by itself, told as secondary by the judge
    assert_eq!(h.status, Status::Secondary, "{h:#?}");
    assert!(h.weight >= 0.6 && h.reason.says("pools-and-caches-cold/answers"), "{h:#?}");
    assert_eq!(d.verdict.cause, None);
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
