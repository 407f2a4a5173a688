//! The usual figures of a histogram of nanoseconds.

use hdrhistogram::{Counter, Histogram};

/// Latency in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Distribution {
    /// Exact mean.
    pub mean_ns: f64,
    /// Median.
    pub p50_ns: u64,
    /// 95th percentile.
    pub p95_ns: u64,
    /// 99th percentile.
    pub p99_ns: u64,
    /// 99.9th percentile.
    pub p999_ns: u64,
    /// Largest.
    pub max_ns: u64,
}

pub(super) fn quantile<C: Counter>(h: &Histogram<C>, q: f64) -> u64 {
    if h.is_empty() { 0 } else { h.value_at_quantile(q) }
}

pub(super) fn distribution<C: Counter>(h: &Histogram<C>, sum: f64) -> Distribution {
    Distribution {
        mean_ns: sum / h.len().max(1) as f64,
        p50_ns: quantile(h, 0.5),
        p95_ns: quantile(h, 0.95),
        p99_ns: quantile(h, 0.99),
        p999_ns: quantile(h, 0.999),
        max_ns: if h.is_empty() { 0 } else { h.max() },
    }
}
