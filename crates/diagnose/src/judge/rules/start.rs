//! The first minute of a service that was started for the run.

use super::hints::{preview_explains, undecided};
use crate::first_minute::EARLY_S;
use crate::judge::facts::Facts;
use crate::judge::rule::Holding;
use crate::margin::Margin;
use crate::saturation::COMPILING;
use model::message;

crate::thresholds! {
    /// By how much the first seconds of a start may be slower than the last before it counts as slow. A guess: half as slow again, the growth
    /// from which queueing is looked at under load.
    SLOW_START = 1.5;
}

/// The first seconds are slow, and no cause that may be named explains it.
pub(super) fn slow(f: &Facts) -> Option<Holding> {
    let (first, last) = (f.a.start_up.first()?, f.a.start_up.last()?);
    if let Some(minute) = f.a.first_minute.as_ref().filter(|_| last.phase.is_open()) {
        // users that do not wait send as much to a slow second as to a quick one, so that a mean over a minute is that of its slowest second: what counts
        // is the work that was lost, as users that wait would have lost it
        let (lost, of) = (minute.lost_s, EARLY_S as f64);
        let ratio = 1.0 / (1.0 - lost / of).max(1e-3);
        let says = message!("judge/start-lost", lost: Seconds(lost), of: Seconds(of));
        return (ratio >= SLOW_START.get()).then(|| Holding::of(says).by(Margin::new(ratio, SLOW_START.get())));
    }
    let ratio = first.response_ms / last.response_ms.max(1e-3);
    (ratio >= SLOW_START.get()).then(|| {
        let says = message!("judge/start-slow", times: Times(ratio), first: Ms(first.response_ms), last: Ms(last.response_ms));
        Holding::of(says).by(Margin::new(ratio, SLOW_START.get()))
    })
}

/// The first seconds are slow, and a cause that may not be named explains it: a preview, or one that was seen too little of.
pub(super) fn slow_by_preview(f: &Facts) -> Option<Holding> {
    slow(f).and_then(|_| preview_explains(f).or_else(|| undecided(f)))
}

/// It still compiles when the measurement ends: how slow it is when warm is not known.
pub(super) fn compiles(f: &Facts) -> Option<Holding> {
    let cores = f.a.start_up.last()?.scheduler.as_ref()?.compiler_cores;
    (cores >= COMPILING.get())
        .then(|| Holding::of(message!("judge/start-compiles", cores: Cores(cores))).by(Margin::new(cores, COMPILING.get())))
}

/// It is quick from its start, and nothing else was measured.
pub(super) fn quick(f: &Facts) -> Option<Holding> {
    let minute = f.a.first_minute.as_ref().filter(|_| f.a.levels.is_empty())?;
    let first = minute.seconds.iter().find_map(crate::first_minute::Second::response_ms)?;
    Some(Holding::of(message!("judge/start-quick", first: Ms(first), last: Ms(minute.warm_ms))))
}
