//! The first minute of a service that was started for the run, against its own warm level, the last slice: how long it was slow, by how much, and what the
//! time of its requests went into meanwhile. Both sides are of one run and on one clock, so that a slow machine or a slow database, which are
//! slow all along, are no cold start. Times are those of users: from the plan of a request to its answer.

mod course;
mod excess;
mod seconds;
mod time;
mod unthrottled;

pub use course::{Moment, PoolMoment};
pub use excess::Excess;
pub use seconds::Second;
pub use time::Time;

use crate::frames::{Role, Stacks};
use crate::growth::LEAST_GROWTH_SHARE;
use crate::level::{Level, Machine, Pool, Scheduler, machine, pools, scheduler, workers};
use crate::saturation::{CPU_FULL, WORKERS_FULL};
use model::{Attempt, Frame, Run, Timestamp, signal};
use stats::hdr::{Summary, summary_of};
use std::collections::{BTreeMap, BTreeSet};
use time::Kind;

crate::thresholds! {
    /// From how many times the warm response on a second counts as slow. Source: CAUSES C1 (3-10x).
    pub SLOW = 3.0;
}
/// The stretch for which lost time is counted, seconds: one slice of a start.
pub const EARLY_S: usize = 10;
/// Seconds whose course is kept: the first minute.
const SHOWN_S: usize = 60;
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
    /// What was seen in each of the first sixty of them.
    pub course: Vec<Moment>,
    /// Responses of all requests of the first minute, the warm level apart; of those that nobody waited for, how long somebody did.
    pub latency: Summary,
    /// How many of these failed.
    pub failed: u64,
    /// Mean response of the last slice, milliseconds: the warm level.
    pub warm_ms: f64,
    /// The busiest connection pool of the last slice.
    pub warm_pool: Option<Pool>,
    /// Answers per second of the last slice.
    pub warm_per_s: f64,
    /// How many of the first ten seconds' work were lost, seconds: what a service at its warm level would have had done in `10 - lost_s`. Under open load
    /// a second that is less than three times as slow loses none: all that was asked for was done.
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
    /// Share of them that failed, 0 to 1.
    pub failed: f64,
    /// Which packages asked for the work that is done once, with their shares of its time in this start, largest first.
    pub once_by: Vec<(String, f64)>,
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
    /// How many of the first ten seconds' work had been lost all the same if the process had had all the CPU that was free, seconds. `None` where it has no
    /// quota, where users wait for answers before they ask again, or where its use of the CPUs is not seen second by second.
    pub lost_without_quota_s: Option<f64>,
    /// Mean time for which a request held a connection, and that of the last slice, milliseconds; by gauge where pools are seen, else by
    /// transactions in the stacks.
    pub hold_ms: Option<(f64, f64)>,
    /// The busiest pool in it, and in the last slice.
    pub pool: Option<(Pool, Pool)>,
    /// Most of its connections that were in use at once in it.
    pub pool_used: Option<f64>,
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
        let open = last.phase.is_open();
        let slow_seconds = slow_seconds(&seconds, warm_ms);
        let lost_s: f64 = seconds.iter().take(EARLY_S).filter_map(|s| s.lost(warm_ms, open)).sum();
        let end = first.plus_ns(EARLY_S as i64 * 1_000_000_000);
        // the warm level is not part of what is compared with it
        let mut slow = ((slow_seconds > 0 || lost_s >= LOST.get() * EARLY_S as f64) && end < last.window.0)
            .then(|| Slow { until_s: slow_seconds as f64, ..Slow::of(run, slices, &all, (first, end), (stacks, threads)) });
        let warm_pool = last.busiest_pool().cloned().map(|p| Pool { hold_ms: p.hold_ms.min(warm_ms), ..p });
        let shown_to = first.plus_ns(SHOWN_S as i64 * 1_000_000_000).min(last.window.0);
        let early: Vec<&Attempt> = all.iter().filter(|a| a.planned < shown_to).collect();
        let latency = summary_of(early.iter().map(|a| a.response_ns()).collect());
        let failed = early.iter().filter(|a| seconds::failed(a.outcome)).count() as u64;
        let shown = &seconds[..seconds.len().min(SHOWN_S)];
        let times = time::by_second(run, slices, &time::kinds(stacks), first, shown.len());
        let course = course::course(run, first, shown, &times, threads);
        if let Some(slow) = slow.as_mut().filter(|_| open) {
            let cores = slow.machine.as_ref().filter(|m| m.throttling.is_some()).map(|m| m.own_cores + m.free_cores());
            let waits_ms = warm_ms - last.scheduler.as_ref().map_or(0.0, |s| s.request_cpu_ms).min(warm_ms);
            slow.lost_without_quota_s = cores.and_then(|cores| unthrottled::lost_s(&all, first, &course, cores, (warm_ms, waits_ms)));
        }
        Some(Self { seconds, course, latency, failed, warm_ms, warm_pool, warm_per_s, lost_s, slow })
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
        let (mut by_second, warm_by_second) = (times(window.0, EARLY_S), times(last.window.0, last.span_s().ceil() as usize));
        wait_for_workers(run, window.0, within, &mut by_second);
        let (time, warm_time) = (time::sum(&by_second), time::sum(&warm_by_second));
        let sched = scheduler(run, window, requests.max(1e-9), threads);
        let warm_all = seconds::seconds(&seconds::answered(run, &[last.phase.id.as_str()]), last.window.0);
        let hidden = hidden_s(&time, sched.as_ref(), requests);
        let warm_hidden = hidden_s(&warm_time, last.scheduler.as_ref(), last.requests as f64);
        let full = sched.as_ref().is_some_and(|s| fills_its_cores(s, requests / length_s));
        let warm_work = excess::shares(&warm_by_second, &warm_all, warm_hidden);
        let excess = if full {
            let warm_code = Excess { outside: 0.0, unseen: 0.0, ..warm_work }.of_one();
            excess::of_code(&by_second, within, &warm_code, last.response_ms.max(1e-6))
        } else {
            excess::shares(&by_second, within, hidden).over(&warm_work, slower)
        };
        let increase = |s| run.increase(s, window.0, window.1);
        let compiled = increase(signal::COMPILATIONS);
        let warm_compiled = run.increase(signal::COMPILATIONS, last.window.0, last.window.1);
        let pool = pools(run, window, requests / length_s)
            .into_iter()
            .max_by(|a, b| a.hold_ms.total_cmp(&b.hold_ms))
            .zip(last.busiest_pool().cloned());
        let held = |t: &Time, n: f64| (t.held_s > 0.0).then(|| t.held_s * 1e3 / n);
        let hold_ms = pool
            .as_ref()
            // what somebody else holds all along is no request's
            .map(|(now, warm)| (now.hold_ms.min(response_ms), warm.hold_ms.min(last.response_ms)))
            .or_else(|| held(&time, requests).zip(held(&warm_time, last.requests as f64)));
        Self {
            until_s: length_s,
            window,
            requests,
            failed: within.iter().map(|s| s.failed).sum::<f64>() / requests.max(1e-9),
            once_by: once_by(run, slices, &kinds, stacks, window),
            response_ms,
            slower,
            time,
            warm_time,
            excess,
            machine: machine(run, window, sched.as_ref().map_or(0.0, |s| s.process_cores)),
            lost_without_quota_s: None,
            scheduler: sched.zip(last.scheduler.clone()),
            hold_ms,
            pool_used: run.series_of(signal::POOL_USED).filter_map(|s| s.max(window.0, window.1)).reduce(f64::max),
            pool,
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
    for (i, lost) in seconds.iter().enumerate().filter_map(|(i, s)| Some((i, s.lost(warm_ms, false)?))) {
        if lost < 1.0 - 1.0 / SLOW.get() {
            break;
        }
        slow = i + 1;
    }
    slow
}

