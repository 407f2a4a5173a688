//! The fold: what changed, in words and in few figures, and the command that would measure it.

use crate::comparison::document::CauseChange;
use crate::comparison::said::{Said, between, times};
use crate::outputs::html::code::command;
use crate::outputs::html::figures::told;
use crate::outputs::html::tiles::{Tile, tiles};
use maud::{Markup, html};
use model::message;
use words::figures::{count, ms, per_s};

/// Characters from which a headline is set smaller.
const LONG: usize = 84;

pub(super) fn section(said: &Said) -> Markup {
    let headline = said.read(&said.doc.headline);
    html! {
        section id="verdict" class={ "verdict " (tone(said)) } aria-labelledby="headline" {
            p class="kind" { span class="glyph" aria-hidden="true" { "⇄" } (said.say(message!("comparison/kind"))) }
            h1 id="headline" class=[(headline.chars().count() > LONG).then_some("long")] { (told(headline)) }
            @for says in &said.doc.lead { p class="lead" { (told(said.read(says))) } }
            (tiles(&all(said), said.lang))
            dl class="in-short" {
                dt { (said.say(message!("comparison/no-verdict"))) }
                dd { (said.read(&said.doc.reason_message)) " " a href="#apart" { (said.say(message!("comparison/more-doubts"))) } }
                dt { (said.say(message!("comparison/measure"))) }
                dd { (command(&said.doc.command())) }
            }
        }
    }
}

/// The colour follows what became of the cause; figures alone are no verdict.
fn tone(said: &Said) -> &'static str {
    match said.doc.change.cause {
        Some(CauseChange::Still | CauseChange::Another | CauseChange::New) => "bad",
        Some(CauseChange::Unnamed | CauseChange::Open) => "unsure",
        Some(CauseChange::Gone | CauseChange::None) => "good",
        Some(CauseChange::Told | CauseChange::Lesser) | None => "neutral",
    }
}

fn all(said: &Said) -> Vec<Tile> {
    [rate(said), latency(said), predicted(said), errors(said)].into_iter().flatten().collect()
}

fn rate(said: &Said) -> Option<Tile> {
    let t = said.doc.change.throughput.as_ref()?;
    let note = message!("comparison/tile-before", before: PerSecond(t.before), times: name(times(t.ratio)));
    let bounds = between(t.bounds);
    let bounds = t
        .bounds_by
        .filter(|_| !bounds.is_empty())
        .map(|by| said.say(message!("comparison/tile-bounds", by: kind(by), bounds: name(&bounds))));
    let note = [said.say(note)].into_iter().chain(bounds).collect::<Vec<_>>().join(" ");
    Some(Tile { label: message!("comparison/tile-rate", metric: kind(t.metric)), figure: per_s(t.after), note })
}

fn latency(said: &Said) -> Option<Tile> {
    let doc = said.doc;
    let like = &doc.levels[doc.change.latency_at?];
    let (first, last) = (like.runs.first()?, like.runs.last()?);
    let (before, after) = (doc.level(first).latency_ms.p95?, doc.level(last).latency_ms.p95?);
    let ratio = last.ratios.as_ref().and_then(|r| r.p95_ms);
    let note = message!("comparison/tile-latency-before", load: (like.words()), before: Ms(before), times: name(times(ratio)));
    Some(Tile { label: message!("comparison/tile-latency"), figure: ms(after), note: said.say(note) })
}

/// What the fix was said to give, beside what came.
fn predicted(said: &Said) -> Option<Tile> {
    let p = said.doc.change.predicted.as_ref()?;
    let note = match &p.next_limit {
        Some(l) => {
            message!("comparison/tile-said-next", way: kind(p.way()), limit: name(said.read(&l.name_message)), came: PerSecond(p.came))
        }
        None => message!("comparison/tile-said", way: kind(p.way()), came: PerSecond(p.came)),
    };
    Some(Tile { label: message!("comparison/tile-predicted"), figure: per_s(p.estimate), note: said.say(note) })
}

/// Only where something failed.
fn errors(said: &Said) -> Option<Tile> {
    let (before, after) = (said.doc.runs[0].errors(), said.doc.last().errors());
    (before + after > 0).then(|| Tile {
        label: message!("comparison/tile-errors"),
        figure: count(after),
        note: said.say(message!("comparison/tile-errors-before", before: Count(before as f64))),
    })
}
