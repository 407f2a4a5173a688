//! What grows between light and heavy load: growth is queueing, and the part that grows most names the victim.

use crate::frames::Part;
use crate::level::Level;
use crate::saturation::POOL_FULL;

crate::thresholds! {
    /// Least share of the growth of the response time that a named cause must explain. Source: CAUSES section 4 point 3.
    pub LEAST_GROWTH_SHARE = 0.6;
}

/// Growth of the response time from a light to a heavy level, milliseconds per request. What queues before connections, workers and locks of
/// the database under light load already counts as grown: a service is not told that its queue is its normal response because the queue
/// is there at every load.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Growth {
    /// Growth of the response time.
    pub response_ms: f64,
    /// Growth of the time that requests wait in the client for a connection, or for its core. Those that have a connection keep it while they
    /// wait in the service, so what they wait for makes this queue as well: it is nobody's own share.
    pub late_ms: f64,
    /// Standard error of the growth of the response time, as a share of it: by how much the seconds of both levels differ among themselves.
    pub error: f64,
    /// Response time at the light level, without its queues.
    pub light_ms: f64,
    /// Waiting for a database connection (by gauge, else by stacks), all of it.
    pub pool_wait_ms: f64,
    /// Waiting for a worker thread, or for the event loop, which is the one worker that there is, all of it.
    pub worker_queue_ms: f64,
    /// Waiting for a thread of libuv's pool, all of it.
    pub thread_wait_ms: f64,
    /// Waiting for other services.
    pub remote_ms: f64,
    /// Waiting for caches.
    pub cache_ms: f64,
    /// Waiting for the database.
    pub database_ms: f64,
    /// Waiting for locks.
    pub lock_ms: f64,
    /// Waiting in logging.
    pub logging_ms: f64,
    /// On the CPU and waiting for a core.
    pub cpu_ms: f64,
}

impl Growth {
    /// Growth between two levels.
    pub fn between(light: &Level, heavy: &Level) -> Self {
        let d = |f: &dyn Fn(&Level) -> f64| (f(heavy) - f(light)).max(0.0);
        // no queue is longer than the response that it is part of: gauges of few requests say so at times
        let queued_ms = (pool_wait_ms(light) + light.served.queue_ms() + light.served.thread_wait_ms() + database_lock_ms(light))
            .min(light.response_ms);
        let light_ms = light.response_ms - queued_ms;
        let response_ms = (heavy.response_ms - light_ms).max(0.0);
        let unlocked_ms = (light.part_ms(Part::Database) - database_lock_ms(light)).max(0.0);
        Self {
            response_ms,
            error: if response_ms > 0.0 { response_se_ms(heavy).hypot(response_se_ms(light)) / response_ms } else { 0.0 },
            late_ms: d(&|l| l.late_ms),
            light_ms,
            pool_wait_ms: pool_wait_ms(heavy),
            worker_queue_ms: heavy.served.queue_ms(),
            thread_wait_ms: heavy.served.thread_wait_ms(),
            remote_ms: d(&|l| l.part_ms(Part::Remote)),
            cache_ms: d(&|l| l.part_ms(Part::Cache)),
            database_ms: (heavy.part_ms(Part::Database) - unlocked_ms).max(0.0),
            lock_ms: d(&|l| l.part_ms(Part::Lock)),
            logging_ms: d(&|l| l.part_ms(Part::Logging)),
            cpu_ms: d(&|l| l.scheduler.as_ref().map_or(0.0, |s| s.request_cpu_ms + s.request_run_queue_ms)),
        }
    }

    /// Share of the growth inside the service that `ms` explains, 0 to 1; 0 when nothing grew.
    pub fn share(&self, ms: f64) -> f64 {
        let inside_ms = self.response_ms - self.late_ms;
        if inside_ms > 0.0 { (ms / inside_ms).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Waiting for the pool, with the queue before workers that are themselves taken by waiting for the pool: all of that queue when the pool
    /// is the lower ceiling of the two, else the share of a worker's time that is waiting for the pool.
    pub fn pool_queueing_ms(&self, heavy: &Level) -> f64 {
        let waiting = pool_wait_ms(heavy);
        let taken = heavy.served.workers().map_or(0.0, |w| w.busy_ms);
        let behind = if pool_is_lower(heavy) {
            1.0
        } else if taken > 0.0 {
            (waiting / taken).clamp(0.0, 1.0)
        } else {
            0.0
        };
        self.pool_wait_ms + self.worker_queue_ms * behind
    }
}

/// Standard error of the mean response time of a level, milliseconds: of the means of its seconds.
fn response_se_ms(level: &Level) -> f64 {
    let means: Vec<f64> = level.seconds.iter().filter(|(_, n)| *n > 0.0).map(|(sum_ms, n)| sum_ms / n).collect();
    if means.len() < 2 { 0.0 } else { stats::describe::standard_error(&means) }
}

/// Waiting for a connection, milliseconds per request: by the gauge, else by the stacks.
fn pool_wait_ms(level: &Level) -> f64 {
    level.busiest_pool().map_or_else(|| level.part_ms(Part::PoolWait), |p| p.wait_ms)
}

/// Sessions that wait for a lock, milliseconds per request.
fn database_lock_ms(level: &Level) -> f64 {
    level.database.as_ref().map_or(0.0, |d| stats::law::time_inside_s(d.lock_waiting, level.throughput_per_s) * 1e3)
}

/// By how much the workers' ceiling must exceed the pool's: the error that the account of both times may have. Source: LEDGER section 9 point 8.
fn clearly() -> f64 {
    1.0 + crate::ledger::TOLERANCE_SHARE.get()
}

/// Whether the workers would allow clearly more than the pool does, if they did not wait for it: then they are full because of it.
fn pool_is_lower(level: &Level) -> bool {
    let (Some(pool), Some(workers)) = (level.busiest_pool(), level.served.workers()) else { return false };
    let ceiling = |n: f64, ms: f64| stats::law::capacity_per_s(n, ms / 1e3);
    pool.wait_ms > 0.0
        && pool.utilisation() >= POOL_FULL.get()
        && ceiling(workers.max, (workers.busy_ms - pool.wait_ms).max(0.0)) > clearly() * ceiling(pool.max, pool.hold_ms)
}
