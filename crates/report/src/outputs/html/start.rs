//! The first minute of a service that was judged from its start, second by second.

use super::page::Section;
use super::table::{cell, figures, table, words};
use super::view::View;
use crate::outputs::text::start::{COLUMNS, lost, minute, row, warm};
use maud::html;
use model::message;

/// Seconds that have a row: the first ten, then each fifth.
fn is_shown(second: usize) -> bool {
    second <= 10 || second.is_multiple_of(5)
}

/// `None` where the run was not judged from its start.
pub(super) fn section(view: &View) -> Option<Section> {
    let start = view.doc.start.as_ref().filter(|s| !s.seconds.is_empty())?;
    let heads = COLUMNS.map(|c| view.say(message!("text/start-column", what: kind(c))));
    let columns: Vec<_> = heads.into_iter().enumerate().map(|(i, head)| if i == 0 { words(head) } else { figures(head) }).collect();
    let shown = start.seconds.iter().filter(|s| is_shown(s.second)).map(row);
    let rows = shown.chain([warm(start, view.say(message!("text/start-warm")))]).map(|r| r.map(cell).to_vec());
    let body = html! {
        p { (view.say(lost(start))) }
        p { (view.say(minute(start))) }
        (table("", "", &columns, rows))
    };
    Some(Section { id: "start", title: message!("html/start"), body })
}
