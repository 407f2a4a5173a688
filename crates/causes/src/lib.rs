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

/// Causes that others are mistaken for, those of most others first: what a reader suspects who knows nothing of a service yet.
pub fn often_blamed() -> Vec<&'static str> {
    let mut by_id = std::collections::BTreeMap::<&str, usize>::new();
    for decoy in ALL.iter().flat_map(|c| c.decoys()) {
        *by_id.entry(decoy).or_default() += 1;
    }
    let mut all: Vec<(&str, usize)> = by_id.into_iter().collect();
    all.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    all.into_iter().map(|(id, _)| id).collect()
}
