//! Fires on a synchronous hash and names it; stays quiet where callbacks are short; is not mistaken for a pool that is full because of it.

use crate::tests::verdict;
use diagnose::{EvidenceLevel, Status};
use testkit::{LoopSpec, RunBuilder};

/// A hash of `stretch` ms on the loop in every request.
fn hashing(stretch: f64, more: impl Fn(f64, LoopSpec) -> LoopSpec) -> model::Run {
    let busy = stretch + 1.0;
    RunBuilder::node(2)
        .usual_loop_levels(1e3 / busy, |f, l| {
            // a queue of one server: at saturation sixteen are inside
            let delay = if f >= 1.0 { 14.0 * busy } else { busy * f / 2.0 / (1.0 - f) };
            more(f, LoopSpec { hash: stretch, stretch, delay, ..l })
        })
        .build()
}

#[test]
fn fires_and_names_the_function() {
    let d = verdict(hashing(60.0, |_, l| l));
    let h = d.hypothesis("event-loop-blocked").unwrap();
    assert_eq!((h.status, h.evidence), (Status::Supported, EvidenceLevel::Explains), "{h:#?}");
    assert_eq!(d.verdict.cause, Some("event-loop-blocked"), "its CPU is the same hash, and stands behind: {:#?}", d.verdict);
    assert_eq!(h.site, "login (users.js:41)");
    assert!(h.gain.clone().unwrap().bound_per_s > 100.0, "{h:#?}");
}

#[test]
fn time_in_which_the_loop_lacked_its_core_is_no_stretch() {
    // 30 ms of callbacks by the clock, of which a third ran: a quota stopped them, or others had the core
    let lacking = |of: f64| {
        let mut run = hashing(30.0, |_, l| l);
        let main = run.threads.iter().flat_map(|s| &s.threads).max_by_key(|t| t.cpu_ns).expect("the loop").tid;
        for t in run.threads.iter_mut().flat_map(|s| &mut s.threads).filter(|t| t.tid == main) {
            t.run_queue_ns += (t.cpu_ns as f64 * of) as u64;
            t.cpu_ns = (t.cpu_ns as f64 * (1.0 - of)) as u64;
        }
        verdict(run).hypothesis("event-loop-blocked").expect("heard").status
    };
    assert_eq!((lacking(0.0), lacking(2.0 / 3.0)), (Status::Supported, Status::Rejected));
}

#[test]
fn stays_quiet_where_callbacks_are_short() {
    let d = verdict(hashing(4.0, |_, l| l));
    assert_eq!(d.hypothesis("event-loop-blocked").unwrap().status, Status::Rejected);
}

#[test]
fn a_pool_that_is_full_because_answers_wait_for_the_loop_is_not_accused() {
    // connections are held while the answer lies in the socket
    let d = verdict(hashing(60.0, |f, l| LoopSpec { pool: if f >= 1.0 { (300.0, 2.0, 610.0) } else { l.pool }, ..l }));
    assert_ne!(d.verdict.cause, Some("connection-pool-too-small"));
    assert_eq!(d.hypothesis("connection-pool-too-small").unwrap().status, Status::Rejected);
}

#[test]
fn says_nothing_of_a_service_without_an_event_loop() {
    let d = verdict(crate::tests::before(10.0));
    assert_eq!(d.hypothesis("event-loop-blocked").unwrap().status, Status::NotApplicable);
}

/// The same callbacks, their samples by turns in two functions that `report` calls.
fn in_parts(run: &mut model::Run) {
    let frame =
        |method: &str| model::Frame { class: "src/report.js".into(), method: method.into(), line: 5, kind: model::FrameKind::Compiled };
    let table = &mut run.stacks;
    let hash = table.stacks.iter().position(|s| s.iter().any(|f| table.frames[*f as usize].method == "login")).unwrap() as u32;
    let first = table.frames.len() as u32;
    table.frames.extend(["report", "sum", "sort"].map(frame));
    let parts = [1, 2].map(|inner| {
        table.stacks.push(vec![first, first + inner]);
        table.stacks.len() as u32 - 1
    });
    for profile in run.wall.values_mut() {
        let by_turns = |s: &model::WallSample| {
            let of = |i: u32| model::WallSample { weight: 1, stack: parts[i as usize % 2], ..*s };
            if s.stack == hash { (0..s.weight).map(of).collect() } else { vec![*s] }
        };
        profile.samples = profile.samples.iter().flat_map(by_turns).collect();
    }
}

#[test]
fn a_stretch_of_several_functions_is_told_by_the_one_that_calls_them() {
    let mut run = hashing(60.0, |_, l| l);
    in_parts(&mut run);
    let h = verdict(run).hypothesis("event-loop-blocked").unwrap().clone();
    assert_eq!((h.status, h.site.as_str()), (Status::Supported, "report (report.js:5)"), "{h:#?}");
}

#[test]
fn two_short_calls_without_a_gap_are_no_long_one() {
    // every fourth call is followed by another at once: 16 ms each, 32 ms to the sampler, 40 % of the time, so that their mean is 22 ms
    let mut run = hashing(16.0, |_, l| l);
    let longest = |run: &model::Run| run.wall.values().flat_map(|p| &p.samples).map(|s| s.weight).max().unwrap();
    let call = 8;
    assert!(longest(&run) >= call);
    for profile in run.wall.values_mut() {
        for s in profile.samples.iter_mut().filter(|s| s.weight == call).step_by(4) {
            s.weight *= 2;
        }
    }
    assert_eq!(verdict(run).hypothesis("event-loop-blocked").unwrap().status, Status::Rejected);
}

#[test]
fn calls_that_others_hardly_wait_for_are_short_ones_in_a_row() {
    // 2 ms each, of which fifteen follow each other without a gap; what else comes waits for one of them and not for fifteen
    let in_a_row =
        |delay: f64| verdict(hashing(2.0, |f, l| LoopSpec { stretch: 30.0, delay: if f >= 1.0 { l.delay } else { delay }, ..l }));
    let long = |d: diagnose::Diagnosis| d.hypothesis("event-loop-blocked").unwrap().status;
    assert_eq!(long(in_a_row(0.5)), Status::Rejected);
    assert_eq!(long(in_a_row(8.0)), Status::Supported, "now they wait as long as fifteen calls take");
}

#[test]
fn what_was_short_at_a_lighter_level_is_no_long_call_at_a_heavier_one() {
    // 12 ms each; from a level on three follow each other without a gap
    let in_a_row = |from: usize| {
        let mut run = hashing(12.0, |_, l| LoopSpec { per_s: l.per_s * 0.75, ..l });
        let open = run.phases.iter().filter(|p| p.is_open()).map(|p| p.id.clone()).collect::<Vec<_>>();
        for phase in &open[from..] {
            let samples = &mut run.wall.get_mut(phase).expect("a profile").samples;
            let mut calls = 0;
            samples.retain_mut(|s| {
                let call = s.weight >= 5;
                calls += u32::from(call);
                s.weight *= if call { 3 } else { 1 };
                !call || calls % 3 == 0
            });
        }
        verdict(run).hypothesis("event-loop-blocked").expect("heard").status
    };
    assert_eq!((in_a_row(0), in_a_row(1)), (Status::Supported, Status::Rejected));
}
