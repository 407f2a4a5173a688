//! Why the verdict is what it is: a card for each claim that carries it, with its figure and a small chart of what it was read from. Where a core is full, what
//! it does; where nothing is named, what moved all the same.

use super::chart::{Plot, Span, names};
use super::figures::{first, told, with_unit};
use super::page::Section;
use super::signals::{Grid, drawn};
use super::timeline::{Lane, event_loop, latency, limits, sessions, subject};
use super::view::View;
use crate::document::{Claim, Finding};
use diagnose::VerdictStatus;
use diagnose::claim::{REQUESTS, SESSIONS, STACKS, THREADS};
use maud::{Markup, html};
use model::{Series, message, signal};
use words::figures::{count, figure, ms, percent, seconds};

const HEIGHT: f64 = 104.0;
/// Figures that are shares of the CPU of a request.
const OF_CPU: [&str; 2] = ["cpu_share", "site_share"];

/// Why we say so.
pub(super) fn section(view: &View) -> Option<Section> {
    let v = &view.doc.verdict;
    if view.diagnosis.verdict.status == VerdictStatus::GeneratorLimited {
        return None;
    }
    let others = view.lines.others();
    let hints = if view.diagnosis.verdict.status == VerdictStatus::Inconclusive { view.lines.hints() } else { Vec::new() };
    let decided = v.cause.is_none() && !v.rules.is_empty();
    let full = v.cause.is_none() && view.core_is_full();
    let primary = view.primary().filter(|f| !f.claims.is_empty());
    if primary.is_none() && others.is_empty() && hints.is_empty() && !full && !decided {
        return None;
    }
    let body = html! {
        @if let Some(f) = primary { (cards(view, f)) }
        @if decided { (super::quality::rules(view)) }
        @if full { h3 { (view.say(message!("html/full-core"))) } (super::cpu::account(view)) }
        (list(&view.say(message!("html/hints")), &hints))
        (list(&view.say(message!("html/also")), &others))
        @if !others.is_empty() && primary.is_some_and(is_of_cpu) { p class="note" { (view.say(message!("html/also-overlaps"))) } }
    };
    Some(Section { id: "why", title: message!("html/why"), body })
}

fn is_of_cpu(f: &Finding) -> bool {
    f.claims.iter().any(|c| OF_CPU.contains(&c.metric.as_str()))
}

fn list(title: &str, all: &[String]) -> Markup {
    html! { @if !all.is_empty() { h3 { (title) } ul class="plain" { @for one in all { li { (told(one)) } } } } }
}

fn cards(view: &View, f: &Finding) -> Markup {
    let mut drawn_already: Vec<String> = Vec::new();
    let cards: Vec<Markup> = f.claims.iter().map(|c| card(view, c, &mut drawn_already)).collect();
    html! { div class="cards" { @for c in &cards { (c) } } }
}

/// A claim: its figure, the sentence, when it was read, and a chart that no card before it has.
fn card(view: &View, c: &Claim, drawn_already: &mut Vec<String>) -> Markup {
    let says = view.read(&c.text);
    let figure = big(c, says);
    let chart = chart(view, c, drawn_already);
    html! {
        article class="card" {
            @if let Some(figure) = figure { p class="big" { (figure) } }
            p class="says" { (told(says)) }
            @if let Some(chart) = chart { (chart) }
            p class="when" { (when(view, c)) }
        }
    }
}

/// The figure as its sentence writes it; else the first of the sentence.
fn big(c: &Claim, says: &str) -> Option<String> {
    let ways = match c.unit {
        "ms" => vec![ms(c.value)],
        "s" => vec![seconds(c.value)],
        _ => vec![percent(c.value), count(c.value.max(0.0).round() as u64), figure(c.value)],
    };
    ways.iter().find_map(|w| with_unit(says, w)).or_else(|| first(says)).map(str::to_owned)
}

fn when(view: &View, c: &Claim) -> Markup {
    let phase = c.window.first().map(|w| w.trim_start_matches("phase:")).unwrap_or_default();
    let level = view.level(phase);
    let at = level.map(|l| view.say(message!("html/read-at", phase: name(phase), rate: PerSecond(l.achieved_per_s))));
    let window = view.say(message!("html/window", from: Seconds(c.t0_s), to: Seconds(c.t1_s)));
    html! { (at.unwrap_or_else(|| phase.to_owned())) " · " a href="#timeline" data-from=(c.t0_s) data-to=(c.t1_s) { (window) } }
}

/// Its first source that can be drawn and that no card before has.
fn chart(view: &View, c: &Claim, drawn_already: &mut Vec<String>) -> Option<Markup> {
    let (from, to) = around(view, c);
    let grid = Grid::over(from, to);
    c.series.iter().find_map(|s| {
        // who waits for a lock is counted among the sessions, and apart from that only while somebody waits
        let source = if s.name == signal::LOCK_WAITERS { SESSIONS } else { s.name };
        let key = format!("{source} {:?} {:?}", s.labels, c.window);
        if drawn_already.contains(&key) {
            return None;
        }
        let chart = match source {
            STACKS if OF_CPU.contains(&c.metric.as_str()) => super::cpu_share::bar_of(view, c)?,
            STACKS => super::account::small(view)?,
            REQUESTS => plot(view, c, &latency(view, &grid)?, (from, to)),
            SESSIONS => plot(view, c, &sessions(view, &grid)?, (from, to)),
            signal::EVENT_LOOP_TIME => plot(view, c, &event_loop(view, &grid)?, (from, to)),
            name => plot(view, c, &of_signal(view, &grid, name, &s.labels)?, (from, to)),
        };
        drawn_already.push(key);
        Some(chart)
    })
}

/// The series of a signal that are meant, with what they may be at most.
fn of_signal(view: &View, grid: &Grid, name: &'static str, labels: &model::Labels) -> Option<Lane> {
    let pick = |series: &Series| labels.iter().all(|(label, value)| series.label(label) == value);
    let meant = if name == THREADS { signal::PROCESS_CPU_TIME } else { drawn(name)?.signal };
    let lane = Lane::of_signals(view, grid, subject(meant), "", &[meant], pick)?;
    Some(lane.limited(limits(view, meant, &pick)))
}

/// From the first measured level to the last, and whatever of the claim lies outside.
fn around(view: &View, c: &Claim) -> (f64, f64) {
    let measured = || view.doc.requests.shared.levels.iter().filter_map(|l| view.doc.load.phases.iter().find(|p| p.id == l.phase));
    let from = measured().map(|p| p.t0_s).fold(c.t0_s, f64::min);
    let to = measured().filter_map(|p| p.t1_s).fold(c.t1_s, f64::max);
    (from, to)
}

fn plot(view: &View, c: &Claim, lane: &Lane, x: (f64, f64)) -> Markup {
    let mut spans: Vec<Span> = super::timeline::phases(view).into_iter().filter(|s| s.to > x.0 && s.from < x.1).collect();
    spans.push(Span { from: c.t0_s, to: c.t1_s, title: view.say(message!("html/read-here")), class: "read" });
    let write = |v| lane.unit.write(v);
    let ends = [(x.0, view.at(x.0)), (x.1, view.at(x.1))];
    html! {
        figure class="mini" {
            (Plot {
                label: &lane.summary(view),
                x,
                y: lane.scale,
                height: HEIGHT,
                lines: &lane.lines,
                spans: &spans,
                limits: &lane.limits,
                marks: &[],
                below: &ends,
                dots: false,
                write: &write,
            }.svg())
            figcaption { @if lane.what != "source" { strong { (lane.title(view)) } } (names(&lane.lines)) }
        }
    }
}
