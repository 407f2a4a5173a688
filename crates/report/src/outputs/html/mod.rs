//! HTML: the page that people send around. One file without any request: text, tables and drawings are all there when it opens, and scripts, where they
//! may run, only take the place of drawings. See `html.md` beside this file. The same page as a folder is `html_dir`.
//!
//! A section is a function from the document (and, for what happens over time, the run) to its part of the page, or to nothing.

mod account;
mod appendix;
pub(crate) mod assets;
mod at_a_glance;
pub(crate) mod chart;
pub(crate) mod code;
mod cpu;
mod cpu_share;
mod evidence;
mod examples;
mod experiments;
mod failures;
pub(crate) mod figures;
pub(crate) mod frame;
mod levels;
mod live;
mod objectives;
mod page;
mod quality;
mod rejected;
mod remedy;
mod signals;
mod start;
pub(crate) mod table;
mod tail;
pub(crate) mod tiles;
mod timeline;
mod traffic;
mod verdict;
mod view;
mod warm_up;

use crate::form;
use crate::{Judged, Output, TextOptions};
use assets::Form;
use view::View;

pub(crate) const OUTPUT: &dyn Output<Judged> = &form::Form::html(render);

fn render(j: &Judged, options: &TextOptions) -> String {
    html(j, options, Form::File)
}

/// The page, ended by a line feed.
fn html(j: &Judged, options: &TextOptions, form: Form) -> String {
    let options = TextOptions { ascii: false, color: false, ..options.clone() };
    let doc = crate::document::Document::of(&j.run, &j.diagnosis);
    page::page(&View::of(j, &doc, &options), form)
}

/// The files of the page as a folder; the one to open is the last.
pub(crate) const NAMES: [&str; 3] = ["page.css", "page.js", "index.html"];

/// What stands in each of them.
pub(crate) fn files(j: &Judged, options: &TextOptions) -> [Vec<u8>; 3] {
    [assets::STYLE.into(), assets::SCRIPT.into(), html(j, options, Form::Folder).into_bytes()]
}

#[cfg(test)]
pub(crate) mod tests;
