//! Named where collections fill a core of a heap with room; undecided below that, silent where they are few.

use crate::tests::built::{because, collecting, count, end_site_in};
use crate::tests::verdict;
use diagnose::cpu::Purpose;
use diagnose::{Diagnosis, Status, VerdictStatus};
use model::series::labels;
use model::signal;
use model::{Allocated, Labels, Observation, Run, WallProfile};
use testkit::{LoopSpec, RunBuilder};

fn said(d: &Diagnosis) -> &diagnose::Hypothesis {
    d.hypothesis("allocation-heavy").unwrap()
}

#[test]
fn fires_where_collecting_young_objects_takes_the_core() {
    for share in [0.35, 0.5, 0.7] {
        let d = verdict(collecting(share, 0.3, 0.9));
        assert_eq!(d.verdict.cause, Some("allocation-heavy"), "{share}: {:#?}", d.verdict);
        let made = said(&d).reason.find("facts/made").and_then(|m| m.figure("bytes"));
        assert!(made.is_some_and(|bytes| bytes > 1e4), "{:#?}", said(&d).reason);
        assert_eq!(d.hypothesis("heap-near-limit").unwrap().status, Status::Secondary, "the old part has room");
    }
}

/// Of which `by_own` of a thousand bytes are made by the conversion of an answer, the others by what runs it.
fn with_objects(mut run: Run, by_own: u64) -> Run {
    end_site_in(&mut run, &["shop.orders.Convert.toDto"]);
    let stack = |method: &str| {
        let of = |ids: &Vec<u32>| ids.iter().any(|f| run.stacks.frames[*f as usize].method == method);
        run.stacks.stacks.iter().position(of).unwrap() as u32
    };
    let made = |stack, bytes| Allocated { stack, class: String::new(), bytes, samples: 50 };
    let allocated = vec![made(stack("toDto"), by_own * 1_000_000), made(0, (1_000 - by_own) * 1_000_000)];
    let heavy = run.phases.last().unwrap();
    let (phase, start, end) = (heavy.id.clone(), heavy.start, heavy.end.unwrap());
    run.apply(Observation::Wall(WallProfile { phase, start, end, allocated, ..WallProfile::default() }));
    run
}

#[test]
fn the_place_that_makes_most_of_the_objects_is_told() {
    let run = with_objects(collecting(0.5, 0.3, 0.9), 900);
    let d = verdict(run);
    let h = said(&d);
    let told = h.reason.find("facts/made-in").unwrap_or_else(|| panic!("{}", h.reason));
    assert_eq!((told.arg("site"), h.site.as_str()), (Some(&model::Value::name("Convert.toDto")), "Convert.toDto"), "{told}");
    assert!((told.figure("share").unwrap() - 0.9).abs() < 1e-9 && h.fix.is("allocation-heavy/fix-place"), "{told}");
    let part = d.cpu.last().unwrap().parts.iter().find(|p| p.purpose == Purpose::Collector).unwrap();
    assert_eq!((part.own.as_str(), part.own_share), ("Convert.toDto", 0.9));
}

#[test]
fn a_little_of_it_is_what_every_service_has() {
    let d = verdict(collecting(0.08, 0.3, 0.9));
    assert_eq!((said(&d).status, d.verdict.status), (Status::Rejected, VerdictStatus::None), "{:#?}", d.verdict);
}

#[test]
fn between_the_two_nobody_is_called_healthy() {
    let d = verdict(collecting(0.22, 0.3, 0.9));
    assert_eq!((said(&d).status, d.verdict.status), (Status::Untested, VerdictStatus::Inconclusive), "{:#?}", d.verdict);
}

#[test]
fn what_a_change_of_own_code_cannot_end_is_held_against_nobody() {
    for (by_own, status) in [(900, VerdictStatus::Inconclusive), (300, VerdictStatus::None)] {
        let d = verdict(with_objects(collecting(0.22, 0.3, 0.9), by_own));
        assert_eq!((d.verdict.status, d.verdict.cause), (status, None), "{by_own}: {:#?}", d.verdict);
    }
    for (share, by_own, cause) in
        [(0.28, 100, VerdictStatus::None), (0.4, 100, VerdictStatus::Inconclusive), (0.4, 900, VerdictStatus::Found)]
    {
        let d = verdict(with_objects(collecting(share, 0.3, 0.9), by_own));
        assert_eq!(d.verdict.status, cause, "{share}, {by_own}: {:#?}", d.verdict);
        let is_told = said(&d).reason.says("allocation-heavy/made-by-libraries");
        assert_eq!(is_told, cause == VerdictStatus::Inconclusive, "{}", said(&d).reason);
    }
    let d = verdict(with_objects(collecting(0.5, 0.3, 0.9), 100));
    assert_eq!(d.verdict.cause, Some("allocation-heavy"), "half of the core is much, whoever asks for it: {:#?}", d.verdict);
}

