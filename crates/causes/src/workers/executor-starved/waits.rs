//! How long requests wait for tasks: by the stacks of threads that wait for a future, or, where no thread has a request from beginning to
//! end, by what no piece of it shows.

use super::WORTH_A_LINE;
use crate::facts::executors::{Executor, waiting_for_tasks};
use diagnose::claim::{REQUESTS, STACKS};
use diagnose::frames::Part;
use diagnose::level::Level;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Claim};
use model::{Message, message};

/// The wait at one level.
pub(super) struct Wait {
    /// Milliseconds per request.
    pub(super) ms: f64,
    /// Number of samples; `None` where it is what is left of the response.
    pub(super) samples: Option<f64>,
}

/// The wait at `level`; `None` without stacks.
pub(super) fn waits(a: &Analysis, level: &Level) -> Option<Wait> {
    if !a.stacks.in_pieces() {
        return waiting_for_tasks(a, level).map(|w| Wait { ms: w.ms, samples: Some(w.samples) });
    }
    let ledger = a.ledgers.iter().find(|l| l.phase == level.phase.id)?;
    Some(Wait { ms: ledger.unexplained_ms.max(0.0), samples: None })
}

impl Wait {
    /// It, of the response at `level`.
    pub(super) fn observed(&self, level: &Level) -> Message {
        let (waited, response, rate) = (self.ms, level.response_ms, level.throughput_per_s);
        match self.samples {
            Some(_) => message!("executor-starved/observed", waited: Ms(waited), response: Ms(response), rate: PerSecond(rate)),
            None => message!("executor-starved/observed-rest", waited: Ms(waited), response: Ms(response), rate: PerSecond(rate)),
        }
    }

    /// What share of the growth of the response time it is.
    pub(super) fn growth(&self, share: f64) -> Message {
        match self.samples {
            Some(_) => message!("executor-starved/growth", share: Share(share)),
            None => message!("executor-starved/growth-rest", share: Share(share)),
        }
    }

    /// Where nobody is seen to wait, what else may make the tasks of `e` wait for each other is not looked into further: more threads are
    /// not promised then.
    pub(super) fn doubtful(&self, a: &Analysis, e: &Executor) -> Option<Message> {
        if self.samples.is_some() {
            return None;
        }
        if a.is_saturated(ResourceKind::DatabaseCpu) {
            return Some(message!("executor-starved/behind-database"));
        }
        (e.share_of(Part::PoolWait) > WORTH_A_LINE.get()).then(|| message!("executor-starved/behind-pool"))
    }

    pub(super) fn claim(&self, level: &Level) -> Claim {
        match self.samples {
            Some(_) => {
                Claim::at(level, "future_wait_ms", self.ms, "ms", message!("executor-starved/future-wait", ms: Ms(self.ms))).from(&[STACKS])
            }
            None => {
                Claim::at(level, "rest_ms", self.ms, "ms", message!("executor-starved/rest", ms: Ms(self.ms))).from(&[REQUESTS, STACKS])
            }
        }
    }
}
