//! The schedule of one phase, from its first planned moment to the end of planning, on the monotonic clock.

use crate::exchange::Exchange;
use crate::pacer::Pacer;

/// Economical pacing plans requests on a grid of this many nanoseconds where they would come more often: a wake-up of the generator costs
/// more CPU than sending does, and on the grid one wake-up sends several.
pub(crate) const GRID_NS: i64 = 1_000_000;
/// Requests per second of one thread above which the grid is used.
pub(crate) const GRID_RATE: f64 = 1_000.0;

/// The first moment of the grid at or after `at`; `grid_ns` 0: `at` itself.
pub(crate) fn on_grid(at: i64, start: i64, grid_ns: i64) -> i64 {
    if grid_ns == 0 { at } else { start + (at - start + grid_ns - 1).div_euclid(grid_ns) * grid_ns }
}

/// The schedule of an open phase; nothing for others.
pub(crate) struct Plan {
    start: i64,
    /// Nothing is planned from here on.
    pub(crate) stop_at: i64,
    /// The next planned moment.
    pub(crate) due: i64,
    pacer: Option<Pacer>,
    economical: bool,
}

impl Plan {
    /// The plan of a phase of open load, or of another (no pacer).
    pub(crate) fn new(start: i64, stop_at: i64, pacer: Option<Pacer>, economical: bool) -> Self {
        let mut plan = Self { start, stop_at, due: i64::MAX, pacer, economical };
        plan.advance();
        plan
    }

    /// Requests per second of this thread at `now`.
    pub(crate) fn rate_at(&self, now: i64) -> f64 {
        self.pacer.as_ref().map_or(0.0, |p| p.own_rate_at(now - self.start))
    }

    fn advance(&mut self) {
        self.due = i64::MAX;
        let Some(pacer) = &mut self.pacer else { return };
        let Some(raw) = pacer.next_ns() else { return };
        let grid = if self.economical && pacer.own_rate_at(raw) > GRID_RATE { GRID_NS } else { 0 };
        if self.start.saturating_add(raw) < self.stop_at {
            self.due = on_grid(self.start + raw, self.start, grid);
        }
    }

    /// Hands over everything due at the exchange's last reading of the clock.
    pub(crate) fn hand_over(&mut self, exchange: &mut Exchange) {
        if self.due > exchange.clock {
            return;
        }
        while self.due <= exchange.clock {
            if !exchange.plan(self.due) {
                self.due = i64::MAX;
                break;
            }
            self.advance();
        }
        exchange.send_waiting();
    }

    /// From `now` on another rate (of all threads).
    pub(crate) fn set_rate(&mut self, now: i64, rate_per_s: f64) {
        if let Some(pacer) = &mut self.pacer {
            pacer.set_rate(now - self.start, rate_per_s);
            self.advance();
        }
    }

    /// Everything that is still planned happens `by_ns` later.
    pub(crate) fn shift(&mut self, by_ns: i64) {
        if let Some(pacer) = &mut self.pacer {
            pacer.shift(by_ns);
            self.due = self.due.saturating_add(by_ns);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_begins_at_the_start_and_rounds_up() {
        let at = |t: i64| on_grid(7 + t, 7, 1000) - 7;
        assert_eq!([at(0), at(1), at(999), at(1000), at(1001)], [0, 1000, 1000, 1000, 2000]);
        assert_eq!(on_grid(123, 7, 0), 123);
    }
}
