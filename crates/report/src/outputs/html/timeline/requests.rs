//! What the generator saw of the requests, over time: rates, latency, and how long each held a connection.

use super::super::chart::{Line, Reading, Scale};
use super::super::signals::{Grid, Unit, drawn, name, of_signal};
use super::super::view::View;
use super::lane::{Lane, line};
use crate::percentile::carries;
use model::{LoadSecond, Series, message, signal};
use stats::hdr::{merge, summary};

/// Seconds of the generator by stretch.
fn by_stretch<'a>(view: &'a View, grid: &Grid) -> Vec<Vec<&'a LoadSecond>> {
    let mut all: Vec<Vec<&LoadSecond>> = vec![Vec::new(); grid.count];
    for s in &view.run.load {
        let middle = s.start.plus_ns(s.end.ns_since(s.start) / 2);
        if let Some(i) = grid.place(view.seconds(middle)) {
            all[i].push(s);
        }
    }
    all
}

fn span_s(of: &[&LoadSecond]) -> f64 {
    of.iter().map(|s| s.end.seconds_since(s.start)).sum()
}

/// Offered, answered and failed requests per second.
pub(super) fn rates(view: &View, grid: &Grid) -> Option<Lane> {
    let stretches = by_stretch(view, grid);
    let per_s = |count: &dyn Fn(&LoadSecond) -> u64| -> Vec<Reading> {
        let of = |(i, all): (usize, &Vec<&LoadSecond>)| {
            let span = span_s(all);
            (span > 0.1).then(|| Reading::at(grid.middle(i), all.iter().map(|s| count(s)).sum::<u64>() as f64 / span))
        };
        stretches.iter().enumerate().filter_map(of).collect()
    };
    let named = |what: &'static str, look, readings| line(view.say(name(what)), look, readings, grid);
    let failed = per_s(&|s| s.errors.values().sum());
    let mut lines = vec![named("offered", 5, per_s(&|s| s.planned)), named("answered", 0, per_s(&|s| s.ok))];
    if failed.iter().any(|r| r.y > 0.0) {
        lines.push(named("failed", 1, failed));
    }
    Lane::of(view, "rates", "", Unit::PerSecond, lines, Vec::new())
}

const QUANTILES: [(&str, f64, usize); 3] = [("p50", 0.5, 0), ("p95", 0.95, 3), ("p99", 0.99, 1)];

/// Percentiles of the response time, of as many requests as carry them.
pub(crate) fn latency(view: &View, grid: &Grid) -> Option<Lane> {
    let stretches = by_stretch(view, grid);
    let figures = |all: &[&LoadSecond]| summary(&merge(all.iter().map(|s| s.response_hdr.as_slice())).0);
    let summaries: Vec<_> = stretches.iter().map(|all| figures(all)).collect();
    let value = |s: &stats::hdr::Summary, quantile: f64| match quantile {
        0.5 => s.p50_ns,
        0.95 => s.p95_ns,
        _ => s.p99_ns,
    };
    let of = |(label, quantile, look): &(&str, f64, usize)| {
        let reading = |(i, s): (usize, &stats::hdr::Summary)| {
            carries(s.count, *quantile).then(|| Reading::at(grid.middle(i), value(s, *quantile) / 1e6))
        };
        line((*label).to_owned(), *look, summaries.iter().enumerate().filter_map(reading).collect(), grid)
    };
    let lines: Vec<Line> = QUANTILES.iter().map(of).filter(|l| !l.readings.is_empty()).collect();
    let mut lane = Lane::of(view, "latency", "", Unit::Ms, lines, Vec::new())?;
    lane.scale = Scale::spread(lane.lines.iter().flat_map(|l| l.readings.iter().map(|r| r.y)).collect::<Vec<_>>());
    // a percentile of a phase is not the mean of those of its seconds
    lane.by_phase = view
        .run
        .phases
        .iter()
        .map(|p| {
            let all: Vec<&LoadSecond> = view.run.seconds_of(&p.id).collect();
            let s = figures(&all);
            let shown = QUANTILES.iter().filter(|(label, ..)| lane.lines.iter().any(|l| l.name == *label));
            let cell =
                |quantile: f64| if carries(s.count, quantile) { Unit::Ms.write(value(&s, quantile) / 1e6) } else { "–".to_owned() };
            (p.id.clone(), shown.map(|(_, quantile, _)| cell(*quantile)).collect())
        })
        .collect();
    Some(lane)
}

/// How long a request held a connection and waited for one, by Little's law: how many did, divided by how many were answered in a second.
pub(super) fn holds(view: &View, grid: &Grid, of: &str, pick: impl Fn(&Series) -> bool) -> Option<Lane> {
    let answered: Vec<f64> = by_stretch(view, grid)
        .iter()
        .map(|all| if span_s(all) > 0.5 { all.iter().map(|s| s.ok).sum::<u64>() as f64 / span_s(all) } else { 0.0 })
        .collect();
    let of_gauge = |signal: &str, what: &'static str, look: usize| {
        let readings = of_signal(view, drawn(signal)?, grid, &pick).into_iter().next()?.readings;
        let per_request = |r: &Reading| {
            let rate = answered.get(grid.place(r.x)?).copied().filter(|rate| *rate >= 1.0)?;
            Some(Reading::at(r.x, r.y / rate * 1e3))
        };
        Some(line(view.say(name(what)), look, readings.iter().filter_map(per_request).collect(), grid))
    };
    let lines = [of_gauge(signal::POOL_USED, "held", 0), of_gauge(signal::POOL_PENDING, "waited", 1)];
    let mut lane = Lane::of(view, "holds", of, Unit::Ms, lines.into_iter().flatten().collect(), Vec::new())?;
    lane.scale = Scale::upwards(lane.lines.iter().flat_map(|l| l.readings.iter().map(|r| r.y)).collect::<Vec<_>>());
    Some(lane)
}

/// For the legend of limits.
pub(super) fn limit(view: &View, most: f64) -> (f64, String) {
    (most, view.say(message!("html/limit", most: Count(most))))
}
