//! The fold: what was found, how sure that is, what it costs and what to do. All of it stands in the document.

use super::at_a_glance;
use super::code::{command, with_commands};
use super::figures::told;
use super::tiles::tiles;
use super::view::View;
use crate::outputs::text::{Tone, mark};
use diagnose::VerdictStatus;
use maud::{Markup, html};
use model::message;

/// The highest level of evidence, E4: one dot for each above E0.
const STEPS: u8 = 4;
/// Characters from which a headline is set smaller.
const LONG: usize = 84;
/// Most causes that are told to be none in the first lines.
const MOST_NAMES: usize = 5;

/// The first section.
pub(super) fn section(view: &View) -> Markup {
    let v = &view.doc.verdict;
    let status = view.diagnosis.verdict.status;
    let (tone, glyph) = mark(view.doc, status);
    // on a page a cross reads as a failure of the tool
    let glyph = if tone == Tone::Bad { "●" } else { glyph };
    let (what, lead) = (v.badge(), lead(view, status));
    html! {
        section id="verdict" class={ "verdict " (class(tone)) } aria-labelledby="headline" {
            p class="kind" { span class="glyph" aria-hidden="true" { (glyph) } (view.say(message!("html/kind", what: kind(what)))) }
            @let headline = view.read(&v.headline);
            h1 id="headline" class=[(headline.chars().count() > LONG).then_some("long")] { (told(headline)) }
            @if let Some(id) = v.cause.or(v.candidate.as_deref()) {
                @let whose = v.whose_message.as_ref().map(|w| view.say(message!("text/in-whose", whose: name(view.read(w)))));
                p class="id" { code { (id) } @if let Some(whose) = whose { " " (whose) } }
            }
            @for says in lead.iter().filter(|s| !s.is_empty()) { p class="lead" { (with_commands(says)) } }
            @if status == VerdictStatus::Found { (ladder(view)) }
            (tiles(&at_a_glance::tiles_of(view, status), view.lang))
            (super::objectives::objectives(view))
            (in_short(view, status))
        }
    }
}

fn class(tone: Tone) -> &'static str {
    match tone {
        Tone::Bad => "bad",
        Tone::Good => "good",
        Tone::Unsure => "unsure",
        Tone::Label => "neutral",
    }
}

/// What stands below the headline.
fn lead(view: &View, status: VerdictStatus) -> Vec<String> {
    let (v, lines) = (&view.doc.verdict, &view.lines);
    match status {
        VerdictStatus::Found => vec![lines.what_happens()],
        VerdictStatus::None if lines.has_told_the_reason() => Vec::new(),
        VerdictStatus::None => vec![view.read(&v.reason).to_owned()],
        VerdictStatus::Inconclusive => [view.read(&v.reason).to_owned()].into_iter().chain(lines.decide()).collect(),
        VerdictStatus::GeneratorLimited => vec![view.read(&v.reason).to_owned(), view.say(message!("text/more-generator"))],
    }
}

/// How far the evidence goes: dots, its name, why, and what would speak against it.
fn ladder(view: &View) -> Markup {
    let v = &view.doc.verdict;
    let label = view.say(message!("html/ladder", level: Count(f64::from(v.evidence_level)), most: Count(f64::from(STEPS))));
    let falsifiers = view.primary().map(|f| f.falsifiers.as_slice()).unwrap_or_default();
    html! {
        div class="ladder" {
            p {
                span class="sure" { (view.say(message!("html/sure"))) }
                span class="dots" role="img" aria-label=(label) {
                    @for step in 1..=STEPS {
                        @if step <= v.evidence_level { span class="on" { "●" } } @else { "○" }
                    }
                }
                (view.say(message!("html/sure-of", level: Count(f64::from(v.evidence_level)))))
                @for line in view.lines.reasons() { br; (with_commands(&line)) }
            }
            @for f in falsifiers { p class="against" { (view.say(message!("html/against"))) " " (told(view.read(f))) } }
        }
    }
}

/// What to do, what it is not, what could not be seen: a line each, the sections have more.
fn in_short(view: &View, status: VerdictStatus) -> Markup {
    let lines = &view.lines;
    let fixes = lines.fixes();
    let told_about = status != VerdictStatus::GeneratorLimited;
    let rejected: Vec<String> = lines.rejected_first().map(|h| lines.name(h.cause)).take(if told_about { MOST_NAMES } else { 0 }).collect();
    let blind = if told_about { lines.unseen_names() } else { Vec::new() };
    html! {
        dl class="in-short" {
            @if !fixes.is_empty() {
                dt { (view.say(message!("text/label-fix"))) }
                dd {
                    @for f in &fixes { p class="fix" { (told(f)) } }
                    p { a class="onward" href="#fix" { (view.say(message!("html/fix-how"))) } }
                }
            }
            @if let Some(line) = super::remedy::proof_command(view) {
                dt { (view.say(message!("html/label-prove"))) }
                dd { (command(&line)) p class="note" { (view.say(message!("html/prove-does"))) } }
            }
            @if !rejected.is_empty() {
                dt { (view.say(message!("html/label-not"))) }
                dd { @for (i, name) in rejected.iter().enumerate() { @if i > 0 { " · " } (name) } " " a class="onward" href="#not" { (view.say(message!("html/why-not"))) } }
            }
            @if !blind.is_empty() {
                dt { (view.say(message!("text/label-unseen"))) }
                dd { (blind.join(" · ")) " " a class="onward" href="#not" { (view.say(message!("html/what-it-needs"))) } }
            }
        }
    }
}