/// Packages that asked for work done once in the window: of the frame outside of the outermost that does it.
fn once_by(run: &Run, slices: &[Level], kinds: &[Kind], stacks: &Stacks, (from, to): (Timestamp, Timestamp)) -> Vec<(String, f64)> {
    let asking: Vec<Option<&str>> = stacks
        .each()
        .map(|stack| {
            let at = stack.iter().position(|(_, c)| c.is(Role::FirstUse))?;
            let frames: Vec<&Frame> = stack[..at].iter().rev().map(|(f, _)| *f).collect();
            frames.into_iter().map(|f| stacks.language.package_of(f)).find(|p| !p.is_empty())
        })
        .collect();
    let mut by: BTreeMap<&str, f64> = BTreeMap::new();
    let samples = slices.iter().filter_map(|l| run.wall.get(&l.phase.id)).flat_map(|w| &w.samples).filter(|x| x.t >= from && x.t < to);
    for x in samples.filter(|x| kinds.get(x.stack as usize).is_some_and(Kind::is_once_of_a_request)) {
        if let Some(package) = asking.get(x.stack as usize).copied().flatten() {
            *by.entry(package).or_default() += f64::from(x.weight);
        }
    }
    let all: f64 = by.values().sum();
    let mut by: Vec<(String, f64)> = by.into_iter().map(|(package, n)| (package.to_owned(), n / all)).collect();
    by.sort_by(|a, b| b.1.total_cmp(&a.1));
    by
}

/// Where all workers are busy, whoever is in no stack waits for one of them, that is for other requests.
fn wait_for_workers(run: &Run, from: Timestamp, seconds: &[Second], times: &mut [Time]) {
    for (i, (t, s)) in times.iter_mut().zip(seconds).enumerate() {
        let at = |i: usize| from.plus_ns(i as i64 * 1_000_000_000);
        if workers(run, (at(i), at(i + 1)), s.served.max(1e-9)).is_some_and(|w| w.busy >= WORKERS_FULL.get() * w.max) {
            t.queue_s += (s.in_flight_s - t.at_work_s() - t.queue_s).max(0.0);
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use model::series::labels;
    use model::{Observation, Series};

    /// Two hundred workers of which `busy` are.
    fn with_workers(busy: f64) -> Run {
        let gauge = |signal: &str, v: f64| {
            let mut s = Series::new(signal, labels([("executor", "http")]));
            s.push(Timestamp::from_ns(500_000_000), v);
            Observation::Series(s)
        };
        Run::from_observations([gauge(signal::WORKERS_BUSY, busy), gauge(signal::WORKERS_MAX, 200.0)])
    }

    #[test]
    fn who_is_in_no_stack_waits_for_a_worker_only_where_all_are_busy() {
        let second = Second { in_flight_s: 900.0, served: 10.0, failed: 0.0 };
        for (busy, queue_s) in [(200.0, 860.0), (60.0, 10.0)] {
            let mut times = [Time { code_s: 40.0, queue_s: 10.0, ..Time::default() }];
            wait_for_workers(&with_workers(busy), Timestamp::from_ns(0), &[second], &mut times);
            assert_eq!(times[0].queue_s, queue_s, "{busy}");
        }
    }
}
