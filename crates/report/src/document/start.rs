//! `start`: the first minute of a service that was judged from its start, second by second, and the warm level that it is compared with.

use diagnose::Diagnosis;
use diagnose::first_minute::{EARLY_S, FirstMinute, Moment};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(crate) struct Start {
    /// Mean response and rate of the warm level.
    pub warm_ms: f64,
    pub warm_per_s: f64,
    /// Seconds of work that the first `lost_of_s` lost against it.
    pub lost_s: f64,
    pub lost_of_s: f64,
    /// All requests of the first minute.
    pub requests: u64,
    pub failed: u64,
    pub p50_ms: f64,
    pub p95_ms: f64,
    pub p99_ms: f64,
    pub max_ms: f64,
    /// Of the warm level, by the gauges of the busiest pool.
    pub warm_hold_ms: Option<f64>,
    pub warm_wait_ms: Option<f64>,
    pub seconds: Vec<StartSecond>,
}

/// One second; `null` where something is not seen.
#[derive(Debug, Serialize)]
pub(crate) struct StartSecond {
    /// Its end, from the first request on.
    pub second: usize,
    pub served: f64,
    pub failed: f64,
    pub response_ms: Option<f64>,
    pub hold_ms: Option<f64>,
    pub wait_ms: Option<f64>,
    pub pool_used: Option<f64>,
    pub pool_max: Option<f64>,
    pub pool_pending: Option<f64>,
    pub classes_loaded: Option<f64>,
    pub methods_compiled: Option<f64>,
    pub compiler_cores: Option<f64>,
    pub cores: Option<f64>,
    /// Of the time that requests were at work, in code that is not compiled, and in work done once.
    pub uncompiled_share: Option<f64>,
    pub once_share: Option<f64>,
    pub stopped_ms: Option<f64>,
    pub throttled_ms: Option<f64>,
}

impl Start {
    pub(super) fn of(d: &Diagnosis) -> Option<Self> {
        let minute: &FirstMinute = d.first_minute.as_ref()?;
        let pool = minute.warm_pool.as_ref();
        Some(Self {
            warm_ms: minute.warm_ms,
            warm_per_s: minute.warm_per_s,
            lost_s: minute.lost_s,
            lost_of_s: EARLY_S as f64,
            requests: minute.latency.count,
            failed: minute.failed,
            p50_ms: minute.latency.p50_ns / 1e6,
            p95_ms: minute.latency.p95_ns / 1e6,
            p99_ms: minute.latency.p99_ns / 1e6,
            max_ms: minute.latency.max_ns / 1e6,
            warm_hold_ms: pool.map(|p| p.hold_ms),
            warm_wait_ms: pool.map(|p| p.wait_ms),
            seconds: minute.course.iter().enumerate().map(|(i, m)| StartSecond::of(i, m)).collect(),
        })
    }
}

impl StartSecond {
    fn of(i: usize, m: &Moment) -> Self {
        let pool = m.pool.as_ref();
        Self {
            second: i + 1,
            served: m.requests.served - m.requests.failed,
            failed: m.requests.failed,
            response_ms: m.requests.response_ms(),
            hold_ms: pool.and_then(|p| p.hold_ms),
            wait_ms: pool.and_then(|p| p.wait_ms),
            pool_used: pool.map(|p| p.used),
            pool_max: pool.map(|p| p.max),
            pool_pending: pool.map(|p| p.pending),
            classes_loaded: m.loaded,
            methods_compiled: m.compiled,
            compiler_cores: m.cores.map(|c| c.0),
            cores: m.cores.map(|c| c.1),
            uncompiled_share: m.cold.map(|c| c.0),
            once_share: m.cold.map(|c| c.1),
            stopped_ms: m.stopped_s.map(|s| s * 1e3),
            throttled_ms: m.throttled_s.map(|s| s * 1e3),
        }
    }
}
