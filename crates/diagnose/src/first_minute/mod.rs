//! The first minute of a service that was started for the run, against its own warm level, the last slice: how long it was slow, by how much, and what the
//! time of its requests went into meanwhile. Both sides are of one run and on one clock, so that a slow machine or a slow database, which are
//! slow all along, are no cold start. Times are those of users: from the plan of a request to its answer.

mod excess;
mod seconds;
mod time;

pub use excess::Excess;
pub use seconds::Second;
pub use time::Time;

use crate::frames::Stacks;
use crate::growth::LEAST_GROWTH_SHARE;
use crate::level::{Level, Machine, Scheduler, machine, pools, scheduler};
use crate::saturation::CPU_FULL;
use model::{Attempt, Run, Timestamp, signal};
use std::collections::BTreeSet;

crate::thresholds! {
    /// From how many times the warm response on a second counts as slow. Source: CAUSES C1 (3-10x).
    pub SLOW = 3.0;
}
/// The stretch for which lost time is counted, seconds: one slice of a start.
pub const EARLY_S: usize = 10;
crate::thresholds! {
    /// Share of that stretch whose work a start loses from which it is slow whatever its first second took. Source: CAUSES section 4 point 2, the
    /// share from which a part is a cause.
    pub LOST = 0.3;
}

/// What the first minute showed.
#[derive(Debug, Clone)]
pub struct FirstMinute {
    /// Every second from the first request on.
    pub seconds: Vec<Second>,
    /// Mean response of the last slice, milliseconds: the warm level.
    pub warm_ms: f64,
    /// Answers per second of the last slice.
    pub warm_per_s: f64,
    /// How many of the first ten seconds' work were lost, seconds: what a service at its warm level would have had done in `10 - lost_s`.
    pub lost_s: f64,
    /// The slow beginning; `None` where neither the first second is slow nor much is lost.
    pub slow: Option<Slow>,
}

/// The first ten seconds of a start that begins with slow ones, or loses much.
#[derive(Debug, Clone)]
pub struct Slow {
    /// Number of seconds, from the first on, in which a request took at least three times as long as warm.
    pub until_s: f64,
    /// The first ten seconds from the first request on: all that follows is told of them.
    pub window: (Timestamp, Timestamp),
    /// Requests that were served in it.
    pub requests: f64,
    /// Mean response of what was under way in it, milliseconds.
    pub response_ms: f64,
    /// The same as a multiple of the warm response.
    pub slower: f64,
    /// The time of its requests by their stacks, and that of the last slice.
    pub time: Time,
    /// The same of the last slice.
    pub warm_time: Time,
    /// What the excess over the warm response is made of.
    pub excess: Excess,
    /// What the scheduler says of it, and of the last slice.
    pub scheduler: Option<(Scheduler, Scheduler)>,
    /// Who used the target's CPUs.
    pub machine: Option<Machine>,
    /// Mean time for which a request held a connection, and that of the last slice, milliseconds; by gauge where pools are seen, else by
    /// transactions in the stacks.
    pub hold_ms: Option<(f64, f64)>,
    /// Classes that were loaded in it.
    pub loaded: Option<f64>,
    /// Methods that were compiled in it.
    pub compiled: Option<f64>,
    /// Methods compiled per second in it, and in the last slice.
    pub compiled_per_s: Option<(f64, f64)>,
}

impl FirstMinute {
    /// Of the slices of a start; `None` without at least two.
    pub(crate) fn of(run: &Run, slices: &[Level], stacks: &Stacks, threads: &BTreeSet<u32>) -> Option<Self> {
        let (last, before) = slices.split_last()?;
        let from = before.first()?.window.0;
        let ids: Vec<&str> = slices.iter().map(|l| l.phase.id.as_str()).collect();
        let all = seconds::answered(run, &ids);
        let first = all.first()?.planned.max(from);
        let seconds = seconds::seconds(&all, first);
        let (warm_ms, warm_per_s) = (last.response_ms.max(1e-6), last.throughput_per_s);
        let slow_seconds = slow_seconds(&seconds, warm_ms);
        let early = seconds.iter().take(EARLY_S).filter_map(Second::response_ms);
        let lost_s: f64 = early.map(|ms| 1.0 - (warm_ms / ms).min(1.0)).sum();
        let end = first.plus_ns(EARLY_S as i64 * 1_000_000_000);
        // the warm level is not part of what is compared with it
        let slow = ((slow_seconds > 0 || lost_s >= LOST.get() * EARLY_S as f64) && end < last.window.0)
            .then(|| Slow { until_s: slow_seconds as f64, ..Slow::of(run, slices, &all, (first, end), (stacks, threads)) });
        Some(Self { seconds, warm_ms, warm_per_s, lost_s, slow })
    }

