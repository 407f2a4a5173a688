//! `series`: the run over time, a column per figure.

use crate::load::series::{SecondRow, Series};
use serde::Serialize;

/// One figure over time. The n-th value belongs to the interval that begins at the n-th value of the series `t`.
#[derive(Debug, Serialize)]
pub(crate) struct Column {
    pub id: &'static str,
    pub name: &'static str,
    pub unit: &'static str,
    /// Usual length of an interval; the last of a run is shorter.
    pub interval_s: f64,
    pub data: Vec<Option<f64>>,
}

pub(super) fn columns(series: &Series) -> Vec<Column> {
    let rows = series.rows();
    let Some(first) = rows.first() else { return Vec::new() };
    let column = |id, name, unit, value: fn(&SecondRow) -> Option<f64>| Column {
        id,
        name,
        unit,
        interval_s: first.span_s,
        data: rows.iter().map(value).collect(),
    };
    // without an answer there is no latency, which is not the same as none
    vec![
        column("t", "start of the interval", "s", |r| Some(r.t_s)),
        column("span", "length of the interval", "s", |r| Some(r.span_s)),
        column("planned", "requests planned", "1", |r| Some(r.planned as f64)),
        column("done", "requests ended", "1", |r| Some(r.done as f64)),
        column("errors", "requests ended otherwise than well", "1", |r| Some(r.errors as f64)),
        column("dropped", "requests dropped by the cap", "1", |r| Some(r.dropped as f64)),
        column("in_flight", "requests in flight or waiting, at the end", "1", |r| Some(r.in_flight as f64)),
        column("mean", "response from the plan, mean", "ms", |r| answered(r, r.mean_ns)),
        column("p50", "response from the plan, p50", "ms", |r| answered(r, r.p50_ns as f64)),
        column("p95", "response from the plan, p95", "ms", |r| answered(r, r.p95_ns as f64)),
        column("p99", "response from the plan, p99", "ms", |r| answered(r, r.p99_ns as f64)),
        column("max", "response from the plan, max", "ms", |r| answered(r, r.max_ns as f64)),
        column("generator_cpu", "CPU of the generator, in cores", "1", |r| Some(r.generator_cpu)),
    ]
}

fn answered(r: &SecondRow, ns: f64) -> Option<f64> {
    (r.answered > 0).then_some(ns / 1e6)
}
