//! The stacks of V8's CPU profile.
//!
//! A frame's class is where its code is: `npm:pg/lib/client.js` for a package, `node:internal/fs` for Node itself, the path below the
//! service's working directory for its own code, nothing for what is native. Functions that V8 shows no frame for are added where the line tells
//! them: those that the compiler has put into their callers ([`inlined`](super::inlined)), and those of the language
//! ([`built_in`](super::built_in)).

use super::built_in::{self, Within};
use super::inlined::{Inlined, Place};
use super::profile::{CallFrame, Node, Profile};
use super::sources::{Extent, Sources};
use crate::interner::Interner;
use model::{Frame, FrameKind};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Name of the root, which every stack has.
const ROOT: &str = "(root)";
/// What the engine does in the constructor of an error: it writes down the stack.
const CAPTURE: &str = "captureStackTrace";

/// What stacks are made with: the service's working directory, its source, and where frames and stacks are kept.
pub(super) struct Stacks<'a> {
    pub(super) folder: &'a str,
    pub(super) sources: &'a mut Sources,
    pub(super) interner: &'a mut Interner,
}

impl Stacks<'_> {
    /// Stacks by node: a node is the innermost frame of its stack, or the caller of what its lines belong to.
    pub(super) fn of(&mut self, profile: &Profile) -> HashMap<u64, Shares> {
        let parents: HashMap<u64, u64> = profile.nodes.iter().flat_map(|n| n.children.iter().map(|c| (*c, n.id))).collect();
        let frames: HashMap<u64, u32> = (profile.nodes.iter())
            .filter(|n| n.call_frame.function_name != ROOT)
            .map(|n| (n.id, self.interner.frame(frame(&n.call_frame, self.folder))))
            .collect();
        let used: BTreeSet<u64> = profile.samples.iter().copied().collect();
        let mut inlined = Inlined::of(&profile.nodes);
        let mut out = HashMap::new();
        for node in profile.nodes.iter().filter(|n| used.contains(&n.id)) {
            // a profile may say that it goes round in a circle
            let up = std::iter::successors(Some(node.id), |id| parents.get(id).copied()).take(profile.nodes.len());
            let mut stack: Vec<u32> = up.filter_map(|id| frames.get(&id).copied()).collect();
            stack.reverse();
            let mut shares = Shares::default();
            for (below, ticks) in self.below(node, &mut inlined, &frames) {
                shares.add(self.interner.stack(stack.iter().copied().chain(below).collect()), ticks);
            }
            out.insert(node.id, shares);
        }
        out
    }

    /// The frames below a node to which its own samples belong, with the samples of each.
    fn below<'p>(&mut self, node: &'p Node, inlined: &mut Inlined<'p>, frames: &HashMap<u64, u32>) -> BTreeMap<Vec<u32>, u32> {
        let f = &node.call_frame;
        let mut out = BTreeMap::new();
        for at in &node.position_ticks {
            let (mut below, calls) = match inlined.place(f, at.line, self.sources) {
                Place::Own => (Vec::new(), self.calls(f, at.line)),
                Place::Unknown => (Vec::new(), makes(&f.function_name)),
                Place::Called(path, last) => (path.iter().filter_map(|id| frames.get(id).copied()).collect(), self.calls(last, at.line)),
                Place::Beside(e) => {
                    let beside = Frame { class: module(&f.url, self.folder), ..written(&e) };
                    let within = Within { url: &f.url, line: e.first, column: e.column };
                    (vec![self.interner.frame(beside)], makes(&e.name).or_else(|| built_in::at(self.sources, within, at.line)))
                }
            };
            below.extend(calls.map(|name| self.interner.frame(native(name))));
            *out.entry(below).or_insert(0) += at.ticks;
        }
        if out.is_empty() {
            out.insert(makes(&f.function_name).map(|name| self.interner.frame(native(name))).into_iter().collect(), 1);
        }
        out
    }

    /// What a function calls of the engine at one of its lines, where that tells.
    fn calls(&mut self, f: &CallFrame, line: u32) -> Option<&'static str> {
        let (first, column) = f.begin();
        makes(&f.function_name).or_else(|| built_in::at(self.sources, Within { url: &f.url, line: first, column }, line))
    }
}

