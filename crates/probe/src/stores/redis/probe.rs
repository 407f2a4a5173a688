//! The probe of one server: two threads, one that asks once a second and one that times commands which do nothing, each over a connection of its own.

use super::super::Access;
use super::connect;
use super::pings::Pings;
use super::reader::Reader;
use crate::process::ticker::Ticker;
use crate::{Context, Probe, ProbeError};
use model::{Phase, sensor};

pub(super) struct RedisProbe {
    access: Access,
    threads: Option<(Ticker<Reader>, Ticker<Pings>)>,
}

impl RedisProbe {
    /// A probe that is not attached.
    pub(super) fn new(access: Access) -> Self {
        Self { access, threads: None }
    }

    fn open(&self, cx: &Context) -> Result<(Ticker<Reader>, Ticker<Pings>), ProbeError> {
        let address = connect::address(cx, &self.access)?;
        let (reader, store) = Reader::open(cx, &address)?;
        let pings = Pings::open(&address, std::sync::Arc::clone(&cx.sink), &store).map_err(|e| connect::refused(&address, &e))?;
        let no_thread = |e| ProbeError::no_thread("cache", &e);
        Ok((
            Ticker::start("ts-cache", reader, &cx.spare_cpus, false).map_err(no_thread)?,
            Ticker::start("ts-cache-pings", pings, &cx.spare_cpus, true).map_err(no_thread)?,
        ))
    }
}

impl Probe for RedisProbe {
    fn name(&self) -> &'static str {
        super::STORE.name()
    }

    fn attach(&mut self, cx: &Context) -> Result<(), ProbeError> {
        let opened = self.open(cx);
        cx.tell(sensor::CACHE, &opened);
        self.threads = Some(opened?);
        Ok(())
    }

    fn begin(&mut self, _phase: &Phase) -> Result<(), ProbeError> {
        if let Some((reader, pings)) = &self.threads {
            reader.begin();
            pings.begin();
        }
        Ok(())
    }

    fn end(&mut self, _phase: &Phase) -> Result<(), ProbeError> {
        if let Some((reader, pings)) = &self.threads {
            pings.end();
            reader.end();
            pings.reading().flush();
        }
        Ok(())
    }

    fn detach(&mut self) -> Result<(), ProbeError> {
        if let Some((reader, pings)) = self.threads.take() {
            pings.reading().flush();
            // dropping them ends the threads and closes the connections
            drop((reader, pings));
        }
        Ok(())
    }
}
