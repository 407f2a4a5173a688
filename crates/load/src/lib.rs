//! The load engine: what to send ([`Scenario`]), when ([`pacer`]), and what came back ([`PhaseSummary`]).
//!
//! A thread owns its connections, its schedule and its counters; nothing crosses a thread per request. Latency starts at
//! the planned moment of a request, never at the moment the generator got round to it. Bodies of answers are discarded,
//! those of a sample ([`sample_answers`]) when they have been studied.
//! Deliberately absent: HTTP/3, scripts. Nothing here judges, neither the service nor the generator.

// flate2 finds zlib by it
use libz_sys as _;

mod answer;
mod aside;
mod call;
mod chunks;
mod connection;
mod data;
mod engine;
mod error;
mod exchange;
mod flow;
#[cfg(test)]
mod fuzzing;
mod generator;
mod job;
mod live;
mod meter;
mod mix;
pub mod pacer;
mod plan;
mod probe;
pub mod profile;
mod protocol;
mod random;
mod sampled;
mod scenario;
mod spacing;
mod summary;
mod sys;
mod tally;
mod target;
mod template;
mod together;
mod trace;
pub mod transport;
mod users;

pub use aside::{AsideFailure, set_up, tear_down};
pub use engine::{Control, Engine, EngineConfig, Stopper, Way};
pub use error::LoadError;
pub use exchange::http2::Http2Failure;
pub use flow::{Begin, Draws, FailedCheck, Next, NextStart, RowOrder, Session, Shared, StepEnd, Think, Wants};
pub use generator::duty::{Priority, may_go_first};
pub use job::{Job, Pattern, WhenFull};
pub use live::{LastWindow, Live};
pub use mix::{Mix, MixRoute};
pub use probe::{ProbeFailure, Probed, probe_once};
pub use protocol::Protocol;
pub use sampled::{SampleLimits, sample_answers};
pub use scenario::{LoadMode, LoadSpec, Mistake, Quantity, RequestSpec, Scenario, ScenarioError, Step, look_up};
pub use spacing::SendSpacing;
pub use summary::{Distribution, Failure, Histograms, PhaseSummary, RouteSummary};
pub use sys::thread_cpu_ns;
pub use tally::CheckCount;
pub use target::{Endpoint, UrlError};
pub use together::{Part, run_together};
pub use trace::{Exemplar, TraceId, Traced};
