//! A call tree for reading: what is small is left out, and a chain of frames of which each calls but the next becomes one row. All that is left out
//! is told, so that the rows below a row and what it does itself add up to it.

use super::{CallTree, Label, Node, Threads, Weight, Whose};

/// How much of a tree is told.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Detail {
    /// Rows below one another.
    pub depth: usize,
    /// Smallest share of all that has a row, 0 to 1.
    pub least_share: f64,
}

/// What a row is.
#[derive(Debug, Clone, PartialEq)]
pub enum RowKind {
    /// Frames, each of which calls but the next, outermost first.
    Chain(Vec<Label>),
    /// What the frame above does itself.
    Itself,
    /// So many frames that the frame above calls besides, each too small for a row.
    Rest(usize),
}

/// A row.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// What it is.
    pub kind: RowKind,
    /// How many rows it is below.
    pub depth: usize,
    /// Time and samples of the first and the second profile.
    pub total: [Weight; 2],
    /// Share of all in each of them, 0 to 1.
    pub share: [f64; 2],
    /// Whether rows below it were left out because it is as deep as rows may be.
    pub is_cut: bool,
}

impl Row {
    /// By how much the second profile has more, milliseconds.
    pub fn change_ms(&self) -> f64 {
        self.total[1].ms - self.total[0].ms
    }
}

/// A tree for reading.
#[derive(Debug, Clone, PartialEq)]
pub struct Outline {
    /// Its rows, each above those that it calls.
    pub rows: Vec<Row>,
    /// All of it.
    pub total: [Weight; 2],
    /// How much is told.
    pub detail: Detail,
}

impl Outline {
    /// Of `tree`.
    pub fn of(tree: &CallTree, detail: Detail) -> Self {
        let mut outline = Self { rows: Vec::new(), total: tree.root().total, detail };
        outline.below(tree, 0, 0);
        outline
    }

    /// The rows of what a node calls.
    fn below(&mut self, tree: &CallTree, node: usize, depth: usize) {
        let n = &tree.nodes[node];
        if is_the_runtimes(n) {
            return;
        }
        let shown: Vec<usize> = n.children.iter().copied().filter(|c| self.is_large(tree.nodes[*c].total)).collect();
        if shown.is_empty() {
            return;
        }
        let rest: Vec<&Node> = n.children.iter().filter(|c| !shown.contains(c)).map(|c| &tree.nodes[*c]).collect();
        let small = rest.iter().fold([Weight::default(); 2], |sum, n| plus(sum, n.total));
        for child in &shown {
            self.chain(tree, *child, depth);
        }
        for (kind, total) in [(RowKind::Itself, n.own), (RowKind::Rest(rest.len()), small)] {
            if self.is_large(total) {
                self.row(kind, depth, total, false);
            }
        }
    }

    /// The row of a node, joined with those that it calls alone, and the rows below.
    fn chain(&mut self, tree: &CallTree, node: usize, depth: usize) {
        let first = &tree.nodes[node];
        let mut links = vec![first.label.clone()];
        let mut at = node;
        while let Some(next) = self.only(tree, at, first.total) {
            links.push(tree.nodes[next].label.clone());
            at = next;
        }
        let goes_on = tree.nodes[at].children.iter().any(|c| self.is_large(tree.nodes[*c].total));
        let is_cut = goes_on && depth + 1 >= self.detail.depth;
        self.row(RowKind::Chain(links), depth, first.total, is_cut);
        if !is_cut {
            self.below(tree, at, depth + 1);
        }
    }

    /// What a frame calls, if that is one thing only and has nearly all of `start`, with which the row began.
    fn only(&self, tree: &CallTree, node: usize, start: [Weight; 2]) -> Option<usize> {
        let n = &tree.nodes[node];
        let mut large = n.children.iter().copied().filter(|c| self.is_large(tree.nodes[*c].total));
        let (only, None) = (large.next()?, large.next()) else { return None };
        let lost = minus(start, tree.nodes[only].total);
        (matches!(n.label.whose, Whose::Code(_)) && !self.is_large(lost)).then_some(only)
    }

    fn row(&mut self, kind: RowKind, depth: usize, total: [Weight; 2], is_cut: bool) {
        let share = [self.share(total, 0), self.share(total, 1)];
        self.rows.push(Row { kind, depth, total, share, is_cut });
    }

    fn share(&self, of: [Weight; 2], side: usize) -> f64 {
        if self.total[side].ms > 0.0 { of[side].ms / self.total[side].ms } else { 0.0 }
    }

    fn is_large(&self, of: [Weight; 2]) -> bool {
        (0..2).any(|side| of[side].ms > 0.0 && self.share(of, side) >= self.detail.least_share)
    }
}

/// Whether these are threads of the runtime alone, whose native code tells its users nothing.
fn is_the_runtimes(n: &Node) -> bool {
    matches!(n.label.whose, Whose::Threads(Threads::Compiler | Threads::Collector))
}

fn plus(a: [Weight; 2], b: [Weight; 2]) -> [Weight; 2] {
    let add = |i: usize| Weight { ms: a[i].ms + b[i].ms, samples: a[i].samples + b[i].samples };
    [add(0), add(1)]
}

fn minus(a: [Weight; 2], b: [Weight; 2]) -> [Weight; 2] {
    let take = |i: usize| Weight { ms: a[i].ms - b[i].ms, samples: a[i].samples - b[i].samples };
    [take(0), take(1)]
}

#[cfg(test)]
mod tests;
