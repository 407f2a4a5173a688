//! The slowest requests, and the kinds of events that they fall to.

use super::page::Section;
use super::table::{cell, figures, table, words};
use super::view::View;
use crate::outputs::text::tail::{COLUMNS, percentiles, row, spikes, unexplained};
use maud::html;
use model::{Message, message};

/// `None` where nobody asked.
pub(super) fn section(view: &View) -> Option<Section> {
    let tail = view.doc.tail.as_ref()?;
    let say = |m: Message| view.say(m);
    let heads = COLUMNS.map(|c| say(message!("text/tail-column", what: kind(c))));
    let columns: Vec<_> = heads.into_iter().enumerate().map(|(i, head)| if i == 0 { words(head) } else { figures(head) }).collect();
    let rows = tail.sources.iter().map(|s| row(s, &say)).chain([unexplained(tail, &say)]).map(|r| r.map(cell).to_vec());
    let body = html! {
        p { (say(percentiles(tail))) }
        p { (say(spikes(tail))) }
        (table("", "", &columns, rows))
    };
    Some(Section { id: "tail", title: message!("html/tail"), body })
}
