//! Whether a service is warm: one definition, fed window by window ([`Gate::feed`]), which answers what is still missing.
//!
//! Four conditions (METHODS section 6.2): enough requests of every class were answered, compilers and loaders are quiet, response times no longer change,
//! and they are not longer when the rate is doubled for one window. What cannot be seen of a service leaves its condition out, and that is said.
//! Deliberately absent: load, probes, clocks, files. Whoever drives the gate has them.

mod burst;
pub mod calibrate;
pub mod closed;
mod coverage;
mod machine;
mod quiet;
mod reasons;
mod settings;
mod steady;
mod varies;
mod window;

pub use machine::{Answer, Decision, Gate};
pub use reasons::{Absent, Condition, Reason, signed};
pub use settings::{COMPILER_CORES, Policy, Settings};
pub use steady::Shown;
pub use window::{ClassWindow, Signals, Window};
