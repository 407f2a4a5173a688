//! Collectors: each attaches to a subject, reads signals and leaves the subject as it found it. A probe has no opinions.
//!
//! One folder per probe, `src/<subject>/<probe>/`, with its page of Markdown (privileges, cost, versions).

pub mod discover;
mod gaps;
pub mod host;
pub mod jvm;
pub mod node;
pub mod postgres;
pub mod process;
pub mod sizing;

mod contract;
mod interner;
mod journal;

pub use contract::{Context, Probe, ProbeError};
