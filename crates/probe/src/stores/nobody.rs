//! Where no database is found: said, with what helps.

use super::{ALL, how};
use crate::{Context, Probe, ProbeError};
use model::{Observation, Phase, Sensor, SensorState, sensor};

/// A probe that is never attached.
pub(super) struct Nobody;

impl Probe for Nobody {
    fn name(&self) -> &'static str {
        "stores"
    }

    fn attach(&mut self, cx: &Context) -> Result<(), ProbeError> {
        let known: Vec<&str> = ALL.iter().map(|s| s.title()).collect();
        let e = ProbeError {
            name: "database-not-found",
            operation: format!("find the database of process {}", cx.target.pid),
            cause: format!("none of its {} peers is a server of {}", cx.target.peers.len(), known.join(", ")),
            help: how(),
        };
        let (reason, unlock) = (e.to_string(), e.help.clone());
        cx.sink.observe(Observation::Sensor(Sensor { id: sensor::SESSIONS.to_owned(), state: SensorState::Off, reason, unlock }));
        Err(e)
    }

    fn begin(&mut self, _phase: &Phase) -> Result<(), ProbeError> {
        Ok(())
    }

    fn end(&mut self, _phase: &Phase) -> Result<(), ProbeError> {
        Ok(())
    }

    fn detach(&mut self) -> Result<(), ProbeError> {
        Ok(())
    }
}
