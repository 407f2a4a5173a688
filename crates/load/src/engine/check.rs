//! Refuses, before anything is sent, what cannot be sent.

use super::{Engine, FIRST_SERVICE_S};
use crate::error::LoadError;
use crate::job::{Job, Pattern};
use model::Phase;

/// Descriptors that are not for connections.
const OTHER_DESCRIPTORS: u64 = 64;

impl Engine {
    /// Refuses what cannot be sent.
    pub(crate) fn check_job(&self, phase: &Phase, job: &Job) -> Result<(), LoadError> {
        self.check(phase, job, FIRST_SERVICE_S).map(drop)
    }

    /// Refuses what cannot be sent; returns how many connections to open ahead.
    pub(super) fn check(&self, phase: &Phase, job: &Job, service_s: f64) -> Result<usize, LoadError> {
        let bad = |what, seen: String, allowed| Err(LoadError::BadPhase { phase: phase.id.clone(), what, seen, allowed });
        if job.duration.is_zero() {
            return bad("duration", "0 s".to_owned(), "more than 0 s");
        }
        let connections = job.pattern.connections();
        if connections == 0 {
            return bad("connections", "0".to_owned(), "1 or more");
        }
        let mut expected = f64::from(connections);
        match &job.pattern {
            Pattern::Open { rate, .. } => {
                let peak = rate.peak();
                if !(peak > 0.0 && peak <= 10_000_000.0) {
                    return bad("rate_per_s", peak.to_string(), "above 0, at most 10,000,000");
                }
                expected = rate.value_at(0) * service_s * 1.5 + 4.0;
            }
            Pattern::Paced { every_ns, .. } if *every_ns < 1_000 => return bad("every", format!("{every_ns} ns"), "1 us or more"),
            _ => {}
        }
        self.check_descriptors(self.connections(&job.pattern))?;
        Ok(expected.min(f64::from(connections)) as usize)
    }

    /// Connections that the load takes, at most.
    pub(crate) fn connections(&self, pattern: &Pattern) -> u64 {
        u64::from(pattern.connections().div_ceil(self.streams(pattern)))
    }

    /// Requests at a time on one connection, at most.
    pub(super) fn streams(&self, pattern: &Pattern) -> u32 {
        if matches!(pattern, Pattern::Paced { .. }) { 1 } else { self.protocol.streams() }
    }

    /// Refuses more connections than the process may open.
    pub(crate) fn check_descriptors(&self, needed: u64) -> Result<(), LoadError> {
        if needed + OTHER_DESCRIPTORS > self.descriptors {
            return Err(LoadError::Descriptors { needed, address: self.address.to_string(), limit: self.descriptors });
        }
        Ok(())
    }
}