/// What a function does by its name alone: the constructor of an error, as these are named everywhere, does little but [`CAPTURE`].
fn makes(function: &str) -> Option<&'static str> {
    let named = function.ends_with("Error") || function.ends_with("Exception");
    (named && function.starts_with(|c: char| c.is_ascii_uppercase())).then_some(CAPTURE)
}

/// Stacks of one node, dealt to its samples in turns: V8 tells how many samples found a line, not which ones.
#[derive(Debug, Default)]
pub(super) struct Shares {
    /// Stack, its samples, and how many were dealt so far.
    stacks: Vec<(u32, u32, u32)>,
}

impl Shares {
    fn add(&mut self, stack: u32, ticks: u32) {
        self.stacks.push((stack, ticks, 0));
    }

    /// The stack that is furthest behind its share.
    pub(super) fn next(&mut self) -> Option<u32> {
        let behind = |(_, ticks, dealt): &(u32, u32, u32)| f64::from(*dealt + 1) / f64::from((*ticks).max(1));
        let next = self.stacks.iter_mut().min_by(|a, b| behind(a).total_cmp(&behind(b)))?;
        next.2 += 1;
        Some(next.0)
    }
}

fn native(name: &str) -> Frame {
    Frame { class: String::new(), method: name.to_owned(), line: 0, kind: FrameKind::Native }
}

/// A function that V8 has told no frame of, by its source; its class is not told.
fn written(e: &Extent) -> Frame {
    Frame { class: String::new(), method: named(&e.name).to_owned(), line: e.first, kind: FrameKind::Compiled }
}

fn named(function: &str) -> &str {
    if function.is_empty() { "(anonymous)" } else { function }
}

pub(super) fn frame(f: &CallFrame, folder: &str) -> Frame {
    let kind = if f.url.is_empty() { FrameKind::Native } else { FrameKind::Compiled };
    Frame { class: module(&f.url, folder), method: named(&f.function_name).to_owned(), line: f.begin().0, kind }
}

/// Where code is, without what differs from machine to machine.
pub(super) fn module(url: &str, folder: &str) -> String {
    let path = url.strip_prefix("file://").unwrap_or(url);
    if let Some((_, package)) = path.rsplit_once("/node_modules/") {
        return format!("npm:{package}");
    }
    if let Some(below) = path.strip_prefix(folder).and_then(|p| p.strip_prefix('/')).filter(|_| !folder.is_empty()) {
        return below.to_owned();
    }
    path.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constructor_of_an_error_is_told_from_what_handles_one() {
        for (name, makes) in
            [("NotFoundError", true), ("TimeoutException", true), ("handleError", false), ("ErrorPage", false), ("", false)]
        {
            assert_eq!(super::makes(name).is_some(), makes, "{name}");
        }
    }

    #[test]
    fn samples_of_a_function_are_shared_among_what_its_lines_call() {
        let mut shares = Shares::default();
        shares.add(1, 3);
        shares.add(2, 1);
        let dealt: Vec<u32> = (0..8).filter_map(|_| shares.next()).collect();
        assert_eq!(dealt.iter().filter(|s| **s == 2).count(), 2, "{dealt:?}");
        assert_eq!(dealt[..4].iter().filter(|s| **s == 2).count(), 1, "{dealt:?}");
        assert_eq!(Shares::default().next(), None);
    }

    #[test]
    fn code_is_placed_the_same_on_every_machine() {
        assert_eq!(module("file:///app/node_modules/a/node_modules/pg/lib/client.js", "/app"), "npm:pg/lib/client.js");
        assert_eq!(module("/srv/app/dist/main.js", "/srv/app"), "dist/main.js");
        assert_eq!(module("/srv/application/main.js", "/srv/app"), "/srv/application/main.js");
        assert_eq!(module("node:fs", "/app"), "node:fs");
        assert_eq!(module("", ""), "");
    }
}
