//! Sizes of a running service's pools and workers: read, and changed as their own libraries change them. For experiments alone; no probe calls
//! this.
//!
//! Each call leaves nothing in the target but the changed size itself, and putting that back is the caller's promise.

use crate::{ProbeError, jvm, node};
use model::{Runtime, Target};

/// What has a size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resizable {
    /// A connection pool (HikariCP, node-postgres, mysql2): most connections, and those kept idle.
    ConnectionPool,
    /// A Tomcat executor: most threads, and core threads.
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
pub enum Sizing {
    /// A JVM.
    Jvm(jvm::Sizing),
    /// A Node process.
    Node(node::Sizing),
}

impl Sizing {
    /// Of `target`; nothing is changed yet.
    pub fn open(target: &Target) -> Result<Self, ProbeError> {
        match target.runtime {
            Runtime::Jvm => jvm::Sizing::open(target.pid).map(Self::Jvm),
            Runtime::Node => Ok(Self::Node(node::Sizing::open(target))),
            other => Err(ProbeError {
                name: "no-sizes",
                operation: format!("resize pools of pid {}", target.pid),
                cause: format!("sizes of a {} process are not known here", other.name()),
                help: "--apply 'CMD {value}' --restore CMD    changes what you have a command for".to_owned(),
            }),
        }
    }

    /// All pools and executors in use.
    pub fn read(&self) -> Result<Vec<Size>, ProbeError> {
        match self {
            Self::Jvm(s) => s.read(),
            Self::Node(s) => s.read(),
        }
    }

    /// Makes `wanted` the size of the pool or executor of its kind and name, and returns what it is then; `wanted.total` is not read. With
    /// `renew` a pool replaces connections as far as a smaller limit takes effect by it.
    pub fn set(&self, wanted: &Size, renew: bool) -> Result<Size, ProbeError> {
        match self {
            Self::Jvm(s) => s.set(wanted, renew),
            Self::Node(s) => s.set(wanted),
        }
    }
}
