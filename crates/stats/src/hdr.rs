//! Latency histograms: merging and reading the serialised HDR histograms of a run.

use hdrhistogram::Histogram;
use hdrhistogram::serialization::Deserializer;

/// Figures of a latency distribution, in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Summary {
    /// Number of values.
    pub count: u64,
    /// Arithmetic mean.
    pub mean_ns: f64,
    /// Median.
    pub p50_ns: f64,
    /// 90th percentile.
    pub p90_ns: f64,
    /// 95th percentile.
    pub p95_ns: f64,
    /// 99th percentile.
    pub p99_ns: f64,
    /// 99.9th percentile.
    pub p99_9_ns: f64,
    /// Largest value.
    pub max_ns: f64,
}

/// Merges serialised histograms (V2). Unreadable ones are skipped and counted in the second value.
pub fn merge<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> (Histogram<u64>, usize) {
    let mut sum = Histogram::<u64>::new(3).expect("3 significant digits are allowed");
    let mut bad = 0;
    let mut de = Deserializer::new();
    for mut bytes in parts {
        if bytes.is_empty() {
            continue;
        }
        match de.deserialize::<u64, _>(&mut bytes) {
            Ok(h) if sum.add(&h).is_ok() => {}
            _ => bad += 1,
        }
    }
    (sum, bad)
}

/// The figures of a histogram of nanoseconds.
pub fn summary(h: &Histogram<u64>) -> Summary {
    let q = |p: f64| h.value_at_quantile(p) as f64;
    Summary {
        count: h.len(),
        mean_ns: h.mean(),
        p50_ns: q(0.5),
        p90_ns: q(0.9),
        p95_ns: q(0.95),
        p99_ns: q(0.99),
        p99_9_ns: q(0.999),
        max_ns: h.max() as f64,
    }
}

/// The figures of plain values in nanoseconds (sorted here). Percentiles are nearest rank.
pub fn summary_of(mut values: Vec<i64>) -> Summary {
    if values.is_empty() {
        return Summary::default();
    }
    values.sort_unstable();
    let n = values.len();
    let q = |p: f64| values[((p * n as f64).ceil() as usize).clamp(1, n) - 1] as f64;
    Summary {
        count: n as u64,
        mean_ns: values.iter().map(|v| *v as f64).sum::<f64>() / n as f64,
        p50_ns: q(0.5),
        p90_ns: q(0.9),
        p95_ns: q(0.95),
        p99_ns: q(0.99),
        p99_9_ns: q(0.999),
        max_ns: values[n - 1] as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hdrhistogram::serialization::{Serializer, V2Serializer};

    #[test]
    fn merged_histograms_equal_one_histogram() {
        let mut all = Histogram::<u64>::new(3).unwrap();
        let mut parts = Vec::new();
        for part in 0..4u64 {
            let mut h = Histogram::<u64>::new(3).unwrap();
            for i in 1..500 {
                h.record(i * 1000 * (part + 1)).unwrap();
                all.record(i * 1000 * (part + 1)).unwrap();
            }
            let mut bytes = Vec::new();
            V2Serializer::new().serialize(&h, &mut bytes).unwrap();
            parts.push(bytes);
        }
        let (sum, bad) = merge(parts.iter().map(Vec::as_slice));
        assert_eq!((bad, summary(&sum)), (0, summary(&all)));
    }

    #[test]
    fn garbage_is_counted_not_hidden() {
        assert_eq!(merge([b"garbage".as_slice()]).1, 1);
    }

    #[test]
    fn plain_values_give_nearest_rank_percentiles() {
        let s = summary_of((1..=100).rev().collect());
        assert_eq!((s.p50_ns, s.p95_ns, s.max_ns, s.count), (50.0, 95.0, 100.0, 100));
    }
}
