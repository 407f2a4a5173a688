//! Throughput and latency by level of load, and what of each resource was in use there.

use super::chart::{Line, Plot, Reading, Scale, meter, names};
use super::page::Section;
use super::table::{Column, cell, figures, known, table, words};
use super::view::View;
use crate::document::{LevelTotal, LoadPhase, Resource};
use maud::{Markup, html};
use model::{PhaseKind, message};
use words::figures::{count, figure, ms, per_s, percent};

const HEIGHT: f64 = 210.0;

pub(super) fn section(view: &View) -> Option<Section> {
    let levels = &view.doc.requests.shared.levels;
    if levels.is_empty() {
        return None;
    }
    let body = html! {
        p class="note" { (summary(view)) }
        div class="pair" {
            (latency(view))
            @if let Some(doubling) = doubling(view) { (doubling) }
        }
        (table_of(view))
        (resources(view))
    };
    Some(Section { id: "levels", title: message!("html/levels"), body })
}

/// In words what the drawings show.
fn summary(view: &View) -> String {
    let levels = &view.doc.requests.shared.levels;
    let tail = |l: &LevelTotal| l.latency_ms.p95.map_or_else(|| "–".to_owned(), ms);
    let (first, last) = (&levels[0], &levels[levels.len() - 1]);
    let knee = view.doc.load.knee.per_s;
    let says = message!(
        "html/levels-summary",
        first: PerSecond(first.achieved_per_s),
        low: name(tail(first)),
        last: PerSecond(last.achieved_per_s),
        high: name(tail(last))
    );
    let knee = knee.map(|k| view.say(message!("html/knee-is", rate: PerSecond(k)))).unwrap_or_default();
    format!("{} {knee}", view.say(says)).trim_end().to_owned()
}

type Of = fn(&LevelTotal) -> Option<f64>;

/// Percentiles against the rate of answers.
fn latency(view: &View) -> Markup {
    let mut levels: Vec<&LevelTotal> = view.doc.requests.shared.levels.iter().collect();
    levels.sort_by(|a, b| a.achieved_per_s.total_cmp(&b.achieved_per_s));
    let percentiles: [(&str, usize, Of); 3] =
        [("p50", 0, |l| l.latency_ms.p50), ("p95", 3, |l| l.latency_ms.p95), ("p99", 1, |l| l.latency_ms.p99)];
    let is_open = |l: &LevelTotal| view.doc.load.phases.iter().any(|p| p.id == l.phase && p.model != "closed");
    let of = |open: bool| {
        let levels = &levels;
        let line = move |(label, look, of): &(&str, usize, Of)| Line {
            name: (*label).to_owned(),
            look: *look,
            readings: levels.iter().filter(|l| is_open(l) == open).filter_map(|l| Some(Reading::at(l.achieved_per_s, of(l)?))).collect(),
            // load that waits for the answers is no further point of the same curve
            gap: if open { f64::INFINITY } else { 0.0 },
            hollow: !open,
        };
        percentiles.iter().map(line).filter(|l| !l.readings.is_empty()).collect::<Vec<Line>>()
    };
    let (open, closed) = (of(true), of(false));
    let lines = [open.as_slice(), closed.as_slice()].concat();
    let shown = if open.is_empty() { &closed } else { &open };
    let most = levels.last().map_or(1.0, |l| l.achieved_per_s) * 1.04;
    let below: Vec<(f64, String)> =
        Scale::Linear { from: 0.0, to: most }.ticks(5).into_iter().map(|t| (t, if t == 0.0 { "0".to_owned() } else { per_s(t) })).collect();
    let knee: Vec<(f64, String)> =
        view.doc.load.knee.per_s.map(|k| (k, format!("{} {}", view.say(message!("html/knee")), per_s(k)))).into_iter().collect();
    let y = Scale::spread(lines.iter().flat_map(|l| l.readings.iter().map(|r| r.y)).collect::<Vec<_>>());
    let scale = if matches!(y, Scale::Log { .. }) { "log" } else { "linear" };
    let title = view.say(message!("html/latency-by-rate", scale: kind(scale)));
    let plot = Plot {
        label: &title,
        x: (0.0, most),
        y,
        height: HEIGHT,
        lines: &lines,
        spans: &[],
        limits: &[],
        marks: &knee,
        below: &below,
        dots: true,
        write: &ms,
    };
    html! {
        figure {
            figcaption { strong { (title) } (names(shown)) }
            (plot.svg())
            @if !open.is_empty() && !closed.is_empty() { p class="note" { (view.say(message!("html/hollow"))) } }
        }
    }
}

