//! What a virtual machine publishes by itself, without looking into it: for who watches a service that is about to take its first users.

use super::counters::Counters;
use crate::process::ticker::Ticker;
use crate::{Context, Probe, ProbeError};
use model::{Phase, sensor};

/// Reads the counters and nothing else.
#[derive(Default)]
pub(super) struct Published(Option<Ticker<Counters>>);

impl Probe for Published {
    fn name(&self) -> &'static str {
        "jvm-counters"
    }

    fn attach(&mut self, cx: &Context) -> Result<(), ProbeError> {
        let counters = Counters::open(cx)
            .and_then(|c| Ticker::start("ts-counters", c, &cx.spare_cpus, false).map_err(|e| ProbeError::no_thread("counters", &e)));
        cx.tell(sensor::RUNTIME_COUNTERS, &counters);
        self.0 = Some(counters?);
        Ok(())
    }

    fn begin(&mut self, _phase: &Phase) -> Result<(), ProbeError> {
        self.0.iter().for_each(Ticker::begin);
        Ok(())
    }

    fn end(&mut self, _phase: &Phase) -> Result<(), ProbeError> {
        self.0.iter().for_each(Ticker::end);
        Ok(())
    }

    fn detach(&mut self) -> Result<(), ProbeError> {
        self.0 = None;
        Ok(())
    }
}
