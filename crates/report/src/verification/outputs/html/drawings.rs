//! What is drawn: the ratio beside what counts as none, the pairs one by one, and how each quantile moved.

use crate::outputs::html::chart::{Interval, Line, Plot, Reading, Scale, intervals, names};
use crate::verification::Measured;
use crate::verification::said::{Said, with_interval};
use maud::{Markup, html};
use model::message;
use words::figures::{count, figure};

const HEIGHT: f64 = 230.0;
/// Most marks below the pairs.
const MOST_MARKS: usize = 10;

/// The ratio with its interval, before the stretch in which a difference would not matter.
pub(super) fn ratio(said: &Said, m: &Measured) -> Option<Markup> {
    let ([Some(low), Some(high)], Some(smallest)) = (m.ci, m.smallest_effect) else { return None };
    let row = Interval {
        name: said.measured(),
        at: m.ratio,
        ends: [low, high],
        behind: vec![([1.0 - smallest, 1.0 + smallest], "rival")],
        title: with_interval(m.ratio, [low, high]),
    };
    let (title, unchanged) = (said.say(message!("verification/ratio")), said.say(message!("html/unchanged")));
    let keys = [("whisker-key", message!("verification/measured-interval")), ("rival", message!("verification/counts-as-none"))];
    let key = |class: &str| html! { svg class="key" width="26" height="10" aria-hidden="true" { rect class={ "behind " (class) } width="26" height="10" {} } };
    Some(html! {
        figure {
            figcaption { strong { (title) } ul class="legend" { @for (class, name) in keys { li { (key(class)) (said.say(name)) } } } }
            (intervals(&title, &[row], (1.0, &unchanged), &figure))
        }
    })
}

/// Both sides of each pair; those that do not count are hollow.
pub(super) fn pairs(said: &Said) -> Option<Markup> {
    let all = &said.v.pairs;
    if all.len() < 2 {
        return None;
    }
    let [before, after] = said.sides().map(|(name, _)| name);
    let line = |name: &str, look: usize, counts: bool, of: fn(&crate::verification::Pair) -> f64| Line {
        name: name.to_owned(),
        look,
        readings: all.iter().filter(|p| p.counts == counts).map(|p| Reading::at(p.number as f64, of(p))).collect(),
        gap: if counts { f64::INFINITY } else { 0.0 },
        hollow: !counts,
    };
    let lines = [true, false].map(|counts| [line(&before, 0, counts, |p| p.before), line(&after, 1, counts, |p| p.after)]).concat();
    let step = all.len().div_ceil(MOST_MARKS);
    let below: Vec<(f64, String)> = all.iter().step_by(step).map(|p| (p.number as f64, count(p.number as u64))).collect();
    let title = said.say(message!("verification/pairs-drawn", metric: kind(said.metric())));
    let plot = Plot {
        label: &title,
        x: (0.5, all.len() as f64 + 0.5),
        y: Scale::upwards(all.iter().flat_map(|p| [p.before, p.after])),
        height: HEIGHT,
        lines: &lines,
        spans: &[],
        limits: &[],
        marks: &[],
        below: &below,
        dots: true,
        write: &|x| said.written(x),
    };
    Some(html! {
        figure {
            figcaption { strong { (title) } (names(&lines[..2])) }
            (plot.svg())
            @if let Some(note) = said.left_out() { p class="note" { (note) } }
        }
    })
}

/// The ratio of each quantile with the band for all of them.
pub(super) fn shift(said: &Said) -> Option<Markup> {
    let all = &said.v.shift;
    if all.len() < 2 {
        return None;
    }
    let readings: Vec<Reading> =
        all.iter().enumerate().map(|(i, m)| Reading { x: i as f64, y: m.ratio, low: m.band[0], high: m.band[1] }).collect();
    let line = Line { name: said.say(message!("verification/after-by-before")), look: 0, readings, gap: f64::INFINITY, hollow: false };
    let ends = || all.iter().flat_map(|m| m.band).chain([1.0]).filter(|x| x.is_finite());
    let (low, high) = (ends().fold(f64::INFINITY, f64::min), ends().fold(f64::NEG_INFINITY, f64::max));
    let room = (high - low).max(0.01) * 0.1;
    let below: Vec<(f64, String)> = all.iter().enumerate().map(|(i, m)| (i as f64, below_axis(m.quantile))).collect();
    let (title, unchanged) = (said.say(message!("verification/shift-drawn")), said.say(message!("html/unchanged")));
    let (limits, lines) = ([(1.0, unchanged)], [line]);
    let plot = Plot {
        label: &title,
        x: (-0.3, all.len() as f64 - 0.7),
        y: Scale::Linear { from: low - room, to: high + room },
        height: HEIGHT,
        lines: &lines,
        spans: &[],
        limits: &limits,
        marks: &[],
        below: &below,
        dots: true,
        write: &|x| format!("×{}", figure(x)),
    };
    Some(html! { figure { figcaption { strong { (title) } (names(&lines)) } (plot.svg()) } })
}

/// Quantiles that are named below the axis, which has no room for all on a narrow page.
const NAMED: [f64; 6] = [0.1, 0.3, 0.5, 0.7, 0.9, 0.99];

fn below_axis(q: f64) -> String {
    if NAMED.contains(&q) { quantile(q) } else { String::new() }
}

/// `p99.9` of 0.999.
pub(crate) fn quantile(q: f64) -> String {
    format!("p{}", (q * 1000.0).round() / 10.0)
}
