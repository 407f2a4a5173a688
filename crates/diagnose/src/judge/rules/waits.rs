//! Waits and limits that no cause explains.

use super::hints::undecided;
use crate::frames::Part;
use crate::growth::LEAST_GROWTH_SHARE;
use crate::judge::facts::Facts;
use crate::judge::rule::Holding;
use crate::ledger::TOLERANCE_MS;
use crate::level::Level;
use crate::margin::Margin;
use crate::saturation::CPU_FULL;
use model::{Message, message};

crate::thresholds! {
    /// Share of the growth from which a wait is told with it. A guess: a third.
    WORTH_TELLING = 1.0 / 3.0;
    /// Share of the response that waits for memory from which a service is not healthy. Source: CAUSES B1 ("share > 10 %", of stops).
    UNFREED = 0.1;
}

/// Waiting for locks, for logging, for other services or for a cache is most of the growth.
pub(super) fn grows(f: &Facts) -> Option<Holding> {
    let g = &f.a.growth;
    let answer = |p: Part, ms: f64| (ms - core_ms_in(f, p)).max(0.0);
    let (remote, cache) = (answer(Part::Remote, g.remote_ms), answer(Part::Cache, g.cache_ms));
    let waits = [("locks", g.lock_ms), ("logging", g.logging_ms), ("remote", remote), ("cache", cache)];
    let (what, ms) = waits.into_iter().find(|(_, ms)| f.is_slower() && g.share(*ms) >= LEAST_GROWTH_SHARE.get())?;
    let says = message!("judge/wait-grows-unexplained", what: kind(what), grown: Ms(ms));
    let share = g.share(ms);
    Some(Holding::of(says).by(Margin { value: share, threshold: LEAST_GROWTH_SHARE.get(), error: share * g.error }))
}

/// By how much more waits for answers of this kind hide the wait for a core at the heaviest level, milliseconds: as large a part of it as they are of all
/// waits that may hide it. Of an event loop that wait is counted beside them.
fn core_ms_in(f: &Facts, part: Part) -> f64 {
    let Some((light, heavy)) = f.a.light().zip(f.a.heavy()).filter(|(_, h)| h.served.event_loop().is_none()) else { return 0.0 };
    let of = |l: &Level| {
        let hide = [Part::Remote, Part::Cache, Part::Database].map(|p| l.part_ms(p)).iter().sum::<f64>();
        if hide > 0.0 { l.run_queue_in_waits_ms() * l.part_ms(part) / hide } else { 0.0 }
    };
    (of(heavy) - of(light)).max(0.0)
}

/// No answer needs it, and no stop is counted: who finds no free memory waits until a collector that works beside the service has freed some.
pub(super) fn memory(f: &Facts) -> Option<Holding> {
    let heavy = f.a.heavy()?;
    let (waited, share) = (heavy.part_ms(Part::Memory), heavy.part_ms(Part::Memory) / heavy.response_ms);
    (share >= UNFREED.get()).then(|| {
        let says = message!(
            "judge/memory-unfreed",
            waited: Ms(waited),
            response: Ms(heavy.response_ms),
            rate: PerSecond(heavy.throughput_per_s)
        );
        Holding::of(says).by(Margin::new(share, UNFREED.get()))
    })
}

/// Nearer to saturation requests queue wherever there is room, the client's connections among them; a level that was beyond what the service can do did so
/// also where it answered less than busy connections got.
pub(super) fn before_sending(f: &Facts) -> Option<Holding> {
    let l = level_before_sending(f)?;
    let says = message!(
        "judge/wait-before-sending",
        rate: PerSecond(l.throughput_per_s),
        waited: Ms(l.late_ms),
        response: Ms(l.response_ms)
    );
    Some(Holding::of(says).by(Margin::new(l.late_ms / l.response_ms, LEAST_GROWTH_SHARE.get())))
}

