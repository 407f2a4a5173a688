//! What the collections of a level say of the heap.

use super::hot_place;
use diagnose::Analysis;
use diagnose::allocation::{AllocationPlace, Allocations};
use diagnose::cpu::Purpose;
use diagnose::level::Level;
use model::{Message, Run, Series, Timestamp, message, signal};

diagnose::thresholds! {
    /// Share of the CPU per request that collections must own. Source: CAUSES section 4 point 2, for a place on the CPU.
    pub(crate) LEAST_SHARE = 0.3;
    /// Share of the old part that is in use after a collection from which it is nearly full. A guess: less is left than young objects take.
    NEARLY_FULL = 0.85;
    /// Share of the time in collections that those of the old part must take: where it has room, they are rare. A guess, half.
    MOSTLY_OLD = 0.5;
    /// Whole collections for each collection of young objects from which on new objects are not the reason: those fill the young part
    /// first. A guess: where new objects are the reason there are twenty and more of young ones for each whole one, and where streams that
    /// compress are there is hardly any.
    ASKED_FROM_OUTSIDE = 0.5;
    /// Share of the time in collections from which memory outside of the heap is what asks for them. A guess, half.
    MOSTLY_OUTSIDE = 0.5;
    /// Bytes by which what is held outside of the heap may differ from one reading to another where streams ask for collections. A guess, a
    /// quarter of the 64 MiB by which it grows until V8 collects (`kExternalAllocationSoftLimit`): on Node 20, 22 and 24 it was 1 to 7 MB
    /// with streams of Brotli, and 59 MB or more with buffers that live for a tenth of a second or longer (`bench/outside-heap.sh`).
    MOST_HELD = 16e6;
}

/// What asks for most collections of V8's heap at the heaviest level, where new objects do not.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Asks {
    /// Memory outside of it, as V8 says.
    Outside(Outside),
    /// Memory outside of it, or a heap that is nearly full: so many whole collections and so many of young objects. V8 says the
    /// first of less than half of them, which does not exclude it: marking that has begun for another reason serves it too.
    Either { all: f64, young: f64 },
}

impl Asks {
    /// `None` where new objects do.
    pub(crate) fn of(a: &Analysis) -> Option<Self> {
        if let Some(o) = Outside::of(a).filter(|o| o.share >= MOSTLY_OUTSIDE.get()) {
            return Some(Self::Outside(o));
        }
        let (from, to) = a.heavy()?.window;
        let count = |which: &str| counter(a.run, signal::GC_COUNT, which)?.increase(from, to);
        let (all, young) = (count("major")?, count("minor")?);
        (all >= FEWEST_COLLECTIONS && all >= ASKED_FROM_OUTSIDE.get() * young).then_some(Self::Either { all, young })
    }
}

/// Collections that memory outside of V8's heap asks for at the heaviest level: what objects hold there, and give back when they are
/// collected.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Outside {
    /// How many.
    pub(crate) count: f64,
    /// Share of the time in collections that they take.
    pub(crate) share: f64,
    /// Bytes by which what is held there differs from one reading to another at most; `None` where it was hardly read.
    pub(crate) swings: Option<f64>,
}

impl Outside {
    /// `None` where V8 does not say; a share of 0 where there are too few to tell.
    pub(crate) fn of(a: &Analysis) -> Option<Self> {
        let (from, to) = a.heavy()?.window;
        let count = a.run.increase(signal::GC_OUTSIDE_COUNT, from, to)?;
        let whole = counter(a.run, signal::GC_COUNT, "major")?.increase(from, to)?;
        let (whole_s, all_s) = (collecting_s(a.run, "major", from, to), a.run.increase(signal::GC_TIME, from, to)?);
        // the time of what is told beside single collections (marking that begins) is shared by all of the whole heap
        let is_much = count >= FEWEST_COLLECTIONS && whole > 0.0 && all_s > 0.0;
        let share = if is_much { (count / whole).min(1.0) * whole_s / all_s } else { 0.0 };
        let held = a.run.one(signal::MEMORY_OUTSIDE).filter(|s| s.within(from, to).len() >= FEWEST_READINGS);
        let swings = held.and_then(|s| Some(s.max(from, to)? - s.min(from, to)?));
        Some(Self { count, share, swings })
    }
}

/// Milliseconds of CPU per request in collections that streams ask for by what they hold outside of V8's heap (windows and tables of those
/// that compress): most collections are asked for from there, and yet what is held there hardly changes from one reading to another.
/// Buffers stay until they are collected; a stream tells V8 what it took when a piece of its work is done, and gives it back as it closes.
pub(crate) fn collected_for_streams_ms(a: &Analysis) -> Option<f64> {
    let o = Outside::of(a).filter(|o| o.share >= MOSTLY_OUTSIDE.get() && o.swings.is_some_and(|bytes| bytes <= MOST_HELD.get()))?;
    Some(o.share * a.heavy_cpu()?.purpose_ms(Purpose::Collector))
}

