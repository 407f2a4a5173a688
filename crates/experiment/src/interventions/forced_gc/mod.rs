//! A full garbage collection, on demand. Page: `forced-gc.md`.

use super::{Intervention, Kind, Restore};
use crate::InterventionError;
use model::{Message, Target, message};
use probe::runtimes;
use probe::sizing::Sizing;

/// For the registry.
pub const KIND: Kind = Kind::new("forced-gc", include_str!("forced-gc.md"));

/// Collections on demand. A dose is how many in a row.
pub struct ForcedGc {
    process: Box<dyn Sizing>,
    pid: u32,
}

/// Most collections in one dose: each may hold the service for seconds.
const MOST: f64 = 10.0;

impl ForcedGc {
    /// Attaches to `target`.
    pub fn open(target: &Target) -> Result<Self, InterventionError> {
        Ok(Self { process: runtimes::sizing(target)?, pid: target.pid })
    }
}

impl Intervention for ForcedGc {
    fn name(&self) -> &'static str {
        "forced-gc"
    }

    fn subject(&self) -> Message {
        message!("forced_gc/subject", pid: name(self.pid.to_string()))
    }

    fn unit(&self) -> &'static str {
        "collections"
    }

    fn current(&self) -> f64 {
        0.0
    }

    fn before(&self) -> Result<Restore, InterventionError> {
        Ok(Restore::nothing())
    }

    fn apply(&mut self, dose: f64) -> Result<f64, InterventionError> {
        if !(0.0..=MOST).contains(&dose) {
            return Err(InterventionError::new(format!("collect in pid {}", self.pid), format!("{dose} collections are not 0 to {MOST}")));
        }
        let times = dose.round() as u32;
        for _ in 0..times {
            self.process.collect_garbage()?;
        }
        Ok(f64::from(times))
    }
}
