//! What happened when, on one clock: a lane for each subject, one above the other, with the phases of the load behind them.

mod lane;
mod lanes;
mod requests;

pub(super) use lane::Lane;
pub(super) use lanes::{event_loop, limits, sessions, subject};
pub(super) use requests::latency;

use super::chart::{Box, Plot, Span, boxes, key};
use super::page::Section;
use super::signals::Grid;
use super::table::{Column, cell, figures, table, words};
use super::view::View;
use crate::document::LoadPhase;
use maud::{Markup, html};
use model::{PhaseKind, message};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};
use words::figures::figure;

const HEIGHT: f64 = 84.0;
/// Width of the page's column where it is wide, and of a letter in the strip of phases.
const STRIP_PX: f64 = 960.0;
const LETTER_PX: f64 = 6.2;
/// Marks along the axis of time, about.
const MOST_MARKS: usize = 8;

/// All lanes over one axis of time, from the beginning of the grid to `end_s`.
pub(super) struct Timeline {
    pub(super) grid: Grid,
    pub(super) end_s: f64,
    pub(super) lanes: Vec<Lane>,
}

impl Timeline {
    /// `None` where nothing was read.
    pub(super) fn of(view: &View) -> Option<Self> {
        let end_s = view.span_s();
        let from_s = begins_s(view).min(end_s);
        let grid = (end_s > from_s).then(|| Grid::over(from_s, end_s))?;
        let lanes = lanes::all(view, &grid);
        (!lanes.is_empty()).then_some(Self { grid, end_s, lanes })
    }
}

/// Where the axis begins: with the run, but where a start was judged with its first request. Until then the service was built or started, of which nothing is drawn.
fn begins_s(view: &View) -> f64 {
    let first = view.doc.load.phases.iter().map(|p| p.t0_s).min_by(f64::total_cmp);
    first.filter(|_| view.doc.start.is_some()).map_or(0.0, f64::floor)
}

/// The section with all lanes.
pub(super) fn section(view: &View, t: &Timeline) -> Section {
    let x = (t.grid.from_s, t.end_s);
    let (spans, marks) = (phases(view), marks(x));
    let body = html! {
        p class="note" { (view.say(message!("html/timeline-note", step: Seconds(t.grid.step_s)))) }
        div class="lanes" {
            (strip(view, x))
            @for (i, l) in t.lanes.iter().enumerate() { (lane(view, l, x, &spans, &marks, i + 1 == t.lanes.len())) }
        }
        (tables(view, &t.lanes))
        (events(view))
    };
    Section { id: "timeline", title: message!("html/timeline"), body }
}

/// One lane with its legend and its table.
fn lane(view: &View, l: &Lane, x: (f64, f64), spans: &[Span], marks: &[(f64, String)], is_last: bool) -> Markup {
    let title = l.title(view);
    let below: Vec<(f64, String)> = marks.iter().map(|(t, name)| (*t, if is_last { name.clone() } else { String::new() })).collect();
    html! {
        figure class="lane" id=(l.id()) {
            figcaption { strong { (title) } (legend(view, l)) }
            (Plot {
                label: &format!("{title}: {}", l.summary(view)),
                x,
                y: l.scale,
                height: if is_last { HEIGHT + 16.0 } else { HEIGHT },
                lines: &l.lines,
                spans,
                limits: &l.limits,
                marks: &[],
                below: &below,
                dots: false,
                write: &|v| l.unit.write(v),
            }.svg())
        }
    }
}

/// The same, each with its largest reading.
fn legend(view: &View, l: &Lane) -> Markup {
    html! {
        ul class="legend" {
            @for line in &l.lines { li { (key(line.look)) (line.name) @if let Some(most) = l.most(view, line) { " " span class="most" { (most) } } } }
        }
    }
}

/// All lanes in figures.
fn tables(view: &View, lanes: &[Lane]) -> Markup {
    html! {
        details class="data drawn" {
            summary { (view.say(message!("html/all-data"))) }
            @for l in lanes { (table_of(view, l)) }
        }
    }
}

fn table_of(view: &View, l: &Lane) -> Markup {
    let columns: Vec<Column> =
        [words(view.say(message!("html/phase")))].into_iter().chain(l.lines.iter().map(|line| figures(&line.name))).collect();
    let rows = l.by_phase.iter().map(|(phase, cells)| [phase].into_iter().chain(cells).map(cell).collect());
    table("", &l.title(view), &columns, rows)
}

/// The phases as stretches behind the lines: measured levels stand out.
pub(super) fn phases(view: &View) -> Vec<Span> {
    let of = |p: &LoadPhase| {
        let class = if is_measured(p.kind) { "level" } else { "quiet" };
        Some(Span { from: p.t0_s, to: p.t1_s?, title: p.id.clone(), class })
    };
    view.doc.load.phases.iter().filter_map(of).collect()
}

fn is_measured(kind: PhaseKind) -> bool {
    matches!(kind, PhaseKind::Level | PhaseKind::Saturation | PhaseKind::StartUp | PhaseKind::Tail)
}

