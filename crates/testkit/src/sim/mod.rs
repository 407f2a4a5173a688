//! A discrete-event queueing simulator of services with known truth: arrivals, worker threads, cores shared by who is runnable, a pool of
//! connections, a database, locks, other services, a collector, neighbours, a quota. Time is virtual, every draw comes from a seed.
//!
//! A [`Service`] tells what a request does. [`why`] puts the load of `tightspot why` on it and emits the same observations that real load
//! and real probes do. What limits it in truth is found by counterfactuals ([`truth`]): relieve one thing, run again with the same
//! draws, see what is gained.

pub mod bench;
mod client;
pub mod closed_form;
mod emit;
mod emit_host;
mod emit_series;
mod engine;
mod families;
mod families_edge;
mod families_pool;
mod fillers;
mod frames;
mod holding;
mod lock_waits;
pub mod plan;
pub mod population;
mod program;
mod prose;
mod readings;
pub mod relief;
mod rewrite;
pub mod round;
mod sampling;
pub mod sensors;
pub mod service;
mod sharing;
pub mod table;
mod time;
mod tokens;
pub mod truth;
mod watch;
mod worker;

pub use client::{Load, Seen};
pub use plan::why;
pub use service::Service;
pub use time::{Shape, Time};
pub use watch::Watching;

#[cfg(test)]
mod oracles;
#[cfg(test)]
mod tests;
