//! Slow because requests wait for tasks in an executor that has no thread left.

use crate::facts::executors::{Executor, executors, waiting_for_tasks};
use crate::facts::full_pool;
use crate::facts::queueing::queueing;
use diagnose::claim::STACKS;
use diagnose::frames::Part;
use diagnose::judge::LEAST_GROWTH_SHARE;
use diagnose::level::{FEWEST_SAMPLES, Level};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::WALL_STACKS;

/// Share of the response from which waiting for tasks is worth a line. A guess, as for `lock-contended`.
const WORTH_A_LINE: f64 = 0.1;
/// Share of their time at tasks from which threads have none left. Source: as for connection pools and CPUs.
const FULL: f64 = 0.9;
/// Share of that under light load from which the tasks are not the requests': at 0.3 of saturation they would be busy for 0.3. A guess.
const ALWAYS_BUSY: f64 = 0.75;
/// By how much tasks may become longer before they, and not their threads, are what requests wait for. A guess, as for a start that is
/// slow.
const SLOWER: f64 = 1.5;

struct ExecutorStarved;

/// The cause.
pub const CAUSE: &dyn Cause = &ExecutorStarved;

impl Cause for ExecutorStarved {
    fn id(&self) -> &'static str {
        "executor-starved"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[WALL_STACKS]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["dependency-slow", "worker-threads-blocked-downstream", "connection-pool-too-small"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected = "requests wait for futures more and more, and an executor of the application has no thread left".to_owned();
        h.falsifier = "with twice the threads throughput stays".to_owned();
        let (Some(light), Some(heavy)) = (a.light(), a.heavy()) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, "no level was measured");
        };
        let Some(waits) = waiting_for_tasks(a, heavy) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, "no level was measured with stacks");
        };
        h.observed = format!("waiting for futures is {:.1} of {:.1} ms at {:.0}/s", waits.ms, heavy.response_ms, heavy.throughput_per_s);
        h.reason.clone_from(&h.observed);
        if waits.ms < WORTH_A_LINE * heavy.response_ms || waits.samples < FEWEST_SAMPLES {
            return h;
        }
        let at_rest = executors(a, light);
        let before = |e: &Executor| at_rest.get(&e.name).cloned().unwrap_or_default();
        let full = |e: &Executor| e.busy_share >= FULL && e.samples >= FEWEST_SAMPLES && before(e).busy_share <= ALWAYS_BUSY;
        let Some(e) = executors(a, heavy).into_values().filter(full).max_by(|x, y| x.task_ms.total_cmp(&y.task_ms)) else {
            h.reason = format!("{}, but no executor of the application is full", h.observed);
            return h;
        };
        let wait = queueing(a, |l| waiting_for_tasks(a, l).map_or(0.0, |w| w.ms), |_| 0.0);
        h.status = Status::Secondary;
        h.evidence = EvidenceLevel::Coincides;
        h.weight = wait.share;
        h.site.clone_from(&e.site);
        h.component = format!("executor:{}", e.name.trim_end_matches('-'));
        h.reason = format!(
            "{:.0} threads {}* / {:.1} ms at tasks = {:.0}/s, {:.0}/s were seen; {}waiting for tasks is {:.0} % of the growth of the \
                response time",
            e.threads,
            e.name,
            e.task_ms,
            stats::law::capacity_per_s(e.threads, e.task_ms / 1e3),
            heavy.throughput_per_s,
            doing(&e),
            wait.share * 100.0
        );
        h.claims = claims(&e, heavy, waits.ms);
        h.fix =
            "more threads in that executor (its core size: with a queue that has no bound it never grows beyond), a bounded queue, and \
                 no waiting in a task for another"
                .to_owned();
        if let Some(why) = against(a, &e, &before(&e), wait.share) {
            h.reason = format!("{}; {why}", h.reason);
            return h;
        }
        h.status = Status::Supported;
        h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h
    }
}

/// Why a full executor is not what makes the service slow.
fn against(a: &Analysis, e: &Executor, before: &Executor, share: f64) -> Option<String> {
    if share < LEAST_GROWTH_SHARE {
        return Some("not what grows most".to_owned());
    }
    if a.cpus_are_full() {
        return Some("but the CPUs are full: tasks wait for a core".to_owned());
    }
    if e.share_of(Part::PoolWait) > 0.5 && full_pool(a).is_ok() {
        return Some("but its tasks wait behind a full connection pool".to_owned());
    }
    if e.share_of(Part::ClientPoolWait) > 0.5 {
        return Some("but its tasks wait for a connection of an HTTP client".to_owned());
    }
    if e.share_of(Part::Lock) > 0.5 {
        return Some("but its tasks wait for a lock: more of them at once would as well".to_owned());
    }
    (before.task_ms > 0.0 && e.task_ms > SLOWER * before.task_ms)
        .then(|| format!("but its tasks take {:.1} ms a request instead of {:.1} ms under light load", e.task_ms, before.task_ms))
}

/// `97 % of it waiting for another service; `.
fn doing(e: &Executor) -> String {
    let what = |part| match part {
        Part::Remote => "waiting for another service",
        Part::Database => "waiting for the database",
        Part::PoolWait => "waiting for a database connection",
        Part::Lock => "waiting for a lock",
        Part::Disk => "waiting for the disk",
        Part::Cpu => "on the CPU",
        _ => "waiting for something else",
    };
    e.doing.first().map(|(part, share)| format!("{:.0} % of it {}; ", share * 100.0, what(*part))).unwrap_or_default()
}

fn claims(e: &Executor, heavy: &Level, wait_ms: f64) -> Vec<Claim> {
    let claim = |metric: &str, value, unit, text: String| Claim::at(heavy, metric, value, unit, text).from(&[STACKS]);
    vec![
        claim(
            "executor_busy",
            e.busy_share,
            "1",
            format!(
                "{:.0} threads {}* are at tasks for {:.0} % of their time, {:.1} ms per request",
                e.threads,
                e.name,
                e.busy_share * 100.0,
                e.task_ms
            ),
        ),
        claim("future_wait_ms", wait_ms, "ms", format!("requests wait {wait_ms:.1} ms for futures")),
    ]
}

#[cfg(test)]
mod tests;
