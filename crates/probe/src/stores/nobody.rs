//! Where no database is found: said, with what helps.

use super::{ALL, Store};
use crate::{Context, Probe, ProbeError};
use model::{Observation, Phase, Role, message, sensor};

/// A probe that is never attached.
pub(super) struct Nobody;

impl Probe for Nobody {
    fn name(&self) -> &'static str {
        "stores"
    }

    fn attach(&mut self, cx: &Context) -> Result<(), ProbeError> {
        let databases: Vec<&dyn Store> = ALL.iter().copied().filter(|s| s.role() == Role::Database).collect();
        let known: Vec<&str> = databases.iter().map(|s| s.title()).collect();
        let e = ProbeError {
            name: "database-not-found",
            operation: message!("stores/find-database", pid: name(cx.target.pid.to_string())),
            cause: message!("stores/none-among-peers", peers: Count(cx.target.peers.len() as f64), known: name(known.join(", "))),
            help: message!("stores/how", each: (databases.iter().map(|s| s.how()).collect::<Vec<_>>())),
        };
        cx.sink.observe(Observation::Sensor(e.off(sensor::SESSIONS)));
        // a service that talks to nobody who could be one has none to find
        let may_be_one = |p: &model::Peer| !matches!(p.role, Role::Http | Role::Cache);
        if cx.target.peers.iter().any(may_be_one) { Err(e) } else { Ok(()) }
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
