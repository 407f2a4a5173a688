//! A profile as a tree from the outermost frame to the leaf; of two profiles side by side, each node has the time of both. Groups of threads stand at the
//! top (below the processes, where there are several), then functions: the service's own by line, all others as a whole.

mod outline;

pub use outline::{Detail, Outline, Row, RowKind};

use super::{Profile, Threads};
use crate::language::CodeKind;
use std::collections::BTreeMap;

/// What a node is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Whose {
    /// All of it.
    All,
    /// A process, by its id.
    Process(u32),
    /// A group of threads.
    Threads(Threads),
    /// A function.
    Code(CodeKind),
}

/// How a node is called.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label {
    /// What it is.
    pub whose: Whose,
    /// `shop.orders.OrderService.find:41`; empty where it is no function.
    pub full: String,
    /// `OrderService.find:41`.
    pub short: String,
}

/// Time and samples.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Weight {
    /// Milliseconds: per request where the tree says so.
    pub ms: f64,
    /// Number of samples.
    pub samples: f64,
}

/// A node, with what the first and the second profile have of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// How it is called.
    pub label: Label,
    /// With all that it calls.
    pub total: [Weight; 2],
    /// In itself.
    pub own: [Weight; 2],
    /// Indexes of what it calls, most time first; of two profiles, by the difference.
    pub children: Vec<usize>,
}

/// The tree. Node 0 is all of it.
#[derive(Debug, Clone, PartialEq)]
pub struct CallTree {
    /// Nodes.
    pub nodes: Vec<Node>,
    /// Whether times are per request: else of the whole stretch, because no request was answered in it.
    pub per_request: bool,
    /// Whether it is of two profiles.
    pub is_difference: bool,
}

impl CallTree {
    /// Of one profile.
    pub fn of(profile: &Profile) -> Self {
        Self::build(&[profile], true)
    }

    /// Of two, per request. `lines`: the service's own code by line, which is the same code in both.
    pub fn between(first: &Profile, second: &Profile, lines: bool) -> Self {
        Self::build(&[first, second], lines)
    }

    fn build(profiles: &[&Profile], lines: bool) -> Self {
        let per_request = profiles.iter().all(|p| p.requests > 0.0);
        let mut tree = Self { nodes: Vec::new(), per_request, is_difference: profiles.len() > 1 };
        let mut known = BTreeMap::new();
        tree.nodes.push(node(Label { whose: Whose::All, full: String::new(), short: String::new() }));
        for (side, profile) in profiles.iter().enumerate() {
            let labels: Vec<Label> = (0..profile.frames.len()).map(|f| label(profile, f, lines)).collect();
            let scale = if per_request { 1.0 / profile.requests } else { 1.0 };
            let several = profiles.iter().any(|p| p.processes.len() > 1);
            for s in &profile.samples {
                let weight = Weight { ms: s.ms * scale, samples: s.count };
                let process = several.then(|| Label { whose: Whose::Process(s.process), full: String::new(), short: String::new() });
                let group = Label { whose: Whose::Threads(s.group), full: String::new(), short: String::new() };
                let code = profile.stacks[s.stack as usize].iter().map(|f| &labels[*f as usize]);
                let mut at = 0;
                tree.nodes[at].total[side].add(weight);
                for l in process.iter().chain([&group]).chain(code) {
                    at = tree.child(&mut known, at, l);
                    tree.nodes[at].total[side].add(weight);
                }
                tree.nodes[at].own[side].add(weight);
            }
        }
        tree.sort();
        tree
    }

    fn child(&mut self, known: &mut BTreeMap<(usize, Label), usize>, parent: usize, label: &Label) -> usize {
        if let Some(at) = known.get(&(parent, label.clone())) {
            return *at;
        }
        let at = self.nodes.len();
        self.nodes.push(node(label.clone()));
        self.nodes[parent].children.push(at);
        known.insert((parent, label.clone()), at);
        at
    }

    fn sort(&mut self) {
        let weight = |n: &Node| if self.is_difference { (n.total[1].ms - n.total[0].ms).abs() } else { n.total[0].ms };
        let weights: Vec<f64> = self.nodes.iter().map(weight).collect();
        let labels: Vec<Label> = self.nodes.iter().map(|n| n.label.clone()).collect();
        for n in &mut self.nodes {
            n.children.sort_by(|a, b| weights[*b].total_cmp(&weights[*a]).then_with(|| labels[*a].cmp(&labels[*b])));
        }
    }

    /// All of it.
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }
}

impl Weight {
    pub(super) fn add(&mut self, other: Self) {
        self.ms += other.ms;
        self.samples += other.samples;
    }
}

fn node(label: Label) -> Node {
    Node { label, total: Default::default(), own: Default::default(), children: Vec::new() }
}

fn label(profile: &Profile, frame: usize, lines: bool) -> Label {
    let frame = profile.frames[frame];
    let function = &profile.functions[frame.function as usize];
    let whose = Whose::Code(function.kind);
    if lines && function.is_told_by_line() && frame.line > 0 {
        let line = frame.line;
        return Label { whose, full: format!("{}:{line}", function.full), short: format!("{}:{line}", function.short) };
    }
    Label { whose, full: function.full.clone(), short: function.short.clone() }
}

#[cfg(test)]
mod tests;
