//! `tightspot load`: what a run without a diagnosis says. The caller fills a [`LoadReport`]; every output prints it through one document.
//!
//! Pure: no clock, no file, no terminal. Where objectives stand in the way, [`gate`] says so; exit codes are the caller's.

mod csv;
mod document;
mod format;
mod hlog;
mod junit;
mod latency;
mod model;
mod quality;
mod report;
mod rows;
mod series;
mod slo;
mod text;
mod timeline;
mod totals;

#[cfg(test)]
mod fixture;
#[cfg(test)]
mod tests;

pub use csv::{csv_routes, csv_seconds, csv_seconds_head, csv_seconds_row};
pub use format::{Format, UnknownFormat, format_of, render};
pub use hlog::hlog;
pub use junit::junit;
pub use latency::Latency;
pub use model::{LoadModel, Stage};
pub use quality::{LoadQuality, Pacing, SendSpacing, Validity};
pub use report::{Latencies, LoadEnd, LoadReport};
pub use rows::{CheckRow, ErrorGroup, Exemplar, RouteRow, ScenarioRow, Traces};
pub use series::{MOST_ROWS, SecondRow, Series};
pub use slo::{Gate, LiveVerdict, Metric, Op, Slo, SloError, SloJudge, SloResult, SloStatus, gate, judge, unknown_routes};
pub use text::{LiveRow, PLAIN_EVERY_S, plain_progress, progress, text};
pub use timeline::Timeline;
pub use totals::Totals;

/// The document of a run as JSON. Figures are finite or `null`; a percentile that too few requests carry is `null`.
pub fn json(report: &LoadReport) -> serde_json::Value {
    crate::outputs::json::value(&document::LoadDocument::of(report))
}