    /// The requests that were sent first, as many as `number`, and the mean response of each, milliseconds.
    pub fn first_ms(run: &Run, slice: &Level, number: usize) -> Option<f64> {
        let all = seconds::answered(run, &[slice.phase.id.as_str()]);
        let first = all.get(..number).filter(|f| !f.is_empty())?;
        Some(first.iter().map(|x| x.response_ns() as f64 / 1e6).sum::<f64>() / number as f64)
    }
}

impl Slow {
    fn of(
        run: &Run,
        slices: &[Level],
        all: &[Attempt],
        window: (Timestamp, Timestamp),
        (stacks, threads): (&Stacks, &BTreeSet<u32>),
    ) -> Self {
        let last = &slices[slices.len() - 1];
        let seconds = seconds::seconds(all, window.0);
        let length_s = window.1.seconds_since(window.0);
        let within = &seconds[..(length_s.round() as usize).min(seconds.len())];
        let in_flight_s: f64 = within.iter().map(|s| s.in_flight_s).sum();
        let requests: f64 = within.iter().map(|s| s.served).sum();
        let response_ms = in_flight_s * 1e3 / requests.max(1e-9);
        let slower = response_ms / last.response_ms.max(1e-6);
        let kinds = time::kinds(stacks);
        let times = |from, number| time::by_second(run, slices, &kinds, from, number);
        let (by_second, warm_by_second) = (times(window.0, EARLY_S), times(last.window.0, last.span_s().ceil() as usize));
        let (time, warm_time) = (time::sum(&by_second), time::sum(&warm_by_second));
        let sched = scheduler(run, window, requests.max(1e-9), threads);
        let warm_all = seconds::seconds(&seconds::answered(run, &[last.phase.id.as_str()]), last.window.0);
        let hidden = hidden_s(&time, sched.as_ref(), requests);
        let warm_hidden = hidden_s(&warm_time, last.scheduler.as_ref(), last.requests as f64);
        let full = sched.as_ref().is_some_and(|s| fills_its_cores(s, requests / length_s));
        let warm_work = excess::shares(&warm_by_second, &warm_all, warm_hidden);
        let work = if full { excess::of_code(&by_second, within) } else { excess::shares(&by_second, within, hidden) };
        let increase = |s| run.increase(s, window.0, window.1);
        let compiled = increase(signal::COMPILATIONS);
        let warm_compiled = run.increase(signal::COMPILATIONS, last.window.0, last.window.1);
        let pool = pools(run, window, requests / length_s).into_iter().map(|p| p.hold_ms).reduce(f64::max);
        let held = |t: &Time, n: f64| (t.held_s > 0.0).then(|| t.held_s * 1e3 / n);
        let hold_ms =
            pool.zip(last.busiest_pool().map(|p| p.hold_ms)).or_else(|| held(&time, requests).zip(held(&warm_time, last.requests as f64)));
        Self {
            until_s: length_s,
            window,
            requests,
            response_ms,
            slower,
            time,
            warm_time,
            excess: work.over(&warm_work, slower),
            machine: machine(run, window, sched.as_ref().map_or(0.0, |s| s.process_cores)),
            scheduler: sched.zip(last.scheduler.clone()),
            hold_ms,
            loaded: increase(signal::CODE_LOADED),
            compiled,
            compiled_per_s: compiled.map(|n| n / length_s).zip(warm_compiled.map(|n| n / last.span_s())),
        }
    }

    /// Length, seconds.
    pub fn length_s(&self) -> f64 {
        self.window.1.seconds_since(self.window.0)
    }
}

/// Number of seconds, from the first on, that are slow. Those between two slices, in which nothing was under way, end nothing.
fn slow_seconds(seconds: &[Second], warm_ms: f64) -> usize {
    let mut slow = 0;
    for (i, ms) in seconds.iter().enumerate().filter_map(|(i, s)| Some((i, s.response_ms()?))) {
        if ms < SLOW.get() * warm_ms {
            break;
        }
        slow = i + 1;
    }
    slow
}

/// Whether requests and compilers fill the cores: then throughput is what the cores allow (utilisation law), and whatever else requests wait
/// for meanwhile costs none. Waits for a client's own threads, that lack a core as well, are seen as waits for another service.
fn fills_its_cores(s: &Scheduler, per_s: f64) -> bool {
    let own = s.request_cpu_ms / 1e3 * per_s + s.compiler_cores;
    s.utilisation() >= CPU_FULL.get() && own >= LEAST_GROWTH_SHARE.get() * s.process_cores
}

/// Run queue of request threads that may hide in waits, seconds, an upper bound: threads that lost their core while they computed are seen
/// computing beyond what the scheduler gave them. The same as [`Level::run_queue_in_waits_ms`].
fn hidden_s(time: &Time, scheduler: Option<&Scheduler>, requests: f64) -> f64 {
    let Some(s) = scheduler else { return 0.0 };
    let beyond = (time.code_s + time.once_s - s.request_cpu_ms * requests / 1e3).max(0.0);
    (s.request_run_queue_ms * requests / 1e3 - beyond).max(0.0)
}
