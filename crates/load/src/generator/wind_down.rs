//! The end of a phase: iterations under way, and the last answers.
//!
//! ```text
//!  ... planning | steps go on | last answers | cut off
//!            stop_at     graceful stop     time-out
//! ```

use super::phase::Planning;
use super::{Generator, SECOND_NS, TICK_NS};
use std::io;
use std::time::Duration;

/// A phase that is stopped early waits for answers at most this long.
const STOPPED_NS: i64 = 2 * SECOND_NS;

impl Generator {
    /// From the end of planning until nothing is out any more.
    pub(super) fn wind_down(&mut self, p: &Planning, stop_at: i64, graceful_stop: Duration) -> io::Result<()> {
        self.exchange.stop_planning(if p.stopped_early { i64::MIN } else { p.plan.stop_at.min(stop_at) });
        self.hand_over_window(true);
        let grace = if p.stopped_early { 0 } else { graceful_stop.as_nanos().min(1 << 62) as i64 };
        let patience = if p.stopped_early { self.timeout_ns.min(STOPPED_NS) } else { self.timeout_ns };
        let mut steps_until = stop_at.saturating_add(grace);
        let mut give_up = steps_until.saturating_add(patience);
        let mut window_end = p.begin.window_end(self.exchange.clock);
        loop {
            let x = &mut self.exchange;
            if self.board.is_stopped() {
                steps_until = i64::MIN;
                give_up = give_up.min(x.clock + STOPPED_NS);
            }
            if x.clock >= steps_until {
                x.end_iterations();
            }
            if x.in_flight() == 0 && !x.is_user_overdue() && !x.is_thinking() {
                break;
            }
            x.send_due_users(0, 0);
            x.send_delayed();
            let rest = TICK_NS.min(x.next_delay() - x.clock).max(0);
            for k in 0..x.wait(rest)? {
                x.handle(k);
            }
            x.sweep();
            self.board.tick(self.share.index, x);
            if x.clock >= give_up {
                x.censor();
            }
            if x.clock >= window_end {
                window_end = p.begin.window_end(x.clock);
                self.hand_over_window(false);
            }
        }
        if self.exchange.window.counts.ended.iter().sum::<u64>() > 0 {
            self.hand_over_window(false);
        }
        self.board.tick(self.share.index, &self.exchange);
        Ok(())
    }
}
