//! Which code is the service's own. The tables of frames know many libraries and not all: what they do not know may be own code or a library.
//!
//! Own is the package in which requests arrive when the framework has handed them over: that of the outermost such frame, for a good part of the requests. A
//! package that is only met deeper inside is a library that own code calls, and is told by its own name.

use crate::frames::{Place, Stacks};
use crate::language::Language;
use model::{Frame, Run, WallSample};
use std::collections::{BTreeMap, BTreeSet};

crate::thresholds! {
    /// Share of the requests that must arrive in a package for it to be the service's own. A guess: a tenth, because a service may be made of several modules
    /// with names of their own.
    LEAST_ARRIVING = 0.1;
}

/// Packages of the service itself, as [`Language::package_of`] calls them.
pub(super) fn packages<'a>(run: &'a Run, stacks: &Stacks<'a>, language: &Language) -> BTreeSet<&'a str> {
    let mut arriving: BTreeMap<&str, f64> = BTreeMap::new();
    let mut outermost: Vec<Option<&str>> = Vec::with_capacity(stacks.classes().len());
    for frames in stacks.each() {
        outermost.push(frames.iter().find(|(f, c)| is_unknown(f, c.is_application(), language)).map(|(f, _)| language.package_of(f)));
    }
    let serves = |s: &WallSample| stacks.class(s.stack).is_some_and(|c| c.place != Place::Elsewhere);
    let samples = || run.wall.values().flat_map(|w| &w.samples);
    // where nobody can tell which threads serve (event loops of a JVM), all that have to do with code of nobody else do
    let any_serves = samples().any(serves);
    for sample in samples().filter(|s| !any_serves || serves(s)) {
        if let Some(package) = outermost.get(sample.stack as usize).copied().flatten() {
            *arriving.entry(package).or_default() += f64::from(sample.weight);
        }
    }
    let all: f64 = arriving.values().sum();
    let own = |(package, n): (&'a str, f64)| (n >= LEAST_ARRIVING.get() * all).then_some(package);
    arriving.into_iter().filter_map(own).collect()
}

/// Outside of every table.
fn is_unknown(frame: &Frame, is_application: bool, language: &Language) -> bool {
    is_application && language.purpose_of(frame).is_none()
}
