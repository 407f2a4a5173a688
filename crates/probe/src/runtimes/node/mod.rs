//! The Node probe: CPU profile of the event loop, its delay, asynchronous work by type, pools, collections. Page: `node.md`.

mod adapter;
mod built_in;
mod cdp;
mod endpoints;
mod entry;
mod flags;
mod gauges;
mod heap;
mod inlined;
mod inspector;
mod objects;
mod passage;
mod profile;
mod pulse;
mod relay;
mod sampling;
mod sizing;
mod sources;
mod stacks;
mod threads;
mod watched;
mod words;

use crate::journal::{self, Notes};
use crate::runtimes::Adapter;
use crate::{Context, Probe, ProbeError};
use inspector::Inspector;
use model::{Message, Observation, Phase, Sensor, Sink as _, Target, message, sensor};
use std::net::SocketAddr;
use watched::Watched;

use sizing::Sizing;

/// The adapter.
pub const RUNTIME: &dyn Adapter = &adapter::Node;

const PAGE: &str = include_str!("node.md");
const NOTES: Notes = Notes("tightspot/attached-node");
/// Lines of a note: the process was told to open its inspector, so that it is ours to close wherever it opens, which a third line may say; and it was seen closed.
const OPENING: &str = "opening";
const CLOSED: &str = "closed";

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
    let noted = Noted::read(noted);
    let Some(inspector) = Inspector::find(target, noted.address) else { return Ok(()) };
    let mut session = inspector.connect()?;
    // without gauges it is only ours to close where it is noted that we opened it
    if !gauges::remove(&mut session)? && noted.is_about(&inspector) {
        gauges::close_inspector(&mut session)?;
    }
    session.close();
    Ok(())
}

/// What a note says of the inspector.
#[derive(Debug, Default, PartialEq)]
struct Noted {
    /// It was opened by the tool, and not seen closed.
    is_open: bool,
    address: Option<SocketAddr>,
}

impl Noted {
    /// Later lines hold.
    fn read(lines: &[String]) -> Self {
        lines.iter().fold(Self::default(), |noted, line| match line.as_str() {
            OPENING => Self { is_open: true, address: None },
            CLOSED => Self::default(),
            other => Self { address: other.parse().ok().or(noted.address), ..noted },
        })
    }

    /// Whether it says that the tool has this one open.
    fn is_about(&self, inspector: &Inspector) -> bool {
        self.is_open && self.address.is_none_or(|a| a == inspector.address)
    }
}

#[cfg(test)]
mod tests;
