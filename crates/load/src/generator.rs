//! A generator thread: keeps the schedule, rests until something is due, and hands over a window once a second.
//!
//! ```text
//!  prepare | start ......... planning ......... stop_at | wind down .. end
//!            windows of 1 s, steady                       steady = false
//! ```
//! Every request starts and ends inside the phase: after `stop_at` nothing is planned, and what is still out when the
//! time-out has passed ends as censored.

pub(crate) mod duty;
mod phase;
pub(crate) mod rest;
mod steer;
mod wind_down;

use crate::exchange::Exchange;
use crate::job::Job;
use crate::live::Board;
use crate::meter::Meter;
use crate::pacer::Share;
use crate::spacing::Spacing;
use crate::tally::Window;
use crate::trace::Traced;
use duty::Duty;
use model::Timestamp;
use rest::Rest;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

const SECOND_NS: i64 = 1_000_000_000;
/// How often time-outs, the stop flag, wishes and the backlog are looked at.
const TICK_NS: i64 = 20_000_000;

/// One phase, as a generator needs to know it.
#[derive(Clone)]
pub(crate) struct Order {
    pub(crate) job: Job,
    pub(crate) seed: u64,
    /// Open load: connections to open ahead, of all threads.
    pub(crate) expected_connections: usize,
}

/// When to begin.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Begin {
    /// The first planned moment, nanoseconds.
    pub(crate) at: i64,
    /// Windows end whole seconds after this moment, so that those of phases that run together fit. Not later than `at`.
    pub(crate) origin: i64,
}

impl Begin {
    /// So many nanoseconds from now.
    pub(crate) fn now(ahead_ns: i64) -> Self {
        let at = Timestamp::now().ns() + ahead_ns;
        Self { at, origin: at }
    }

    /// The end of the window that begins at `now`.
    fn window_end(self, now: i64) -> i64 {
        now + SECOND_NS - (now - self.origin).rem_euclid(SECOND_NS)
    }
}

/// What a generator hands over.
pub(crate) enum Report {
    /// Connections stand; the generator waits for the moment to begin.
    Ready,
    /// A second of the phase; the seconds of all threads begin together.
    Window(Box<Window>),
    Ended(PhaseEnd),
}

/// Figures of a whole phase.
#[derive(Debug, Clone, Default)]
pub(crate) struct PhaseEnd {
    pub(crate) stop_at: i64,
    pub(crate) end: i64,
    pub(crate) stopped_early: bool,
    /// It was stopped because a request found no connection under the cap.
    pub(crate) overflowed: bool,
    /// Growth of requests in flight or waiting while planning, per second.
    pub(crate) backlog_slope_per_s: f64,
    pub(crate) in_flight_at_stop: u64,
    pub(crate) connections: u64,
    /// How evenly requests left, where the plan kept one rate.
    pub(crate) spacing: Option<Box<Spacing>>,
    /// Requests with a trace context, where any were to have one.
    pub(crate) traced: Option<Traced>,
}

/// The state of a generator thread.
pub(crate) struct Generator {
    pub(crate) share: Share,
    pub(crate) exchange: Exchange,
    pub(crate) orders: Receiver<Order>,
    /// The moment to begin, once all are ready.
    pub(crate) starts: Receiver<Begin>,
    pub(crate) reports: Sender<(u32, Report)>,
    /// Emptied windows that come back.
    pub(crate) spare: Receiver<Box<Window>>,
    pub(crate) board: Arc<Board>,
    pub(crate) timeout_ns: i64,
    pub(crate) routes: usize,
    pub(crate) checks: usize,
    pub(crate) rest: Rest,
    pub(crate) meter: Meter,
    pub(crate) duty: Duty,
}

impl Generator {
    /// Serves orders until the engine is gone.
    pub(crate) fn serve(mut self) {
        while let Ok(order) = self.orders.recv() {
            let Ok(Some(end)) = self.phase(&order) else { return };
            if !self.tell(Report::Ended(end)) {
                return;
            }
        }
    }

    fn tell(&self, report: Report) -> bool {
        self.reports.send((self.share.index, report)).is_ok()
    }

    fn hand_over_window(&mut self, steady: bool) {
        let end = self.exchange.now();
        let in_flight = self.exchange.in_flight() as u64;
        let keep_attempts = self.exchange.window.keep_attempts;
        let mut next = self.spare.try_recv().unwrap_or_else(|_| Box::new(Window::new(self.routes).with_checks(self.checks)));
        next.keep_attempts = keep_attempts;
        next.counts.start = end;
        let mut full = std::mem::replace(&mut self.exchange.window, next);
        let (cpu_ns, run_queue_ns) = self.meter.split();
        let c = &mut full.counts;
        (c.end, c.in_flight, c.steady, c.cpu_ns, c.run_queue_ns) = (end, in_flight, steady, cpu_ns, run_queue_ns);
        self.duty.worked(cpu_ns, c.end - c.start);
        let _gone = self.tell(Report::Window(full));
    }
}
