//! The probe of a database server: what it says of the target's sessions, sampled, and its running totals.

use super::Access;
use super::sampler::Sampler;
use super::server::Server;
use crate::process::ticker::Ticker;
use crate::{Context, Probe, ProbeError};
use model::{Phase, sensor};

/// Samples the sessions of the target while a phase is on, over one connection.
pub(crate) struct SessionProbe<S: Server> {
    access: Access,
    ticker: Option<Ticker<Sampler<S>>>,
}

impl<S: Server> SessionProbe<S> {
    /// A probe that is not attached.
    pub(crate) fn new(access: Access) -> Self {
        Self { access, ticker: None }
    }
}

impl<S: Server> Probe for SessionProbe<S> {
    fn name(&self) -> &'static str {
        S::STORE.name()
    }

    fn attach(&mut self, cx: &Context) -> Result<(), ProbeError> {
        let started = Sampler::<S>::open(cx, &self.access).and_then(|sampler| {
            Ticker::start("ts-sessions", sampler, &cx.spare_cpus, true).map_err(|e| ProbeError::no_thread("sessions", &e))
        });
        cx.tell(sensor::SESSIONS, &started);
        self.ticker = Some(started?);
        Ok(())
    }

    fn begin(&mut self, _phase: &Phase) -> Result<(), ProbeError> {
        if let Some(t) = &self.ticker {
            t.reading().choose_way();
            t.reading().read_totals();
            t.begin();
        }
        Ok(())
    }

    fn end(&mut self, _phase: &Phase) -> Result<(), ProbeError> {
        if let Some(t) = &self.ticker {
            t.end();
            t.reading().read_totals();
            t.reading().flush();
        }
        Ok(())
    }

    fn detach(&mut self) -> Result<(), ProbeError> {
        if let Some(t) = self.ticker.take() {
            t.reading().flush();
            // Dropping it ends the thread and closes the connection.
            drop(t);
        }
        Ok(())
    }
}
