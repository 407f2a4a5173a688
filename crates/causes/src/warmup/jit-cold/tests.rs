//! Told while compilers run; named when the first seconds are slow in code that they compile; quiet when something else was slow.

use crate::tests::built_start::{Start, start};
use crate::tests::verdict;
use diagnose::{Diagnosis, Status, VerdictStatus};
use testkit::{HostSpec, LevelSpec, RareSpec, RunBuilder};

fn said(d: &Diagnosis) -> diagnose::Hypothesis {
    d.hypothesis("jit-cold").unwrap().clone()
}

fn jit(run: model::Run) -> diagnose::Hypothesis {
    said(&verdict(run))
}

fn interpreting() -> LevelSpec {
    LevelSpec { compiler_cores: 0.6, cpu_framework: 300.0, ..Start::cold() }
}

#[test]
fn is_rejected_when_the_compilers_are_quiet() {
    let run = RunBuilder::new().usual_levels(100.0, |_, l| l).build();
    assert_eq!(jit(run).status, Status::Rejected);
}

#[test]
fn is_secondary_when_the_compilers_run_while_measuring() {
    let run = RunBuilder::new().usual_levels(100.0, |_, l| LevelSpec { compiler_cores: 0.3, ..l }).build();
    assert_eq!(jit(run).status, Status::Secondary);
}

#[test]
fn is_named_when_the_first_seconds_are_slow_in_code_while_the_compilers_are_busy() {
    let d = verdict(start(&Start { first: interpreting(), ..Start::default() }));
    assert_eq!(d.verdict.cause, Some("jit-cold"), "{:#?}", d.verdict);
    let h = said(&d);
    assert!(h.weight > 0.6 && h.reason.is("jit-cold/holds") && h.observed.says("start/took"), "{h:#?}");
}

#[test]
fn where_work_done_once_is_as_much_the_name_is_that_of_the_code() {
    let of = |code: f64, once: f64| {
        let first = LevelSpec { cpu_framework: code, rare: RareSpec { first_use: once, ..RareSpec::default() }, ..interpreting() };
        let d = verdict(start(&Start { first, ..Start::default() }));
        (d.verdict.cause, said(&d).status)
    };
    assert_eq!(of(150.0, 160.0), (Some("jit-cold"), Status::Supported));
    assert_eq!(of(60.0, 240.0), (None, Status::Secondary));
}

#[test]
fn a_start_as_fast_as_the_rest_is_clean() {
    let d = verdict(start(&Start { slow_s: 0, ..Start::default() }));
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::None, None), "{:#?}", d.verdict);
}

#[test]
fn ten_seconds_at_half_of_the_speed_are_slow_without_a_slow_second() {
    let first = LevelSpec { compiler_cores: 0.3, cpu_framework: 3.0, ..LevelSpec::open(0.1, 250.0) };
    let d = verdict(start(&Start { first, slow_s: 9, ..Start::default() }));
    assert_eq!(d.verdict.cause, Some("jit-cold"), "{:#?} {:#?}", d.verdict, said(&d));
    assert!(said(&d).observed.says("start/took-and-lost"), "{}", said(&d).observed);
}

#[test]
fn a_start_that_is_over_in_three_seconds_has_few_seconds_to_compile_in() {
    // 0.45 s of compiling for some three seconds lost: 0.045 cores over the ten
    let d = verdict(start(&Start { first: LevelSpec { compiler_cores: 0.15, ..interpreting() }, slow_s: 3, ..Start::default() }));
    assert_eq!(d.verdict.cause, Some("jit-cold"), "{:#?} {:#?}", d.verdict, said(&d));
}

#[test]
fn slow_seconds_at_the_same_cost_are_not_cold_code() {
    let first = LevelSpec { request_cpu: Some(0.6), ..interpreting() };
    let d = verdict(start(&Start { first, ..Start::default() }));
    assert_eq!((d.verdict.status, said(&d).status), (VerdictStatus::Inconclusive, Status::Rejected), "{:#?} {:#?}", d.verdict, said(&d));
}

#[test]
fn a_cold_database_is_not_cold_code() {
    let first = LevelSpec { database: 300.0, database_server: 295.0, compiler_cores: 0.6, ..Start::cold() };
    let d = verdict(start(&Start { first, ..Start::default() }));
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Inconclusive, None), "{:#?}", d.verdict);
    let h = said(&d);
    assert_eq!(h.status, Status::Rejected);
    assert!(h.reason.find("start/elsewhere").and_then(|m| m.figure("outside")).is_some_and(|share| share > 0.5), "{}", h.reason);
}

#[test]
fn a_pool_that_is_being_filled_is_not_cold_code() {
    let first = LevelSpec { pool_wait: 330.0, cpu_framework: 2.0, compiler_cores: 0.6, ..Start::cold() };
    let d = verdict(start(&Start { first, ..Start::default() }));
    assert_eq!((d.verdict.status, said(&d).status), (VerdictStatus::Inconclusive, Status::Rejected), "{:#?}", d.verdict);
}

#[test]
fn slow_seconds_without_compilers_are_not_cold_code() {
    let d = verdict(start(&Start { first: LevelSpec { compiler_cores: 0.0, ..interpreting() }, ..Start::default() }));
    assert_eq!((d.verdict.status, said(&d).status), (VerdictStatus::Inconclusive, Status::Rejected), "{:#?}", d.verdict);
}

#[test]
fn slow_seconds_while_others_have_the_cpu_are_not_cold_code() {
    let host = HostSpec { stolen_cores: 0.5, ..HostSpec::default() };
    let d = verdict(start(&Start { first: LevelSpec { host, ..interpreting() }, ..Start::default() }));
    assert_eq!((d.verdict.status, said(&d).status), (VerdictStatus::Inconclusive, Status::Rejected), "{:#?}", d.verdict);
}
