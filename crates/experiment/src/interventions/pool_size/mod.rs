//! Size of a connection pool (HikariCP, node-postgres, mysql2), changed while the service runs. Page: `pool-size.md`.

use super::sizes::{Resized, SizeBefore};
use super::{Intervention, Restore, Restored};
use crate::InterventionError;
use model::Target;
use probe::sizing::Resizable;

/// The page.
pub const PAGE: &str = include_str!("pool-size.md");

/// A pool whose size is changed.
pub struct PoolSize(Resized);

impl PoolSize {
    /// The pool `name` of `target`; an empty name means its only pool.
    pub fn open(target: &Target, name: &str) -> Result<Self, InterventionError> {
        Resized::open(target, Resizable::ConnectionPool, name, true).map(Self)
    }
}

impl Intervention for PoolSize {
    fn name(&self) -> &'static str {
        "pool-size"
    }

    fn subject(&self) -> String {
        format!("size of pool {:?} of pid {}", self.0.before().name, self.0.before().pid)
    }

    fn unit(&self) -> &'static str {
        "connections"
    }

    fn current(&self) -> f64 {
        f64::from(self.0.before().max)
    }

    fn before(&self) -> Restore {
        Restore::PoolSize(self.0.before().clone())
    }

    fn apply(&mut self, dose: f64) -> Result<f64, InterventionError> {
        self.0.apply(dose)
    }
}

/// Puts the size back and checks it.
pub(super) fn restore(before: &SizeBefore) -> Result<Restored, InterventionError> {
    super::sizes::restore(before, Resizable::ConnectionPool, true)
}