/// The level in which requests waited most of their time before they were sent.
pub(in crate::judge) fn level_before_sending<'a>(f: &Facts<'a, '_>) -> Option<&'a Level> {
    let below = |l: &&Level| l.phase.is_open() && l.throughput_per_s < CPU_FULL.get() * f.a.throughput_per_s() && !f.a.is_beyond(l);
    f.a.levels.iter().filter(below).find(|l| l.late_ms > TOLERANCE_MS.get() && l.late_ms >= LEAST_GROWTH_SHARE.get() * l.response_ms)
}

pub(super) fn full_unexplained(f: &Facts) -> Option<Holding> {
    let full = names_of_full(f)?;
    // that no known cause explains it would be untrue
    if let Some(candidate) = undecided(f) {
        return Some(candidate);
    }
    let says = message!("judge/full-unexplained", full: List(full));
    Some(Holding::of(match longest_wait(f) {
        Some((what, ms, busy_ms)) => {
            message!("judge/full-unexplained-with-wait", says: (says), what: kind(what), waited: Ms(ms), kept: Ms(busy_ms))
        }
        None => says,
    }))
}

/// Names of what is at its limit; `None` where nothing is.
pub(super) fn names_of_full(f: &Facts) -> Option<Vec<Message>> {
    let full: Vec<Message> = f.full().map(|r| r.name.clone()).collect();
    (!full.is_empty()).then_some(full)
}

/// What requests may wait for, by the words of messages.
const WAITS: [(Part, &str); 8] = [
    (Part::Remote, "remote"),
    (Part::Cache, "cache"),
    (Part::PoolWait, "connection"),
    (Part::ClientPoolWait, "client"),
    (Part::Database, "database"),
    (Part::Lock, "lock"),
    (Part::Logging, "logging"),
    (Part::Memory, "memory"),
];

/// The wait that grows most, and by how much, milliseconds, less what may be waiting for a core; `None` where it is less than a third of the growth.
fn grown_most(f: &Facts) -> Option<(&'static str, f64)> {
    let (light, heavy) = f.a.light().zip(f.a.heavy())?;
    let answered = |p: Part| matches!(p, Part::Remote | Part::Cache | Part::Database);
    let without_core = |l: &Level, p: Part| (l.part_ms(p) - if answered(p) { l.run_queue_in_waits_ms() } else { 0.0 }).max(0.0);
    let grown = WAITS.iter().map(|(p, what)| (*what, without_core(heavy, *p) - without_core(light, *p)));
    grown.max_by(|x, y| x.1.total_cmp(&y.1)).filter(|(_, ms)| f.a.growth.share(*ms) >= WORTH_TELLING.get())
}

/// What most of the time that a request keeps a worker is waiting for, in milliseconds, and that time.
fn longest_wait(f: &Facts) -> Option<(&'static str, f64, f64)> {
    let level = f.a.heavy()?;
    let samples = level.samples.as_ref()?;
    let (ms, what) = WAITS.iter().map(|(p, n)| (samples.part_ms(*p), *n)).max_by(|x, y| x.0.total_cmp(&y.0))?;
    let busy_ms = level.served.workers()?.busy_ms;
    (ms > 0.5 * busy_ms).then_some((what, ms, busy_ms))
}

pub(super) fn bends_without_stacks(f: &Facts) -> Option<Holding> {
    (f.is_slower() && !f.a.run.sees(model::sensor::WALL_STACKS)).then(|| Holding::of(message!("judge/bends-without-stacks")))
}

pub(super) fn bends_unexplained(f: &Facts) -> Option<Holding> {
    f.is_slower().then(|| {
        if let Some(candidate) = undecided(f) {
            return candidate;
        }
        let says = message!("judge/bends-unexplained", from: Ms(f.a.growth.light_ms), by: Ms(f.a.growth.response_ms));
        Holding::of(match grown_most(f) {
            Some((what, ms)) => message!("judge/bends-unexplained-with-wait", says: (says), what: kind(what), waited: Ms(ms)),
            None => says,
        })
    })
}
