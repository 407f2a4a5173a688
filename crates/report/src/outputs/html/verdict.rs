//! The fold: what was found, how sure that is, what it costs and what to do. All of it stands in the document.

use super::code::{command, with_commands};
use super::figures::told;
use super::tiles::{Tile, tiles};
use super::view::View;
use crate::outputs::text::{Tone, mark};
use diagnose::VerdictStatus;
use maud::{Markup, html};
use model::message;
use words::figures::{ms, per_s, percent};

/// The levels of evidence, E0 to E4.
const STEPS: u8 = 5;
/// Characters from which a headline is set smaller.
const LONG: usize = 84;
/// Most causes that are told to be none in the first lines.
const MOST_NAMES: usize = 5;

/// The first section.
pub(super) fn section(view: &View) -> Markup {
    let v = &view.doc.verdict;
    let status = view.diagnosis.verdict.status;
    let (tone, glyph) = mark(view.doc, status);
    let (what, lead) = (kind_of(view, status), lead(view, status));
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
            (tiles(&tiles_of(view, status), view.lang))
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

fn kind_of(view: &View, status: VerdictStatus) -> &'static str {
    match status {
        VerdictStatus::Found => "found",
        VerdictStatus::None if view.doc.verdict.limit.as_ref().is_some_and(|l| l.reached == Some(true)) => "limit",
        VerdictStatus::None => "none",
        VerdictStatus::Inconclusive => "inconclusive",
        VerdictStatus::GeneratorLimited => "generator",
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
    let label = view.say(message!("html/ladder", level: Count(f64::from(v.evidence_level)), most: Count(f64::from(STEPS - 1))));
    let falsifiers = view.primary().map(|f| f.falsifiers.as_slice()).unwrap_or_default();
    html! {
        div class="ladder" {
            p {
                span class="dots" role="img" aria-label=(label) {
                    @for step in 0..STEPS {
                        @if step <= v.evidence_level { span class="on" { "●" } } @else { "○" }
                    }
                }
                @for (i, line) in view.lines.evidence().iter().enumerate() { @if i > 0 { br; } (with_commands(line)) }
            }
            @for f in falsifiers { p class="against" { (view.say(message!("html/against"))) " " (told(view.read(f))) } }
        }
    }
}

fn tiles_of(view: &View, status: VerdictStatus) -> Vec<Tile> {
    let tiles = match status {
        VerdictStatus::Found => vec![Some(now(view)), Some(if_fixed(view)), next_limit(view), latency(view)],
        VerdictStatus::None if view.core_is_full() => vec![Some(now(view)), cpu_of_a_request(view), without(view), latency(view)],
        VerdictStatus::None => vec![Some(now(view)), next_limit(view), latency(view)],
        VerdictStatus::Inconclusive => vec![Some(now(view)), open(view), next_limit(view), latency(view)],
        VerdictStatus::GeneratorLimited => vec![Some(generator(view)), Some(lag(view))],
    };
    // where no level was measured there is nothing to say of rates
    tiles.into_iter().flatten().filter(|t| !t.figure.is_empty()).collect()
}

/// What the service can do.
fn now(view: &View) -> Tile {
    let v = &view.doc.verdict;
    let gain = view.primary().and_then(|f| f.fixes.iter().find_map(|f| f.gain.as_ref()));
    let reached = v.limit.as_ref().filter(|l| l.reached == Some(true));
    let (label, at, note) = match (gain, reached) {
        (Some(g), _) => (message!("html/now"), Some(g.now), message!("html/measured")),
        (None, Some(l)) => (message!("html/now"), Some(l.per_s), message!("html/limit-is", limit: name(view.read(&l.name_message)))),
        (None, None) => (message!("html/tried"), v.highest_per_s, message!("html/highest")),
    };
    Tile { label, figure: at.map(per_s).unwrap_or_default(), note: view.say(note) }
}

fn if_fixed(view: &View) -> Tile {
    let gain = view.primary().and_then(|f| f.fixes.iter().find_map(|f| f.gain.as_ref()));
    let (figure, note) = match gain {
        Some(g) => (per_s(g.estimate), message!("html/at-most")),
        None => (view.say(message!("html/unknown")), message!("html/no-gain")),
    };
    Tile { label: message!("html/fixed"), figure, note: view.say(note) }
}

/// What limits after the fix; where there is none to make, what limits first.
fn next_limit(view: &View) -> Option<Tile> {
    let gain = view.primary().and_then(|f| f.fixes.iter().find_map(|f| f.gain.as_ref()));
    if let Some(l) = gain.and_then(|g| g.next_limit.as_ref()) {
        return Some(Tile { label: message!("html/next"), figure: per_s(l.per_s), note: view.read(&l.name_message).to_owned() });
    }
    let l = view.doc.verdict.limit.as_ref().filter(|l| l.reached != Some(true))?;
    let note = view.say(message!("html/extrapolated", limit: name(view.read(&l.name_message))));
    Some(Tile { label: message!("html/first-limit"), figure: format!("~{}", per_s(l.per_s)), note })
}

/// Latency at the heaviest level, and at the lightest.
fn latency(view: &View) -> Option<Tile> {
    let levels = &view.doc.requests.shared.levels;
    let (light, heavy) = (levels.first()?, levels.last()?);
    let note = message!("html/latency-at", rate: PerSecond(heavy.achieved_per_s), light: Ms(light.latency_ms.p95?), low: PerSecond(light.achieved_per_s));
    Some(Tile { label: message!("html/latency"), figure: ms(heavy.latency_ms.p95?), note: view.say(note) })
}

fn cpu_of_a_request(view: &View) -> Option<Tile> {
    let cpu = view.doc.cpu.last()?;
    let note = message!("html/cpu-at-light", light: Ms(cpu.light_ms));
    Some(Tile { label: message!("html/cpu-of-request"), figure: ms(cpu.ms), note: view.say(note) })
}

/// What going without the first part of the CPU would give.
fn without(view: &View) -> Option<Tile> {
    let part = view.doc.cpu.last()?.parts.first()?;
    let note = message!("html/at-most-without", what: name(view.read(&part.name)), share: Share(part.share));
    Some(Tile { label: message!("html/without"), figure: per_s(part.without_per_s?), note: view.say(note) })
}

/// What nobody saw.
fn open(view: &View) -> Option<Tile> {
    let l = view.heaviest().filter(|l| !l.closes)?;
    let note = message!("html/open-of", response: Ms(l.response_ms), share: Share(l.unexplained_share));
    Some(Tile { label: message!("account/unexplained"), figure: ms(l.unexplained_ms), note: view.say(note) })
}

fn generator(view: &View) -> Tile {
    let work = view.doc.quality.generator.cpu;
    Tile { label: message!("html/generator-work"), figure: percent(work), note: view.say(message!("html/of-its-core")) }
}

fn lag(view: &View) -> Tile {
    let lag = view.doc.quality.generator.send_lag_p99_ms;
    Tile { label: message!("html/send-lag"), figure: ms(lag), note: view.say(message!("html/send-lag-is")) }
}

/// What to do, what it is not, what could not be seen: a line each, the sections have more.
fn in_short(view: &View, status: VerdictStatus) -> Markup {
    let lines = &view.lines;
    let fixes = lines.fixes();
    let told_about = status != VerdictStatus::GeneratorLimited;
    let rejected: Vec<&str> = lines.rejected_first().map(|h| h.cause).take(if told_about { MOST_NAMES } else { 0 }).collect();
    let blind = if told_about { lines.unseen_names() } else { Vec::new() };
    html! {
        dl class="in-short" {
            @if !fixes.is_empty() {
                dt { (view.say(message!("text/label-fix"))) }
                dd class="fix" { @for f in &fixes { p { (told(f)) } } }
            }
            @if let Some(line) = super::remedy::proof_command(view) {
                dt { (view.say(message!("html/label-prove"))) }
                dd { (command(&line)) }
            }
            @if !rejected.is_empty() {
                dt { (view.say(message!("text/label-not"))) }
                dd { @for (i, id) in rejected.iter().enumerate() { @if i > 0 { " · " } (id) } " " a href="#not" { (view.say(message!("html/why-not"))) } }
            }
            @if !blind.is_empty() {
                dt { (view.say(message!("text/label-unseen"))) }
                dd { (blind.join(" · ")) " " a href="#not" { (view.say(message!("html/what-it-needs"))) } }
            }
        }
    }
}
