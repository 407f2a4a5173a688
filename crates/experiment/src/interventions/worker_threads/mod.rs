//! Number of Tomcat's worker threads, changed while the service runs. Page: `worker-threads.md`.

use super::sizes::{Resized, SizeBefore};
use super::{Intervention, Restore, Restored};
use crate::InterventionError;
use model::Target;
use probe::sizing::Resizable;

/// The page.
pub const PAGE: &str = include_str!("worker-threads.md");

/// Workers whose number is changed.
pub struct WorkerThreads(Resized);

impl WorkerThreads {
    /// The executor `name` of `target`; an empty name means its only one.
    pub fn open(target: &Target, name: &str) -> Result<Self, InterventionError> {
        Resized::open(target, Resizable::Workers, name, false).map(Self)
    }
}

impl Intervention for WorkerThreads {
    fn name(&self) -> &'static str {
        "worker-threads"
    }

    fn subject(&self) -> String {
        format!("worker threads {:?} of pid {}", self.0.before().name, self.0.before().pid)
    }

    fn unit(&self) -> &'static str {
        "threads"
    }

    fn current(&self) -> f64 {
        f64::from(self.0.before().max)
    }

    fn before(&self) -> Restore {
        Restore::WorkerThreads(self.0.before().clone())
    }

    fn apply(&mut self, dose: f64) -> Result<f64, InterventionError> {
        self.0.apply(dose)
    }
}

/// Puts the number back and checks it.
pub(super) fn restore(before: &SizeBefore) -> Result<Restored, InterventionError> {
    super::sizes::restore(before, Resizable::Workers, false)
}
