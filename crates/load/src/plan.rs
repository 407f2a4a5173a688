//! The schedule of one phase, from its first planned moment to the end of planning, on the monotonic clock.

use crate::exchange::Exchange;
use crate::pacer::Pacer;

/// The schedule of an open phase; nothing for a closed one.
pub(crate) struct Plan {
    start: i64,
    /// Nothing is planned from here on.
    pub(crate) stop_at: i64,
    /// The next planned moment.
    pub(crate) due: i64,
    pacer: Option<Pacer>,
}

impl Plan {
    /// The plan of a phase of open load, or of closed load (no pacer).
    pub(crate) fn new(start: i64, stop_at: i64, pacer: Option<Pacer>) -> Self {
        let mut plan = Self { start, stop_at, due: i64::MAX, pacer };
        plan.advance();
        plan
    }

    fn advance(&mut self) {
        self.due = match &mut self.pacer {
            Some(pacer) => self.start + pacer.next_ns(),
            None => i64::MAX,
        };
        if self.due >= self.stop_at {
            self.due = i64::MAX;
        }
    }

    /// Hands over everything due at the exchange's last reading of the clock.
    pub(crate) fn hand_over(&mut self, exchange: &mut Exchange) {
        if self.due > exchange.clock {
            return;
        }
        while self.due <= exchange.clock && self.due < self.stop_at {
            exchange.plan(self.due);
            self.advance();
        }
        exchange.send_waiting();
    }
}
