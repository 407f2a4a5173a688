//! Follows the warm-up load second by second, asks the gate window by window, and does what it decides.

use super::document::{ClassState, Shared, Stage, State, policy_name};
use super::drive::{ASK_EVERY, Driven, End, Plan, RAMP};
use super::ticks::{self, Tick};
use super::watch::Watch;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::Progress;
use gate::calibrate::{Second, Start};
use gate::{Answer, Decision, Gate, Policy, Window};
use load::Engine;
use model::message;
use std::sync::mpsc::{Receiver, RecvTimeoutError};

/// What the failure is called of a service that ends while it is warmed up.
pub(super) const TARGET_DIED: &str = "target-died";
/// Windows without a good answer, after there were some, from which a service whose process is not known counts as gone.
const SILENT: usize = 3;

/// Feeds the gate.
pub(super) struct Driver<'a> {
    pub(super) gate: Gate,
    pub(super) plan: &'a Plan<'a>,
    pub(super) engine: &'a Engine,
    pub(super) state: &'a Shared,
    pub(super) progress: &'a Progress,
    pub(super) watch: &'a Watch,
    pub(super) per_window: usize,
}

impl Driver<'_> {
    pub(super) fn follow(&mut self, ticks: &Receiver<Tick>, load_ended: impl Fn() -> bool) -> Result<Driven, Failure> {
        let (mut window, mut silent, mut doubled): (Vec<Tick>, _, _) = (Vec::new(), 0, false);
        let mut driven =
            Driven { end: End::OpenedCold, opened_s: None, covered_s: None, start: Start::default(), ends: Vec::new(), loaded: None };
        let mut elapsed_s = 0.0;
        loop {
            if interrupt::requested() {
                return Ok(Driven { end: End::Interrupted, ..driven });
            }
            if !self.watch.is_alive() {
                return Err(self.gone());
            }
            match ticks.recv_timeout(ASK_EVERY) {
                Ok(tick) => window.push(tick),
                Err(RecvTimeoutError::Timeout) if !load_ended() => continue,
                Err(_) => return Err(Failure::new(Exit::Target, "load-ended", message!("warm/load-ended"))),
            }
            let tick = &window[window.len() - 1];
            elapsed_s += tick.end.seconds_since(tick.start);
            self.saw(tick, elapsed_s);
            self.progress.waits(&self.state.with(State::progress));
            if let Some(length_s) = self.plan.length_s {
                let classes = tick.routes.iter().map(|r| r.good_ms.clone()).collect();
                driven.start.seconds.push(Second { at_s: elapsed_s, doubled, classes });
                driven.ends.push(tick.end);
                if elapsed_s >= length_s {
                    return Ok(driven);
                }
            }
            if window.len() < self.per_window {
                continue;
            }
            let ok = if driven.opened_s.is_none() {
                let (answer, ok) = self.decide(&window);
                doubled = answer.decision == Decision::Burst;
                let is_covered =
                    !answer.reasons.iter().any(|r| matches!(r, gate::Reason::Answers { .. } | gate::Reason::ClassAnswers { .. }));
                driven.covered_s = driven.covered_s.or(is_covered.then_some(elapsed_s));
                if let Some(end) = self.act(&answer) {
                    driven.end = end;
                    if self.plan.length_s.is_none() {
                        return Ok(driven);
                    }
                    driven.opened_s = Some(elapsed_s);
                }
                ok
            } else {
                window.iter().flat_map(|t| &t.routes).map(|r| r.good_ms.len() as u64).sum()
            };
            window.clear();
            silent = if ok == 0 { silent + 1 } else { 0 };
            if silent >= SILENT && self.state.with(|s| s.ok > 0) {
                return Err(self.gone());
            }
        }
    }

    /// A second has passed.
    fn saw(&self, tick: &Tick, elapsed_s: f64) {
        self.state.change(|s| {
            s.answered(tick.routes.iter().flat_map(|r| r.good_ms.iter().copied()));
            s.elapsed_s = elapsed_s;
            for (class, route) in s.classes.iter_mut().zip(&tick.routes) {
                class.ok += route.good_ms.len() as u64;
                class.failed += route.failed;
            }
            s.ok = s.classes.iter().map(|c| c.ok).sum();
            s.failed = s.classes.iter().map(|c| c.failed).sum();
        });
    }

    /// Asks the gate about a window; says how many good answers that had.
    fn decide(&mut self, ticks: &[Tick]) -> (Answer, u64) {
        let (from, to) = (ticks[0].start, ticks[ticks.len() - 1].end);
        let classes = (0..ticks[0].routes.len()).map(|route| ticks::class(ticks, route)).collect();
        let window = Window { length_s: to.seconds_since(from), classes, signals: self.watch.signals(from, to) };
        let answer = self.gate.feed(&window);
        let shown = if answer.reasons.iter().any(|r| r.condition() == gate::Condition::Steady) { &[] } else { self.gate.shown() };
        self.state.change(|s| {
            s.rate_per_s = (window.ok() + window.failed()) as f64 / window.length_s;
            s.reasons.clone_from(&answer.reasons);
            s.absent = self.gate.absent();
            s.last = self.gate.last_condition();
            s.now_ms = ticks.iter().flat_map(|t| &t.routes).flat_map(|r| r.good_ms.iter().copied()).collect();
            let now = |(class, (i, seen)): (&mut ClassState, (usize, &gate::ClassWindow))| {
                class.median_ms = (!seen.medians_ms.is_empty()).then(|| stats::describe::median(&seen.medians_ms));
                class.p95_ms = seen.p95_ms;
                class.shown = shown.get(i).copied();
            };
            s.classes.iter_mut().zip(window.classes.iter().enumerate()).for_each(now);
        });
        (answer, window.ok())
    }

    /// Does what was decided.
    fn act(&self, answer: &Answer) -> Option<End> {
        let (rate, factor) = (self.plan.load.rate, if answer.decision == Decision::Burst { 2.0 } else { 1.0 });
        if self.gate.elapsed_s() >= RAMP.as_secs_f64() {
            self.engine.control().set_rate(factor * rate);
        }
        let (stage, end) = match answer.decision {
            Decision::Wait => return None,
            Decision::Burst => {
                self.progress.say(message!("warm/doubles", rate: PerSecond(2.0 * rate)));
                return None;
            }
            Decision::Warm => (Stage::Warm, Some(End::Warm)),
            Decision::TooLong(Policy::Open) => (Stage::OpenedCold, Some(End::OpenedCold)),
            Decision::TooLong(Policy::Fail) => (Stage::Failed, Some(End::Failed)),
            Decision::TooLong(Policy::Hold) => (Stage::Held, None),
        };
        self.state.change(|s| s.stage = stage);
        if let Decision::TooLong(policy) = answer.decision {
            let why = self.state.with(|s| answer.reasons.iter().map(|r| r.message(&s.routes)).collect::<Vec<_>>());
            let (longest, policy) = (self.plan.settings.longest_s, policy_name(policy));
            crate::output::warning(&message!("warm/too-long", longest: Seconds(longest), policy: kind(policy), why: (why)));
        }
        end
    }

    fn gone(&self) -> Failure {
        let (elapsed, ok) = self.state.with(|s| (s.elapsed_s, s.ok as f64));
        let what = match self.watch.target() {
            Some(t) => message!("warm/process-gone", pid: name(t.pid.to_string()), elapsed: Seconds(elapsed.round())),
            None => message!("warm/answers-no-more", elapsed: Seconds(elapsed.round())),
        };
        Failure::new(Exit::Target, TARGET_DIED, what).why(message!("warm/answered-before", answers: Count(ok)))
    }
}
