//! Markdown: the summary for a pull request, an issue or a wiki. See `markdown.md` beside this file.

mod escape;
mod sections;

use crate::document::Document;
use crate::outputs::text::{Lines, Most};
use crate::{Judged, Output, RenderError, TextOptions};
use diagnose::VerdictStatus;
use escape::escape;

pub(crate) const OUTPUT: &dyn Output<Judged> = &Markdown;

struct Markdown;

impl Output<Judged> for Markdown {
    fn id(&self) -> &'static str {
        "markdown"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[".md"]
    }

    fn about(&self) -> &'static str {
        "the summary as Markdown, for a pull request"
    }

    fn render(&self, j: &Judged, options: &TextOptions) -> Result<Vec<u8>, RenderError> {
        let doc = Document::of(&j.run, &j.diagnosis);
        Ok(page(&doc, j.diagnosis.verdict.status, options).into_bytes())
    }
}

fn page(doc: &Document, status: VerdictStatus, options: &TextOptions) -> String {
    let lines = Lines { doc, opts: options, lang: options.lang, most: Most::ALL[0] };
    let parts = [
        sections::verdict(&lines, status),
        sections::evidence(&lines, status),
        sections::core(&lines),
        sections::start(&lines),
        sections::tail(&lines),
        sections::account(&lines),
        sections::rejected(&lines, status),
        sections::fix(&lines),
        sections::quality(&lines, status),
    ];
    parts.into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join("\n\n") + "\n"
}

/// A table; cells are escaped here. The first column begins alike, the others end alike.
fn table(head: &[String], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |", cells.iter().map(|c| escape(c)).collect::<Vec<_>>().join(" | "));
    let rule: Vec<&str> = (0..head.len()).map(|i| if i == 0 { "---" } else { "---:" }).collect();
    let rows = rows.into_iter().map(|r| line(&r));
    [line(head), format!("| {} |", rule.join(" | "))].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}

/// A list; its points are escaped here.
fn list(points: impl IntoIterator<Item = String>) -> String {
    points.into_iter().filter(|p| !p.is_empty()).map(|p| format!("- {}", escape(&p))).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests;
