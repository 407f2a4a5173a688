//! The story of a run: Markdown for a blog or a review, with its drawings in it. See `story.md` beside this file.

pub(crate) mod drawings;
mod parts;
pub(crate) mod svg;

use crate::document::Document;
use crate::outputs::text::{Lines, Most};
use crate::{Judged, Output, RenderError, TextOptions};
use diagnose::VerdictStatus;

pub(crate) const OUTPUT: &dyn Output<Judged> = &Story;

struct Story;

impl Output<Judged> for Story {
    fn id(&self) -> &'static str {
        "story"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[".story.md"]
    }

    fn about(&self) -> &'static str {
        "what was found and what the fix buys, for a blog or a review, with drawings"
    }

    fn render(&self, j: &Judged, options: &TextOptions) -> Result<Vec<u8>, RenderError> {
        let doc = Document::of(&j.run, &j.diagnosis);
        Ok(page(&doc, j.diagnosis.verdict.status, options).into_bytes())
    }
}

fn page(doc: &Document, status: VerdictStatus, options: &TextOptions) -> String {
    let lines = Lines { doc, opts: options, lang: options.lang, most: Most::ALL[0] };
    let told = [
        parts::opening(&lines, status),
        parts::time(&lines, status),
        parts::why(&lines, status),
        parts::rejected(&lines, status),
        parts::fix(&lines),
        parts::gain(&lines, status),
        parts::objectives(&lines),
        parts::method(&lines, status),
    ];
    told.into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join("\n\n") + "\n"
}

#[cfg(test)]
mod tests;
