//! Which levels of the runs are of like load, and how the figures of each stand to those of the first run there.

use super::{Column, Level};
use model::PhaseKind;
use serde::Serialize;

/// Share by which planned rates may differ and be the same load. A guess.
const ALIKE: f64 = 0.1;
/// The phase of a start that is judged, by its id.
const FIRST_MINUTE: &str = "start-up-1";

/// Load that several runs were measured under.
#[derive(Debug, Serialize)]
pub(crate) struct Like {
    /// In what it is alike: `rate`, `connections`, `start`, `started` (after the first minute), or `most`: as much as each gives.
    pub by: &'static str,
    /// What the first run was offered.
    pub offered_per_s: Option<f64>,
    pub connections: Option<u32>,
    /// The first run, and those that have such a level.
    pub runs: Vec<Held>,
}

/// A level that is held against that of the first run.
#[derive(Debug, Serialize)]
pub(crate) struct Held {
    pub run: String,
    pub phase: String,
    /// `null` of the first.
    pub ratios: Option<Ratios>,
    #[serde(skip)]
    pub column: usize,
    #[serde(skip)]
    pub level: usize,
}

/// Figures divided by those of the first run. The bounds hold for nine in ten seconds of the one against nine in ten of the other; they hold
/// nothing of what changes from run to run.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Ratios {
    pub achieved_per_s: Option<f64>,
    pub achieved_per_s_seconds: Option<[f64; 2]>,
    pub mean_ms: Option<f64>,
    pub mean_ms_seconds: Option<[f64; 2]>,
    pub p50_ms: Option<f64>,
    pub p95_ms: Option<f64>,
    pub p99_ms: Option<f64>,
}

/// All of them: planned rates first, then as much as each gives, then busy connections.
pub(super) fn all(runs: &[Column]) -> Vec<Like> {
    let Some((first, others)) = runs.split_first() else { return Vec::new() };
    let mut all: Vec<Like> = first.levels.iter().enumerate().filter_map(|(i, base)| like(runs, others, i, base)).collect();
    let place = |l: &Like| ["rate", "start", "started", "most"].iter().position(|k| *k == l.by).unwrap_or(4);
    let amount = |l: &Like| l.offered_per_s.or(l.connections.map(f64::from)).unwrap_or(0.0);
    all.sort_by(|a, b| place(a).cmp(&place(b)).then(amount(a).total_cmp(&amount(b))));
    all
}

fn like(runs: &[Column], others: &[Column], index: usize, base: &Level) -> Option<Like> {
    let held = |column: usize, level: usize, ratios: Option<Ratios>| Held {
        run: runs[column].run().to_owned(),
        phase: runs[column].levels[level].phase.clone(),
        ratios,
        column,
        level,
    };
    let of = |(i, other): (usize, &Column)| {
        let at = partner(base, &other.levels)?;
        let ratios = Ratios::of(base, &other.levels[at]);
        Some(held(i + 1, at, Some(if base.kind == PhaseKind::Saturation { ratios.of_rates() } else { ratios })))
    };
    let found: Vec<Held> = others.iter().enumerate().filter_map(of).collect();
    let (by, offered_per_s, connections) = match base.kind {
        PhaseKind::Saturation => ("most", None, None),
        PhaseKind::StartUp if is_first_minute(base) => ("start", base.offered_per_s, None),
        PhaseKind::StartUp => ("started", base.offered_per_s, None),
        _ if base.is_closed() => ("connections", None, Some(base.connections)),
        _ => ("rate", base.offered_per_s, None),
    };
    (!found.is_empty()).then(|| Like { by, offered_per_s, connections, runs: [held(0, index, None)].into_iter().chain(found).collect() })
}

/// Whether it is the first minute of a start.
fn is_first_minute(base: &Level) -> bool {
    base.phase == FIRST_MINUTE
}

