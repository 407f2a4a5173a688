//! Sizes of a running service's pools and workers: read, and changed as their own libraries change them. For experiments alone; no probe calls
//! this. [`crate::runtimes::sizing`] opens them.
//!
//! Each call leaves nothing in the target but the changed size itself, and putting that back is the caller's promise.

use crate::ProbeError;
use model::{Message, message};

/// What has a size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resizable {
    /// A connection pool: most connections, and those kept idle.
    ConnectionPool,
    /// The worker threads of a server: most threads, and core threads.
    Workers,
}

/// The size of one pool or executor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Size {
    /// What it is.
    pub of: Resizable,
    /// Its name, as in the gauges.
    pub name: String,
    /// Most connections or threads.
    pub max: u32,
    /// Connections kept idle, or core threads; the same as `max` where the library has no such setting.
    pub min: u32,
    /// Connections or threads that there are.
    pub total: u32,
}

/// A process whose pools and workers can be resized.
pub trait Sizing: Send {
    /// All pools and executors in use.
    fn read(&self) -> Result<Vec<Size>, ProbeError>;

    /// Makes `wanted` the size of the pool or executor of its kind and name, and returns what it is then; `wanted.total` is not read. With
    /// `renew` a pool replaces connections as far as a smaller limit takes effect by it.
    fn set(&self, wanted: &Size, renew: bool) -> Result<Size, ProbeError>;

    /// A full collection of garbage, which has ended when this returns.
    fn collect_garbage(&self) -> Result<(), ProbeError> {
        Err(ProbeError {
            name: "no-collections",
            operation: message!("runtimes/collect"),
            cause: message!("runtimes/no-collections"),
            help: Message::default(),
        })
    }
}
