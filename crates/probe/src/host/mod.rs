//! The host probe: what the machine has left, who else uses it, and what its database server uses.

pub mod affinity;
mod counters;
mod database;
mod neighbours;
mod pace;
mod reader;
mod serving;

pub use affinity::{pin_current_process, pin_current_thread, pin_thread, raise_priority};
#[cfg(test)]
pub(crate) use database::database_processes;
pub use pace::fixed_work;

use crate::process::ticker::Ticker;
use crate::{Context, Probe, ProbeError};
use model::{Phase, sensor};
use pace::Pacer;
use reader::{Reader, target_cpus};

/// Reads the counters of the host every 500 ms while a phase is on, and measures how fast the target's CPUs are.
#[derive(Default)]
pub struct HostProbe {
    ticker: Option<Ticker<Reader>>,
    pacer: Option<Ticker<Pacer>>,
}

impl HostProbe {
    /// A probe that is not attached.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Probe for HostProbe {
    fn name(&self) -> &'static str {
        "host"
    }

    fn attach(&mut self, cx: &Context) -> Result<(), ProbeError> {
        let started = Reader::open(cx)
            .and_then(|reader| Ticker::start("ts-host", reader, &cx.spare_cpus, false).map_err(|e| ProbeError::no_thread("host", &e)));
        cx.tell(sensor::HOST, &started);
        self.ticker = Some(started?);
        // without it the speed of the CPUs is not known, and all else is
        self.pacer = Ticker::start("ts-pace", Pacer::new(&cx.sink, &pace::not_set_aside(target_cpus(cx))), &[], false).ok();
        Ok(())
    }

    fn begin(&mut self, _phase: &Phase) -> Result<(), ProbeError> {
        if let Some(t) = &self.ticker {
            t.begin();
        }
        if let Some(p) = &self.pacer {
            p.begin_after(pace::EVERY);
        }
        Ok(())
    }

    fn end(&mut self, _phase: &Phase) -> Result<(), ProbeError> {
        if let Some(t) = &self.ticker {
            t.end();
        }
        if let Some(p) = &self.pacer {
            p.pause();
        }
        Ok(())
    }

    fn detach(&mut self) -> Result<(), ProbeError> {
        self.ticker = None;
        self.pacer = None;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
