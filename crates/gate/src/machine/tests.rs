//! The gate on windows made by hand.

use super::*;
use crate::{ClassWindow, Signals};

/// A window of five ticks with `per_s` good answers of one class at `ms`, that vary a little.
fn window(per_s: u64, ms: f64, compiler_cores: Option<f64>) -> Window {
    let medians_ms = (0..5).map(|i| ms * (1.0 + 0.005 * f64::from(i * 3 % 5 - 2))).collect();
    Window {
        length_s: 5.0,
        classes: vec![ClassWindow { ok: 5 * per_s, failed: 0, medians_ms, p95_ms: Some(2.0 * ms) }],
        signals: Signals { compiler_cores, ..Signals::default() },
    }
}

/// Feeds windows that depend on whether the rate is doubled, until something is decided or `most` are fed.
fn drive(gate: &mut Gate, most: usize, mut next: impl FnMut(usize, bool) -> Window) -> (usize, Answer) {
    let mut doubled = false;
    let mut answer = Answer { decision: Decision::Wait, reasons: Vec::new() };
    for i in 0..most {
        answer = gate.feed(&next(i, doubled));
        doubled = answer.decision == Decision::Burst;
        if matches!(answer.decision, Decision::Warm | Decision::TooLong(Policy::Open | Policy::Fail)) {
            return (i + 1, answer);
        }
    }
    (most, answer)
}

fn rate(doubled: bool) -> u64 {
    if doubled { 400 } else { 200 }
}

#[test]
fn a_service_without_signals_opens_by_its_answers_alone_and_the_gate_says_what_it_did_not_see() {
    let mut gate = Gate::new(Settings::default(), 1);
    let (windows, answer) = drive(&mut gate, 40, |_, doubled| window(rate(doubled), 10.0, None));
    // 5,000 answers are there after five windows, which then hold for two more; one is doubled
    assert_eq!((windows, answer.decision, answer.reasons), (8, Decision::Warm, vec![]));
    assert_eq!(gate.last_condition(), Some(Condition::Burst));
    assert_eq!(gate.absent(), Absent::ALL);
    assert!(gate.shown().iter().all(|s| s.asked == 0.05));
}

#[test]
fn compilers_that_wake_up_at_twice_the_rate_keep_it_closed() {
    // a plateau of the first compiler: steady and quiet, until enough calls have come
    let mut gate = Gate::new(Settings::default(), 1);
    let mut bursts = 0;
    let (windows, answer) = drive(&mut gate, 60, |_, doubled| {
        bursts += usize::from(doubled);
        let compiles = doubled && bursts == 1;
        window(rate(doubled), if bursts > 0 && !compiles { 5.0 } else { 10.0 }, Some(if compiles { 0.7 } else { 0.01 }))
    });
    assert_eq!((bursts, answer.decision), (2, Decision::Warm), "{:?}", answer.reasons);
    // eight windows as before, four at the rate, one that is doubled
    assert_eq!(windows, 13);
}

/// A gate whose rate was doubled once: then answers took three quarters of the time.
fn after_a_faster_burst(settings: Settings) -> Gate {
    let mut gate = Gate::new(settings, 1);
    let (_, shorter) = drive(&mut gate, 8, |_, doubled| window(rate(doubled), if doubled { 7.5 } else { 10.0 }, Some(0.01)));
    assert_eq!((shorter.decision, shorter.reasons.len()), (Decision::Wait, 1));
    assert!(matches!(shorter.reasons[..], [Reason::BurstFaster { class: 0, times }] if (times - 0.75).abs() < 0.01));
    gate
}

#[test]
fn a_response_that_is_shorter_at_twice_the_rate_alone_is_warm_and_one_that_stays_so_was_not_steady() {
    for (ms, decision) in [(10.0, Decision::Warm), (7.5, Decision::Wait)] {
        let next = after_a_faster_burst(Settings::default()).feed(&window(200, ms, Some(0.01)));
        assert_eq!(next.decision, decision, "{:?}", next.reasons);
        assert_eq!(matches!(next.reasons[..], [Reason::AfterBurst { class: 0, .. }]), ms < 10.0, "{:?}", next.reasons);
    }
}

#[test]
fn after_the_burst_all_that_is_asked_at_the_rate_is_asked_again() {
    for (signals, want) in [
        (Signals { compiler_cores: Some(0.1), ..Signals::default() }, "quiet"),
        (Signals { loaded_per_s: Some(9.0), ..Signals::default() }, "quiet"),
        (Signals { invalidated: Some(3.0), ..Signals::default() }, "quiet"),
    ] {
        let next = after_a_faster_burst(Settings::default()).feed(&Window { signals, ..window(200, 10.0, None) });
        assert_eq!(next.reasons.iter().map(|r| r.condition().name()).collect::<Vec<_>>(), [want]);
        assert_eq!(next.decision, Decision::Wait);
    }
    let mut failing = window(200, 10.0, Some(0.01));
    failing.classes[0].failed = 100;
    assert!(matches!(after_a_faster_burst(Settings::default()).feed(&failing).reasons[..], [Reason::Failed { .. }]));
}

#[test]
fn a_held_gate_looks_at_what_was_faster_beyond_its_longest_wait() {
    let mut gate = after_a_faster_burst(Settings { policy: Policy::Hold, longest_s: 30.0, ..Settings::default() });
    assert_eq!(gate.feed(&window(200, 10.0, Some(0.01))).decision, Decision::Warm);
}

