//! Collapsed stacks: a line for each stack, frames from the outermost on apart by `;`, a blank, a whole number. See `collapsed.md` beside this file.

use crate::cpu::{Profiled, bracketed};
use crate::{Output, RenderError, TextOptions};
use diagnose::cpu::{CallTree, Label, Node, Whose};
use diagnose::language::CodeKind;
use std::fmt::Write as _;

pub(crate) const OUTPUT: &dyn Output<Profiled> = &Collapsed;

struct Collapsed;

/// Nanoseconds in a millisecond.
const NS: f64 = 1e6;

impl Output<Profiled> for Collapsed {
    fn id(&self) -> &'static str {
        "collapsed"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[".collapsed", ".folded"]
    }

    fn about(&self) -> &'static str {
        "collapsed stacks for flame graphs; two columns for a difference"
    }

    fn render(&self, p: &Profiled, _: &TextOptions) -> Result<Vec<u8>, RenderError> {
        let mut out = String::new();
        lines(&p.tree, 0, &mut Vec::new(), &mut out);
        if out.is_empty() {
            out.push('\n');
        }
        Ok(out.into_bytes())
    }
}

fn lines(tree: &CallTree, node: usize, above: &mut Vec<String>, out: &mut String) {
    let n = &tree.nodes[node];
    let figures = figures(tree, n);
    if figures.iter().any(|ns| *ns > 0) && !above.is_empty() {
        let figures: Vec<String> = figures.iter().map(u64::to_string).collect();
        writeln!(out, "{} {}", above.join(";"), figures.join(" ")).expect("writes into memory");
    }
    for child in &n.children {
        above.push(name(&tree.nodes[*child].label));
        lines(tree, *child, above, out);
        above.pop();
    }
}

/// What the node has in itself: of two profiles, of both.
fn figures(tree: &CallTree, n: &Node) -> Vec<u64> {
    let sides = if tree.is_difference { 2 } else { 1 };
    n.own[..sides].iter().map(|w| (w.ms * NS).round() as u64).collect()
}

/// A frame without what separates frames. Code of the kernel is marked as flame graphs have it.
fn name(label: &Label) -> String {
    let name = match &label.whose {
        Whose::Code(CodeKind::Kernel) => format!("{}_[k]", label.full),
        Whose::Code(_) => label.full.clone(),
        other => bracketed(other),
    };
    name.chars().map(|c| if c == ';' { ':' } else { c }).filter(|c| !c.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::fixture;

    /// As inferno and flamegraph.pl read a line: from its end, whole numbers as long as there are some, then the stack.
    fn read(line: &str) -> (Vec<&str>, Vec<u64>) {
        let (mut stack, mut figures) = (line, Vec::new());
        while let Some((rest, n)) = stack.rsplit_once(' ').and_then(|(rest, n)| Some((rest, n.parse().ok()?))) {
            figures.insert(0, n);
            stack = rest;
        }
        (stack.split(';').collect(), figures)
    }

    fn written(p: &Profiled) -> String {
        String::from_utf8(OUTPUT.render(p, &TextOptions::default()).expect("it renders")).expect("text")
    }

    #[test]
    fn lines_add_up_to_the_cpu_time_of_a_request() {
        let p = fixture::one();
        let text = written(&p);
        let lines: Vec<_> = text.lines().map(read).collect();
        let sum: u64 = lines.iter().map(|(_, n)| n[0]).sum();
        assert!(
            lines.iter().all(|(frames, n)| n.len() == 1 && frames[0].starts_with('[') && frames.iter().all(|f| !f.is_empty())),
            "{text}"
        );
        assert!((sum as f64 / 1e6 - p.tree.root().total[0].ms).abs() < 1e-4, "{sum}");
        assert!(text.contains("[requests];") && text.contains(";shop.orders.OrderController.get"), "{text}");
        let mut stacks: Vec<_> = lines.iter().map(|(frames, _)| frames.clone()).collect();
        stacks.sort();
        stacks.dedup();
        assert_eq!(stacks.len(), lines.len(), "each stack has one line");
    }

    #[test]
    fn a_difference_has_both_figures_in_every_line() {
        let p = fixture::two();
        let text = written(&p);
        let lines: Vec<_> = text.lines().map(read).collect();
        assert!(lines.iter().all(|(_, n)| n.len() == 2), "{text}");
        let sums = lines.iter().fold([0, 0], |s, (_, n)| [s[0] + n[0], s[1] + n[1]]);
        assert!((sums[0] as f64 / 1e6 - 3.5).abs() < 0.05 && (sums[1] as f64 / 1e6 - 4.5).abs() < 0.05, "{sums:?}");
    }

    #[test]
    fn names_cannot_break_a_line() {
        let label = |full: &str, kind| Label { whose: Whose::Code(kind), full: full.into(), short: String::new() };
        assert_eq!(name(&label("a;b\nc (x.js:4)", CodeKind::Own)), "a:bc (x.js:4)");
        assert_eq!(name(&label("do_syscall_64", CodeKind::Kernel)), "do_syscall_64_[k]");
    }
}
