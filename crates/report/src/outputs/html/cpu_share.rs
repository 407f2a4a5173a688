//! How much of the CPU of a request one kind of work has: a bar of it and of all else.

use super::chart::{Segment, bar};
use super::view::View;
use crate::document::Claim;
use maud::{Markup, html};
use model::message;

/// Share of a bar from which a segment has room for its letter.
const ROOM: f64 = 0.04;

/// The bar of a claim, of the level that it was read at; `None` where that has no account.
pub(super) fn bar_of(view: &View, c: &Claim) -> Option<Markup> {
    let phase = c.window.first()?.trim_start_matches("phase:");
    let cpu = view.doc.cpu.iter().find(|cpu| cpu.phase == phase)?;
    let share = c.value.clamp(0.0, 1.0);
    let (this, rest) = (message!("html/this-work", share: Share(share)), message!("html/all-else"));
    let parts = [("a", "wait", share, view.say(this)), ("b", "small", 1.0 - share, view.say(rest))];
    let label = view.say(message!("html/cpu-share", ms: Ms(cpu.ms), rate: PerSecond(cpu.per_s)));
    let segments: Vec<Segment> = parts
        .iter()
        .map(|(letter, class, share, says)| Segment { share: *share, class, letter: (*letter).to_owned(), title: says.clone() })
        .collect();
    let legend = parts.iter().map(|(letter, .., says)| format!("{letter} {says}")).collect::<Vec<_>>().join(" · ");
    Some(html! {
        figure class="mini" {
            figcaption { (label) }
            (bar(&format!("{label}: {legend}"), &segments, ROOM))
            figcaption { @for (letter, .., says) in &parts { b { (letter) } " " (says) " · " } a href="#cpu" { (view.say(message!("html/cpu"))) } }
        }
    })
}
