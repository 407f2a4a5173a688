//! An executor that is full and hands its tasks back: requests run themselves what it was there to take off them. It needs no wait for a
//! future, and says by itself that threads and queue are full.

use super::{FULL, SLOWER, WORTH_A_LINE, any_thread};
use crate::facts::executors::{Executor, executors, waiting_for_tasks};
use crate::facts::if_nothing_waits;
use crate::facts::queueing::{held_against_ms, inside_ms, queueing};
use crate::facts::stacks::{Picked, has, time_where};
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::claim::STACKS;
use diagnose::frames::Role;
use diagnose::level::{FEWEST_SAMPLES, Level};
use diagnose::{Analysis, Claim, EvidenceLevel, Hypothesis, Status};
use model::message;

/// Time that requests spend on tasks that were handed back, where it is worth a line.
pub(super) fn run(a: &Analysis, level: &Level) -> Option<Picked> {
    let enough = |ran: &Picked| ran.ms >= WORTH_A_LINE.get() * held_against_ms(level) && ran.samples >= FEWEST_SAMPLES.get();
    time_where(a, level, |s| has(s, Role::CallerRuns)).filter(enough)
}

/// What follows for the executor that hands them back: the one that is full with the same work, where one is seen.
pub(super) fn conclude(a: &Analysis, heavy: &Level, ran: &Picked, mut h: Hypothesis) -> Hypothesis {
    h.observed = message!(
        "executor-starved/callers-run",
        ran: Ms(ran.ms),
        inside: Ms(inside_ms(heavy)),
        rate: PerSecond(heavy.throughput_per_s)
    );
    let full = |e: &Executor| e.busy_share >= FULL.get() && e.samples >= FEWEST_SAMPLES.get();
    let same = |e: &Executor| e.site == ran.site;
    let most = |x: &Executor, y: &Executor| same(x).cmp(&same(y)).then(x.task_ms.total_cmp(&y.task_ms));
    let executor = executors(a, heavy).into_values().filter(full).max_by(most);
    h.reason = match &executor {
        Some(e) => message!(
            "executor-starved/callers-run-for",
            observed: (h.observed.clone()),
            threads: Count(e.threads),
            executor: name(any_thread(e)),
            task: Ms(e.task_ms)
        ),
        None => h.observed.clone(),
    };
    if let Some(e) = &executor {
        h.component = format!("executor:{}", e.name.trim_end_matches('-'));
    }
    let ran_ms = |l: &Level| time_where(a, l, |s| has(s, Role::CallerRuns)).map_or(0.0, |p| p.ms);
    // who runs some of its tasks itself may wait for others
    let wait = queueing(a, |l| ran_ms(l) + waiting_for_tasks(a, l).map_or(0.0, |w| w.ms), |_| 0.0);
    h.status = Status::Secondary;
    h.evidence = EvidenceLevel::Coincides;
    h.weight = wait.share;
    h.site.clone_from(&ran.site);
    h.fix = message!("executor-starved/fix-callers-run");
    h.claims = vec![Claim::at(heavy, "caller_runs_ms", ran.ms, "ms", h.observed.clone()).from(&[STACKS])];
    if wait.share < LEAST_GROWTH_SHARE.get() || a.cpus_are_full() {
        let why = if a.cpus_are_full() { message!("executor-starved/cpus-full") } else { message!("executor-starved/not-what-grows") };
        h.reason = message!("executor-starved/does-not-limit", holds: (h.reason.clone()), why: (why));
        return h;
    }
    // tasks, whoever runs them
    let task_ms = |l: &Level| executor.as_ref().and_then(|e| executors(a, l).remove(&e.name)).map_or(0.0, |e| e.task_ms) + ran_ms(l);
    let (before, now) = (a.light().map_or(0.0, task_ms), task_ms(heavy));
    if executor.is_some() && before > 0.0 && now > SLOWER.get() * before {
        let why = message!("executor-starved/slower-tasks", now: Ms(now), light: Ms(before));
        h.reason = message!("executor-starved/does-not-limit", holds: (h.reason.clone()), why: (why));
        return h;
    }
    let growth = message!("executor-starved/growth", share: Share(wait.share));
    h.reason = message!("executor-starved/holds", says: List(vec![h.reason.clone(), growth]));
    h.status = Status::Supported;
    h.gain = if_nothing_waits(a);
    h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
    h
}
