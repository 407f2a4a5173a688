//! A process into which nobody can look yet: what host, scheduler and stores show is all there is, and that is said.

use super::adapter::{Adapter, Recognised};
use super::process::Process;
use crate::{Context, Probe, ProbeError};
use model::{Observation, Phase, Sensor, message, sensor};

/// Name of the runtime of a program that no adapter recognises.
pub(super) const NATIVE: &str = "native";

/// For every runtime without a folder of its own.
pub(super) const ADAPTER: &dyn Adapter = &Nobody;

struct Nobody;

impl Adapter for Nobody {
    fn name(&self) -> &'static str {
        NATIVE
    }

    fn page(&self) -> &'static str {
        ""
    }

    fn recognise(&self, _process: &Process) -> Option<Recognised> {
        None
    }
}

/// The probe of such a process: it says what is missing, and is never attached.
pub(super) struct Unseen;

impl Probe for Unseen {
    fn name(&self) -> &'static str {
        "unseen"
    }

    fn attach(&mut self, cx: &Context) -> Result<(), ProbeError> {
        let runtime = cx.target.runtime.name();
        for id in [sensor::WALL_STACKS, sensor::POOL_GAUGES, sensor::WORKER_GAUGES] {
            cx.sink.observe(Observation::Sensor(Sensor::off(id, message!("runtimes/no-stacks", runtime: name(runtime)), "")));
        }
        Err(ProbeError {
            name: "stacks-not-supported",
            operation: message!("runtimes/look-into", pid: name(cx.target.pid.to_string())),
            cause: message!("runtimes/no-stacks-but", runtime: name(runtime)),
            help: message!("runtimes/stacks-of", runtimes: name(super::names().join(", "))),
        })
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
