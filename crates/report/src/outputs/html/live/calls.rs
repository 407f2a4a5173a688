//! Call trees of the levels as columns of frames, each before those that it calls; functions stand once, in a table for all levels.

use super::super::cpu::group;
use super::super::view::View;
use super::short;
use crate::document::LoadPhase;
use diagnose::cpu::{Asked, CallTree, Profile, Threads, Whose};
use diagnose::language::CodeKind;
use model::message;
use serde::Serialize;
use std::collections::BTreeMap;

/// Share of all that a frame has at least; more where there would be too many frames.
const LEAST_SHARE: f64 = 0.0005;
const MOST_FRAMES: usize = 3_000;
/// Most levels, the heaviest first.
const MOST_LEVELS: usize = 8;

/// Short name, full name, whose code it is.
pub(super) type Label = (String, String, &'static str);

/// One level.
#[derive(Serialize, Default)]
pub(super) struct Calls {
    phase: String,
    title: String,
    /// Whether its boxes are drawn in the page.
    drawn: bool,
    depth: Vec<usize>,
    label: Vec<usize>,
    ms: Vec<f64>,
    own: Vec<f64>,
}

/// All levels with stacks, and the functions of all.
pub(super) fn of(view: &View) -> (Vec<Label>, Vec<Calls>) {
    let mut table = Table::default();
    let Ok(heaviest) = Profile::of(view.run, &Asked::default()) else { return (table.all, Vec::new()) };
    let mut phases: Vec<&LoadPhase> = view.doc.load.phases.iter().filter(|p| view.level(&p.id).is_some()).collect();
    let excess = phases.len().saturating_sub(MOST_LEVELS);
    phases.drain(..excess);
    let mut all: Vec<Calls> = Vec::new();
    for p in phases.iter().filter(|p| !heaviest.phases.contains(&p.id)) {
        if let Ok(profile) = Profile::of(view.run, &Asked { phase: Some(p.id.clone()), ..Asked::default() }) {
            all.push(level(view, &profile, &mut table));
        }
    }
    let drawn = Calls { drawn: true, ..level(view, &heaviest, &mut table) };
    let place = |phase: &str| view.doc.load.phases.iter().position(|p| p.id == phase);
    all.push(drawn);
    all.sort_by_key(|c| place(&c.phase));
    (table.all, all)
}

fn level(view: &View, profile: &Profile, table: &mut Table) -> Calls {
    let tree = CallTree::of(profile);
    let phase = profile.phases.join(", ");
    let title = view.level(&phase).map(|l| view.say(message!("html/read-at", phase: name(&phase), rate: PerSecond(l.achieved_per_s))));
    let mut calls = Calls { title: title.unwrap_or_else(|| phase.clone()), phase, ..Calls::default() };
    let least = tree.root().total[0].ms * least_share(&tree);
    let mut next = vec![(0, 0)];
    while let Some((at, depth)) = next.pop() {
        let n = &tree.nodes[at];
        calls.depth.push(depth);
        calls.label.push(table.place(view, &n.label));
        // native code of threads of the runtime tells its users nothing
        let is_the_runtimes = matches!(n.label.whose, Whose::Threads(Threads::Compiler | Threads::Collector));
        calls.ms.push(short(n.total[0].ms));
        calls.own.push(short(if is_the_runtimes { n.total[0].ms } else { n.own[0].ms }));
        if !is_the_runtimes {
            next.extend(n.children.iter().rev().filter(|c| tree.nodes[**c].total[0].ms >= least).map(|c| (*c, depth + 1)));
        }
    }
    calls
}

/// So that there are not too many frames.
fn least_share(tree: &CallTree) -> f64 {
    let all = tree.root().total[0].ms;
    let frames = |share: f64| tree.nodes.iter().filter(|n| n.total[0].ms >= all * share).count();
    std::iter::successors(Some(LEAST_SHARE), |s| Some(s * 1.5)).take(16).find(|s| frames(*s) <= MOST_FRAMES).unwrap_or(LEAST_SHARE)
}

/// Functions, each once.
#[derive(Default)]
struct Table {
    all: Vec<Label>,
    places: BTreeMap<diagnose::cpu::Label, usize>,
}

impl Table {
    fn place(&mut self, view: &View, label: &diagnose::cpu::Label) -> usize {
        if let Some(at) = self.places.get(label) {
            return *at;
        }
        let whose = match label.whose {
            Whose::Code(CodeKind::Own) => "own",
            Whose::Code(CodeKind::Kernel | CodeKind::Native) => "native",
            Whose::Code(_) => "library",
            _ => "group",
        };
        let (short, full) = match &label.whose {
            Whose::Code(_) => (clean(&label.short), clean(&label.full)),
            other => (group(view, other), String::new()),
        };
        self.all.push((short, full, whose));
        self.places.insert(label.clone(), self.all.len() - 1);
        self.all.len() - 1
    }
}

/// What could hide or reorder text is dropped here as on the page.
fn clean(name: &str) -> String {
    crate::paragraph::clean(name, false)
}
