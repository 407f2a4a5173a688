//! What gauges and database sessions say of a window: the same times as the stacks, by Little's law, from another source.

use super::machine::by_state;
use super::sessions;
use model::{Run, SessionState, Timestamp, Wait, signal};
use stats::law::time_inside_s;
use std::collections::BTreeSet;

/// Readings of unread connections that a window must have. A guess: below it their spread says little.
const FEWEST_READINGS: usize = 30;

/// A connection pool during a window.
#[derive(Debug, Clone, PartialEq)]
pub struct Pool {
    /// Name.
    pub name: String,
    /// Mean borrowed connections.
    pub used: f64,
    /// Mean waiting threads.
    pub pending: f64,
    /// Mean open connections.
    pub total: f64,
    /// Largest size.
    pub max: f64,
    /// Mean time a connection is borrowed, per request, milliseconds.
    pub hold_ms: f64,
    /// Mean time waiting for a connection, per request, milliseconds.
    pub wait_ms: f64,
    /// Mean statements in flight on its connections; 0 where they are not counted.
    pub statements: f64,
}

impl Pool {
    /// Borrowed share, 0 to 1.
    pub fn utilisation(&self) -> f64 {
        if self.max > 0.0 { self.used / self.max } else { 0.0 }
    }
}

/// Server worker threads during a window.
#[derive(Debug, Clone, PartialEq)]
pub struct Workers {
    /// Name of the executor.
    pub name: String,
    /// Mean busy threads.
    pub busy: f64,
    /// Largest number of threads.
    pub max: f64,
    /// Mean length of the queue.
    pub queue: f64,
    /// Mean time a worker is taken, per request, milliseconds.
    pub busy_ms: f64,
    /// Mean time in the queue, per request, milliseconds.
    pub queue_ms: f64,
}

/// Requests that lie in a socket of the target during a window.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unread {
    /// Time per request until a thread has read it, milliseconds.
    pub ms: f64,
    /// Its standard error, milliseconds, by the spread of the readings.
    pub se_ms: f64,
}

/// The database server during a window.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Database {
    /// Mean sessions of the target executing a statement.
    pub active: f64,
    /// Mean sessions executing a statement and waiting for nothing: on, or ready for, a CPU.
    pub on_cpu: f64,
    /// Mean sessions waiting for a lock.
    pub lock_waiting: f64,
    /// Mean sessions idle in a transaction.
    pub idle_in_transaction: f64,
    /// Mean idle sessions.
    pub idle: f64,
    /// Samples that these means rest on.
    pub samples: usize,
    /// Executing time per request, milliseconds (by sessions; short statements are undercounted).
    pub active_ms: f64,
    /// CPU time of the server per request, milliseconds, when the server runs on this host.
    pub cpu_ms: Option<f64>,
    /// Share of its CPUs that the server used, 0 to 1, when the server runs on this host.
    pub cpu_utilisation: Option<f64>,
    /// Share of its CPUs that anybody used, 0 to 1, when the server runs on this host.
    pub cpus_taken: Option<f64>,
    /// Whether sessions were sampled (else only the server's CPU is known).
    pub sessions_seen: bool,
}

impl Database {
    /// Server-side time per request, milliseconds: the larger of the two independent lower bounds.
    pub fn server_ms(&self) -> f64 {
        self.active_ms.max(self.cpu_ms.unwrap_or(0.0))
    }
}

pub(crate) fn pools(run: &Run, (from, to): (Timestamp, Timestamp), per_s: f64) -> Vec<Pool> {
    run.series_of(signal::POOL_USED)
        .filter_map(|used| {
            let name = used.label("pool");
            let mean = |s: &str| run.series_of(s).find(|x| x.label("pool") == name).and_then(|x| x.mean(from, to));
            let used = used.mean(from, to)?;
            let pending = mean(signal::POOL_PENDING).unwrap_or(0.0);
            Some(Pool {
                name: name.to_owned(),
                used,
                pending,
                total: mean(signal::POOL_TOTAL).unwrap_or(used),
                max: mean(signal::POOL_MAX)?,
                hold_ms: time_inside_s(used, per_s) * 1e3,
                wait_ms: time_inside_s(pending, per_s) * 1e3,
                statements: mean(signal::POOL_STATEMENTS).unwrap_or(0.0),
            })
        })
        .collect()
}

