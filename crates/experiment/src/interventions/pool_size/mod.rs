//! Size of a connection pool (HikariCP, node-postgres, mysql2), changed while the service runs. Page: `pool-size.md`.

use super::sizes::{Resized, SizeBefore};
use super::{Intervention, Kind, Knob, Restore, Restored, WayBack};
use crate::InterventionError;
use diagnose::Factor;
use model::{Message, Target, message};
use probe::sizing::Resizable;
use serde::{Deserialize, Serialize};

/// For the registry.
pub const KIND: Kind = Kind::new("pool-size", include_str!("pool-size.md")).put_back_by::<Before>().turned_by(Knob {
    name: "pool-size",
    factor: Some(Factor::PoolSize),
    restarts: false,
    open: |m| Ok(Box::new(PoolSize::open(m.target, "")?)),
});

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

    fn subject(&self) -> Message {
        message!("pool_size/subject", pool: name(&self.0.before().name), pid: name(self.0.before().pid.to_string()))
    }

    fn unit(&self) -> &'static str {
        "connections"
    }

    fn current(&self) -> f64 {
        f64::from(self.0.before().max)
    }

    fn before(&self) -> Result<Restore, InterventionError> {
        Restore::by(&Before(self.0.before().clone()))
    }

    fn is_as_before(&self) -> Result<bool, InterventionError> {
        self.0.is_as_before()
    }

    fn apply(&mut self, dose: f64) -> Result<f64, InterventionError> {
        self.0.apply(dose)
    }
}

/// The size that was there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Before(pub SizeBefore);

impl WayBack for Before {
    const KIND: &'static str = KIND.name;

    fn restore(&self) -> Result<Restored, InterventionError> {
        super::sizes::restore(&self.0, Resizable::ConnectionPool, true)
    }

    fn by_hand(&self) -> Vec<String> {
        let b = &self.0;
        vec![
            format!("tightspot restore    (sets pool {:?} of pid {} back to {}, at least {} idle)", b.name, b.pid, b.max, b.min),
            format!("or restart the service (pid {}): its configuration was not changed", b.pid),
        ]
    }
}
