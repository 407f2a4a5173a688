//! Seconds in which requests were under way and none was answered well, between others in which some were.

use crate::level::{pools, workers};
use model::event::TARGET_DIED;
use model::{LoadSecond, Phase, PhaseKind, Run, SessionSample, Timestamp, signal};
use stats::hdr::{merge, summary};

/// From when to when.
type Window = (Timestamp, Timestamp);

crate::thresholds! {
    /// Fewest answers that would have come at the phase's rate. Source: of so many that come at random, none comes once in 150 times.
    LEAST_MISSED = 5.0;
    /// Shortest such time, seconds. A guess: what is shorter is a pause and told as such.
    LEAST_S = 0.5;
    /// Share of it that what stopped the service lasts. Source: the meaning of "most".
    MOST = 0.5;
    /// The same in median responses. A guess: users that are answered together ask together, and then nobody is answered for as long as a response takes.
    LEAST_TIMES = 2.0;
    /// How many times what is there while answers come must be there in a silence, to be what keeps them back. A guess.
    MORE = 1.5;
    /// Share of a pool or of workers in use from which it counts as full. A guess: gauges are read a few times in that time.
    FULL = 0.9;
}

/// A time without answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Silence {
    /// In which phase.
    pub phase: String,
    /// From when to when.
    pub between: (Timestamp, Timestamp),
    /// Answers that would have come.
    pub missed: f64,
    /// What was seen meanwhile.
    pub because: Stopped,
}

/// What was seen while no answer came.
#[derive(Debug, Clone, PartialEq)]
pub enum Stopped {
    /// A process of the service ended.
    Ended,
    /// The runtime had stopped all threads for most of it.
    Runtime,
    /// Requests failed instead.
    Failed,
    /// All connections of this pool were in use, and more requests waited for one than while answers came.
    Pool(String),
    /// Sessions of the database waited for a lock, more than while answers came.
    Locked,
    /// All workers were busy, which they are not while answers come.
    Workers,
    /// Nothing, in a phase in which the service is hardly watched.
    Unwatched,
    /// Nothing.
    Unexplained,
}

/// All of a phase.
pub(super) fn silences(run: &Run, phase: &Phase) -> Vec<Silence> {
    let seconds: Vec<&LoadSecond> = run.seconds_of(&phase.id).filter(|s| s.is_steady()).collect();
    // until the first answer nobody knows how long one takes
    let Some(first) = seconds.iter().position(|s| s.ok > 0) else { return Vec::new() };
    let seconds = &seconds[first..];
    let is_silent = |s: &&LoadSecond| s.ok == 0 && (s.planned > 0 || s.in_flight > 0);
    let span_s: f64 = seconds.iter().map(|s| s.end.seconds_since(s.start)).sum();
    let per_s = seconds.iter().map(|s| s.ok).sum::<u64>() as f64 / span_s.max(1e-9);
    let usual_s = summary(&merge(seconds.iter().map(|s| s.response_hdr.as_slice())).0).p50_ns / 1e9;
    let window = |of: &[&LoadSecond]| (of[0].start, of[of.len() - 1].end);
    let (silent, answered): (Vec<_>, Vec<_>) = seconds.chunk_by(|a, b| is_silent(a) == is_silent(b)).partition(|of| is_silent(&of[0]));
    let answered: Vec<Window> = answered.into_iter().map(window).collect();
    let of = |of: &[&LoadSecond]| {
        let between = window(of);
        let span_s = between.1.seconds_since(between.0);
        let missed = per_s * span_s;
        let failed: u64 = of.iter().flat_map(|s| s.errors.values()).sum();
        let because = || stopped(run, phase, between, &answered, failed as f64 >= MOST.get() * missed);
        let told = missed >= LEAST_MISSED.get() && span_s >= LEAST_S.get().max(LEAST_TIMES.get() * usual_s);
        told.then(|| Silence { phase: phase.id.clone(), between, missed, because: because() })
    };
    silent.into_iter().filter_map(of).collect()
}

/// What was seen in a silence and was not so while answers came.
fn stopped(run: &Run, phase: &Phase, silent: Window, answered: &[Window], failed: bool) -> Stopped {
    let (from, to) = silent;
    let died = |e: &model::Event| e.kind == TARGET_DIED && e.t >= from.plus_ns(-1_000_000_000) && e.t <= to;
    let stop_s = run.increase(signal::STOP_TIME, from, to).unwrap_or(0.0);
    let more = |of: &dyn Fn(Window) -> f64| of(silent) >= (MORE.get() * mean(answered, of)).max(1.0);
    let pool = || pools(run, silent, 1.0).into_iter().find(|p| p.utilisation() >= FULL.get());
    let busy = |w: Window| workers(run, w, 1.0).map_or(0.0, |w| w.busy / w.max);
    if run.events.iter().any(died) {
        Stopped::Ended
    } else if stop_s >= MOST.get() * to.seconds_since(from) {
        Stopped::Runtime
    } else if failed {
        Stopped::Failed
    } else if more(&|w| locked(run, w)) {
        Stopped::Locked
    } else if let Some(p) = pool().filter(|_| more(&|w| pools(run, w, 1.0).iter().map(|p| p.pending).sum())) {
        Stopped::Pool(p.name)
    } else if busy(silent) >= FULL.get() && mean(answered, &busy) < FULL.get() {
        Stopped::Workers
    } else if matches!(phase.kind, PhaseKind::Doubling | PhaseKind::Knee) {
        Stopped::Unwatched
    } else {
        Stopped::Unexplained
    }
}

/// Mean over windows of different lengths.
fn mean(windows: &[Window], of: &dyn Fn(Window) -> f64) -> f64 {
    let span_s = |w: &Window| w.1.seconds_since(w.0);
    let all_s: f64 = windows.iter().map(span_s).sum();
    windows.iter().map(|w| of(*w) * span_s(w)).sum::<f64>() / all_s.max(1e-9)
}

/// Mean number of sessions of the database that wait for a lock.
fn locked(run: &Run, (from, to): Window) -> f64 {
    let waiting = |s: &SessionSample| s.groups.iter().filter(|g| g.wait.is_lock()).map(|g| f64::from(g.count)).sum::<f64>();
    let (n, sum) = run.sessions.iter().filter(|s| s.t >= from && s.t <= to).fold((0, 0.0), |(n, sum), s| (n + 1, sum + waiting(s)));
    sum / f64::from(n.max(1))
}
