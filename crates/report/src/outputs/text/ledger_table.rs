//! The accounts of all measured levels side by side: one row a part, one column a level.

use super::TextOptions;
use crate::document::{CrossCheck, Ledger, ledgers};
use crate::figures::{figure, per_s, with_error};
use crate::paragraph::{clean, columns, wrap};
use diagnose::Diagnosis;

/// A row: its label with indent, and a cell a level.
struct Row {
    label: String,
    depth: usize,
    cells: Vec<String>,
}

/// The accounts of all measured levels, milliseconds per request; in blocks when they are too many for the width.
pub fn ledger_table(d: &Diagnosis, opts: &TextOptions) -> String {
    let all = ledgers(d);
    if all.is_empty() {
        return "no level of load was measured to its end\n".to_owned();
    }
    let rows: Vec<Row> = rows(&all).iter().map(|r| plain(r, opts.ascii)).collect();
    let cell = rows.iter().flat_map(|r| &r.cells).map(|c| columns(c)).max().unwrap_or(0) + 2;
    let longest = rows.iter().map(|r| r.depth * 2 + columns(&r.label)).max().unwrap_or(0);
    let width = opts.columns();
    // labels may take what the columns leave, but not less than 24 (they wrap), unless a column would not fit at all
    let label = longest.min(width.saturating_sub(cell * all.len()).max(24)).min(width.saturating_sub(cell).max(8));
    let fit = (width.saturating_sub(label) / cell).max(1);
    let mut out = String::new();
    for from in (0..all.len()).step_by(fit) {
        if from > 0 {
            out.push('\n');
        }
        for row in &rows {
            print(&mut out, row, &row.cells[from..(from + fit).min(all.len())], label, cell);
        }
    }
    out
}

fn plain(row: &Row, ascii: bool) -> Row {
    let cells = row.cells.iter().map(|c| clean(c, ascii)).collect();
    Row { label: clean(&row.label, ascii), depth: row.depth, cells }
}

fn print(out: &mut String, row: &Row, cells: &[String], label: usize, cell: usize) {
    let indent = " ".repeat(row.depth * 2);
    let room = label.saturating_sub(indent.len()).max(1);
    for (i, part) in wrap(&row.label, room, room).iter().enumerate() {
        let mut line = format!("{indent}{part}");
        if i == 0 {
            line.push_str(&" ".repeat(label.saturating_sub(columns(&line))));
            for c in cells {
                line.push_str(&" ".repeat(cell.saturating_sub(columns(c))));
                line.push_str(c);
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
}

fn rows(all: &[Ledger]) -> Vec<Row> {
    let row =
        |label: &str, depth, f: &dyn Fn(&Ledger) -> String| Row { label: label.to_owned(), depth, cells: all.iter().map(f).collect() };
    let optional = |x: Option<f64>| x.map_or_else(|| "-".to_owned(), figure);
    let mut rows = vec![
        row("", 0, &|l| l.phase.clone()),
        row("answers", 0, &|l| per_s(l.level_per_s)),
        row("response, ms", 0, &|l| figure(l.response_ms)),
    ];
    let mut heads: Vec<&str> = Vec::new();
    let paths = in_order(all);
    for path in &paths {
        let Some((head, _)) = path.split_once('/') else {
            rows.push(row(path, 1, &|l| part(l, path)));
            continue;
        };
        if heads.contains(&head) {
            continue;
        }
        heads.push(head);
        rows.push(row(head, 1, &|l| optional(l.groups.iter().find(|g| g.path == head).map(|g| g.ms))));
        for (child, rest) in paths.iter().filter_map(|p| Some((p, p.split_once('/').filter(|(h, _)| *h == head)?.1))) {
            rows.push(row(rest, 2, &|l| part(l, child)));
        }
    }
    rows.push(row("unexplained", 1, &|l| with_error(l.unexplained_ms, l.unexplained_se_ms)));
    rows.push(row("account", 0, &|l| closing(l).to_owned()));
    rows.push(row("waiting for a core, within the above", 0, &|l| {
        l.run_queue_bound_ms.map_or_else(|| "-".to_owned(), |b| format!("<= {}", figure(b)))
    }));
    rows.push(row("CPU by the account", 0, &|l| optional(l.cpu_ms)));
    rows.push(row("CPU by the scheduler", 0, &|l| optional(l.scheduler_cpu_ms)));
    for name in checks(all) {
        rows.push(row(&format!("check: {name}"), 0, &|_| String::new()));
        rows.push(row("by gauge", 1, &|l| optional(check(l, name).map(|c| c.gauge_ms))));
        rows.push(row("by stacks", 1, &|l| optional(check(l, name).map(|c| c.stacks_ms))));
        rows.push(row("agree", 1, &|l| check(l, name).map_or("-", |c| if c.agree { "yes" } else { "no" }).to_owned()));
    }
    rows
}

fn closing(l: &Ledger) -> &'static str {
    match (l.has_stacks, l.open, l.closes) {
        (false, ..) => "no stacks",
        (_, false, _) => "closed load",
        (_, _, true) => "closes",
        (_, _, false) => "does not close",
    }
}

fn part(l: &Ledger, path: &str) -> String {
    let found = l.parts.iter().find(|p| p.path == path);
    found.map_or_else(|| "-".to_owned(), |p| p.at_most_ms.map_or_else(|| figure(p.ms), |most| format!("<= {}", figure(most))))
}

/// All paths, each level's own order kept: a path that a level adds goes behind the one before it there.
fn in_order(all: &[Ledger]) -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    for l in all {
        let mut next = 0;
        for p in &l.parts {
            if let Some(i) = paths.iter().position(|x| *x == p.path) {
                next = next.max(i + 1);
            } else {
                paths.insert(next, p.path.clone());
                next += 1;
            }
        }
    }
    paths
}

fn checks(all: &[Ledger]) -> Vec<&'static str> {
    let mut names = Vec::new();
    for c in all.iter().flat_map(|l| &l.cross_checks) {
        if !names.contains(&c.name) {
            names.push(c.name);
        }
    }
    names
}

fn check<'a>(l: &'a Ledger, name: &str) -> Option<&'a CrossCheck> {
    l.cross_checks.iter().find(|c| c.name == name)
}