/// Throughput against the number of connections, where that was doubled until it gained nothing.
fn doubling(view: &View) -> Option<Markup> {
    let all = view.doc.load.phases.iter().filter(|p| p.kind == PhaseKind::Doubling);
    let all: Vec<(&LoadPhase, f64)> = all.filter_map(|p| Some((p, p.achieved_per_s?))).collect();
    if all.len() < 3 {
        return None;
    }
    let at = |p: &LoadPhase| f64::from(p.connections.max(1)).log2();
    let title = view.say(message!("html/throughput-by-connections"));
    let line = Line {
        name: view.say(message!("html/line", what: kind("answered"))),
        look: 0,
        readings: all.iter().map(|(p, rate)| Reading::at(at(p), *rate)).collect(),
        gap: f64::INFINITY,
        hollow: false,
    };
    let (first, last) = (at(all[0].0), at(all[all.len() - 1].0));
    let pad = (last - first) * 0.04;
    let below: Vec<(f64, String)> = all.iter().map(|(p, _)| (at(p), count(u64::from(p.connections)))).collect();
    let y = Scale::upwards(all.iter().map(|(_, rate)| *rate));
    let lines = [line];
    let plot = Plot {
        label: &title,
        x: (first - pad, last + pad),
        y,
        height: HEIGHT,
        lines: &lines,
        spans: &[],
        limits: &[],
        marks: &[],
        below: &below,
        dots: true,
        write: &per_s,
    };
    Some(html! {
        figure {
            figcaption { strong { (title) } (names(&lines)) }
            (plot.svg())
            p class="note" { (view.say(message!("html/while-looking"))) }
        }
    })
}

fn table_of(view: &View) -> Markup {
    let columns = [
        words(view.say(message!("html/level"))),
        figures(view.say(message!("html/offered"))),
        figures(view.say(message!("html/answered"))),
        figures(view.say(message!("html/failed"))),
        figures("p50"),
        figures("p90"),
        figures("p95"),
        figures("p99"),
        figures("p99.9"),
        figures(view.say(message!("html/largest"))),
    ];
    let row = |l: &LevelTotal| {
        let phase = view.doc.load.phases.iter().find(|p| p.id == l.phase);
        let begin = [cell(&l.phase), known(phase.map(|p| offered(view, p))), cell(per_s(l.achieved_per_s)), cell(count(l.errors))];
        let t = &l.latency_ms;
        let times = [t.p50, t.p90, t.p95, t.p99, t.p99_9, t.max].map(|t| known(t.map(figure)));
        begin.into_iter().chain(times).collect()
    };
    let caption = view.say(message!("html/latency-caption"));
    table("", &caption, &columns, view.doc.requests.shared.levels.iter().map(row))
}

/// The rate, or how many connections were always busy.
fn offered(view: &View, p: &LoadPhase) -> String {
    p.offered_per_s.map_or_else(|| view.say(message!("html/busy-connections", number: Count(f64::from(p.connections)))), per_s)
}

/// Who was how busy at which level.
fn resources(view: &View) -> Markup {
    let all = &view.doc.resources;
    let mut names: Vec<&Resource> = Vec::new();
    for r in all {
        if !names.iter().any(|n| n.name == r.name) {
            names.push(r);
        }
    }
    let phases: Vec<&str> = view.doc.requests.shared.levels.iter().map(|l| l.phase.as_str()).collect();
    let columns: Vec<Column> = [words(view.say(message!("html/resource")))].into_iter().chain(phases.iter().map(|p| figures(*p))).collect();
    let of = |name: &str, phase: &str| all.iter().find(|r| r.name == name && r.phase == phase);
    let row = |n: &&Resource| {
        let cells = phases.iter().map(|p| of(&n.name, p).map_or_else(|| known(None), |r| in_use(view, r)));
        [cell(view.read(&n.name_message))].into_iter().chain(cells).collect()
    };
    let caption = view.say(message!("html/resources"));
    html! { @if !names.is_empty() { (table("use", &caption, &columns, names.iter().map(row))) } }
}

fn in_use(view: &View, r: &Resource) -> Markup {
    let title = view.say(message!("html/used-of", used: name(figure(r.used)), limit: name(figure(r.limit))));
    html! {
        span class=[r.saturated.then_some("full")] title=(title) {
            (percent(r.utilisation))
            @if r.saturated {
                " " span class="mark" aria-hidden="true" { "●" }
                span class="hidden" { (view.say(message!("html/at-its-limit"))) }
            }
            (meter(r.utilisation, None))
        }
    }
}
