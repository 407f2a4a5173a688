//! Follows the seconds of a run: the rows of its report, and objectives that may end it.

use ::load::Stopper;
use ::report::load::{LiveVerdict, LoadReport, SecondRow, Series, Slo, SloJudge, SloResult, Timeline};
use model::{Message, Observation, Sink};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A sink that keeps rows and judges them as they come.
pub(super) struct Follower {
    state: Mutex<State>,
}

struct State {
    timeline: Timeline,
    series: Series,
    judge: SloJudge,
    stoppers: Vec<Stopper>,
    aborted: Option<Message>,
}

impl Follower {
    pub(super) fn new(slos: Vec<Slo>, timeout: Duration) -> Self {
        let timeline = Timeline::new(timeout.as_nanos() as u64);
        let state = State { timeline, series: Series::default(), judge: SloJudge::new(slos), stoppers: Vec::new(), aborted: None };
        Self { state: Mutex::new(state) }
    }

    /// What ends the run when an objective says so.
    pub(super) fn may_stop(&self, stoppers: Vec<Stopper>) {
        self.state().stoppers = stoppers;
    }

    /// Why an objective ended the run, if one did.
    pub(super) fn aborted(&self) -> Option<Message> {
        self.state().aborted.clone()
    }

    /// The rows of the run, which is over; they are handed over, not kept.
    pub(super) fn series(&self) -> Series {
        let mut s = self.state();
        for row in s.timeline.rest() {
            s.take(row);
        }
        std::mem::take(&mut s.series)
    }

    /// The objectives after the run.
    pub(super) fn judge(&self, report: &LoadReport) -> Vec<SloResult> {
        self.state().judge.finish(report)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink for Follower {
    fn observe(&self, observation: Observation) {
        let mut s = self.state();
        for row in s.timeline.observe(&observation) {
            s.take(row);
        }
    }
}

impl State {
    fn take(&mut self, row: SecondRow) {
        if let (LiveVerdict::Abort(why), None) = (self.judge.second(&row), &self.aborted) {
            self.aborted = Some(why);
            self.stoppers.iter().for_each(Stopper::stop);
        }
        self.series.push(row);
    }
}
