//! The knowledge base: reasons why a service is slow, one folder each (`src/<family>/<cause>/`), found by `build.rs`.
//!
//! A cause is a pure function of an [`diagnose::Analysis`]: it does no input or output, knows no specimen, and names what would change
//! its mind.

mod facts;
#[cfg(test)]
mod tests;

include!(concat!(env!("OUT_DIR"), "/registry.rs"));

/// The cause with `id`.
pub fn find(id: &str) -> Option<&'static dyn diagnose::Cause> {
    ALL.iter().copied().find(|c| c.id() == id)
}
