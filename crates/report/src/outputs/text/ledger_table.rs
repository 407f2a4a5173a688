//! The accounts of all measured levels side by side: one row a part, one column a level.

use super::TextOptions;
use crate::document::{CrossCheck, Ledger, Part, ledgers};
use crate::paragraph::{clean, columns, wrap};
use diagnose::Diagnosis;
use model::{Message, message};
use words::figures::{figure, per_s, with_error};
use words::{Lang, say};

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
        return format!("{}\n", say(&message!("account/nothing-measured"), opts.lang));
    }
    let rows: Vec<Row> = rows(&all, opts.lang).iter().map(|r| plain(r, opts.ascii)).collect();
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

fn rows(all: &[Ledger], lang: Lang) -> Vec<Row> {
    let named = |label: String, depth, f: &dyn Fn(&Ledger) -> String| Row { label, depth, cells: all.iter().map(f).collect() };
    let row = |label: Message, depth, f: &dyn Fn(&Ledger) -> String| named(say(&label, lang), depth, f);
    let optional = |x: Option<f64>| x.map_or_else(|| "-".to_owned(), figure);
    let mut rows = vec![
        named(String::new(), 0, &|l| l.phase.clone()),
        row(message!("account/answers"), 0, &|l| per_s(l.level_per_s)),
        row(message!("account/response-ms"), 0, &|l| figure(l.response_ms)),
    ];
    let mut groups: Vec<&str> = Vec::new();
    let parts = parts_in_order(all);
    for p in &parts {
        let Some(group) = p.group.as_deref() else {
            rows.push(named(p.name.say(lang).to_owned(), 1, &|l| part(l, &p.path)));
            continue;
        };
        if groups.contains(&group) {
            continue;
        }
        groups.push(group);
        let of = |l: &Ledger| l.groups.iter().find(|g| g.path == group).map(|g| g.ms);
        let name = all.iter().flat_map(|l| &l.groups).find(|g| g.path == group).map_or(group, |g| g.name.say(lang));
        rows.push(named(name.to_owned(), 1, &|l| optional(of(l))));
        for child in parts.iter().filter(|c| c.group.as_deref() == Some(group)) {
            rows.push(named(child.name.say(lang).to_owned(), 2, &|l| part(l, &child.path)));
        }
    }
    rows.push(row(message!("account/unexplained"), 1, &|l| with_error(l.unexplained_ms, l.unexplained_se_ms)));
    rows.push(row(message!("account/account"), 0, &|l| say(&closing(l), lang)));
    rows.push(row(message!("account/core-wait-within"), 0, &|l| {
        l.run_queue_bound_ms.map_or_else(|| "-".to_owned(), |b| format!("<= {}", figure(b)))
    }));
    rows.push(row(message!("account/cpu-by-account"), 0, &|l| optional(l.cpu_ms)));
    rows.push(row(message!("account/cpu-by-scheduler"), 0, &|l| optional(l.scheduler_cpu_ms)));
    for c in checks(all) {
        rows.push(row(message!("account/check", of: name(c.of.say(lang))), 0, &|_| String::new()));
        rows.push(row(message!("account/by-gauge"), 1, &|l| optional(check(l, &c.name).map(|c| c.gauge_ms))));
        rows.push(row(message!("account/by-stacks"), 1, &|l| optional(check(l, &c.name).map(|c| c.stacks_ms))));
        let agree = |l: &Ledger| check(l, &c.name).map(|c| if c.agree { message!("account/yes") } else { message!("account/no") });
        rows.push(row(message!("account/agree"), 1, &|l| agree(l).map_or_else(|| "-".to_owned(), |m| say(&m, lang))));
    }
    rows
}

fn closing(l: &Ledger) -> Message {
    match (l.has_stacks, l.open, l.closes) {
        (false, ..) => message!("account/row-no-stacks"),
        (_, false, _) => message!("account/row-closed-load"),
        (_, _, true) => message!("account/row-closes"),
        (_, _, false) => message!("account/row-does-not-close"),
    }
}

fn part(l: &Ledger, path: &str) -> String {
    let found = l.parts.iter().find(|p| p.path == path);
    found.map_or_else(|| "-".to_owned(), |p| p.at_most_ms.map_or_else(|| figure(p.ms), |most| format!("<= {}", figure(most))))
}

/// All parts, each level's own order kept: one that a level adds goes behind the one before it there.
pub(crate) fn parts_in_order(all: &[Ledger]) -> Vec<&Part> {
    let mut parts: Vec<&Part> = Vec::new();
    for l in all {
        let mut next = 0;
        for p in &l.parts {
            if let Some(i) = parts.iter().position(|x| x.path == p.path) {
                next = next.max(i + 1);
            } else {
                parts.insert(next, p);
                next += 1;
            }
        }
    }
    parts
}

fn checks(all: &[Ledger]) -> Vec<&CrossCheck> {
    let mut found: Vec<&CrossCheck> = Vec::new();
    for c in all.iter().flat_map(|l| &l.cross_checks) {
        if !found.iter().any(|f| f.name == c.name) {
            found.push(c);
        }
    }
    found
}

fn check<'a>(l: &'a Ledger, name: &str) -> Option<&'a CrossCheck> {
    l.cross_checks.iter().find(|c| c.name == name)
}
