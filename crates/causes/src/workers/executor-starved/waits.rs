//! How long requests wait for tasks: by the stacks of threads that wait for a future, or, where no thread has a request from beginning to
//! end, by what no piece of it shows.

use crate::facts::executors::waiting_for_tasks;
use diagnose::claim::{REQUESTS, STACKS};
use diagnose::level::Level;
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
