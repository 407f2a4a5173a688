//! The verdicts side by side, and what each run says of every cause that one of them has found.

use crate::comparison::document::Column;
use crate::comparison::said::Said;
use crate::outputs::html::figures::told;
use crate::outputs::html::frame::Section;
use crate::outputs::html::table::{Column as Head, cell, table, words};
use maud::{Markup, html};
use model::message;
use words::figures::per_s;

pub(super) fn section(said: &Said) -> Section {
    let body = html! {
        div class="cards" { @for i in 0..said.doc.runs.len() { (card(said, i)) } }
        (causes(said))
    };
    Section { id: "sides", title: message!("comparison/sides"), body }
}

fn card(said: &Said, column: usize) -> Markup {
    let run = &said.doc.runs[column];
    html! {
        article class={ "card verdict " (tone(run)) } {
            h3 { (said.called(column)) }
            p { span class="kind" { (said.kind_of(run)) } }
            @if let Some(f) = &run.found {
                p class="lead" { strong { (told(said.read(&f.headline))) } }
                @if let Some(id) = f.cause.or(f.candidate.as_deref()) { p class="id" { code { (id) } } }
                p class="says" { (told(said.read(&f.reason))) }
            }
            (figures(said, run))
        }
    }
}

fn tone(run: &Column) -> &'static str {
    match run.found.as_ref().map(|f| f.status) {
        Some("found") => "bad",
        Some("none") => "good",
        Some("inconclusive") => "unsure",
        _ => "neutral",
    }
}

/// What it can do, what limits it, and how good the measurement was.
fn figures(said: &Said, run: &Column) -> Markup {
    let saturated = run.levels.iter().find(|l| l.kind == model::PhaseKind::Saturation).map(|l| l.achieved_per_s);
    let carried = run.knee.per_s;
    let limit = run.found.as_ref().and_then(|f| f.limit.as_ref());
    html! {
        dl class="facts when" {
            @if let Some(x) = carried {
                div {
                    dt { (said.say(message!("html/knee"))) }
                    dd { (told(&per_s(x))) @if let Some([low, high]) = run.knee.ci { " " (said.say(message!("comparison/interval", low: PerSecond(low), high: PerSecond(high)))) } }
                }
            }
            @if let Some(x) = saturated { div { dt { (said.say(message!("comparison/saturated"))) } dd { (told(&per_s(x))) } } }
            @if let Some(l) = limit {
                div { dt { (said.say(message!("comparison/limit", reached: kind(if l.reached == Some(true) { "yes" } else { "no" })))) } dd { (said.read(&l.name_message)) " " (told(&per_s(l.per_s))) } }
            }
            @if let Some(f) = run.found.as_ref().filter(|f| f.cause.is_some()) {
                div { dt { (said.say(message!("comparison/evidence"))) } dd { "E" (f.evidence_level) } }
            }
            div { dt { (said.say(message!("html/quality"))) } dd { (said.say(message!("comparison/grade-word", grade: kind(run.grade)))) } }
        }
    }
}

fn causes(said: &Said) -> Markup {
    let all = &said.doc.causes;
    let columns: Vec<Head> = [words(said.say(message!("comparison/cause-column")))]
        .into_iter()
        .chain((0..said.doc.runs.len()).map(|i| words(said.called(i))))
        .collect();
    let rows = all.iter().map(|c| {
        let states = c.runs.iter().map(|s| {
            if *s == Some("named") {
                html! { b { (said.status(*s)) } }
            } else {
                cell(said.status(*s))
            }
        });
        [html! { code { (c.cause) } }].into_iter().chain(states).collect()
    });
    html! { @if !all.is_empty() { (table("stack", &said.say(message!("comparison/causes")), &columns, rows)) } }
}
