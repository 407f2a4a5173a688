//! The process probe: what the kernel says of the target's threads and resources, and what the tool itself costs.

mod connection;
mod cpu_clock;
mod destroyed;
mod reader;
mod segments;
mod served;
mod threads;
pub(crate) mod ticker;
pub(crate) mod traffic;
mod unread;

pub use cpu_clock::process_cpu_s;
pub(crate) use cpu_clock::{thread_cpu_ns, ticks_per_s};
pub use served::ServedProbe;
pub use threads::ThreadTable;

use crate::{Context, Probe, ProbeError, discover, runtimes};
use model::{Peer, Phase, message, sensor};
use reader::Reader;
use std::sync::Arc;
use ticker::Ticker;
use unread::Unread;

/// Reads the target's threads every 500 ms while a phase is on, few of them every 100 ms, and its connections at random moments.
#[derive(Default)]
pub struct ProcessProbe {
    ticker: Option<Ticker<Reader>>,
    unread: Option<Ticker<Unread>>,
}

impl ProcessProbe {
    /// A probe that is not attached.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Probe for ProcessProbe {
    fn name(&self) -> &'static str {
        "process"
    }

    fn attach(&mut self, cx: &Context) -> Result<(), ProbeError> {
        let started = Reader::open(cx).and_then(|reader| {
            Ticker::start("ts-process", reader, &cx.spare_cpus, false).map_err(|e| ProbeError::no_thread("threads", &e))
        });
        cx.tell(sensor::THREAD_SCHEDULE, &started);
        self.ticker = Some(started?);
        let wanted = runtimes::of(&cx.target.runtime).counts_unread();
        let unread = if wanted { Unread::open(&cx.target, Arc::clone(&cx.sink)) } else { None };
        self.unread = unread.and_then(|u| Ticker::start("ts-unread", u, &cx.spare_cpus, false).ok());
        Ok(())
    }

    fn strangers(&mut self) -> Vec<Peer> {
        self.ticker.as_ref().map(|t| crate::discover::recognise_peers(&t.reading().strangers())).unwrap_or_default()
    }

    fn met(&mut self, peers: &[Peer]) {
        if let Some(t) = &self.ticker {
            t.reading().met(peers);
        }
    }

    fn begin(&mut self, _phase: &Phase) -> Result<(), ProbeError> {
        if let Some(t) = &self.ticker {
            t.begin();
            t.reading().read_segments();
        }
        if let Some(t) = &self.unread {
            t.begin();
        }
        Ok(())
    }

    fn end(&mut self, _phase: &Phase) -> Result<(), ProbeError> {
        if let Some(t) = &self.unread {
            t.end();
        }
        if let Some(t) = &self.ticker {
            t.end();
            t.reading().read_segments();
        }
        Ok(())
    }

    fn detach(&mut self) -> Result<(), ProbeError> {
        self.ticker = None;
        self.unread = None;
        Ok(())
    }
}

/// The error for a target that ended or was replaced before the probe came.
pub(crate) fn check_alive(target: &model::Target) -> Result<(), ProbeError> {
    if discover::is_alive(target) {
        return Ok(());
    }
    Err(ProbeError {
        name: "target-gone",
        operation: message!("process/read", pid: name(target.pid.to_string())),
        cause: message!("process/has-ended"),
        help: message!("process/start-again"),
    })
}

#[cfg(test)]
mod tests;
