//! One lane: lines of one unit over time, what limits them, and their figures by phase.

use super::super::chart::{Line, Reading, Scale};
use super::super::signals::{Grid, OfSeries, Unit, drawn, name, of_signal};
use super::super::view::View;
use model::{Series, message};

/// Lines that differ in colour and dashes.
const LOOKS: usize = 6;

/// A lane.
pub(crate) struct Lane {
    /// Names it in `html/lane`.
    pub(crate) what: &'static str,
    /// Of which pool, of which process; or empty.
    pub(crate) of: String,
    pub(crate) unit: Unit,
    pub(crate) scale: Scale,
    pub(crate) lines: Vec<Line>,
    pub(crate) limits: Vec<(f64, String)>,
    /// A row for each phase: its id, and for each line what it was then.
    pub(crate) by_phase: Vec<(String, Vec<String>)>,
}

impl Lane {
    /// Of lines that are there already; `None` where nothing is ever above zero.
    pub(crate) fn of(view: &View, what: &'static str, of: &str, unit: Unit, lines: Vec<Line>, limits: Vec<(f64, String)>) -> Option<Self> {
        let highs = lines.iter().flat_map(|l| l.readings.iter().map(|r| r.high)).collect::<Vec<_>>();
        if !highs.iter().any(|h| *h > 0.0) {
            return None;
        }
        let scale = Scale::upwards(highs.into_iter().chain(limits.iter().map(|(l, _)| *l)));
        let by_phase = by_phase(view, unit, &lines);
        Some(Self { what, of: of.to_owned(), unit, scale, lines, limits, by_phase })
    }

    /// Of signals, each with the series that are meant.
    pub(crate) fn of_signals(
        view: &View,
        grid: &Grid,
        what: &'static str,
        of: &str,
        signals: &[&'static str],
        pick: impl Fn(&Series) -> bool,
    ) -> Option<Self> {
        let unit = drawn(signals[0])?.unit;
        Self::of(view, what, of, unit, lines(view, grid, signals, pick), Vec::new())
    }

    /// The same with limits, where they are not far above everything.
    pub(crate) fn limited(mut self, limits: Vec<(f64, String)>) -> Self {
        let most = self.lines.iter().flat_map(|l| &l.readings).map(|r| r.high).fold(0.0, f64::max);
        self.limits = limits.into_iter().filter(|(limit, _)| *limit > 0.0 && *limit <= most * FAR).collect();
        self.scale = Scale::upwards(self.limits.iter().map(|(l, _)| *l).chain([most]));
        self
    }

    pub(crate) fn title(&self, view: &View) -> String {
        let title = view.say(message!("html/lane", what: kind(self.what)));
        if self.of.is_empty() { title } else { format!("{title} · {}", self.of) }
    }

    /// For links.
    pub(crate) fn id(&self) -> String {
        let of: String = self.of.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        if of.is_empty() { format!("lane-{}", self.what) } else { format!("lane-{}-{of}", self.what) }
    }

    /// The largest reading of a line, and when.
    pub(crate) fn most(&self, view: &View, line: &Line) -> Option<String> {
        let most = line.readings.iter().max_by(|a, b| a.high.total_cmp(&b.high))?;
        Some(view.say(message!("html/most", most: name(self.unit.write(most.high)), at: Seconds(most.x))))
    }

    /// All lines in words.
    pub(crate) fn summary(&self, view: &View) -> String {
        let of = |l: &Line| format!("{} {}", l.name, self.most(view, l).unwrap_or_default());
        self.lines.iter().map(of).collect::<Vec<_>>().join("; ")
    }
}

/// How many times the largest reading a limit may be and still be drawn.
const FAR: f64 = 4.0;

/// Lines of the signals, each with the series that are meant.
pub(crate) fn lines(view: &View, grid: &Grid, signals: &[&'static str], pick: impl Fn(&Series) -> bool) -> Vec<Line> {
    let mut all: Vec<Line> = Vec::new();
    for d in signals.iter().filter_map(|s| drawn(s)) {
        let found = of_signal(view, d, grid, &pick);
        let several = found.len() > 1;
        for OfSeries { labels, readings } in found {
            let what = view.say(name(d.what));
            let line_name = if several && !labels.is_empty() { format!("{what} · {labels}") } else { what };
            all.push(line(line_name, all.len(), readings, grid));
        }
    }
    all.truncate(LOOKS);
    all
}

pub(crate) fn line(name: String, look: usize, readings: Vec<Reading>, grid: &Grid) -> Line {
    // what is read seldom is joined all the same
    let usual = usual_gap(&readings).max(grid.step_s);
    Line { name, look: look % LOOKS, readings, gap: usual * 3.5, hollow: false }
}

fn usual_gap(readings: &[Reading]) -> f64 {
    let mut gaps: Vec<f64> = readings.windows(2).map(|w| w[1].x - w[0].x).collect();
    gaps.sort_by(f64::total_cmp);
    gaps.get(gaps.len() / 2).copied().unwrap_or(0.0)
}

/// Mean and largest reading of each line in each phase.
fn by_phase(view: &View, unit: Unit, lines: &[Line]) -> Vec<(String, Vec<String>)> {
    let phases = view.doc.load.phases.iter().filter_map(|p| Some((p.id.clone(), p.t0_s, p.t1_s?)));
    let cell = |l: &Line, from: f64, to: f64| {
        let within: Vec<&Reading> = l.readings.iter().filter(|r| r.x >= from && r.x <= to).collect();
        if within.is_empty() {
            return "–".to_owned();
        }
        let mean = within.iter().map(|r| r.y).sum::<f64>() / within.len() as f64;
        let most = within.iter().map(|r| r.high).fold(f64::NEG_INFINITY, f64::max);
        view.say(message!("html/mean-most", mean: name(unit.write(mean)), most: name(unit.write(most))))
    };
    phases.map(|(id, from, to)| (id, lines.iter().map(|l| cell(l, from, to)).collect())).collect()
}
