//! Follows the seconds of a run: the rows of its report, and objectives that may end it.

use ::load::Stopper;
use ::report::load::{LiveVerdict, LoadReport, SecondRow, Series, Slo, SloJudge, SloResult};
use model::{Observation, Sink, Timestamp};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A sink that keeps rows and judges them as they come.
pub(super) struct Follower {
    timeout_ns: u64,
    state: Mutex<State>,
}

struct State {
    start: Timestamp,
    series: Series,
    judge: SloJudge,
    stopper: Option<Stopper>,
    aborted: Option<String>,
}

impl Follower {
    pub(super) fn new(slos: Vec<Slo>, timeout: Duration) -> Self {
        let state = State { start: Timestamp::now(), series: Series::default(), judge: SloJudge::new(slos), stopper: None, aborted: None };
        Self { timeout_ns: timeout.as_nanos() as u64, state: Mutex::new(state) }
    }

    /// What ends the run when an objective says so.
    pub(super) fn may_stop(&self, stopper: Stopper) {
        self.state().stopper = Some(stopper);
    }

    /// Why an objective ended the run, if one did.
    pub(super) fn aborted(&self) -> Option<String> {
        self.state().aborted.clone()
    }

    /// The rows so far.
    pub(super) fn series(&self) -> Series {
        self.state().series.clone()
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
        match observation {
            Observation::PhaseStarted(p) => s.start = p.start,
            Observation::LoadSecond(second) => {
                let row = SecondRow::of(&second, s.start, self.timeout_ns);
                if let (LiveVerdict::Abort(why), None) = (s.judge.second(&row), &s.aborted) {
                    s.aborted = Some(why);
                    s.stopper.iter().for_each(Stopper::stop);
                }
                s.series.push(row);
            }
            _ => {}
        }
    }
}
