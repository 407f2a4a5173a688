//! Diffs that show the fix for the service's framework, and what it costs.

use super::code::command;
use super::figures::told;
use super::view::View;
use maud::{Markup, html};
use model::message;

/// Each with its title; nothing where none fits.
pub(super) fn examples(view: &View) -> Markup {
    let fix = view.lines.shown_fix();
    html! {
        @if let Some(fix) = fix {
            h3 { (view.say(message!("html/examples"))) }
            p { (view.say(message!("html/examples-note"))) }
            @for e in &fix.examples { p class="note" { (e.title) } (command(&e.diff)) }
            @if let Some(caution) = &fix.caution { p { (told(view.read(caution))) } }
        }
    }
}
