//! Slow because requests wait for tasks in an executor that has no thread left.

mod callers;
mod waits;

use crate::facts::executors::{Executor, executors};
use crate::facts::queueing::{held_against_ms, queueing};
use crate::facts::{full_pool, if_nothing_waits};
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::claim::STACKS;
use diagnose::frames::Part;
use diagnose::level::{FEWEST_SAMPLES, Level};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::WALL_STACKS;
use model::{Message, message};
use waits::{Wait, waits};

diagnose::thresholds! {
    /// Share of a request's time inside the service from which waiting for tasks is worth a line. A guess: a tenth.
    WORTH_A_LINE = 0.1;
    /// Share of their time at tasks from which threads have none left. Source: as for connection pools and CPUs.
    FULL = 0.9;
    /// Share of that under light load from which the tasks are not the requests': at 0.3 of saturation they would be busy for 0.3. A guess.
    ALWAYS_BUSY = 0.75;
    /// By how much tasks may become longer before they, and not their threads, are what requests wait for. A guess, as for a start that is
    /// slow.
    SLOWER = 1.5;
}

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

    fn reads_pieces(&self) -> bool {
        true
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = if a.stacks.in_pieces() { message!("executor-starved/expected-rest") } else { message!("executor-starved/expected") };
        h.falsifier = message!("executor-starved/falsifier");
        let (Some(light), Some(heavy)) = (a.light(), a.heavy()) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("facts/no-level"));
        };
        let Some(wait) = waits(a, heavy) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("executor-starved/no-stacks"));
        };
        h.observed = wait.observed(heavy);
        h.reason.clone_from(&h.observed);
        if let Some(ran) = callers::run(a, heavy) {
            return callers::conclude(a, heavy, &ran, h);
        }
        if wait.ms < WORTH_A_LINE.get() * held_against_ms(heavy) || wait.samples.is_some_and(|n| n < FEWEST_SAMPLES.get()) {
            return h;
        }
        let at_rest = executors(a, light);
        let before = |e: &Executor| at_rest.get(&e.name).cloned().unwrap_or_default();
        let full =
            |e: &Executor| e.busy_share >= FULL.get() && e.samples >= FEWEST_SAMPLES.get() && before(e).busy_share <= ALWAYS_BUSY.get();
        let Some(e) = executors(a, heavy).into_values().filter(full).max_by(|x, y| x.task_ms.total_cmp(&y.task_ms)) else {
            h.reason = message!("executor-starved/none-full", observed: (h.observed.clone()));
            return h;
        };
        h.status = Status::Secondary;
        h.evidence = EvidenceLevel::Coincides;
        h.weight = queueing(a, |l| waits(a, l).map_or(0.0, |w| w.ms), |_| 0.0).share;
        h.site.clone_from(&e.site);
        h.component = format!("executor:{}", e.name.trim_end_matches('-'));
        let capacity = message!(
            "executor-starved/capacity",
            threads: Count(e.threads),
            executor: name(any_thread(&e)),
            task: Ms(e.task_ms),
            capacity: PerSecond(stats::law::capacity_per_s(e.threads, e.task_ms / 1e3)),
            seen: PerSecond(heavy.throughput_per_s)
        );
        let growth = wait.growth(h.weight);
        h.reason =
            message!("executor-starved/holds", says: List([Some(capacity), doing(&e), Some(growth)].into_iter().flatten().collect()));
        h.claims = claims(&e, heavy, &wait);
        h.fix = message!("executor-starved/fix");
        if let Some(why) = against(a, &e, &before(&e), h.weight).or_else(|| wait.doubtful(a, &e)) {
            h.reason = message!("executor-starved/does-not-limit", holds: (h.reason.clone()), why: (why));
            return h;
        }
        h.status = Status::Supported;
        h.gain = if_nothing_waits(a);
        // what is told by what is left adds up whatever it is
        h.evidence = if a.account_closes() && wait.samples.is_some() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h
    }
}

/// Why a full executor is not what makes the service slow.
fn against(a: &Analysis, e: &Executor, before: &Executor, share: f64) -> Option<Message> {
    if share < LEAST_GROWTH_SHARE.get() {
        return Some(message!("executor-starved/not-what-grows"));
    }
    if a.cpus_are_full() {
        return Some(message!("executor-starved/cpus-full"));
    }
    if e.share_of(Part::PoolWait) > 0.5 && full_pool(a).is_ok() {
        return Some(message!("executor-starved/behind-pool"));
    }
    if e.share_of(Part::ClientPoolWait) > 0.5 {
        return Some(message!("executor-starved/behind-client"));
    }
    if e.share_of(Part::Lock) > 0.5 {
        return Some(message!("executor-starved/behind-lock"));
    }
    (before.task_ms > 0.0 && e.task_ms > SLOWER.get() * before.task_ms)
        .then(|| message!("executor-starved/slower-tasks", now: Ms(e.task_ms), light: Ms(before.task_ms)))
}

/// `partner-*`: whatever the number of the thread.
fn any_thread(e: &Executor) -> String {
    format!("{}*", e.name)
}

/// What its threads do for most of the time at tasks.
fn doing(e: &Executor) -> Option<Message> {
    let (part, share) = e.doing.first()?;
    let what = match part {
        Part::Remote => "remote",
        Part::Cache => "cache",
        Part::Database => "database",
        Part::PoolWait => "connection",
        Part::Lock => "lock",
        Part::Disk => "disk",
        Part::Cpu => "cpu",
        _ => "other",
    };
    Some(message!("executor-starved/doing", share: Share(*share), what: kind(what)))
}

fn claims(e: &Executor, heavy: &Level, wait: &Wait) -> Vec<Claim> {
    let busy = message!(
        "executor-starved/busy",
        threads: Count(e.threads),
        executor: name(any_thread(e)),
        share: Share(e.busy_share),
        task: Ms(e.task_ms)
    );
    vec![Claim::at(heavy, "executor_busy", e.busy_share, "1", busy).from(&[STACKS]), wait.claim(heavy)]
}

#[cfg(test)]
mod tests;
