//! Throughput and latency of all runs in the same pictures, and the levels of like load in figures.

use crate::comparison::document::{Held, Level, Like};
use crate::comparison::said::{Said, between, of_mean, of_rate, times};
use crate::outputs::html::chart::{Line, Plot, Reading, Scale, names};
use crate::outputs::html::frame::Section;
use crate::outputs::html::table::{cell, figures, known, table, words};
use maud::{Markup, html};
use model::{PhaseKind, message};
use words::figures::{count, figure, ms, per_s};

const HEIGHT: f64 = 230.0;
/// Looks of lines that differ.
const LOOKS: usize = 6;
/// Most numbers of connections below an axis: as many as a narrow page has room for.
const MOST_MARKS: usize = 6;

/// Nothing where no level was measured.
pub(super) fn section(said: &Said) -> Option<Section> {
    if said.doc.runs.iter().all(|r| r.levels.is_empty()) {
        return None;
    }
    let body = html! {
        div class="pair" {
            @for drawn in [throughput(said), latency(said), percentiles(said)].into_iter().flatten() { (drawn) }
        }
        (table_of(said))
    };
    Some(Section { id: "levels", title: message!("comparison/levels"), body })
}

/// A line for each run, of the readings that `of` finds in its levels.
fn lines(said: &Said, hollow: bool, of: &dyn Fn(&Level) -> Option<Reading>) -> Vec<Line> {
    let line = |i: usize| {
        let mut readings: Vec<Reading> = said.doc.runs[i].levels.iter().filter_map(of).collect();
        readings.sort_by(|a, b| a.x.total_cmp(&b.x));
        Line { name: said.called(i), look: i % LOOKS, readings, gap: if hollow { 0.0 } else { f64::INFINITY }, hollow }
    };
    (0..said.doc.runs.len()).map(line).collect()
}

/// Answers by connections that are always busy: the bands are nine in ten seconds.
fn throughput(said: &Said) -> Option<Markup> {
    let at = |n: u32| f64::from(n.max(1)).log2();
    let of = |l: &Level| {
        let [low, high] = l.achieved_per_s_seconds.unwrap_or([l.achieved_per_s; 2]);
        (l.kind == PhaseKind::Doubling).then(|| Reading { x: at(l.connections), y: l.achieved_per_s, low, high })
    };
    let all = lines(said, false, &of);
    let xs = || all.iter().flat_map(|l| l.readings.iter().map(|r| r.x));
    let (first, last) = (xs().fold(f64::INFINITY, f64::min), xs().fold(0.0, f64::max));
    if all.iter().all(|l| l.readings.len() < 2) || first >= last {
        return None;
    }
    let mut tried: Vec<u32> =
        said.doc.runs.iter().flat_map(|r| &r.levels).filter(|l| l.kind == PhaseKind::Doubling).map(|l| l.connections).collect();
    tried.sort_unstable();
    tried.dedup();
    let step = tried.len().div_ceil(MOST_MARKS);
    let below: Vec<(f64, String)> = tried.into_iter().step_by(step).map(|n| (at(n), count(u64::from(n)))).collect();
    let pad = (last - first) * 0.04;
    let y = Scale::upwards(all.iter().flat_map(|l| l.readings.iter().map(|r| r.high)));
    let title = said.say(message!("html/throughput-by-connections"));
    let plot = Plot { x: (first - pad, last + pad), y, below: &below, write: &per_s, ..plot(&title, &all) };
    let has_bands = all.iter().flat_map(|l| &l.readings).any(|r| r.high > r.low);
    let note = has_bands.then(|| said.say(message!("comparison/bands")));
    Some(drawn(&title, &names(&all), &plot, note.as_deref()))
}

/// p95 by the rate of answers; what each run just carries stands upright.
fn latency(said: &Said) -> Option<Markup> {
    let of = |open: bool| {
        move |l: &Level| {
            let is_drawn = matches!(l.kind, PhaseKind::Level | PhaseKind::Saturation | PhaseKind::Load) && l.is_closed() != open;
            Some(Reading::at(l.achieved_per_s, l.latency_ms.p95.filter(|_| is_drawn)?))
        }
    };
    let (open, closed) = (lines(said, false, &of(true)), lines(said, true, &of(false)));
    let any = |all: &[Line]| all.iter().any(|l| !l.readings.is_empty());
    let all = [open.as_slice(), closed.as_slice()].concat();
    if !any(&all) {
        return None;
    }
    let most = all.iter().flat_map(|l| l.readings.iter().map(|r| r.x)).fold(0.0, f64::max) * 1.06;
    let ticks = Scale::Linear { from: 0.0, to: most }.ticks(5);
    let below: Vec<(f64, String)> = ticks.into_iter().map(|t| (t, if t == 0.0 { "0".to_owned() } else { per_s(t) })).collect();
    let y = Scale::spread(all.iter().flat_map(|l| l.readings.iter().map(|r| r.y)).collect::<Vec<_>>());
    let title = said.say(message!("comparison/latency-by-rate"));
    let carried = carried(said, most);
    let plot = Plot { x: (-LEFT * most, most), y, below: &below, marks: &carried, write: &ms, ..plot(&title, &all) };
    let note = (any(&open) && any(&closed)).then(|| said.say(message!("html/hollow")));
    Some(drawn(&title, &names(&open), &plot, note.as_deref()))
}

