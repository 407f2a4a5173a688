//! The lanes of the timeline as columns: a value for each stretch of time.

use super::super::chart::{Line, Reading, Scale};
use super::super::signals::{Grid, Unit};
use super::super::timeline::{self, Lane};
use super::super::view::View;
use super::short;
use serde::Serialize;

/// All lanes.
#[derive(Serialize)]
pub(super) struct Timeline {
    from: f64,
    to: f64,
    step: f64,
    count: usize,
    /// From, to, and whether it is a measured level.
    phases: Vec<(f64, f64, bool)>,
    lanes: Vec<OfLane>,
}

/// One chart, by the id of its drawing.
#[derive(Serialize)]
struct OfLane {
    id: String,
    unit: &'static str,
    log: bool,
    from: f64,
    to: f64,
    limits: Vec<(f64, String)>,
    lines: Vec<OfLine>,
}

#[derive(Serialize)]
struct OfLine {
    name: String,
    gap: f64,
    y: Vec<Option<f64>>,
    /// Left out where every reading stands for itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<Vec<Option<f64>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<Vec<Option<f64>>>,
}

/// What the drawings show.
pub(super) fn of(view: &View, t: &timeline::Timeline) -> Timeline {
    let phases = timeline::phases(view).iter().map(|p| (short(p.from), short(p.to), p.class == "level")).collect();
    let lanes = t.lanes.iter().map(|l| lane(l, &t.grid)).collect();
    Timeline { from: t.grid.from_s, to: short(t.end_s), step: t.grid.step_s, count: t.grid.count, phases, lanes }
}

fn lane(l: &Lane, grid: &Grid) -> OfLane {
    let (log, from, to) = match l.scale {
        Scale::Linear { from, to } => (false, from, to),
        Scale::Log { from, to } => (true, from, to),
    };
    let limits = l.limits.iter().map(|(v, name)| (*v, name.clone())).collect();
    OfLane { id: l.id(), unit: unit(l.unit), log, from, to, limits, lines: l.lines.iter().map(|line| of_line(line, grid)).collect() }
}

fn of_line(l: &Line, grid: &Grid) -> OfLine {
    let column = |of: fn(&Reading) -> f64| {
        let mut all = vec![None; grid.count];
        for r in &l.readings {
            if let Some(i) = grid.place(r.x) {
                all[i] = Some(short(of(r)));
            }
        }
        all
    };
    let has_band = l.readings.iter().any(|r| r.high > r.low);
    let band = |of: fn(&Reading) -> f64| has_band.then(|| column(of));
    OfLine { name: l.name.clone(), gap: l.gap, y: column(|r| r.y), low: band(|r| r.low), high: band(|r| r.high) }
}

fn unit(of: Unit) -> &'static str {
    match of {
        Unit::Number => "number",
        Unit::PerSecond => "per-s",
        Unit::Ms => "ms",
        Unit::Share => "share",
        Unit::Cores => "cores",
        Unit::Bytes => "bytes",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_a_value_for_each_stretch_and_a_band_where_readings_stand_for_others() {
        let grid = Grid::over(0.0, 4.0);
        let line = |readings| Line { name: "a".into(), look: 0, readings, gap: 3.5, hollow: false };
        let alone = of_line(&line(vec![Reading::at(0.5, 1.0), Reading::at(2.5, 2.0)]), &grid);
        assert_eq!((alone.y, alone.low), (vec![Some(1.0), None, Some(2.0), None], None));
        let banded = of_line(&line(vec![Reading { x: 3.5, y: 5.0, low: 4.0, high: 6.0 }]), &grid);
        assert_eq!((banded.low, banded.high), (Some(vec![None, None, None, Some(4.0)]), Some(vec![None, None, None, Some(6.0)])));
    }

    #[test]
    fn figures_are_written_by_scripts_as_they_are_here() {
        let cases: Vec<(String, f64, String)> =
            serde_json::from_str(include_str!("../../../../../../web/tests/figures.json")).expect("cases");
        let all = [Unit::Number, Unit::PerSecond, Unit::Ms, Unit::Share, Unit::Cores, Unit::Bytes];
        for (name, value, want) in cases {
            let of = all.into_iter().find(|u| unit(*u) == name).expect("a unit");
            assert_eq!(of.write(value), want, "{name} {value}");
        }
    }
}
