//! How the service became warm before it was measured.

use super::chart::{Line, Plot, Reading, Scale, names};
use super::figures::told;
use super::page::Section;
use super::table::{cell, figures, table, words};
use super::view::View;
use crate::document::LoadPhase;
use maud::html;
use model::{PhaseKind, message};
use words::figures::{count, per_s};

pub(super) fn section(view: &View) -> Section {
    let all: Vec<(&LoadPhase, f64, f64)> =
        view.doc.load.phases.iter().filter(|p| p.kind == PhaseKind::WarmUp).filter_map(|p| Some((p, p.achieved_per_s?, p.t1_s?))).collect();
    let title = message!("html/warm-up");
    let (Some((_, first, _)), Some((_, last, end))) = (all.first(), all.last()) else {
        return Section { id: "warm-up", title, body: html! { p { (view.say(message!("html/no-warm-up"))) } } };
    };
    let begin = all[0].0.t0_s;
    let says = message!(
        "html/warm-up-says",
        rounds: Count(all.len() as f64),
        span: Seconds(end - begin),
        first: PerSecond(*first),
        last: PerSecond(*last)
    );
    let line = Line {
        name: view.say(message!("html/line", what: kind("answered"))),
        look: 0,
        readings: all.iter().map(|(p, rate, end)| Reading::at(f64::midpoint(p.t0_s, *end), *rate)).collect(),
        gap: f64::INFINITY,
        hollow: false,
    };
    let label = view.say(message!("html/warm-up-label"));
    let marks = super::timeline::marks((begin, *end));
    let lines = [line];
    let plot = Plot {
        label: &label,
        x: (begin, *end),
        y: Scale::upwards(all.iter().map(|(_, rate, _)| *rate)),
        height: 150.0,
        lines: &lines,
        spans: &[],
        limits: &[],
        marks: &[],
        below: &marks,
        dots: true,
        write: &per_s,
    };
    let columns = [
        words(view.say(message!("html/phase"))),
        figures(view.say(message!("html/connections"))),
        figures(view.say(message!("html/answered"))),
    ];
    let rows = all.iter().map(|(p, rate, _)| vec![cell(&p.id), cell(count(u64::from(p.connections))), cell(per_s(*rate))]);
    let body = html! {
        p { (told(&view.say(says))) }
        @if all.len() > 1 {
            figure { figcaption { strong { (label) } (names(&lines)) } (plot.svg()) }
            details class="data drawn" { summary { (view.say(message!("html/data"))) } (table("", "", &columns, rows)) }
        }
    };
    Section { id: "warm-up", title, body }
}
