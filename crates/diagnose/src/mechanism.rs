//! How a cause says that the slowness comes about, as far as experiments can tell causes apart: what is at its limit, and what an
//! experiment must change to change that very thing.

use crate::saturation::ResourceKind;

/// Something that an experiment can change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Factor {
    /// Connections of the pool.
    PoolSize,
    /// Worker threads.
    Workers,
    /// CPU that the service may use.
    Cpu,
    /// Time that a call of another service takes.
    RemoteTime,
}

impl Factor {
    /// As in a plan and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::PoolSize => "pool-size",
            Self::Workers => "worker-threads",
            Self::Cpu => "cpu-share",
            Self::RemoteTime => "remote-delay-ms",
        }
    }

    /// The factor of this name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::PoolSize, Self::Workers, Self::Cpu, Self::RemoteTime].into_iter().find(|f| f.name() == name)
    }
}

/// What a cause claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mechanism {
    /// What is at its limit, if a resource with a limit is.
    pub limit: Option<ResourceKind>,
    /// Whether calls of other services are made while one of it is held.
    pub remote_inside: bool,
    /// What it names as the culprit: only an experiment that changes this can prove it. `None`: no experiment that is known.
    pub factor: Option<Factor>,
}

impl Mechanism {
    /// A cause about which experiments with these factors say nothing.
    pub const OTHER: Self = Self { limit: None, remote_inside: false, factor: None };

    /// `limit` is at its limit, and no call of another service is made meanwhile.
    pub const fn full(limit: ResourceKind) -> Self {
        Self { limit: Some(limit), remote_inside: false, factor: None }
    }

    /// The same with calls of other services made while it is held.
    #[must_use]
    pub const fn across_remote_calls(self) -> Self {
        Self { remote_inside: true, ..self }
    }

    /// The same with `factor` as the culprit.
    #[must_use]
    pub const fn by(self, factor: Factor) -> Self {
        Self { factor: Some(factor), ..self }
    }
}
