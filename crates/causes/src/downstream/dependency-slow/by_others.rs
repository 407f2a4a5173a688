//! Calls that are as long as ever, and that others waited for until requests do it themselves.

use super::MOST_OF_CALLS;
use super::limits::LEAST_CALLS;
use crate::facts::calls::CallTimes;
use diagnose::Analysis;
use diagnose::level::{Level, endpoints};

/// Time in calls of a request, whoever waits for them, under light load and at the heaviest level, milliseconds: where that is all that
/// requests wait for them, and has grown by less than half of what this has. An executor that is full and lets requests run its tasks makes
/// it so. `None` where calls are not seen.
pub(super) fn are_no_longer(a: &Analysis, times: &CallTimes) -> Option<(f64, f64)> {
    let spent_ms = |l: &Level| {
        let all = endpoints(a.run, l.window);
        let is_known = l.requests > 0 && all.iter().map(|e| e.seen).sum::<f64>() >= LEAST_CALLS.get();
        is_known.then(|| all.iter().map(|e| e.calls * e.mean_ms).sum::<f64>() / l.requests as f64)
    };
    let (light, heavy) = (spent_ms(a.light()?)?, spent_ms(a.heavy()?)?);
    let waits_grown = times.heavy - times.light;
    (heavy >= times.heavy && heavy - light < MOST_OF_CALLS.get() * waits_grown).then_some((light, heavy))
}
