//! The tree on the terminal: what the CPU does, from the outermost frame down, a row for each chain of calls. See `tree.md` beside this file.

mod chain;
mod figures;
mod heading;

use crate::cpu::Profiled;
use crate::outputs::text::page::{Page, Tone};
use crate::paragraph::{clean, columns};
use crate::{Output, RenderError, TextOptions};
use diagnose::cpu::{Row, RowKind, Whose};
use model::{Message, message};
use words::say;

pub(crate) const OUTPUT: &dyn Output<Profiled> = &Tree;

struct Tree;

/// Columns by which a row stands inside the one above: fewer on a narrow page.
const STEP: usize = 2;
const NARROW_STEP: usize = 1;
const NARROW: usize = 100;
/// Fewest columns for the text of a row: deeper rows go no further to the right.
const LEAST_ROOM: usize = 32;

impl Output<Profiled> for Tree {
    fn id(&self) -> &'static str {
        "text"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[".txt"]
    }

    fn about(&self) -> &'static str {
        "the summary, for people"
    }

    fn render(&self, p: &Profiled, options: &TextOptions) -> Result<Vec<u8>, RenderError> {
        let mut page = Page::new(options);
        let mut lines = heading::lines(p).into_iter().map(|m| say(&m, options.lang));
        page.headline(Tone::Label, &lines.next().unwrap_or_default(), "");
        lines.for_each(|line| page.sentence(&line));
        let head = figures::head(p, options.lang);
        let width: usize = head.iter().map(|h| columns(h).max(figures::LEAST_WIDTH) + 2).sum();
        page.line("", 0);
        page.line(&figures::line(&head, &head), width);
        for (row, figures) in p.outline.rows.iter().zip(figures::all(p)) {
            let room = options.columns().saturating_sub(width + 2);
            let step = if options.columns() < NARROW { NARROW_STEP } else { STEP };
            let indent = (row.depth * step).min(room.saturating_sub(LEAST_ROOM));
            let text = text(p, row, room - indent, options);
            page.row(&figures::line(&head, &figures), &format!("  {}", " ".repeat(indent)), &text, is_own(row));
        }
        let told: Vec<String> = heading::remarks(p).into_iter().map(|m| say(&m, options.lang)).collect();
        if !told.is_empty() {
            page.line("", 0);
        }
        for line in &told {
            page.sentence(line);
        }
        Ok(page.finish().into_bytes())
    }
}

/// A row without a terminal around it.
pub(crate) struct PageRow {
    pub(crate) depth: usize,
    /// Share and milliseconds.
    pub(crate) figures: Vec<String>,
    /// Chains of calls are told in so many columns as were asked for.
    pub(crate) text: String,
    /// Whether it has the service's own code.
    pub(crate) is_own: bool,
}

/// The rows, each with at most `columns` of text.
pub(crate) fn rows(p: &Profiled, columns: usize, options: &TextOptions) -> Vec<PageRow> {
    let row = |(row, figures): (&Row, Vec<String>)| PageRow {
        depth: row.depth,
        figures,
        text: text(p, row, columns, options),
        is_own: is_own(row),
    };
    p.outline.rows.iter().zip(figures::all(p)).map(row).collect()
}

/// Whether a row has the service's own code.
fn is_own(row: &Row) -> bool {
    matches!(&row.kind, RowKind::Chain(links) if links.iter().any(chain::is_own))
}

/// What a row says, in at most `room` columns.
fn text(p: &Profiled, row: &Row, room: usize, options: &TextOptions) -> String {
    let words = |m: Message| chain::cut_end(&clean(&say(&m, options.lang), options.ascii), room, options.ascii);
    let links = match &row.kind {
        RowKind::Chain(links) => links,
        RowKind::Itself => return words(if above_is_code(p, row) { message!("tree/itself") } else { message!("tree/unseen") }),
        RowKind::Rest(n) => return words(message!("tree/rest", number: Count(*n as f64))),
    };
    match &links[0].whose {
        Whose::All => String::new(),
        Whose::Process(pid) => words(message!("tree/process", pid: name(pid.to_string()))),
        Whose::Threads(t) => {
            let seen = row.total.iter().any(|w| w.samples > 0.0);
            words(message!("tree/threads", threads: kind(t.id()), seen: kind(if seen { "yes" } else { "no" })))
        }
        Whose::Code(_) => {
            let more = clean(if row.is_cut { " …" } else { "" }, options.ascii);
            format!("{}{more}", chain::told(links, room.saturating_sub(columns(&more)), options.ascii))
        }
    }
}

/// Whether a row of what something does itself is of code, and not of threads, which have in themselves what no sample saw.
fn above_is_code(p: &Profiled, row: &Row) -> bool {
    let rows = &p.outline.rows;
    let at = rows.iter().position(|r| std::ptr::eq(r, row)).unwrap_or(0);
    let above = rows[..at].iter().rev().find(|r| r.depth < row.depth);
    above.is_some_and(|r| matches!(&r.kind, RowKind::Chain(links) if matches!(links[0].whose, Whose::Code(_))))
}

#[cfg(test)]
mod tests;