pub(crate) fn workers(run: &Run, (from, to): (Timestamp, Timestamp), per_s: f64) -> Option<Workers> {
    run.series_of(signal::WORKERS_BUSY)
        .filter_map(|busy| {
            let name = busy.label("executor");
            let mean = |s: &str| run.series_of(s).find(|x| x.label("executor") == name).and_then(|x| x.mean(from, to));
            let busy = busy.mean(from, to)?;
            let queue = mean(signal::WORKERS_QUEUE).unwrap_or(0.0);
            Some(Workers {
                name: name.to_owned(),
                busy,
                max: mean(signal::WORKERS_MAX)?,
                queue,
                busy_ms: time_inside_s(busy, per_s) * 1e3,
                queue_ms: time_inside_s(queue, per_s) * 1e3,
            })
        })
        .max_by(|a, b| a.busy.total_cmp(&b.busy))
}

pub(super) fn unread(run: &Run, (from, to): (Timestamp, Timestamp), per_s: f64) -> Option<Unread> {
    let s = run.one(signal::UNREAD_CONNECTIONS)?;
    let all: Vec<f64> = s.t.iter().zip(&s.v).filter(|(t, _)| (from..=to).contains(*t)).map(|(_, v)| *v).collect();
    let n = all.len() as f64;
    if all.len() < FEWEST_READINGS {
        return None;
    }
    let mean = all.iter().sum::<f64>() / n;
    let variance = all.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0);
    Some(Unread { ms: time_inside_s(mean, per_s) * 1e3, se_ms: time_inside_s((variance / n).sqrt(), per_s) * 1e3 })
}

/// `share` is that of the requests, of which there are `per_s`: the server's CPU is that of all.
pub(super) fn database(run: &Run, (from, to): (Timestamp, Timestamp), per_s: f64, share: f64) -> Option<Database> {
    let samples = sessions::within(run, (from, to)).count();
    let span = to.seconds_since(from);
    let cpu = run.increase(signal::DATABASE_CPU_TIME, from, to);
    if samples == 0 && cpu.is_none() {
        return None;
    }
    let mut db = Database { samples, sessions_seen: samples > 0, ..Database::default() };
    if samples > 0 {
        let mean = |pick: &dyn Fn(&model::SessionGroup) -> bool| sessions::sessions_where(run, (from, to), pick).unwrap_or(0.0);
        db.active = mean(&|g| g.state == SessionState::Active);
        db.on_cpu = mean(&|g| g.state == SessionState::Active && g.wait == Wait::None);
        db.lock_waiting = mean(&|g| g.wait.is_lock());
        db.idle_in_transaction = mean(&|g| g.state == SessionState::IdleInTransaction);
        db.idle = mean(&|g| g.state == SessionState::Idle);
        db.active_ms = time_inside_s(db.active, per_s) * 1e3;
    }
    if let Some(cpu) = cpu {
        let all = run.environment.host.cpus;
        let cpus =
            run.series_of(signal::DATABASE_CPU_TIME).map(|s| cpu_set(s.label("cpus"), all)).max_by_key(BTreeSet::len).unwrap_or_default();
        let number = cpus.len().max(1) as f64;
        db.cpu_ms = Some(cpu * share / (per_s * span) * 1e3);
        db.cpu_utilisation = Some(cpu / span / number);
        db.cpus_taken = by_state(run, (from, to), |cpu| cpus.contains(&cpu)).map(|cores| {
            let taken: f64 = ["busy", "softirq", "steal"].iter().filter_map(|state| cores.get(state)).sum();
            taken / number
        });
    }
    Some(db)
}

/// The CPUs of a list such as `1,3-5`; all of the host's when the list is empty.
fn cpu_set(list: &str, all: u32) -> BTreeSet<u32> {
    if list.trim().is_empty() {
        return (0..all.max(1)).collect();
    }
    let range = |r: &str| {
        let (first, last) = r.split_once('-').unwrap_or((r, r));
        Some(first.trim().parse::<u32>().ok()?..=last.trim().parse::<u32>().ok()?)
    };
    list.split(',').filter_map(range).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::cpu_set;

    #[test]
    fn lists_of_cpus_are_read() {
        let set = |list| cpu_set(list, 3).into_iter().collect::<Vec<_>>();
        assert_eq!((set("1"), set("0-3,6"), set("")), (vec![1], vec![0, 1, 2, 3, 6], vec![0, 1, 2]));
    }
}
