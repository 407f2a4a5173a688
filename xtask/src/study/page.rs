//! The results as a page and as plain lines.

use super::{FIXED, Outcome};
use std::fmt::Write;

const HEAD: &str = "\
# Methods on known truth

`cargo xtask methods` makes this page: every method of `crates/stats`, and the gate, on data drawn with a known truth, twice, with a fixed seed and a fresh one. In square brackets
is the 95 % Monte-Carlo interval of a figure (Clopper & Pearson for shares). A figure misses its bar when the whole interval lies on the wrong side;
then the command fails, as it does with `--check`, which writes nothing. No processes are run here: this is about the arithmetic only, with noise as
simple as the words beside each table say.
";

const COLUMNS: &str = "| figure | needed | fixed seed | fresh seed | |\n| --- | --- | --- | --- | --- |\n";

/// The page.
pub(super) fn markdown(outcomes: &[Outcome], seed: u64) -> String {
    let mut page = format!("{HEAD}\nFixed seed {FIXED}; fresh seed {seed} (repeat with `--seed {seed}`).\n");
    for o in outcomes {
        page.push_str(&section(o, ""));
    }
    page
}

/// The page with one section made anew, or added.
pub(super) fn with_section(page: &str, o: &Outcome, seed: u64) -> String {
    let made = section(o, &format!(" This section alone: fresh seed {seed}."));
    let head = format!("\n## {}\n", o.study.title);
    match page.split_once(&head) {
        Some((before, after)) => format!("{before}{made}{}", after.find("\n## ").map_or("", |next| &after[next..])),
        None => format!("{page}{made}"),
    }
}

fn section(o: &Outcome, note: &str) -> String {
    let (title, conditions) = (o.study.title, o.study.conditions);
    let mut section = format!("\n## {title}\n\n{conditions}{note}\n\n{COLUMNS}");
    for (a, b) in o.fixed.iter().zip(&o.fresh) {
        let state = match (a.misses() || b.misses(), a.needed().is_empty()) {
            (true, _) => "**missed**",
            (false, true) => "",
            (false, false) => "ok",
        };
        writeln!(section, "| {} | {} | {a} | {b} | {state} |", a.what, a.needed()).expect("a string takes all that is written to it");
    }
    section
}

/// A study for a terminal.
pub(super) fn plain(o: &Outcome) -> String {
    let mut lines = format!("\n{}\n", o.study.title);
    for (name, figures) in [("fixed", &o.fixed), ("fresh", &o.fresh)] {
        for f in figures {
            let (state, needed) = (if f.misses() { "MISSED " } else { "" }, f.needed());
            let needed = if needed.is_empty() { needed } else { format!(", needed {needed}") };
            writeln!(lines, "  {name}  {state}{}: {f}{needed}", f.what).expect("a string takes all that is written to it");
        }
    }
    lines
}
