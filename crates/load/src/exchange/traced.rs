//! Requests with a trace context: their bytes are made for them, and their end is told to the tracer.

use super::Exchange;
use crate::trace::Exemplar;
use crate::users::NOBODY;
use model::Attempt;

impl Exchange {
    /// Gives the request that is about to be written on `slot` a trace context, when it is chosen.
    pub(super) fn choose_for_tracing(&mut self, slot: u32) {
        let Some(tracer) = &mut self.tracer else { return };
        let c = &mut self.slots[slot as usize];
        c.trace = tracer.sample(if c.actor == NOBODY { self.scenario.step(c.step).template.request(c.row) } else { &c.request });
        if c.trace.is_some() {
            std::mem::swap(&mut c.request, &mut tracer.request);
        }
    }

    /// The request on `slot` has ended.
    pub(super) fn tell_tracer(&mut self, slot: u32, a: &Attempt, route: usize) {
        let trace = self.slots[slot as usize].trace.take();
        if let (Some(tracer), Some(trace)) = (&mut self.tracer, trace) {
            let (service_ns, response_ns) = (a.service_ns(), a.response_ns());
            tracer.ended(Exemplar { trace, route, sent: a.sent, service_ns, response_ns, outcome: a.outcome });
        }
    }
}
