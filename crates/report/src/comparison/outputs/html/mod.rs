//! HTML: the page of two runs before and after, or of more. It is the page of a verdict in frame, styles and drawings, and has no script.

mod apart;
mod levels;
mod sides;
mod top;

use crate::comparison::Comparison;
use crate::comparison::document::Document;
use crate::comparison::said::Said;
use crate::form;
use crate::outputs::html::assets::Form;
use crate::outputs::html::frame::{Frame, date};
use crate::{Output, TextOptions};
use maud::{Markup, html};
use model::message;

pub(crate) const OUTPUT: &dyn Output<Comparison> = &form::Form::html(render);

fn render(c: &Comparison, options: &TextOptions) -> String {
    let doc = Document::of(c);
    let said = Said { doc: &doc.comparison, lang: options.lang };
    page(&said)
}

fn page(said: &Said) -> String {
    let sections: Vec<_> = [Some(sides::section(said)), levels::section(said), Some(apart::section(said)), Some(apart::appendix(said))]
        .into_iter()
        .flatten()
        .collect();
    let last = said.doc.last();
    Frame {
        lang: said.lang,
        form: Form::Still,
        version: env!("CARGO_PKG_VERSION"),
        title: said.say(message!("html/title", service: name(&last.url), says: name(said.read(&said.doc.headline)))),
        ribbon: ribbon(said),
        first: (message!("comparison/in-short"), top::section(said)),
        sections: &sections,
        data: Markup::default(),
    }
    .page()
}

/// Which services, which runs and when.
fn ribbon(said: &Said) -> Markup {
    let mut urls: Vec<&str> = said.doc.runs.iter().map(|r| r.url.as_str()).filter(|u| !u.is_empty()).collect();
    urls.dedup();
    html! {
        header class="ribbon" {
            p class="service" { @for u in &urls { strong { (u) } } }
            ul {
                @for (i, r) in said.doc.runs.iter().enumerate() {
                    li { (said.called(i)) " " time datetime=(r.started_at) { (date(&r.started_at)) } }
                }
            }
        }
    }
}