/// Share of the collector's CPU that new objects ask for, 0 to 1: the young part of a heap is collected each time that it is full.
/// Collections of the old part, those that memory outside of the heap asks for, and all where the heap is nearly full, would come without
/// them too.
pub(crate) fn by_new_objects(a: &Analysis) -> f64 {
    match Asks::of(a) {
        Some(Asks::Outside(o)) => 1.0 - o.share,
        Some(Asks::Either { .. }) => 0.0,
        None => Heap::of(a).map_or(1.0, |h| if h.is_nearly_full() { 0.0 } else { 1.0 - h.old_share }),
    }
}

/// The old part of the heap at the heaviest level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Heap {
    /// Share of it that was in use, at least: the smallest reading, because it is read after young collections too.
    pub(crate) full: f64,
    /// Share of the time in collections that those of the old part took.
    pub(crate) old_share: f64,
}

impl Heap {
    /// `None` where the runtime does not tell.
    pub(crate) fn of(a: &Analysis) -> Option<Self> {
        let (from, to) = a.heavy()?.window;
        let limit = a.run.one(signal::HEAP_OLD_MAX)?.mean(from, to).filter(|m| *m > 0.0)?;
        let used = a.run.one(signal::HEAP_OLD_USED)?.min(from, to)?;
        let time = |which: &str| collecting_s(a.run, which, from, to);
        let (young, old) = (time("young"), time("old"));
        Some(Self { full: used / limit, old_share: if young + old > 0.0 { old / (young + old) } else { 0.0 } })
    }

    /// Whether collections of the old part free so little that they take most of the time.
    pub(crate) fn is_nearly_full(&self) -> bool {
        self.full >= NEARLY_FULL.get() && self.old_share >= MOSTLY_OLD.get()
    }
}

/// Bytes of new objects per request at the heaviest level: each collection of young ones ends one filling of eden.
pub(crate) fn eden_per_request(a: &Analysis) -> Option<f64> {
    eden_at(a, a.heavy()?)
}

/// The same of the load whose slowest requests are asked about.
pub(crate) fn eden_of_tail(a: &Analysis) -> Option<f64> {
    eden_at(a, &a.tail.as_ref()?.level)
}

fn eden_at(a: &Analysis, level: &Level) -> Option<f64> {
    let (from, to) = level.window;
    let eden = a.run.one(signal::HEAP_EDEN_SIZE)?.mean(from, to)?;
    let count = counter(a.run, signal::GC_COUNT, "young")?.increase(from, to).filter(|n| *n >= FEWEST_COLLECTIONS)?;
    Some(eden * count / level.requests as f64)
}

/// Samples of new objects at the heaviest level, where there are enough of them.
pub(crate) fn allocations(a: &Analysis) -> Option<Allocations> {
    Allocations::of(a.run, &a.heavy()?.phase.id, &a.stacks)
}

/// The place that makes most of the objects, where that is much.
pub(crate) fn place(sampled: Option<&Allocations>) -> Option<&AllocationPlace> {
    sampled?.places.first().filter(|p| p.share >= hot_place::LEAST_SHARE.get())
}

/// What a request makes of objects, by the heap's readings or else by samples, and where most of them.
pub(crate) fn made(by_heap: Option<f64>, sampled: Option<&Allocations>) -> Option<Message> {
    let bytes = by_heap.or(sampled.map(|m| m.per_request))?;
    let made = message!("facts/made", bytes: Bytes(bytes));
    let Some(p) = place(sampled) else { return Some(made) };
    let (share, of_place) = (p.share, p.share * bytes);
    Some(if p.class.is_empty() {
        message!("facts/made-in", made: (made), share: Share(share), site: name(&p.site), bytes: Bytes(of_place))
    } else {
        message!("facts/made-in-of", made: (made), share: Share(share), site: name(&p.site), class: name(&p.class), bytes: Bytes(of_place))
    })
}

/// Fewest readings that tell how much is held: one each half a second, for half of a level. A choice.
const FEWEST_READINGS: usize = 8;

/// Fewest collections that tell a rate.
const FEWEST_COLLECTIONS: f64 = 3.0;

fn collecting_s(run: &Run, which: &str, from: Timestamp, to: Timestamp) -> f64 {
    counter(run, signal::GC_TIME, which).and_then(|s| s.increase(from, to)).unwrap_or(0.0)
}

fn counter<'a>(run: &'a Run, signal: &'a str, which: &str) -> Option<&'a Series> {
    run.series_of(signal).find(|s| s.label("collector") == which)
}
