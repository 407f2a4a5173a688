//! Events that may make requests slow, as stretches of time, by kind.

use crate::level::{Slowed, Speed};
use model::{Phase, Run, Series, Timestamp, event, signal};

crate::thresholds! {
    /// Delay of the event loop, as a multiple of its median, from which one turn kept it. A guess: ten times.
    LONG_TURN = 10.0;
    /// The same at least, seconds. Source: a quarter of what CAUSES A3 calls blocked; shorter ones make no request slow.
    LONG_TURN_S = 0.005;
    /// Share of a turn that collections must take to be what keeps it. A guess: half.
    MOSTLY = 0.5;
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
    /// Times for which one turn of the event loop kept it, collections apart.
    LongTurns,
    /// Times in which a cache answered nobody.
    CacheStalls,
    /// Seconds in which the CPUs of the service were slower than usual, and answers took as much more CPU.
    SlowCpus,
}

impl SourceKind {
    /// As in the JSON, and in messages.
    pub fn name(self) -> &'static str {
        ["young-collections", "full-collections", "concurrent-collections", "stops", "long-turns", "cache-stalls", "slow-cpus"]
            [self as usize]
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
pub(super) fn trains(run: &Run, phase: &Phase, (from, to): (Timestamp, Timestamp)) -> Vec<Train> {
    use SourceKind::{CacheStalls, ConcurrentCollections, FullCollections, LongTurns, SlowCpus, Stops, YoungCollections};
    let stops = |kind: &str, detail: &str| -> Vec<(f64, f64)> {
        let of = run.events.iter().filter(|e| e.kind == kind && event::of_collection(&e.detail).0 == detail && e.t >= from && e.t < to);
        let mut all: Vec<(f64, f64)> = of.map(|e| stretch(e.t, e.duration_ns as f64 / 1e9, from)).collect();
        all.sort_by(|x, y| x.0.total_cmp(&y.0));
        all
    };
    let (young, full) = (stops(event::COLLECTION, "young"), stops(event::COLLECTION, "old"));
    let turns = without(long_turns(run, (from, to)), &[&young, &full]);
    let all = [
        (YoungCollections, young),
        (FullCollections, full),
        (ConcurrentCollections, stops(event::COLLECTION, "concurrent")),
        (Stops, stops(event::STOP, "")),
        (LongTurns, turns),
        (CacheStalls, cache_stalls(run, (from, to))),
        (SlowCpus, slow_cpus(run, phase)),
    ];
    all.into_iter().filter(|(_, events)| !events.is_empty()).map(|(kind, events)| Train { kind, events }).collect()
}

fn slow_cpus(run: &Run, phase: &Phase) -> Vec<(f64, f64)> {
    Speed::of_phase(run, phase).and_then(|speed| Slowed::of(run, phase, &speed)).map_or_else(Vec::new, |s| s.stretches())
}

fn stretch(t: Timestamp, length_s: f64, from: Timestamp) -> (f64, f64) {
    let begin = t.seconds_since(from);
    (begin, begin + length_s)
}

/// Turns of the event loop: a message that was handled late waited for one, up to the moment at which it was. Messages that waited for the same are one.
fn long_turns(run: &Run, (from, to): (Timestamp, Timestamp)) -> Vec<(f64, f64)> {
    let Some(delays) = run.one(signal::EVENT_LOOP_DELAY) else { return Vec::new() };
    let within: Vec<(Timestamp, f64)> = points(delays).filter(|(t, _)| *t >= from && *t < to).collect();
    let mut turns: Vec<(f64, f64)> = Vec::new();
    for (t, delay) in late(&within, LONG_TURN.get(), LONG_TURN_S.get()) {
        let end = t.seconds_since(from);
        match turns.last_mut() {
            Some(last) if end - delay <= last.1 => last.1 = end,
            _ => turns.push((end - delay, end)),
        }
    }
    turns
}

/// Those that are `times` the median or more, and `least` at least.
fn late(all: &[(Timestamp, f64)], times: f64, least: f64) -> impl Iterator<Item = (Timestamp, f64)> {
    let mut lengths: Vec<f64> = all.iter().map(|(_, v)| *v).collect();
    lengths.sort_by(f64::total_cmp);
    let limit = lengths.get(lengths.len() / 2).map_or(f64::INFINITY, |median| (times * median).max(least));
    all.iter().copied().filter(move |(_, v)| *v >= limit)
}

/// Without what is mostly one of `others`.
fn without(events: Vec<(f64, f64)>, others: &[&Vec<(f64, f64)>]) -> Vec<(f64, f64)> {
    let taken = |(from, to): &(f64, f64)| -> f64 {
        let overlap = |o: &&(f64, f64)| (o.1.min(*to) - o.0.max(*from)).max(0.0);
        others.iter().flat_map(|all| all.iter()).map(|o| overlap(&o)).sum()
    };
    events.into_iter().filter(|e| taken(e) < MOSTLY.get() * (e.1 - e.0)).collect()
}

/// Round trips of the tool's own that took far longer than usual: while one is under way, everybody waits.
fn cache_stalls(run: &Run, (from, to): (Timestamp, Timestamp)) -> Vec<(f64, f64)> {
    let mut all = Vec::new();
    for s in run.series_of(signal::CACHE_ROUND_TRIP) {
        let within: Vec<(Timestamp, f64)> = points(s).filter(|(t, _)| *t >= from && *t < to).collect();
        all.extend(late(&within, CACHE_STANDS.get(), CACHE_LEAST_S.get()).map(|(t, v)| stretch(t, v, from)));
    }
    all.sort_by(|x, y| x.0.total_cmp(&y.0));
    all
}

fn points(s: &Series) -> impl Iterator<Item = (Timestamp, f64)> {
    s.t.iter().copied().zip(s.v.iter().copied())
}
