//! The Node probe: CPU profile of the event loop, its delay, asynchronous work by type, pools, collections. Page: `node.md`.

mod adapter;
mod built_in;
mod cdp;
mod flags;
mod gauges;
mod heap;
mod inspector;
mod profile;
mod pulse;
mod relay;
mod sampling;
mod sizing;
mod threads;
mod watched;

use crate::journal::{self, Notes};
use crate::runtimes::Adapter;
use crate::{Context, Probe, ProbeError};
use cdp::Session;
use inspector::Inspector;
use model::{Message, Observation, Phase, Sensor, Sink as _, Target, message, sensor};
use watched::Watched;

use sizing::Sizing;

/// The adapter.
pub const RUNTIME: &dyn Adapter = &adapter::Node;

const PAGE: &str = include_str!("node.md");
const NOTES: Notes = Notes("tightspot/attached-node");
/// Line of a note: the process was told to open its inspector, so that it is ours to close wherever it opens.
const OPENING: &str = "opening";

/// Watches a Node process through its inspector, without a restart.
#[derive(Default)]
pub struct NodeProbe {
    watched: Option<Watched>,
}

impl NodeProbe {
    /// A probe that is not attached.
    pub fn new() -> Self {
        Self::default()
    }
}

/// Sensors that this probe brings.
const SENSORS: [&str; 3] = [sensor::WALL_STACKS, sensor::POOL_GAUGES, sensor::EVENT_LOOP];

impl Probe for NodeProbe {
    fn name(&self) -> &'static str {
        "node"
    }

    fn attach(&mut self, cx: &Context) -> Result<(), ProbeError> {
        cx.sink.observe(Observation::Sensor(Sensor::off(sensor::WORKER_GAUGES, message!("node/no-workers"), "")));
        match Watched::open(cx) {
            Ok(w) => {
                self.watched = Some(w);
                Ok(())
            }
            Err(e) => {
                for id in SENSORS {
                    cx.sink.observe(Observation::Sensor(e.off(id)));
                }
                Err(e)
            }
        }
    }

    fn warmed(&mut self) -> Result<(), ProbeError> {
        self.watched.as_mut().map_or(Ok(()), Watched::walk)
    }

    fn begin(&mut self, phase: &Phase) -> Result<(), ProbeError> {
        self.watched.as_mut().map_or(Ok(()), |w| w.begin(phase))
    }

    fn end(&mut self, phase: &Phase) -> Result<(), ProbeError> {
        self.watched.as_mut().map_or(Ok(()), |w| w.end(phase))
    }

    fn rest(&mut self) -> Result<(), ProbeError> {
        self.watched.as_mut().map_or(Ok(()), Watched::rest)
    }

    fn detach(&mut self) -> Result<(), ProbeError> {
        self.watched.take().map_or(Ok(()), Watched::close)
    }
}

impl Drop for NodeProbe {
    fn drop(&mut self) {
        drop(self.detach());
    }
}

/// Goes through the notes of tools that are gone: takes the gauges out that they left. Says what it did.
fn recover() -> Vec<Message> {
    journal::recover(NOTES, silence)
}

/// What a tool left that was killed: gauges that have not yet noticed, and the inspector that they close.
fn silence(target: &Target, noted: &[String]) -> Result<(), ProbeError> {
    let address: Option<std::net::SocketAddr> = noted.iter().find_map(|line| line.parse().ok());
    let Some(inspector) = Inspector::find(target, address) else { return Ok(()) };
    let mut session = Session::connect(target.pid, inspector.address, &inspector.url)?;
    // without gauges it is only ours to close where it is noted that we opened it
    let is_ours = address.is_some() || noted.iter().any(|line| line == OPENING);
    if !gauges::remove(&mut session)? && is_ours {
        gauges::close_inspector(&mut session)?;
    }
    session.close();
    Ok(())
}

#[cfg(test)]
mod tests;