/// The names of the phases, and below them what happened at a moment.
fn strip(view: &View, (from, to): (f64, f64)) -> Markup {
    let share = |t: f64| ((t - from) / (to - from)).clamp(0.0, 1.0);
    // phases of one kind that belong together are one box, unless they are measured
    let together = |a: &LoadPhase, b: &LoadPhase| a.kind == b.kind && !is_measured(a.kind);
    let phase = |all: &[LoadPhase]| {
        let (first, last) = (&all[0], &all[all.len() - 1]);
        let (begin, end) = (first.t0_s, last.t1_s.unwrap_or(to));
        let called =
            if all.len() == 1 { first.id.clone() } else { view.say(message!("html/phase-kind", phase: kind(kind_of(first.kind)))) };
        let rate = last.achieved_per_s.map(|r| view.say(message!("html/phase-answers", rate: PerSecond(r)))).unwrap_or_default();
        let title = [called.clone(), view.say(message!("html/window", from: Seconds(begin), to: Seconds(end))), rate];
        let class = if is_measured(first.kind) { "phase level" } else { "phase" };
        let title = title.join(" · ").trim_end_matches(" · ").to_owned();
        let width = share(end) - share(begin);
        Box { from: share(begin), share: width, depth: 0, class, name: fitted(called, width), title }
    };
    let event = |e: &crate::document::Event| Box {
        from: share(e.t_s).min(0.996),
        share: share(e.t_s + e.dur_ms / 1e3) - share(e.t_s) + 0.003,
        depth: 1,
        class: "event",
        name: String::new(),
        title: format!("{} · {} {}", view.at(e.t_s), event_kind(view, e), e.detail),
    };
    let events = view.doc.events.iter().filter(|e| e.t_s + e.dur_ms / 1e3 >= from);
    let failure = |(t_s, span_s, says): (f64, f64, &crate::document::Words)| Box {
        from: share(t_s).min(0.996),
        share: share(t_s + span_s) - share(t_s) + 0.003,
        depth: 1,
        class: "event failed",
        name: String::new(),
        title: view.read(says).to_owned(),
    };
    let failures = view.doc.failures.moments().filter(|(t_s, span_s, _)| t_s + span_s >= from);
    let moments = events.map(event).chain(failures.map(failure));
    let all: Vec<Box> = view.doc.load.phases.chunk_by(together).map(phase).chain(moments).collect();
    html! { div class="strip" { (boxes(&view.say(message!("html/phases")), &all)) } }
}

/// A name as far as a box has room for it, with an ellipsis where something is cut off.
fn fitted(name: String, share: f64) -> String {
    let room = ((share * STRIP_PX - 8.0) / LETTER_PX).max(0.0) as usize;
    if name.width() <= room {
        return name;
    }
    // letters of Korean are twice as wide as Latin ones
    let mut used = 1;
    let fits = |c: &char| {
        used += c.width().unwrap_or(0);
        used <= room
    };
    name.chars().take_while(fits).chain(['…']).collect()
}

fn kind_of(kind: PhaseKind) -> &'static str {
    match kind {
        PhaseKind::WarmUp => "warm-up",
        PhaseKind::Doubling => "doubling",
        PhaseKind::Knee => "knee",
        _ => "trial",
    }
}

/// Kinds of events that have words.
const EVENTS: [&str; 9] =
    ["attached", "detached", "heap-walk", "gc-pause", "safepoint", "gauge-gap", model::event::TARGET_DIED, "restored", "mark"];

/// What an event is, in words where there are some.
fn event_kind(view: &View, e: &crate::document::Event) -> String {
    let known = EVENTS.iter().find(|k| **k == e.kind);
    known.map_or_else(|| e.kind.clone(), |k| view.say(message!("html/event-kind", event: kind(k))))
}

/// Round moments for the axis.
pub(super) fn marks((from, to): (f64, f64)) -> Vec<(f64, String)> {
    let scale = super::chart::Scale::Linear { from, to };
    scale.ticks(MOST_MARKS).into_iter().map(|t| (t, format!("{} s", figure(t)))).collect()
}

/// What happened at a moment, in words.
fn events(view: &View) -> Markup {
    let all = &view.doc.events;
    let columns = [words(view.say(message!("html/event"))), figures(view.say(message!("html/moment"))), words("")];
    let rows = all.iter().map(|e| vec![cell(event_kind(view, e)), cell(view.at(e.t_s)), cell(&e.detail)]);
    html! {
        @if !all.is_empty() {
            details class="data" {
                summary { (view.say(message!("html/events", number: Count(all.len() as f64)))) }
                (table("", "", &columns, rows))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fitted;

    #[test]
    fn a_name_is_cut_where_its_box_ends() {
        assert_eq!(fitted("saturation".into(), 0.5), "saturation");
        assert_eq!(fitted("saturation".into(), 0.06), "satura…");
        assert_eq!(fitted("포화 단계입니다".into(), 0.06), "포화 …");
    }
}
