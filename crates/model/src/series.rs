//! Time series: a named signal with labels and points on the one clock.

use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Labels of a series: sorted, so that output never wanders.
pub type Labels = BTreeMap<String, String>;

/// Points of one signal for one set of labels. Counters hold running totals, gauges hold readings ([`crate::signal`]).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Series {
    /// Name from [`crate::signal`]; its unit stands there.
    pub signal: String,
    /// What it belongs to: pool name, cpu number ...
    pub labels: Labels,
    /// Moments of the readings, ascending.
    pub t: Vec<Timestamp>,
    /// Readings.
    pub v: Vec<f64>,
}

impl Series {
    /// An empty series.
    pub fn new(signal: &str, labels: Labels) -> Self {
        Self { signal: signal.to_owned(), labels, ..Self::default() }
    }

    /// Appends a reading.
    pub fn push(&mut self, t: Timestamp, v: f64) {
        self.t.push(t);
        self.v.push(v);
    }

    /// Readings within `[from, to]`.
    pub fn within(&self, from: Timestamp, to: Timestamp) -> &[f64] {
        let a = self.t.partition_point(|t| *t < from);
        let b = self.t.partition_point(|t| *t <= to);
        &self.v[a..b.max(a)]
    }

    /// Mean of a gauge over `[from, to]`; `None` without a reading.
    pub fn mean(&self, from: Timestamp, to: Timestamp) -> Option<f64> {
        let w = self.within(from, to);
        (!w.is_empty()).then(|| w.iter().sum::<f64>() / w.len() as f64)
    }

    /// Largest reading of a gauge within `[from, to]`.
    pub fn max(&self, from: Timestamp, to: Timestamp) -> Option<f64> {
        self.within(from, to).iter().copied().reduce(f64::max)
    }

    /// Smallest reading of a gauge within `[from, to]`.
    pub fn min(&self, from: Timestamp, to: Timestamp) -> Option<f64> {
        self.within(from, to).iter().copied().reduce(f64::min)
    }

    /// Increase of a counter over `[from, to]`, interpolated at both ends; `None` with fewer than two readings around it.
    pub fn increase(&self, from: Timestamp, to: Timestamp) -> Option<f64> {
        Some(self.at(to)? - self.at(from)?)
    }

    /// Value at `t`, linear between readings, held beyond the ends; `None` when there is no reading.
    pub fn at(&self, t: Timestamp) -> Option<f64> {
        let i = self.t.partition_point(|x| *x < t);
        match (i.checked_sub(1), self.t.get(i)) {
            (None, None) => None,
            (Some(p), None) => Some(self.v[p]),
            (None, Some(_)) => Some(self.v[i]),
            (Some(p), Some(next)) => {
                let span = next.ns_since(self.t[p]).max(1) as f64;
                let w = t.ns_since(self.t[p]) as f64 / span;
                Some(self.v[p] + (self.v[i] - self.v[p]) * w)
            }
        }
    }

    /// Value of label `key`, or the empty string.
    pub fn label(&self, key: &str) -> &str {
        self.labels.get(key).map_or("", String::as_str)
    }
}

/// Labels from pairs.
pub fn labels<const N: usize>(pairs: [(&str, &str); N]) -> Labels {
    pairs.into_iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect()
}
