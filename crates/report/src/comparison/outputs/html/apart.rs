//! What cannot be held against each other and why, and at the end all levels of each run.

use crate::comparison::document::{Column, Level, Unlike};
use crate::comparison::said::{Said, nothing};
use crate::outputs::html::code::command;
use crate::outputs::html::figures::told;
use crate::outputs::html::frame::Section;
use crate::outputs::html::table::{Column as Head, cell, figures, known, table, words};
use maud::{Markup, html};
use model::message;
use words::figures::{count, figure, per_s};

pub(super) fn section(said: &Said) -> Section {
    let body = html! {
        ul class="plain" { @for d in said.doubts() { li { (told(&d)) } } }
        (surroundings(said))
    };
    Section { id: "apart", title: message!("comparison/apart"), body }
}

/// What differs besides: what was changed may be among it.
fn surroundings(said: &Said) -> Markup {
    let all = &said.doc.unlike;
    let columns: Vec<Head> = [words(said.say(message!("comparison/thing-column")))]
        .into_iter()
        .chain((0..said.doc.runs.len()).map(|i| words(said.called(i))))
        .collect();
    let row =
        |u: &Unlike| [cell(said.thing(u))].into_iter().chain(u.runs.iter().map(|r| cell(r.clone().unwrap_or_else(nothing)))).collect();
    html! { @if !all.is_empty() { (table("stack", &said.say(message!("comparison/unlike")), &columns, all.iter().map(row))) } }
}

/// All levels of each run, and the commands that make this again.
pub(super) fn appendix(said: &Said) -> Section {
    let ids: Vec<&str> = said.doc.runs.iter().map(Column::run).collect();
    let body = html! {
        @for (i, run) in said.doc.runs.iter().enumerate() {
            h3 { (said.called(i)) }
            @if !run.command.is_empty() { (command(&run.command)) }
            details class="data" {
                summary { (said.say(message!("comparison/all-levels"))) }
                (levels(said, run))
            }
        }
        h3 { (said.say(message!("html/as-data"))) }
        (command(&format!("tightspot compare {} --json", ids.join(" "))))
    };
    Section { id: "appendix", title: message!("html/appendix"), body }
}

fn levels(said: &Said, run: &Column) -> Markup {
    let columns = [
        words(said.say(message!("html/level"))),
        figures(said.say(message!("html/offered"))),
        figures(said.say(message!("html/answered"))),
        figures(said.say(message!("html/failed"))),
        figures(said.say(message!("comparison/mean-column"))),
        figures("p50"),
        figures("p90"),
        figures("p95"),
        figures("p99"),
        figures("p99.9"),
        figures(said.say(message!("html/largest"))),
    ];
    let row = |l: &Level| {
        let t = &l.latency_ms;
        let begin = [cell(&l.phase), cell(offered(said, l)), cell(per_s(l.achieved_per_s)), cell(count(l.errors))];
        begin.into_iter().chain([t.mean, t.p50, t.p90, t.p95, t.p99, t.p99_9, t.max].map(|t| known(t.map(figure)))).collect()
    };
    table("", &said.say(message!("html/latency-caption")), &columns, run.levels.iter().map(row))
}

fn offered(said: &Said, l: &Level) -> String {
    l.offered_per_s.map_or_else(|| said.say(message!("html/busy-connections", number: Count(f64::from(l.connections)))), per_s)
}
