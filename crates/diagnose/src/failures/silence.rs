//! Seconds in which requests were under way and none was answered well, between others in which some were.

use crate::level::{pools, workers};
use model::event::TARGET_DIED;
use model::{LoadSecond, Phase, PhaseKind, Run, Timestamp, signal};

crate::thresholds! {
    /// Fewest answers that would have come at the phase's rate. Source: of so many that come at random, none comes once in 150 times.
    LEAST_MISSED = 5.0;
    /// Shortest such time, seconds. A guess: what is shorter is a pause and told as such.
    LEAST_S = 0.5;
    /// Share of it that what stopped the service lasts. Source: the meaning of "most".
    MOST = 0.5;
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
    /// All requests that ended failed.
    Failed,
    /// All connections of this pool were in use, and requests waited for one.
    Pool(String),
    /// Sessions of the database waited for a lock.
    Locked,
    /// All workers were busy.
    Workers,
    /// Nothing, in a phase in which the service is hardly watched.
    Unwatched,
    /// Nothing.
    Unexplained,
}

/// All of a phase.
pub(super) fn silences(run: &Run, phase: &Phase) -> Vec<Silence> {
    let seconds: Vec<&LoadSecond> = run.seconds_of(&phase.id).filter(|s| s.is_steady()).collect();
    let told = |s: &&LoadSecond| s.ok == 0 && (s.planned > 0 || s.in_flight > 0);
    let (ok, span_s) = seconds.iter().filter(|s| s.ok > 0).fold((0, 0.0), |(n, t), s| (n + s.ok, t + s.end.seconds_since(s.start)));
    if ok == 0 {
        return Vec::new();
    }
    let per_s = ok as f64 / span_s.max(1e-9);
    // until the first answer nobody knows how long one takes
    let first = seconds.iter().position(|s| s.ok > 0).unwrap_or(0);
    let stretches = seconds[first..].chunk_by(|a, b| told(a) == told(b)).filter(|of| told(&of[0]));
    let of = |of: &[&LoadSecond]| {
        let between = (of[0].start, of[of.len() - 1].end);
        let span_s = between.1.seconds_since(between.0);
        let missed = per_s * span_s;
        let failed: u64 = of.iter().flat_map(|s| s.errors.values()).sum();
        (missed >= LEAST_MISSED.get() && span_s >= LEAST_S.get()).then(|| Silence {
            phase: phase.id.clone(),
            between,
            missed,
            because: stopped(run, phase, between, failed as f64 >= MOST.get() * missed),
        })
    };
    stretches.filter_map(of).collect()
}

fn stopped(run: &Run, phase: &Phase, (from, to): (Timestamp, Timestamp), failed: bool) -> Stopped {
    let died = |e: &model::Event| e.kind == TARGET_DIED && e.t >= from.plus_ns(-1_000_000_000) && e.t <= to;
    let stop_s = run.increase(signal::STOP_TIME, from, to).unwrap_or(0.0);
    let locked = || {
        let samples = run.sessions.iter().filter(|s| s.t >= from && s.t <= to);
        let (n, waits) = samples.fold((0, 0), |(n, waits), s| (n + 1, waits + usize::from(s.groups.iter().any(|g| g.wait.is_lock()))));
        n > 0 && waits as f64 >= MOST.get() * f64::from(n)
    };
    let pool = || pools(run, (from, to), 1.0).into_iter().find(|p| p.utilisation() >= FULL.get() && p.pending >= 1.0);
    let workers = || workers(run, (from, to), 1.0).filter(|w| w.busy >= FULL.get() * w.max);
    if run.events.iter().any(died) {
        Stopped::Ended
    } else if stop_s >= MOST.get() * to.seconds_since(from) {
        Stopped::Runtime
    } else if failed {
        Stopped::Failed
    } else if locked() {
        Stopped::Locked
    } else if let Some(p) = pool() {
        Stopped::Pool(p.name)
    } else if workers().is_some() {
        Stopped::Workers
    } else if matches!(phase.kind, PhaseKind::Doubling | PhaseKind::Knee) {
        Stopped::Unwatched
    } else {
        Stopped::Unexplained
    }
}
