//! The slowest requests of the load that the user means.

use super::hints::preview_explains;
use crate::judge::facts::Facts;
use crate::judge::rule::Holding;
use crate::margin::Margin;
use crate::tail::{LONG, SourceKind, Tail};
use model::message;

crate::thresholds! {
    /// Share of the slow requests from which slow CPUs are told as why. A guess: most of them.
    MOST = 0.5;
}

fn long<'a>(f: &'a Facts) -> Option<&'a Tail> {
    f.a.tail.as_ref().filter(|t| t.is_long())
}

/// They take much longer than usual ones, and a cause that may not be named yet explains it.
pub(super) fn long_by_preview(f: &Facts) -> Option<Holding> {
    long(f).and_then(|_| preview_explains(f))
}

/// They take much longer than usual ones, and no cause that may be named explains it.
pub(super) fn unexplained(f: &Facts) -> Option<Holding> {
    let t = long(f)?;
    // those that explain most are first
    let by_slow_cpus = t.sources.first().filter(|s| s.kind == SourceKind::SlowCpus).map_or(0.0, |s| s.share);
    if by_slow_cpus >= MOST.get() {
        let says = message!("judge/tail-slow-cpus", limit: Ms(t.limit_ms), times: Times(t.times), share: Share(by_slow_cpus));
        return Some(Holding::of(says).by(Margin::new(t.times, LONG.get())));
    }
    let says = message!("judge/tail-unexplained", limit: Ms(t.limit_ms), times: Times(t.times), share: Share(t.unexplained));
    Some(Holding::of(says).by(Margin::new(t.times, LONG.get())))
}

/// They take no longer than a queue makes them.
pub(super) fn short(f: &Facts) -> Option<Holding> {
    let t = f.a.tail.as_ref().filter(|t| !t.is_long())?;
    Some(Holding::of(message!("judge/tail-short", limit: Ms(t.limit_ms), times: Times(t.times))).by(Margin::new(LONG.get(), t.times)))
}
