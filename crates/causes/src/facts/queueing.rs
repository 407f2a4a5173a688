//! Growth of the response time that a wait explains together with the queues that it makes.
//!
//! A request that waits keeps what it has: its worker thread, and its connection when it waits inside the hold. So the queues before these
//! grow as well, and count for the wait by the share of the time inside that it takes. Reading: CAUSES section 4 points 1 and 3.

use super::event_loop::pool_wait_by_loop;
use diagnose::Analysis;
use diagnose::frames::Part;
use diagnose::level::{Level, Served};
use diagnose::saturation::{CPU_FULL, OWN_SHARE};

diagnose::thresholds! {
    /// Growth of the response time, as a share of its light-load value, below which the service does not slow down and nothing explains it.
    /// A guess, the same as that of `dependency-slow`.
    LEAST_GROWTH = 0.5;
}

/// A wait and the queues before it.
pub(crate) struct Queueing {
    /// The wait at the heaviest level, milliseconds per request.
    pub(crate) heavy_ms: f64,
    /// Share of the growth of the response time that it explains with the queues it makes, 0 to 1; 0 when the response time hardly grows.
    pub(crate) share: f64,
}

/// The wait that `ms` reads off a level, anywhere in the request; `in_hold_ms` is its part during which a connection is held.
pub(crate) fn queueing(a: &Analysis, ms: impl Fn(&Level) -> f64, in_hold_ms: impl Fn(&Level) -> f64) -> Queueing {
    let (Some(light), Some(heavy)) = (a.light(), a.heavy()) else {
        return Queueing { heavy_ms: 0.0, share: 0.0 };
    };
    let heavy_ms = ms(heavy);
    let grown_ms = (heavy_ms - ms(light)).max(0.0);
    let pool_ms = heavy.busiest_pool().map_or_else(|| heavy.part_ms(Part::PoolWait), |p| p.wait_ms);
    let hold_ms = heavy.busiest_pool().map_or(0.0, |p| p.hold_ms);
    let of_hold = share(in_hold_ms(heavy), hold_ms);
    // a worker is taken by the wait, and by waiting for a connection that others keep while they wait
    let is_the_loops = makes_a_loop_full(heavy, heavy_ms);
    let of_worker = if is_the_loops { 1.0 } else { share(heavy_ms + of_hold * pool_ms, inside_ms(heavy)) };
    // answers that wait for the loop keep their connection meanwhile
    let by_loop_ms = if is_the_loops { pool_wait_by_loop(a) } else { 0.0 };
    let explained = grown_ms + (of_hold * a.growth.pool_wait_ms).max(by_loop_ms) + of_worker * a.growth.worker_queue_ms;
    Queueing { heavy_ms, share: if grows(a) { a.growth.share(explained) } else { 0.0 } }
}

/// Whether an event loop has no time left, and would have some without a wait of `ms` per request in its callbacks that is worth a name:
/// the queue before a single server is then the wait's, all of it.
fn makes_a_loop_full(level: &Level, ms: f64) -> bool {
    let Some(l) = level.served.event_loop() else { return false };
    let without = l.busy_share * (1.0 - share(ms, l.busy_ms));
    l.busy_share >= CPU_FULL.get() && without < CPU_FULL.get() && ms >= (1.0 - OWN_SHARE.get()) * l.busy_ms
}

/// Whether the response time grows enough with load for a share of its growth to say anything.
pub(crate) fn grows(a: &Analysis) -> bool {
    a.growth.response_ms > LEAST_GROWTH.get() * a.growth.light_ms
}

/// Time that a request keeps a worker, milliseconds: by the gauge, else by the stacks. An event loop is the one worker that there is.
pub(crate) fn inside_ms(level: &Level) -> f64 {
    let sampled = || level.samples.as_ref().map(|s| s.dispatch_ms() + s.outside_dispatch_ms());
    level.served.kept_ms().or_else(sampled).unwrap_or(0.0)
}

/// What a part of a request is held against to be worth a line, milliseconds: its time inside the service, for the queue before full
/// workers is as long as the load makes it. On an event loop, where nobody keeps a request, and where it is not known, the whole response.
pub(crate) fn held_against_ms(level: &Level) -> f64 {
    let is_kept = matches!(level.served, Served::Threads(_) | Served::Tasks(_));
    let kept = Some(inside_ms(level)).filter(|ms| is_kept && *ms > 0.0);
    kept.map_or(level.response_ms, |ms| ms.min(level.response_ms))
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { (part / whole).clamp(0.0, 1.0) } else { 0.0 }
}
