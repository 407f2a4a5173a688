//! Whose line it is. The compiler puts small functions into their callers. For what calls on from there V8 gives all frames; but what spends its
//! time itself it books on the function around it all, and tells the line alone, which is a line of the script that it stands in (V8's
//! `Symbolizer` looks inlined frames up for callers, not for the innermost frame; seen with Node 20). So a line that lies outside a function is
//! looked for in those that it was seen to call, and in its own script.

use super::profile::{CallFrame, Node};
use super::sources::{Extent, Sources};
use std::collections::HashMap;

/// How deep functions are looked for below the one they may be part of. The compiler rarely goes further.
const DEEPEST: usize = 12;
/// Most nodes that are looked at for one function: those of a large service have some hundred below them.
const MOST: usize = 20_000;

/// Where a line belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place<'a> {
    /// To the function that V8 says.
    Own,
    /// To a function that is part of it: the ids of the nodes that lead there, the last of which it is.
    Called(Vec<u64>, &'a CallFrame),
    /// To a function of the same script that has no node.
    Beside(Extent),
    /// Not to that function, and to whom is not known.
    Unknown,
}

/// Finds places, for the nodes of one profile.
pub(super) struct Inlined<'a> {
    nodes: HashMap<u64, &'a Node>,
    /// Nodes of each function.
    of: HashMap<&'a CallFrame, Vec<u64>>,
    known: HashMap<(&'a CallFrame, u32), Place<'a>>,
    below: HashMap<&'a CallFrame, Vec<(Vec<u64>, &'a CallFrame)>>,
}

impl<'a> Inlined<'a> {
    pub(super) fn of(nodes: &'a [Node]) -> Self {
        let mut of: HashMap<&CallFrame, Vec<u64>> = HashMap::new();
        for n in nodes {
            of.entry(&n.call_frame).or_default().push(n.id);
        }
        Self { nodes: nodes.iter().map(|n| (n.id, n)).collect(), of, known: HashMap::new(), below: HashMap::new() }
    }

    /// Whose line (from 1 on) it is that V8 books on `function`.
    pub(super) fn place(&mut self, function: &'a CallFrame, line: u32, sources: &mut Sources) -> Place<'a> {
        if let Some(known) = self.known.get(&(function, line)) {
            return known.clone();
        }
        let place = self.find(function, line, sources);
        self.known.insert((function, line), place.clone());
        place
    }

    fn find(&mut self, function: &'a CallFrame, line: u32, sources: &mut Sources) -> Place<'a> {
        let (first, column) = function.begin();
        let Some(own) = sources.function(&function.url, first, column).cloned() else { return Place::Own };
        if own.holds(line) {
            let inner = sources.around(&function.url, line, None).filter(|f| **f != own).cloned();
            // a longer function inside is compiled into it as well
            return match inner.filter(|f| own.first <= f.first && f.last <= own.last) {
                Some(inner) => self.called(function, line, Some(&function.url), sources).unwrap_or(Place::Beside(inner)),
                None => Place::Own,
            };
        }
        if let Some(called) = self.called(function, line, None, sources) {
            return called;
        }
        sources.around(&function.url, line, Some(&own)).cloned().map_or(Place::Unknown, Place::Beside)
    }

    /// The innermost function below `function` that has `line`, in any script or in `script` alone; `None` where none has it, or functions of
    /// several scripts do.
    fn called(&mut self, function: &'a CallFrame, line: u32, script: Option<&str>, sources: &mut Sources) -> Option<Place<'a>> {
        if !self.below.contains_key(function) {
            let below = self.below(function);
            self.below.insert(function, below);
        }
        let mut found: Vec<(u32, &Vec<u64>, &'a CallFrame)> = Vec::new();
        for (path, f) in self.below.get(function)?.iter().filter(|(_, f)| script.is_none_or(|s| s == f.url)) {
            let (first, column) = f.begin();
            if let Some(e) = sources.function(&f.url, first, column).filter(|e| e.holds(line)) {
                found.push((e.last - e.first, path, *f));
            }
        }
        let one = &found.first()?.2.url;
        let is_one_script = found.iter().all(|(_, _, f)| f.url == *one);
        let innermost = found.iter().filter(|_| is_one_script).min_by_key(|(span, path, _)| (*span, path.len()));
        innermost.map(|(_, path, f)| Place::Called((*path).clone(), f))
    }

    /// Functions that were seen below `function`, each once, with the shortest way there.
    fn below(&self, function: &CallFrame) -> Vec<(Vec<u64>, &'a CallFrame)> {
        let mut out: HashMap<&CallFrame, Vec<u64>> = HashMap::new();
        let mut open: std::collections::VecDeque<Vec<u64>> = self.of.get(function).into_iter().flatten().map(|id| vec![*id]).collect();
        let mut looked_at = 0;
        while let Some(path) = open.pop_front() {
            let node = path.last().and_then(|id| self.nodes.get(id));
            for child in node.map_or(&[][..], |n| &n.children) {
                let Some(n) = self.nodes.get(child) else { continue };
                looked_at += 1;
                let mut path = path.clone();
                path.push(*child);
                if !n.call_frame.url.is_empty() && n.call_frame != *function {
                    out.entry(&n.call_frame).or_insert_with(|| path[1..].to_vec());
                }
                if path.len() <= DEEPEST && looked_at < MOST {
                    open.push_back(path);
                }
            }
        }
        let mut out: Vec<_> = out.into_iter().map(|(f, path)| (path, f)).collect();
        out.sort();
        out
    }
}

#[cfg(test)]
#[path = "inlined_tests.rs"]
mod tests;