/// Room at the left for the figures of the upright axis, as a share of the other: a service that is slow has its readings there.
const LEFT: f64 = 0.1;
/// Room that the name of a mark needs, as a share of the axis.
const ROOM: f64 = 0.2;

/// What each run just carries, where the names have room beside each other.
fn carried(said: &Said, most: f64) -> Vec<(f64, String)> {
    let mut all: Vec<(f64, String)> = Vec::new();
    for (i, run) in said.doc.runs.iter().enumerate() {
        let Some(rate) = run.knee.per_s else { continue };
        let name = if all.iter().all(|(x, _)| (x - rate).abs() > ROOM * most) {
            said.say(message!("comparison/carries", place: kind(place(said, i)), rate: PerSecond(rate)))
        } else {
            String::new()
        };
        all.push((rate, name));
    }
    all
}

fn place(said: &Said, column: usize) -> &'static str {
    match column {
        0 => "before",
        _ if column + 1 == said.doc.runs.len() => "after",
        _ => "between",
    }
}

/// The distribution of the response under the load that the headline speaks of.
fn percentiles(said: &Said) -> Option<Markup> {
    let like = &said.doc.levels[said.doc.change.latency_at?];
    let places = [("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("p99.9", 0.999)];
    let at = |q: f64| -f64::log10(1.0 - q);
    let line = |h: &Held| {
        let t = &said.doc.level(h).latency_ms;
        let known = places.iter().zip([t.p50, t.p90, t.p95, t.p99, t.p99_9]);
        let readings = known.filter_map(|((_, q), ms)| Some(Reading::at(at(*q), ms?))).collect();
        Line { name: said.called(h.column), look: h.column % LOOKS, readings, gap: f64::INFINITY, hollow: false }
    };
    let all: Vec<Line> = like.runs.iter().map(line).collect();
    if all.iter().any(|l| l.readings.len() < 2) {
        return None;
    }
    let below: Vec<(f64, String)> = places.iter().map(|(name, q)| (at(*q), (*name).to_owned())).collect();
    let y = Scale::spread(all.iter().flat_map(|l| l.readings.iter().map(|r| r.y)).collect::<Vec<_>>());
    let title = said.say(message!("comparison/percentiles", load: (like.words())));
    let plot = Plot { x: (at(0.5) - 0.1, at(0.999) + 0.1), y, below: &below, write: &ms, ..plot(&title, &all) };
    Some(drawn(&title, &names(&all), &plot, None))
}

/// What all of them share; axes are the drawing's own.
fn plot<'a>(label: &'a str, lines: &'a [Line]) -> Plot<'a> {
    Plot {
        label,
        x: (0.0, 1.0),
        y: Scale::upwards([]),
        height: HEIGHT,
        lines,
        spans: &[],
        limits: &[],
        marks: &[],
        below: &[],
        dots: true,
        write: &figure,
    }
}

fn drawn(title: &str, legend: &Markup, plot: &Plot, note: Option<&str>) -> Markup {
    html! {
        figure {
            figcaption { strong { (title) } (legend) }
            (plot.svg())
            @if let Some(note) = note { p class="note" { (note) } }
        }
    }
}

fn table_of(said: &Said) -> Markup {
    let columns = [
        words(said.say(message!("comparison/load-column"))),
        words(said.say(message!("comparison/run-column"))),
        figures(said.say(message!("html/answered"))),
        figures(said.say(message!("comparison/times-answered"))),
        figures(said.say(message!("comparison/mean-column"))),
        figures(said.say(message!("comparison/times-mean"))),
        figures("p50"),
        figures("p95"),
        figures(said.say(message!("comparison/times-p95"))),
        figures("p99"),
        figures(said.say(message!("html/failed"))),
    ];
    let rows = said.doc.levels.iter().flat_map(|like| like.runs.iter().map(move |h| row(said, like, h)));
    html! {
        @if said.doc.levels.is_empty() { p class="note" { (said.say(message!("comparison/no-like-load"))) } }
        @else { (table("stack", &said.say(message!("comparison/levels-caption")), &columns, rows)) }
    }
}

fn row(said: &Said, like: &Like, h: &Held) -> Vec<Markup> {
    let (l, ratios) = (said.doc.level(h), h.ratios.as_ref());
    let t = &l.latency_ms;
    let ratio = |(ratio, bounds): (Option<f64>, Option<[f64; 2]>)| {
        let bounds_text = between(bounds);
        html! {
            @if ratios.is_some() {
                @if Said::are_apart(bounds) { b { (times(ratio)) } } @else { (times(ratio)) }
                @if !bounds_text.is_empty() { " " span class="note" { "(" (bounds_text) ")" } }
            }
        }
    };
    let ms = |x: Option<f64>| known(x.map(figure));
    vec![
        cell(said.load(like)),
        cell(said.called(h.column)),
        cell(per_s(l.achieved_per_s)),
        ratio(of_rate(h)),
        ms(t.mean),
        ratio(of_mean(h)),
        ms(t.p50),
        ms(t.p95),
        ratio((ratios.and_then(|r| r.p95_ms), None)),
        ms(t.p99),
        cell(count(l.errors)),
    ]
}
