//! `tightspot load`: what a run without a diagnosis says. The caller fills a [`LoadReport`]; every output prints it through one document.
//!
//! Pure: no clock, no file, no terminal. Where objectives stand in the way, [`gate`] says so; exit codes are the caller's.

pub(crate) mod document;
mod latency;
mod model;
mod outputs;
mod progress;
mod quality;
mod report;
mod rows;
mod series;
pub(crate) mod slo;
mod timeline;
mod totals;

#[cfg(test)]
pub(crate) mod fixture;

pub use latency::Latency;
pub use model::{LoadModel, Stage};
pub use outputs::OUTPUTS;
pub use progress::{LiveRow, PLAIN_EVERY_S, plain_progress, progress};
pub use quality::{LoadQuality, Pacing, SendSpacing, Validity};
pub use report::{Latencies, LoadEnd, LoadReport};
pub use rows::{CheckRow, ErrorGroup, Exemplar, RouteRow, ScenarioRow, Traces};
pub use series::{MOST_ROWS, SecondRow, Series};
pub use slo::{Gate, LiveVerdict, Metric, Op, Slo, SloError, SloJudge, SloResult, SloStatus, gate, judge, unknown_routes};
pub use timeline::Timeline;
pub use totals::Totals;
