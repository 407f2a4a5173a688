//! HTML: the page that people send around. One file without scripts and without any request: text, tables and drawings are all there when it opens. See
//! `html.md` beside this file.
//!
//! A section is a function from the document (and, for what happens over time, the run) to its part of the page, or to nothing.

mod account;
mod appendix;
mod chart;
mod code;
mod cpu;
mod evidence;
mod examples;
mod experiments;
mod figures;
mod levels;
mod objectives;
mod page;
mod quality;
mod rejected;
mod remedy;
mod signals;
mod start;
mod table;
mod tail;
mod timeline;
mod traffic;
mod verdict;
mod view;
mod warm_up;

use crate::{Judged, Output, RenderError, TextOptions};
use view::View;

pub(crate) const OUTPUT: &dyn Output<Judged> = &Html;

struct Html;

impl Output<Judged> for Html {
    fn id(&self) -> &'static str {
        "html"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[".html", ".htm"]
    }

    fn about(&self) -> &'static str {
        "a page to send around"
    }

    fn render(&self, j: &Judged, options: &TextOptions) -> Result<Vec<u8>, RenderError> {
        Ok(html(j, options).into_bytes())
    }
}

/// The page, ended by a line feed.
pub(crate) fn html(j: &Judged, options: &TextOptions) -> String {
    let options = TextOptions { ascii: false, color: false, ..options.clone() };
    let doc = crate::document::Document::of(&j.run, &j.diagnosis);
    page::page(&View::of(j, &doc, &options))
}

#[cfg(test)]
mod tests;
