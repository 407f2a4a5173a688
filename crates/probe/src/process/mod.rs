//! The process probe: what the kernel says of the target's threads and resources, and what the tool itself costs.

mod cpu_clock;
mod destroyed;
mod reader;
mod segments;
mod served;
mod sock_diag;
mod threads;
pub(crate) mod ticker;
pub(crate) mod traffic;
mod unread;

pub use cpu_clock::process_cpu_s;
pub(crate) use cpu_clock::ticks_per_s;
pub use served::ServedProbe;
pub use threads::ThreadTable;

use crate::{Context, Probe, ProbeError, discover, runtimes};
use model::{Observation, Phase, Sensor, SensorState, sensor};
use reader::Reader;
use std::sync::Arc;
use ticker::Ticker;
use unread::Unread;

/// Reads the target's threads every 500 ms while a phase is on, and its connections at random moments.
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
            Ticker::start("ts-process", reader, &cx.spare_cpus, false).map_err(|e| ProbeError {
                name: "thread-not-started",
                operation: "start the thread that reads the target's threads".to_owned(),
                cause: e.to_string(),
                help: "see `ulimit -u`".to_owned(),
            })
        });
        cx.sink.observe(Observation::Sensor(state_of(&started)));
        self.ticker = Some(started?);
        let wanted = runtimes::of(&cx.target.runtime).counts_unread();
        let unread = if wanted { Unread::open(&cx.target, Arc::clone(&cx.sink)) } else { None };
        self.unread = unread.and_then(|u| Ticker::start("ts-unread", u, &cx.spare_cpus, false).ok());
        Ok(())
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

fn state_of<T>(attached: &Result<T, ProbeError>) -> Sensor {
    let id = sensor::THREAD_SCHEDULE.to_owned();
    match attached {
        Ok(_) => Sensor { id, state: SensorState::On, reason: String::new(), unlock: String::new() },
        Err(e) => Sensor { id, state: SensorState::Off, reason: e.to_string(), unlock: e.help.clone() },
    }
}

/// The error for a target that ended or was replaced before the probe came.
pub(crate) fn check_alive(target: &model::Target) -> Result<(), ProbeError> {
    if discover::is_alive(target) {
        return Ok(());
    }
    Err(ProbeError {
        name: "target-gone",
        operation: format!("read process {}", target.pid),
        cause: "it has ended".to_owned(),
        help: "start the service again".to_owned(),
    })
}

#[cfg(test)]
mod tests;
