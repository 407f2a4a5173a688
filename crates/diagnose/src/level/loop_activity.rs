//! Whether an event loop had something to run, by the samples of its profile.
//!
//! They go before the loop's own count while V8 samples: each sample is a signal that ends libuv's wait early, and libuv then forgets how long it had waited
//! (`uv__metrics_set_provider_entry_time`, 1.46), so that the loop seems busy.

use crate::language::Language;
use model::{Run, Timestamp, WallSample};

/// A sample of the loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoopSample {
    /// When.
    pub t: Timestamp,
    /// Whether something ran.
    pub is_active: bool,
}

/// All samples of a phase, each apart; `None` where no profile saw a loop.
pub fn loop_samples(run: &Run, phase: &str) -> Option<Vec<LoopSample>> {
    let (profile, is_idle) = (run.wall.get(phase)?, idle(run)?);
    let step = profile.nominal_interval_ns;
    // a weight that a file has wrong reaches no further than the profile
    let most = profile.end.seconds_since(profile.start) * 1e9 / step.max(1) as f64;
    let of = |s: &WallSample| {
        let (t, is_active) = (s.t, !is_idle(s.stack));
        (0..i64::from(s.weight).min(most.ceil() as i64)).map(move |n| LoopSample { t: t.plus_ns(step.saturating_mul(n)), is_active })
    };
    Some(profile.samples.iter().flat_map(of).collect())
}

/// Seconds of the samples between `from` and `to` in which something ran; `None` where there is no sample.
pub(super) fn active_s(run: &Run, phase: &str, from: Timestamp, to: Timestamp) -> Option<f64> {
    let (profile, is_idle) = (run.wall.get(phase)?, idle(run)?);
    let within: Vec<&WallSample> = profile.samples.iter().filter(|s| s.t >= from && s.t <= to).collect();
    let active: f64 = within.iter().filter(|s| !is_idle(s.stack)).map(|s| f64::from(s.weight)).sum();
    (!within.is_empty()).then_some(active * profile.nominal_interval_ns as f64 / 1e9)
}

/// Whether a stack is that of a loop with nothing to run.
fn idle(run: &Run) -> Option<impl Fn(u32) -> bool> {
    let words = Language::of(run).looped()?;
    Some(move |stack| run.stacks.frames_of(stack).next_back().is_some_and(|f| f.class.is_empty() && f.method == words.idle))
}
