//! What an experiment can change, one folder each: apply, restore, check, and a page with risks and privileges.
//!
//! An intervention tells, before its first change, how to put back what it will change ([`Intervention::before`]). That description is
//! data: it goes into the journal, and restoring by it works in another process as well, after a kill. There is no second way to restore.

pub mod command;
pub mod concurrency_cap;
pub mod cpu_share;
pub mod edge_delay;
pub mod forced_gc;
pub mod heap_size;
pub mod pool_size;
pub mod variable;
pub mod worker_threads;

mod sizes;

pub use sizes::SizeBefore;

use crate::{InterventionError, Journal};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A thing that can be changed in a running service, in doses.
pub trait Intervention: Send {
    /// Name of the kind: kebab-case, as its folder.
    fn name(&self) -> &'static str;

    /// What is changed, in words: `pool "orders" of pid 421`.
    fn subject(&self) -> String;

    /// Unit of a dose, in words: `connections`.
    fn unit(&self) -> &'static str;

    /// The dose that is there without any change.
    fn current(&self) -> f64;

    /// How it is now, and so how to put it back. Asked once, before the first change.
    fn before(&self) -> Restore;

    /// Gives a dose. What is returned is the dose that it came to. Giving the present dose again goes the same way as any other, so that
    /// doing nothing is not told from a change by what the doing costs.
    fn apply(&mut self, dose: f64) -> Result<f64, InterventionError>;
}

/// How to put something back, and how to see that it is back. Kept in the journal: fields are added, never renamed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Restore {
    /// By a command of the user.
    Command {
        /// Run by `sh -c`; its success is the confirmation when there is no `check`.
        command: String,
        /// Run after it: must succeed.
        check: Option<String>,
    },
    /// The size of a connection pool.
    PoolSize(SizeBefore),
    /// The number of worker threads of a JVM.
    WorkerThreads(SizeBefore),
    /// What of the CPU a process may use.
    CpuShare(cpu_share::CpuBefore),
    /// A delay on an edge.
    EdgeDelay {
        /// The socket by which the edge is commanded.
        socket: PathBuf,
    },
    /// Nothing stays.
    Nothing,
}

/// What restoring came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Restored {
    /// It is as it was, and that was seen.
    AsBefore,
    /// The process is gone, and the change with it.
    Gone,
}

/// How long to try before a restore counts as failed. A JVM in a long collection answers late. A guess.
const PATIENCE: Duration = Duration::from_secs(15);
const PAUSE: Duration = Duration::from_millis(200);

impl Restore {
    /// Puts it back and checks that it is. Tries again for some seconds, because the target may be busy with what was done to it.
    pub fn restore(&self) -> Result<Restored, InterventionError> {
        self.restore_within(PATIENCE)
    }

    fn restore_within(&self, patience: Duration) -> Result<Restored, InterventionError> {
        let began = Instant::now();
        loop {
            match self.restore_once() {
                Err(_) if began.elapsed() < patience && self.may_be_repeated() => std::thread::sleep(PAUSE),
                result => return result,
            }
        }
    }

    fn restore_once(&self) -> Result<Restored, InterventionError> {
        match self {
            Self::Command { command, check } => command::restore(command, check.as_deref()),
            Self::PoolSize(before) => pool_size::restore(before),
            Self::WorkerThreads(before) => worker_threads::restore(before),
            Self::CpuShare(before) => cpu_share::restore(before),
            Self::EdgeDelay { socket } => edge_delay::restore(socket),
            Self::Nothing => Ok(Restored::AsBefore),
        }
    }

    /// A command of the user is run once: what it does twice is not known.
    fn may_be_repeated(&self) -> bool {
        !matches!(self, Self::Command { .. })
    }

    /// What a person can do to put it back, when this program cannot.
    pub fn by_hand(&self) -> Vec<String> {
        match self {
            Self::Command { command, .. } => by_command(command),
            Self::PoolSize(b) => vec![
                format!("tightspot restore    (sets pool {:?} of pid {} back to {}, at least {} idle)", b.name, b.pid, b.max, b.min),
                format!("or restart the service (pid {}): its configuration was not changed", b.pid),
            ],
            Self::WorkerThreads(b) => vec![
                format!("tightspot restore    (sets workers {:?} of pid {} back to {}, at least {})", b.name, b.pid, b.max, b.min),
                format!("or restart the service (pid {}): its configuration was not changed", b.pid),
            ],
            Self::CpuShare(b) => b.by_hand(),
            Self::EdgeDelay { .. } => vec!["end the `tightspot edge` process, or this tool: the delay ends with it".to_owned()],
            Self::Nothing => Vec::new(),
        }
    }
}

/// The command of the user; what is hidden of it stands where only they can read it.
fn by_command(command: &str) -> Vec<String> {
    let shown = model::harmless::script(command);
    let mut lines = vec![shown.clone()];
    if shown.contains(model::harmless::HIDDEN) {
        let place = Journal::of_user().map_or_else(|_| "the journal".to_owned(), |j| j.path().display().to_string());
        lines.push(format!("this is the command of --restore without its secrets; in full it stands in {place}"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_a_journal_can_be_read_by_later_versions() {
        // lines as version 0.1 writes them
        let sizes = |kind: &str| format!(r#"{{"kind":"{kind}","pid":7,"start_ticks":9,"name":"orders","max":10,"min":5}}"#);
        let before = SizeBefore { pid: 7, start_ticks: 9, name: "orders".to_owned(), max: 10, min: 5 };
        for (text, want) in [
            (sizes("pool-size"), Restore::PoolSize(before.clone())),
            (sizes("worker-threads"), Restore::WorkerThreads(before)),
            (r#"{"kind":"command","command":"true","check":null}"#.to_owned(), Restore::Command { command: "true".into(), check: None }),
            (r#"{"kind":"nothing"}"#.to_owned(), Restore::Nothing),
        ] {
            assert_eq!(serde_json::from_str::<Restore>(&text).unwrap(), want);
            assert_eq!(serde_json::to_string(&want).unwrap(), text);
        }
    }

    #[test]
    fn everything_that_stays_changed_can_be_put_back_by_hand() {
        let before = SizeBefore { pid: 7, start_ticks: 9, name: "orders".to_owned(), max: 10, min: 5 };
        let lines = Restore::PoolSize(before).by_hand().join("\n");
        assert!(lines.contains("restart the service") && lines.contains("10"), "{lines}");
    }
}
