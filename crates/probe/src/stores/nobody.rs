//! Where no database is found: said, with what helps.

use super::{ALL, how};
use crate::{Context, Probe, ProbeError};
use model::{Observation, Phase, message, sensor};

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
            operation: message!("stores/find-database", pid: name(cx.target.pid.to_string())),
            cause: message!("stores/none-among-peers", peers: Count(cx.target.peers.len() as f64), known: name(known.join(", "))),
            help: how(),
        };
        cx.sink.observe(Observation::Sensor(e.off(sensor::SESSIONS)));
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
