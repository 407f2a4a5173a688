//! Events that may make requests slow, as stretches of time, by kind.

use model::{Run, Series, Timestamp, event, signal};

crate::thresholds! {
    /// Round trip of a cache's own, as a multiple of its median, from which the cache stood still. A guess: ten times.
    CACHE_STANDS = 10.0;
    /// The same at least, seconds. A guess: longer than a slice of the kernel's scheduler.
    CACHE_LEAST_S = 0.005;
}

/// A kind of event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SourceKind {
    /// Collections of young objects, for which the virtual machine stands still.
    YoungCollections,
    /// Collections of the whole heap.
    FullCollections,
    /// The parts of a concurrent collection for which it stands still.
    ConcurrentCollections,
    /// Stops of the virtual machine for anything else.
    Stops,
    /// Times in which a cache answered nobody.
    CacheStalls,
}

impl SourceKind {
    /// As in the JSON, and in messages.
    pub fn name(self) -> &'static str {
        ["young-collections", "full-collections", "concurrent-collections", "stops", "cache-stalls"][self as usize]
    }

    /// Whether it is a collection.
    pub fn collects(self) -> bool {
        matches!(self, Self::YoungCollections | Self::FullCollections | Self::ConcurrentCollections)
    }
}

/// Events of a kind: begin and end of each, seconds from the begin of the phase.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Train {
    pub(super) kind: SourceKind,
    pub(super) events: Vec<(f64, f64)>,
}

/// Every kind of which something was seen within the window.
pub(super) fn trains(run: &Run, (from, to): (Timestamp, Timestamp)) -> Vec<Train> {
    use SourceKind::{CacheStalls, ConcurrentCollections, FullCollections, Stops, YoungCollections};
    let stops = |kind: &str, detail: &str| -> Vec<(f64, f64)> {
        let of = run.events.iter().filter(|e| e.kind == kind && e.detail == detail && e.t >= from && e.t < to);
        let mut all: Vec<(f64, f64)> = of.map(|e| stretch(e.t, e.duration_ns as f64 / 1e9, from)).collect();
        all.sort_by(|x, y| x.0.total_cmp(&y.0));
        all
    };
    let all = [
        (YoungCollections, stops(event::COLLECTION, "young")),
        (FullCollections, stops(event::COLLECTION, "old")),
        (ConcurrentCollections, stops(event::COLLECTION, "concurrent")),
        (Stops, stops(event::STOP, "")),
        (CacheStalls, cache_stalls(run, (from, to))),
    ];
    all.into_iter().filter(|(_, events)| !events.is_empty()).map(|(kind, events)| Train { kind, events }).collect()
}

fn stretch(t: Timestamp, length_s: f64, from: Timestamp) -> (f64, f64) {
    let begin = t.seconds_since(from);
    (begin, begin + length_s)
}

/// Round trips of the tool's own that took far longer than usual: while one is under way, everybody waits.
fn cache_stalls(run: &Run, (from, to): (Timestamp, Timestamp)) -> Vec<(f64, f64)> {
    let mut all = Vec::new();
    for s in run.series_of(signal::CACHE_ROUND_TRIP) {
        let within: Vec<(Timestamp, f64)> = points(s).filter(|(t, _)| *t >= from && *t < to).collect();
        let mut lengths: Vec<f64> = within.iter().map(|(_, v)| *v).collect();
        lengths.sort_by(f64::total_cmp);
        let Some(median) = lengths.get(lengths.len() / 2) else { continue };
        let least = (CACHE_STANDS.get() * median).max(CACHE_LEAST_S.get());
        all.extend(within.iter().filter(|(_, v)| *v >= least).map(|(t, v)| stretch(*t, *v, from)));
    }
    all.sort_by(|x, y| x.0.total_cmp(&y.0));
    all
}

fn points(s: &Series) -> impl Iterator<Item = (Timestamp, f64)> {
    s.t.iter().copied().zip(s.v.iter().copied())
}
