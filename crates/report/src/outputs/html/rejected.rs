//! What is not the cause, with what would have been seen if it were; and what could not be looked at.

use super::code::with_commands;
use super::figures::told;
use super::page::Section;
use super::table::{table, words};
use super::view::View;
use crate::document::Hypothesis;
use diagnose::{Status, VerdictStatus};
use maud::{Markup, html};
use model::message;
use words::figures::per_s;

/// Rows that are there at once; more unfold.
const AT_ONCE: usize = 8;

pub(super) fn section(view: &View) -> Option<Section> {
    // of a service that was not the limit nothing is said
    if view.diagnosis.verdict.status == VerdictStatus::GeneratorLimited {
        return None;
    }
    let rejected: Vec<&Hypothesis> = view.lines.rejected_first().collect();
    let unseen = view.lines.unseen();
    let of = |status: Status| {
        view.doc.hypotheses.iter().filter(move |h| h.status == status.name()).map(|h| view.lines.name(h.cause)).collect::<Vec<_>>()
    };
    let (untested, inapplicable) = (of(Status::Untested), of(Status::NotApplicable));
    if rejected.is_empty() && unseen.is_empty() && untested.is_empty() {
        return None;
    }
    let (first, rest) = rejected.split_at(rejected.len().min(AT_ONCE));
    let body = html! {
        @if !first.is_empty() { (table_of(view, first)) }
        @if !rest.is_empty() {
            details { summary { (view.say(message!("html/more-rejected", number: Count(rest.len() as f64)))) } (table_of(view, rest)) }
        }
        @if !unseen.is_empty() {
            h3 id="unseen" { (view.say(message!("html/unseen"))) }
            ul class="plain" { @for u in &unseen { li { (with_commands(u)) } } }
        }
        (names(&view.say(message!("html/untested")), &untested))
        (names(&view.say(message!("html/inapplicable")), &inapplicable))
    };
    Some(Section { id: "not", title: message!("html/not"), body })
}

fn names(label: &str, all: &[String]) -> Markup {
    html! { @if !all.is_empty() { p class="note" { (label) " " (all.join(" · ")) } } }
}

fn table_of(view: &View, all: &[&Hypothesis]) -> Markup {
    let columns = [
        words(view.say(message!("html/not-cause"))),
        words(view.say(message!("html/if-true"))),
        words(view.say(message!("html/was-seen"))),
    ];
    table("wide stack", "", &columns, all.iter().map(|h| row(view, h)))
}

fn row(view: &View, h: &Hypothesis) -> Vec<Markup> {
    let seen = if h.observed.en.is_empty() { &h.reason } else { &h.observed };
    let knob = h
        .knob
        .as_ref()
        .map(|k| view.say(message!("html/knob", way: kind(k.gain.way()), setting: name(view.read(&k.setting_message)), rate: name(per_s(k.gain.estimate)))));
    vec![
        html! { b { (view.lines.name(h.cause)) } br; (view.cause(h.cause)) br; code { (h.cause) } },
        told(view.read(&h.expected_if_true)),
        html! { (told(view.read(seen))) @if let Some(knob) = knob { p class="knob" { (told(&knob)) } } },
    ]
}
