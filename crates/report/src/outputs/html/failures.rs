//! What failed: groups of requests, times without an answer, fewer answers under more load.

use super::figures::told;
use super::page::Section;
use super::view::View;
use maud::html;
use model::message;

pub(super) fn section(view: &View) -> Option<Section> {
    let all: Vec<String> = view.doc.failures.sentences().map(|s| view.read(&s).to_owned()).collect();
    let body = html! { ul class="plain" { @for says in &all { li { (told(says)) } } } };
    (!all.is_empty()).then(|| Section { id: "failures", title: message!("html/failures"), body })
}
