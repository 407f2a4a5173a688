//! The load engine: what to send ([`Scenario`]), when ([`pacer`]), and what came back ([`PhaseSummary`]).
//!
//! One thread owns its connections, its schedule and its counters; nothing crosses a thread per request. Latency starts at
//! the planned moment of a request, never at the moment the generator got round to it. Bodies of answers are discarded.
//! Deliberately absent: TLS, HTTP/2, scripts. Nothing here judges the service; [`validity`] judges the generator.

mod answer;
mod connection;
mod data;
mod engine;
mod error;
mod exchange;
mod generator;
mod live;
mod meter;
pub mod pacer;
mod plan;
mod probe;
mod random;
mod scenario;
mod summary;
mod sys;
mod tally;
mod target;
mod template;
pub mod validity;

pub use engine::{Engine, EngineConfig, Stopper};
pub use error::LoadError;
pub use live::Live;
pub use probe::{ProbeFailure, Probed, probe_once};
pub use scenario::{Mistake, RequestSpec, RowOrder, Scenario, ScenarioError, Step};
pub use summary::{Distribution, PhaseSummary};
pub use target::Endpoint;
pub use validity::{Judgement, Validity, judge};
