//! Parts of a request that few services have.

use crate::stacks::Kind;

/// Means per request, milliseconds, all outside transactions.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RareSpec {
    /// On the CPU with the lock that `LevelSpec::lock` waits for.
    pub lock_held_cpu: f64,
    /// Waiting for another service with that lock.
    pub lock_held_remote: f64,
    /// Waiting for the log's own lock.
    pub log_lock: f64,
    /// Waiting for the disk inside the log.
    pub log_write: f64,
    /// On the CPU loading classes.
    pub first_use: f64,
    /// Waiting for a connection of the HTTP client's own pool.
    pub lease: f64,
    /// Connections on which an answer of another service is awaited; `None` = not counted.
    pub awaited: Option<f64>,
    /// All connections to that service; `None` = not counted.
    pub connections: Option<f64>,
}

impl RareSpec {
    /// All of them.
    pub(crate) fn sum(&self) -> f64 {
        self.parts().iter().map(|(_, ms)| ms).sum()
    }

    /// Those on the CPU.
    pub(crate) fn cpu(&self) -> f64 {
        self.lock_held_cpu + self.first_use
    }

    pub(crate) fn parts(&self) -> [(Kind, f64); 6] {
        [
            (Kind::LockHeldCpu, self.lock_held_cpu),
            (Kind::LockHeldRemote, self.lock_held_remote),
            (Kind::LogLock, self.log_lock),
            (Kind::LogWrite, self.log_write),
            (Kind::FirstUse, self.first_use),
            (Kind::Lease, self.lease),
        ]
    }
}