#[test]
fn a_response_that_is_longer_at_twice_the_rate_was_not_shown_to_be_warm() {
    let mut gate = Gate::new(Settings::default(), 1);
    let (_, answer) = drive(&mut gate, 8, |_, doubled| window(rate(doubled), if doubled { 13.0 } else { 10.0 }, None));
    assert!(matches!(answer.reasons[..], [Reason::BurstChanged { class: 0, times, .. }] if (times - 1.3).abs() < 0.01));
}

#[test]
fn what_never_settles_ends_by_the_longest_wait_under_each_policy() {
    let unsteady = |i: usize, _: bool| window(200, if i.is_multiple_of(2) { 10.0 } else { 14.0 }, None);
    for policy in [Policy::Open, Policy::Fail] {
        let mut gate = Gate::new(Settings { policy, ..Settings::default() }, 1);
        let (windows, answer) = drive(&mut gate, 60, unsteady);
        assert_eq!((windows, answer.decision), (24, Decision::TooLong(policy)));
        assert!(matches!(answer.reasons[..], [Reason::Jumped { .. }]), "{:?}", answer.reasons);
    }
    let mut gate = Gate::new(Settings { policy: Policy::Hold, ..Settings::default() }, 1);
    let answers: Vec<Answer> = (0..60).map(|i| gate.feed(&unsteady(i, false))).collect();
    assert_eq!(answers.iter().filter(|a| a.decision == Decision::TooLong(Policy::Hold)).count(), 1);
    assert_eq!(answers[59].decision, Decision::Wait);
}

#[test]
fn a_held_gate_opens_late_when_the_service_settles() {
    let settings = Settings { policy: Policy::Hold, longest_s: 30.0, ..Settings::default() };
    let mut gate = Gate::new(settings, 1);
    let (windows, answer) =
        drive(&mut gate, 60, |i, doubled| window(rate(doubled), if i < 20 && i.is_multiple_of(2) { 14.0 } else { 10.0 }, None));
    assert_eq!(answer.decision, Decision::Warm);
    assert!(windows > 20, "{windows}");
}

#[test]
fn what_is_known_of_the_warm_service_is_asked_for() {
    let settings = Settings { warm_p95_ms: vec![Some(10.0)], ..Settings::default() };
    let mut gate = Gate::new(settings, 1);
    let (_, answer) = drive(&mut gate, 10, |_, doubled| window(rate(doubled), 10.0, None));
    assert!(matches!(answer.reasons[..], [Reason::AboveReference { p95_ms: 20.0, warm_ms: 10.0, .. }]));
    assert!(!gate.absent().contains(&Absent::Reference));
}

#[test]
fn an_answer_names_everything_that_is_missing() {
    let mut gate = Gate::new(Settings::default(), 1);
    let mut w = window(10, 10.0, Some(0.8));
    w.classes[0].failed = 5;
    w.signals.throttled = Some(0.2);
    let conditions: Vec<&str> = gate.feed(&w).reasons.iter().map(|r| r.condition().name()).collect();
    assert_eq!(conditions, ["coverage", "coverage", "coverage", "quiet", "quiet", "steady"]);
}

#[test]
fn a_gate_that_holds_for_a_day_keeps_what_it_looks_back_over() {
    let unsteady = |i: usize| window(200, if i.is_multiple_of(2) { 10.0 } else { 14.0 }, Some(0.01));
    let mut gate = Gate::new(Settings { policy: Policy::Hold, ..Settings::default() }, 1);
    for i in 0..17_280 {
        gate.feed(&unsteady(i));
    }
    assert_eq!(gate.even.len(), Settings::default().most_windows);
}

#[test]
fn no_window_and_no_class_is_not_warm() {
    let mut gate = Gate::new(Settings::default(), 1);
    let (_, answer) = drive(&mut gate, 40, |_, _| Window { length_s: 5.0, ..Window::default() });
    assert_eq!(answer.decision, Decision::TooLong(Policy::Open));
}

/// A window on a machine whose speed comes and goes; its work of fixed length goes with it where it is `seen`.
fn varying(i: usize, doubled: bool, ms: f64, seen: bool) -> Window {
    let speed = 0.08 * (i as f64 * 1.3).sin();
    let mut w = window(rate(doubled), ms * (1.5 * speed).exp(), Some(0.01));
    w.signals.work_s = seen.then(|| 5e-5 * speed.exp());
    w
}

#[test]
fn a_machine_that_varies_is_given_a_minute_in_which_nothing_gets_faster_on_the_whole() {
    let mut gate = Gate::new(Settings::default(), 1);
    let (windows, answer) = drive(&mut gate, 24, |i, doubled| varying(i, doubled, 10.0, true));
    assert_eq!(answer.decision, Decision::Warm, "{:?}", answer.reasons);
    assert!((13..=16).contains(&windows), "{windows}");
    assert!(gate.shown().iter().all(|s| s.varies.is_some_and(|v| v > 0.025) && s.windows == 12));
}

#[test]
fn where_fixed_work_is_not_seen_or_the_service_itself_gets_faster_nothing_is_given() {
    let mut gate = Gate::new(Settings::default(), 1);
    let (_, unseen) = drive(&mut gate, 23, |i, doubled| varying(i, doubled, 10.0, false));
    assert_eq!(unseen.decision, Decision::Wait, "{:?}", unseen.reasons);
    let mut gate = Gate::new(Settings::default(), 1);
    let (_, faster) = drive(&mut gate, 23, |i, doubled| varying(i, doubled, 10.0 * (-0.05 * i as f64).exp(), true));
    assert_eq!(faster.decision, Decision::Wait, "{:?}", faster.reasons);
}
