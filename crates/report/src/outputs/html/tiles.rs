//! Tiles: the few figures that matter, large, each with what it is.

use super::figures::told;
use maud::{Markup, html};
use model::Message;
use words::{Lang, say};

/// A figure that matters, with what it is.
pub(crate) struct Tile {
    pub(crate) label: Message,
    pub(crate) figure: String,
    pub(crate) note: String,
}

/// All of them, in a row; nothing where there is none.
pub(crate) fn tiles(all: &[Tile], lang: Lang) -> Markup {
    html! {
        @if !all.is_empty() {
            dl class="tiles" {
                @for t in all {
                    div { dt { (say(&t.label, lang)) } dd { b { (t.figure) } @if !t.note.is_empty() { span { (told(&t.note)) } } } }
                }
            }
        }
    }
}
