//! Markdown: the summary for a pull request, an issue or a wiki. See `markdown.md` beside this file.

pub(crate) mod comment;
mod escape;
pub(crate) mod sections;

use crate::document::Document;
use crate::form::Form;
use crate::outputs::text::{Lines, Most};
use crate::{Judged, Output, TextOptions};
use diagnose::VerdictStatus;
pub(crate) use escape::{escape, paragraph};

pub(crate) const OUTPUT: &dyn Output<Judged> = &Form::markdown(render);

fn render(j: &Judged, options: &TextOptions) -> String {
    let doc = Document::of(&j.run, &j.diagnosis);
    page(&doc, j.diagnosis.verdict.status, options)
}

fn page(doc: &Document, status: VerdictStatus, options: &TextOptions) -> String {
    let lines = Lines { doc, opts: options, lang: options.lang, most: Most::ALL[0] };
    let open = [
        sections::objectives(&lines),
        sections::evidence(&lines, status),
        sections::core(&lines),
        sections::failures(&lines),
        sections::start(&lines),
        sections::tail(&lines),
        sections::account(&lines),
    ];
    let open = open.into_iter().chain(sections::rejected(&lines, status)).chain([sections::fix(&lines), sections::examples(&lines)]);
    let open = open.filter(|s| !s.is_empty()).map(|s| s.open());
    let all = [sections::verdict(&lines, status)].into_iter().chain(open).chain([sections::quality(&lines, status).folded()]);
    all.collect::<Vec<_>>().join("\n\n") + "\n"
}

/// A table; cells are escaped here. The first column begins alike, the others end alike.
pub(crate) fn table(head: &[String], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    aligned("---:", head, rows)
}

/// A table of words: all columns begin alike.
pub(crate) fn words_table(head: &[String], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    aligned("---", head, rows)
}

fn aligned(others: &str, head: &[String], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |", cells.iter().map(|c| escape(c)).collect::<Vec<_>>().join(" | "));
    let rule: Vec<&str> = (0..head.len()).map(|i| if i == 0 { "---" } else { others }).collect();
    let rows = rows.into_iter().map(|r| line(&r));
    [line(head), format!("| {} |", rule.join(" | "))].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}

/// A list; its points are escaped here.
pub(crate) fn list(points: impl IntoIterator<Item = String>) -> String {
    points.into_iter().filter(|p| !p.is_empty()).map(|p| format!("- {}", escape(&p))).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests;
