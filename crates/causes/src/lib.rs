//! The knowledge base: reasons why a service is slow, one folder each (`src/<family>/<cause>/`), found by `build.rs`.
//!
//! A cause is a pure function of an [`diagnose::Analysis`]: it does no input or output, knows no specimen, and names what would change
//! its mind.

mod core_wait;
mod facts;
mod guarded;
mod jvm_threads;
mod queueing;

include!(concat!(env!("OUT_DIR"), "/registry.rs"));

/// The cause with `id`.
pub fn find(id: &str) -> Option<&'static dyn diagnose::Cause> {
    ALL.iter().copied().find(|c| c.id() == id)
}

#[cfg(test)]
mod adversaries;
#[cfg(test)]
mod built;
#[cfg(test)]
mod built_start;
#[cfg(test)]
mod failing;
#[cfg(test)]
mod simulated;
#[cfg(test)]
mod tests;
