//! Number of Tomcat's worker threads, changed while the service runs. Page: `worker-threads.md`.

use super::sizes::{Resized, SizeBefore};
use super::{Intervention, Kind, Knob, Restore, Restored, WayBack};
use crate::InterventionError;
use diagnose::Factor;
use model::{Message, Target, message};
use probe::sizing::Resizable;
use serde::{Deserialize, Serialize};

/// For the registry.
pub const KIND: Kind = Kind::new("worker-threads", include_str!("worker-threads.md")).put_back_by::<Before>().turned_by(Knob {
    name: "worker-threads",
    factor: Some(Factor::Workers),
    restarts: false,
    open: |m| Ok(Box::new(WorkerThreads::open(m.target, "")?)),
});

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

    fn subject(&self) -> Message {
        message!("worker_threads/subject", executor: name(&self.0.before().name), pid: name(self.0.before().pid.to_string()))
    }

    fn unit(&self) -> &'static str {
        "threads"
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
        super::sizes::restore(&self.0, Resizable::Workers, false)
    }

    fn by_hand(&self) -> Vec<String> {
        let b = &self.0;
        vec![
            format!("tightspot restore    (sets workers {:?} of pid {} back to {}, at least {})", b.name, b.pid, b.max, b.min),
            format!("or restart the service (pid {}): its configuration was not changed", b.pid),
        ]
    }
}
