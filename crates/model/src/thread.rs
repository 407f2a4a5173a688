//! What the kernel's scheduler says of the target's threads.

use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Running totals of one thread since it began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreadStat {
    /// Kernel thread id.
    pub tid: u32,
    /// Time on a core, nanoseconds (`schedstat` field 1).
    pub cpu_ns: u64,
    /// Time runnable but waiting for a core, nanoseconds (`schedstat` field 2).
    pub run_queue_ns: u64,
}

/// All threads of the target at one moment. Threads that began or ended in between appear or vanish.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ThreadSnapshot {
    /// When it was taken.
    pub t: Timestamp,
    /// The threads, by ascending tid.
    pub threads: Vec<ThreadStat>,
    /// Kernel names of threads not named before (`comm`, at most 15 characters): `(tid, name)`.
    pub new_names: Vec<(u32, String)>,
    /// Whose they are, where several processes are watched; else 0.
    #[serde(default, skip_serializing_if = "crate::environment::is_the_only_one")]
    pub process: u32,
}