#[test]
fn a_collection_that_waits_for_a_core_uses_none() {
    // of 4 ms in callbacks 1 ms is on the CPU; collections take 2 of the 4 by the wall clock
    let mut run = RunBuilder::node(2).usual_loop_levels(200.0, |_, l| LoopSpec { log: (0.0, 3.0), ..l }).build();
    count(&mut run, signal::GC_TIME, labels([("collector", "major")]), 0.002);
    let d = verdict(run);
    let account = d.cpu.last().expect("the CPU is divided");
    let share = account.share(account.purpose_ms(Purpose::Collector));
    assert!((share - 0.5).abs() < 0.05, "{share} of {account:#?}");
}

/// A loop that is full; collections are so large a share of it, so many of the whole heap and of young objects per request.
fn collecting_in_node(share: f64, major: f64, minor: f64) -> Diagnosis {
    collecting_as_v8_says(share, major, minor, None)
}

/// The same, where V8 says of so many per request that memory outside of its heap asked for them.
fn collecting_as_v8_says(share: f64, major: f64, minor: f64, outside: Option<f64>) -> Diagnosis {
    let mut run = RunBuilder::node(1).usual_loop_levels(980.0, |_, l| l).build();
    let of = |which: &'static str| labels([("collector", which)]);
    count(&mut run, signal::GC_TIME, of("major"), share * 0.001);
    count(&mut run, signal::GC_COUNT, of("major"), major);
    count(&mut run, signal::GC_COUNT, of("minor"), minor);
    if let Some(outside) = outside {
        count(&mut run, signal::GC_OUTSIDE_COUNT, Labels::new(), outside);
    }
    verdict(run)
}

#[test]
fn collections_that_memory_outside_of_the_heap_asks_for_are_not_the_fault_of_objects() {
    let outside = collecting_in_node(0.5, 0.1, 0.1);
    assert_ne!(outside.verdict.cause, Some("allocation-heavy"), "{:#?}", outside.verdict);
    assert!(said(&outside).reason.says("allocation-heavy/asked-from-outside"), "{}", said(&outside).reason);
    let inside = collecting_in_node(0.5, 0.005, 0.1);
    assert!(!said(&inside).reason.says("allocation-heavy/asked-from-outside"), "{}", said(&inside).reason);
    assert!(said(&inside).fix.is("allocation-heavy/fix-in-node"), "{:#?}", said(&inside));
}

#[test]
fn where_v8_says_what_asked_for_collections_that_is_told() {
    let told = |major, minor, outside| {
        let d = collecting_as_v8_says(0.5, major, minor, Some(outside));
        let is_told = |id: &str| said(&d).reason.says(&format!("allocation-heavy/{id}"));
        let is_told = ["asked-outside", "asked-from-outside"].map(is_told);
        (d.verdict.cause, is_told)
    };
    assert_eq!(told(0.1, 0.1, 0.1), (None, [true, false]));
    assert_eq!(told(0.1, 0.5, 0.1).1, [true, false], "those of young objects, which are short, change nothing");
    assert_eq!(told(0.1, 0.1, 0.0), (None, [false, true]));
    assert_eq!(told(0.005, 0.1, 0.0).1, [false, false], "new objects ask for them");
}

#[test]
fn collections_that_somebody_asks_for_are_not_held_against_the_objects() {
    let d = verdict(because(collecting(0.5, 0.3, 0.9), "System.gc()"));
    let h = said(&d);
    assert_eq!((d.verdict.cause, h.status), (None, Status::Untested), "{h:#?}");
    assert!(h.reason.says("facts/collected-because") && h.fix.is("facts/fix-collected-because"), "{}", h.reason);
}

#[test]
fn those_that_large_arrays_ask_for_are() {
    let d = verdict(because(collecting(0.5, 0.3, 0.9), "G1 Humongous Allocation"));
    assert_eq!(d.verdict.cause, Some("allocation-heavy"), "{:#?}", d.verdict);
}
