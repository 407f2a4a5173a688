//! A start second by second: what it answered, and what its pool, its code and its cores did meanwhile.

use super::{Second, Time};
use crate::level::scheduler;
use model::{Run, Series, Timestamp, signal};
use std::collections::BTreeSet;

/// One second of a start. `None` where it is not seen.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Moment {
    /// Its requests.
    pub requests: Second,
    /// The busiest connection pool.
    pub pool: Option<PoolMoment>,
    /// Classes loaded.
    pub loaded: Option<f64>,
    /// Methods compiled.
    pub compiled: Option<f64>,
    /// Cores that the compilers used, and the whole process.
    pub cores: Option<(f64, f64)>,
    /// Of the time that requests were at work: in code that no compiler has touched, and in work done once. 0 to 1.
    pub cold: Option<(f64, f64)>,
    /// Time for which all threads stood still, seconds.
    pub stopped_s: Option<f64>,
    /// Time for which the quota kept the process off its cores, seconds.
    pub throttled_s: Option<f64>,
}

/// A connection pool within one second, by its gauges.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PoolMoment {
    /// Most connections in use.
    pub used: f64,
    /// Connections that are open, on average.
    pub open: Option<f64>,
    /// Its largest size.
    pub max: f64,
    /// Most requests that waited for one.
    pub pending: f64,
    /// Mean time for which a request held a connection, milliseconds (Little's law over the second), at most its response: what somebody else holds
    /// all along is no request's. `None` where nothing was served.
    pub hold_ms: Option<f64>,
    /// The same of the wait for it.
    pub wait_ms: Option<f64>,
}

/// The seconds from `first` on, of which requests and stacks are given.
pub(super) fn course(run: &Run, first: Timestamp, seconds: &[Second], times: &[Time], threads: &BTreeSet<u32>) -> Vec<Moment> {
    let one = |(i, (requests, time)): (usize, (&Second, &Time))| {
        let window = (first.plus_ns(i as i64 * 1_000_000_000), first.plus_ns((i as i64 + 1) * 1_000_000_000));
        let increase = |s| run.increase(s, window.0, window.1);
        let at_work_s = time.at_work_s();
        Moment {
            requests: *requests,
            pool: pool(run, window, requests),
            loaded: increase(signal::CODE_LOADED),
            compiled: increase(signal::COMPILATIONS),
            cores: scheduler(run, window, requests.served.max(1e-9), threads).map(|s| (s.compiler_cores, s.process_cores)),
            cold: (at_work_s > 0.0).then(|| (time.interpreted_s / at_work_s, time.once_s / at_work_s)),
            stopped_s: increase(signal::STOP_TIME),
            throttled_s: increase(signal::CGROUP_THROTTLED_TIME),
        }
    };
    seconds.iter().zip(times).enumerate().map(one).collect()
}

/// The pool of which most connections are in use.
fn pool(run: &Run, (from, to): (Timestamp, Timestamp), requests: &Second) -> Option<PoolMoment> {
    let of = |used: &Series| {
        let name = used.label("pool");
        let pending = beside(run, signal::POOL_PENDING, name);
        let each = |mean: f64| (requests.served > 0.0).then(|| mean * 1e3 / requests.served);
        Some(PoolMoment {
            used: used.max(from, to)?,
            open: beside(run, signal::POOL_TOTAL, name).and_then(|s| s.mean(from, to)),
            max: beside(run, signal::POOL_MAX, name)?.max(from, to)?,
            pending: pending.and_then(|p| p.max(from, to)).unwrap_or(0.0),
            hold_ms: used.mean(from, to).and_then(each).zip(requests.response_ms()).map(|(hold, response)| hold.min(response)),
            wait_ms: pending.and_then(|p| p.mean(from, to)).and_then(each),
        })
    };
    run.series_of(signal::POOL_USED).filter_map(of).max_by(|a, b| a.used.total_cmp(&b.used))
}

fn beside<'a>(run: &'a Run, signal: &'a str, pool: &str) -> Option<&'a Series> {
    run.series_of(signal).find(|x| x.label("pool") == pool)
}
