//! Time of request threads by what their stacks look like, for questions that the parts of the ledger do not answer.

use diagnose::Analysis;
use diagnose::frames::{Part, Place, Role};
use diagnose::level::Level;
use model::{Timestamp, WallSample};
use std::collections::BTreeMap;

pub(crate) use diagnose::frames::Stack;

/// Request stacks that have something in common, at one level.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Picked {
    /// Time per request, milliseconds.
    pub(crate) ms: f64,
    /// Number of samples.
    pub(crate) samples: f64,
    /// Innermost application frame of most of them, or empty.
    pub(crate) site: String,
}

/// Request stacks of `level` that `pick` chooses (it is given the frames from the dispatch on); `None` without stacks.
pub(crate) fn time_where(a: &Analysis, level: &Level, pick: impl Fn(&Stack<'_>) -> bool) -> Option<Picked> {
    let interval_ms = level.samples.as_ref()?.interval_ms;
    let language = a.stacks.language;
    // time, and how often it was seen
    let mut weights: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
    for s in &a.run.wall.get(&level.phase.id)?.samples {
        let of = weights.entry(s.stack).or_default();
        *of = (of.0 + f64::from(s.weight), of.1 + s.sightings());
    }
    let mut sites: BTreeMap<String, f64> = BTreeMap::new();
    let mut samples = 0.0;
    for (stack, (weight, seen)) in weights {
        let frames = a.stacks.frames(stack);
        let Some(dispatch) = frames.iter().position(|(_, c)| c.is(Role::Dispatch)) else { continue };
        if pick(&frames[dispatch..]) {
            let site = a.stacks.class(stack).and_then(|c| c.site).map(|i| language.site_name(frames[i].0)).unwrap_or_default();
            *sites.entry(site).or_default() += weight;
            samples += seen;
        }
    }
    // an empty sum is -0.0
    let weight = sites.values().fold(0.0, |a, b| a + b);
    let site = sites.into_iter().max_by(|x, y| x.1.total_cmp(&y.1)).map(|(s, _)| s).unwrap_or_default();
    Some(Picked { ms: weight * interval_ms / level.requests as f64, samples, site })
}

/// By id, whether a stack is a request thread's that `pick` chooses (it is given the frames from the dispatch on).
fn picked(a: &Analysis, pick: impl Fn(&Stack<'_>) -> bool) -> Vec<bool> {
    let is = |s: &Stack<'_>| s.iter().position(|(_, c)| c.is(Role::Dispatch)).is_some_and(|dispatch| pick(&s[dispatch..]));
    a.stacks.each().map(|s| is(&s)).collect()
}

/// Number of seconds of `level` in which the stack of a request thread is seen that `pick` chooses (as in [`time_where`]); 0 without
/// stacks.
pub(crate) fn seconds_where(a: &Analysis, level: &Level, pick: impl Fn(&Stack<'_>) -> bool) -> f64 {
    let (Some(samples), Some(profile)) = (&level.samples, a.run.wall.get(&level.phase.id)) else { return 0.0 };
    let picked = picked(a, pick);
    let mut seen = vec![false; level.seconds.len()];
    for s in profile.samples.iter().filter(|s| picked.get(s.stack as usize).is_some_and(|p| *p)) {
        let from = s.t.seconds_since(level.window.0);
        let to = from + (f64::from(s.weight) - 1.0) * samples.interval_ms / 1e3;
        let last = seen.len().saturating_sub(1);
        seen.iter_mut().take((to.max(0.0) as usize).min(last) + 1).skip(from.max(0.0) as usize).for_each(|s| *s = true);
    }
    seen.iter().filter(|s| **s).count() as f64
}

/// Mean number of request threads whose stacks `pick` chooses, from `from` to `to` within `level`; `None` without stacks.
pub(crate) fn threads_where(
    a: &Analysis,
    level: &Level,
    (from, to): (Timestamp, Timestamp),
    pick: impl Fn(&Stack<'_>) -> bool,
) -> Option<f64> {
    let interval_ms = level.samples.as_ref()?.interval_ms;
    let picked = picked(a, pick);
    let within = |s: &WallSample| {
        // one entry stands for several equal samples in a row
        let (first, last) = (from.seconds_since(s.t) * 1e3 / interval_ms, to.seconds_since(s.t) * 1e3 / interval_ms);
        (last.floor().min(f64::from(s.weight) - 1.0) - first.ceil().max(0.0) + 1.0).max(0.0)
    };
    let samples = a.run.wall.get(&level.phase.id)?.samples.iter().filter(|s| picked.get(s.stack as usize).is_some_and(|p| *p));
    let span_ms = to.seconds_since(from) * 1e3;
    (span_ms > 0.0).then(|| samples.map(within).sum::<f64>() * interval_ms / span_ms)
}

/// Whether a frame of the stack plays `role`.
pub(crate) fn has(stack: &Stack<'_>, role: Role) -> bool {
    stack.iter().any(|(_, c)| c.is(role))
}

/// Share of the CPU of request threads within the dispatch that stacks which `pick` chooses use at `level`, 0 to 1: by samples of CPU time
/// where these were taken, else by those in which threads look as if they computed. 0 without stacks.
pub(crate) fn cpu_share_where(a: &Analysis, level: &Level, pick: impl Fn(&Stack<'_>) -> bool) -> f64 {
    let Some(profile) = a.run.wall.get(&level.phase.id) else { return 0.0 };
    let (part, all) = if profile.cpu.is_empty() {
        let computing = level.samples.as_ref().map_or(0.0, |s| s.part_ms(Part::Cpu));
        (time_where(a, level, |s| on_cpu(a, s) && pick(s)).map_or(0.0, |p| p.ms), computing)
    } else {
        let (picked, dispatched) = (picked(a, pick), picked(a, |_| true));
        let count =
            |of: &[bool]| profile.cpu.iter().filter(|s| of.get(s.stack as usize).is_some_and(|p| *p)).map(|s| f64::from(s.weight)).sum();
        (count(&picked), count(&dispatched))
    };
    if all > 0.0 { f64::min(part / all, 1.0) } else { 0.0 }
}

/// CPU per request that a mapper spends on comparing what it loaded with what it is now, milliseconds.
pub(crate) fn comparing_ms(a: &Analysis, level: &Level) -> f64 {
    time_where(a, level, |s| has(s, Role::Flush) && on_cpu(a, s)).map_or(0.0, |p| p.ms)
}

/// Whether the thread is on the CPU, or waits for a core, rather than for an answer.
fn on_cpu(a: &Analysis, stack: &Stack<'_>) -> bool {
    a.stacks.language.classify(stack).place == Place::Request(Part::Cpu)
}

/// Whether a thread waits for a connection from application code inside a transaction: the frame of the application lies between the
/// transaction and the pool. Beginning the transaction itself has none there.
pub(crate) fn waits_for_a_second(stack: &Stack<'_>) -> bool {
    let Some(transaction) = stack.iter().position(|(_, c)| c.is(Role::Transaction)) else { return false };
    let Some(acquire) = stack.iter().rposition(|(_, c)| c.is(Role::PoolAcquire)) else { return false };
    let waits = stack[acquire..].iter().any(|(_, c)| c.is(Role::Blocked) || c.is(Role::Monitor));
    let connects = stack[acquire..].iter().any(|(_, c)| c.is(Role::Driver));
    transaction < acquire
        && waits
        && !connects
        && !has(stack, Role::NoCarrier)
        && stack[transaction..acquire].iter().any(|(_, c)| c.is_application())
}

/// Samples of threads that serve no request and ask the database: a job that uses connections of its own. Threads of drivers and pools that
/// look after connections (they wait for a signal, or open new ones) ask nothing.
pub(crate) fn jobs_at_the_database(a: &Analysis, level: &Level) -> f64 {
    let asks = |frames: &Stack<'_>| {
        let signalled = |(f, _): &(&model::Frame, diagnose::frames::FrameClass)| {
            f.class.starts_with("java.lang.ref.") || f.class == "java.lang.Object" || f.method == "sleep"
        };
        has(frames, Role::Driver) && ![Role::Dispatch, Role::Connect].into_iter().any(|r| has(frames, r)) && !frames.iter().any(signalled)
    };
    let picked: Vec<bool> = a.stacks.each().map(|s| asks(&s)).collect();
    let samples = a.run.wall.get(&level.phase.id).map_or(&[][..], |p| &p.samples);
    samples.iter().filter(|s| picked.get(s.stack as usize).is_some_and(|p| *p)).map(|s| f64::from(s.weight)).sum()
}

/// Mean number of connections at which such jobs are seen to ask, over `level`; 0 without stacks.
pub(crate) fn job_connections(a: &Analysis, level: &Level) -> f64 {
    let Some((samples, profile)) = level.samples.as_ref().zip(a.run.wall.get(&level.phase.id)) else { return 0.0 };
    let span_ms = profile.end.ns_since(profile.start) as f64 / 1e6;
    if span_ms > 0.0 { jobs_at_the_database(a, level) * samples.interval_ms / span_ms } else { 0.0 }
}