/// The level of another run that is of like load: of the nearest rate, or of as many connections.
fn partner(base: &Level, levels: &[Level]) -> Option<usize> {
    // a start has its first minute, and stretches after it
    let is_same_stretch = |l: &Level| base.kind != PhaseKind::StartUp || l.phase == base.phase;
    let mut of_kind =
        levels.iter().enumerate().filter(|(_, l)| l.kind == base.kind && l.is_closed() == base.is_closed() && is_same_stretch(l));
    if base.is_closed() {
        let alike = |l: &Level| base.kind == PhaseKind::Saturation || l.connections == base.connections;
        return of_kind.find(|(_, l)| alike(l)).map(|(i, _)| i);
    }
    let offered = base.offered_per_s.filter(|r| *r > 0.0)?;
    let apart = |l: &Level| l.offered_per_s.map_or(f64::INFINITY, |r| (r / offered - 1.0).abs());
    let nearest = of_kind.min_by(|(_, a), (_, b)| apart(a).total_cmp(&apart(b)))?;
    (apart(nearest.1) <= ALIKE).then_some(nearest.0)
}

impl Ratios {
    fn of(base: &Level, other: &Level) -> Self {
        let (a, b) = (&base.latency_ms, &other.latency_ms);
        Self {
            achieved_per_s: ratio(Some(base.achieved_per_s), Some(other.achieved_per_s)),
            achieved_per_s_seconds: bounds(base.achieved_per_s_seconds, other.achieved_per_s_seconds),
            mean_ms: ratio(a.mean, b.mean),
            mean_ms_seconds: bounds(base.mean_ms_seconds, other.mean_ms_seconds),
            p50_ms: ratio(a.p50, b.p50),
            p95_ms: ratio(a.p95, b.p95),
            p99_ms: ratio(a.p99, b.p99),
        }
    }

    /// Those of rates alone: each gives as much as it can, with as many busy connections as that takes, so that response times are of different load.
    fn of_rates(self) -> Self {
        Self { mean_ms: None, mean_ms_seconds: None, p50_ms: None, p95_ms: None, p99_ms: None, ..self }
    }
}

/// How often `before` goes into `after`.
pub(super) fn ratio(before: Option<f64>, after: Option<f64>) -> Option<f64> {
    let (before, after) = (before.filter(|b| *b > 0.0)?, after?);
    Some(after / before).filter(|r| r.is_finite())
}

/// The least of the one by the most of the other, and the most by the least.
pub(super) fn bounds(before: Option<[f64; 2]>, after: Option<[f64; 2]>) -> Option<[f64; 2]> {
    let ([low, high], [least, most]) = (before?, after?);
    Some([ratio(Some(high), Some(least))?, ratio(Some(low), Some(most))?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use stats::hdr::Summary;

    fn level(kind: PhaseKind, model: &'static str, connections: u32, offered_per_s: Option<f64>) -> Level {
        Level {
            phase: "p".to_owned(),
            kind,
            model,
            connections,
            offered_per_s,
            achieved_per_s: 1.0,
            achieved_per_s_seconds: None,
            errors: 0,
            latency_ms: crate::document::Latency::of(&Summary::default()),
            mean_ms_seconds: None,
        }
    }

    #[test]
    fn load_is_alike_by_the_nearest_rate_or_by_as_many_connections() {
        use PhaseKind::{Doubling, Level as Planned, Saturation};
        let open = |rate| level(Planned, "open", 64, Some(rate));
        let closed = |kind, n| level(kind, "closed", n, None);
        let start = |phase: &str| Level { phase: phase.to_owned(), ..level(PhaseKind::StartUp, "open", 64, Some(99.0)) };
        assert_eq!(partner(&start("start-up-2"), &[start("start-up-1"), start("start-up-2")]), Some(1));
        let levels = [open(100.0), open(108.0), closed(Doubling, 8), closed(Saturation, 32), open(300.0)];
        for (base, want) in [
            (open(106.0), Some(1)),
            (open(100.0), Some(0)),
            (open(200.0), None),
            (closed(Doubling, 8), Some(2)),
            (closed(Doubling, 16), None),
            (closed(Saturation, 16), Some(3)),
        ] {
            assert_eq!(partner(&base, &levels), want, "{:?} {:?}", base.offered_per_s, base.connections);
        }
    }

    #[test]
    fn bounds_of_a_ratio_are_its_least_and_its_most() {
        assert_eq!(bounds(Some([50.0, 100.0]), Some([200.0, 300.0])), Some([2.0, 6.0]));
        assert_eq!((bounds(None, Some([1.0, 2.0])), bounds(Some([0.0, 1.0]), Some([1.0, 2.0]))), (None, None));
        assert_eq!((ratio(Some(0.0), Some(1.0)), ratio(Some(2.0), Some(1.0))), (None, Some(0.5)));
    }
}
