//! Calls that are as long as ever, and that requests did not wait for until now.

use super::MOST_OF_CALLS;
use super::limits::LEAST_CALLS;
use crate::facts::calls::{CallTimes, SLOWER, awaited_ms};
use diagnose::Analysis;
use diagnose::level::{Endpoint, Level, endpoints};

/// Time of all calls of a request under light load and at the heaviest level, milliseconds, where requests wait for no more than that, and
/// calls have grown by less than half of what the wait for them has: all of them together, those to each endpoint, and what is awaited on
/// connections, where also calls are that nobody can read. An executor that is full and lets requests run its tasks makes it so. `None`
/// where calls are not seen.
pub(super) fn are_no_longer(a: &Analysis, times: &CallTimes) -> Option<(f64, f64)> {
    let (light, heavy) = (a.light()?, a.heavy()?);
    let (before, now) = (seen(a, light)?, seen(a, heavy)?);
    let less = |grown_ms: f64| grown_ms < MOST_OF_CALLS.get() * (times.heavy - times.light);
    let at_rest = |e: &Endpoint| before.iter().find(|b| b.name == e.name);
    let longer = |e: &Endpoint| spent_ms(e, heavy) - at_rest(e).map_or(0.0, |b| spent_ms(b, light));
    let most = now.iter().max_by(|x, y| spent_ms(x, heavy).total_cmp(&spent_ms(y, heavy)))?;
    let as_fast = at_rest(most).is_some_and(|b| most.mean_ms < SLOWER.get() * b.mean_ms);
    let all_ms = |all: &[Endpoint], l: &Level| all.iter().map(|e| spent_ms(e, l)).sum::<f64>();
    let (before_ms, now_ms) = (all_ms(&before, light), all_ms(&now, heavy));
    let are_no_longer = less(now_ms - before_ms) && now.iter().all(|e| less(longer(e))) && as_fast;
    let on_connections = less(awaited_ms(a, heavy)? - awaited_ms(a, light)?);
    (now_ms >= times.heavy && are_no_longer && on_connections).then_some((before_ms, now_ms))
}

/// Endpoints of a level, where enough calls were seen.
fn seen(a: &Analysis, level: &Level) -> Option<Vec<Endpoint>> {
    let all = endpoints(a.run, level.window);
    (level.requests > 0 && all.iter().map(|e| e.seen).sum::<f64>() >= LEAST_CALLS.get()).then_some(all)
}

/// Time of a request's calls to it, milliseconds.
fn spent_ms(e: &Endpoint, level: &Level) -> f64 {
    e.calls * e.mean_ms / level.requests as f64
}
