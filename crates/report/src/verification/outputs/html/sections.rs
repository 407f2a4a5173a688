//! The sections below the fold: what was measured against what matters, the pairs, the quantiles, what was held equal.

use super::drawings::{self, quantile};
use crate::outputs::html::code::command;
use crate::outputs::html::figures::told;
use crate::outputs::html::frame::Section;
use crate::outputs::html::table::{cell, figures, table, words};
use crate::verification::said::{Said, with_interval};
use crate::verification::{Moved, Pair};
use maud::html;
use model::message;
use words::figures::{count, figure};

pub(super) fn measured(said: &Said) -> Option<Section> {
    let drawn = drawings::ratio(said, said.v.metrics.first()?)?;
    let body = html! {
        (drawn)
        @if let Some(noise) = said.noise() { p { (told(&noise)) } }
        p class="note" { (said.say(message!("verification/nothing-predicted"))) }
    };
    Some(Section { id: "measured", title: message!("verification/measured"), body })
}

pub(super) fn pairs(said: &Said) -> Option<Section> {
    let drawn = drawings::pairs(said)?;
    let [before, after] = said.sides().map(|(name, _)| name);
    let columns = [
        figures(said.say(message!("verification/pair-column"))),
        words(said.say(message!("verification/first-column"))),
        figures(before),
        figures(after),
        words(said.say(message!("verification/counts-column"))),
    ];
    let row = |p: &Pair| {
        let counts = said.say(message!("verification/counts", is: kind(if p.counts { "yes" } else { "no" })));
        vec![cell(count(p.number as u64)), cell(said.first(p)), cell(said.written(p.before)), cell(said.written(p.after)), cell(counts)]
    };
    let body = html! {
        (drawn)
        details class="data" { summary { (said.say(message!("html/data"))) } (table("", "", &columns, said.v.pairs.iter().map(row))) }
    };
    Some(Section { id: "pairs", title: message!("verification/pairs"), body })
}

pub(super) fn shift(said: &Said) -> Option<Section> {
    let drawn = drawings::shift(said)?;
    let columns = [words(said.say(message!("verification/quantile-column"))), figures(said.say(message!("verification/after-by-before")))];
    let row = |m: &Moved| vec![cell(quantile(m.quantile)), cell(with_interval(m.ratio, m.band))];
    let body = html! {
        p class="note" { (said.say(message!("verification/shift-note"))) }
        (drawn)
        details class="data" { summary { (said.say(message!("html/data"))) } (table("", "", &columns, said.v.shift.iter().map(row))) }
    };
    Some(Section { id: "shift", title: message!("verification/shift"), body })
}

pub(super) fn held(said: &Said) -> Option<Section> {
    let all = said.held();
    let left_out = said.left_out();
    if all.is_empty() {
        return None;
    }
    let body = html! { ul class="plain" { @for line in all.iter().chain(&left_out) { li { (told(line)) } } } };
    Some(Section { id: "held", title: message!("verification/held"), body })
}

/// The tests in figures, and the command that makes this again.
pub(super) fn appendix(said: &Said) -> Section {
    let m = said.v.metrics.first();
    let body = html! {
        dl class="facts" {
            @for (name, what) in said.sides() { @if let Some(what) = what { div { dt { (name) } dd { code { (what) } } } } }
            @if let Some(m) = m {
                div { dt { (said.say(message!("verification/robust"))) } dd { "×" (figure(m.robust_ratio)) } }
                div { dt { (said.say(message!("verification/sign-flip"))) } dd { (figure(m.sign_flip_p)) } }
            }
        }
        @if !said.v.run.is_empty() {
            h3 { (said.say(message!("html/as-data"))) }
            (command(&format!("tightspot report {} --json", said.v.run)))
        }
    };
    Section { id: "appendix", title: message!("html/appendix"), body }
}
