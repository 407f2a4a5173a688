//! The generator thread: keeps the schedule, rests until something is due, and hands over a window once a second.
//!
//! ```text
//!  prepare | start ......... planning ......... stop_at | drain ...... end
//!            windows of 1 s, steady                       steady = false
//! ```
//! Every request starts and ends inside the phase: after `stop_at` nothing is planned, and what is still out when the
//! time-out has passed ends as censored.

use crate::exchange::Exchange;
use crate::live::Board;
use crate::meter::{Meter, Slope};
use crate::pacer::Pacer;
use crate::plan::Plan;
use crate::tally::Window;
use model::Arrival;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

const SECOND_NS: i64 = 1_000_000_000;
/// How often time-outs, the stop flag and the backlog are looked at.
const TICK_NS: i64 = 20_000_000;
/// Active waiting before a planned moment at most and at least this long: CPU against lateness. The wake-up delay of a virtual
/// machine's timer, measured as it runs, decides in between.
const SPIN_NS: std::ops::RangeInclusive<i64> = 5_000..=50_000;
/// Connections are opened ahead for at most this long.
const PREPARE_NS: i64 = 3 * SECOND_NS;
/// A phase that is stopped early waits for answers at most this long.
const STOPPED_DRAIN_NS: i64 = 2 * SECOND_NS;

/// One phase, as the generator needs to know it.
pub(crate) struct Job {
    pub(crate) arrival: Arrival,
    pub(crate) duration_ns: i64,
    pub(crate) keep_attempts: bool,
    pub(crate) seed: u64,
    /// Open load: connections to open ahead.
    pub(crate) expected_connections: usize,
}

/// What the generator hands over.
pub(crate) enum Report {
    /// Connections stand; the first request is planned at this moment.
    Started(i64),
    Window(Box<Window>),
    Ended(PhaseEnd),
}

/// Figures of a whole phase.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PhaseEnd {
    pub(crate) stop_at: i64,
    pub(crate) end: i64,
    pub(crate) stopped_early: bool,
    /// Growth of requests in flight or waiting while planning, per second.
    pub(crate) backlog_slope_per_s: f64,
    pub(crate) in_flight_at_stop: u64,
    pub(crate) connections: u64,
}

/// The state of the generator thread.
pub(crate) struct Generator {
    pub(crate) exchange: Exchange,
    pub(crate) jobs: Receiver<Job>,
    pub(crate) reports: Sender<Report>,
    /// Emptied windows that come back.
    pub(crate) spare: Receiver<Box<Window>>,
    pub(crate) board: Arc<Board>,
    pub(crate) timeout_ns: i64,
    /// Wait actively before planned moments.
    pub(crate) precise: bool,
    pub(crate) meter: Meter,
    pub(crate) spin_ahead_ns: i64,
}

impl Generator {
    /// Serves jobs until the engine is gone.
    pub(crate) fn serve(mut self) {
        while let Ok(job) = self.jobs.recv() {
            match self.phase(&job) {
                Ok(end) if self.reports.send(Report::Ended(end)).is_ok() => {}
                _ => return,
            }
        }
    }

    fn phase(&mut self, job: &Job) -> io::Result<PhaseEnd> {
        let mut pacer = None;
        let mut users = 0;
        let (cap, wanted) = match job.arrival {
            Arrival::Closed { connections } => {
                users = connections as usize;
                (users, users)
            }
            Arrival::Open { rate_per_s, poisson, max_connections } => {
                pacer = Some(if poisson { Pacer::poisson(rate_per_s, job.seed) } else { Pacer::constant(rate_per_s) });
                (max_connections as usize, job.expected_connections)
            }
        };
        self.exchange.window.keep_attempts = job.keep_attempts;
        self.exchange.replan = false;
        self.prepare(cap, wanted)?;

        let start = self.exchange.now();
        let _ = self.meter.split();
        self.exchange.window.counts.start = start;
        let _gone = self.reports.send(Report::Started(start));
        let mut plan = Plan::new(start, start + job.duration_ns, pacer);
        for _ in 0..users {
            self.exchange.plan(start);
        }
        self.exchange.replan = users > 0;
        self.exchange.send_waiting();

        let mut backlog = Slope::default();
        let (mut tick, mut window_end, mut stopped_early) = (start + TICK_NS, start + SECOND_NS, false);
        loop {
            let now = self.exchange.now();
            plan.hand_over(&mut self.exchange);
            if now >= tick {
                tick = now + TICK_NS;
                self.exchange.sweep();
                backlog.add((now - start) as f64 / 1e9, self.exchange.in_flight() as f64);
                self.board.tick(&self.exchange);
                if self.board.is_stopped() {
                    plan.stop_at = now;
                    stopped_early = true;
                }
            }
            if now >= plan.stop_at {
                break;
            }
            if now >= window_end {
                window_end += SECOND_NS;
                self.hand_over_window(true);
            }
            let wake = tick.min(window_end).min(plan.stop_at);
            let events = self.rest(wake, plan.due)?;
            for k in 0..events {
                self.exchange.handle(k);
                plan.hand_over(&mut self.exchange);
            }
        }
        self.exchange.replan = false;
        let stop_at = self.exchange.now();
        let in_flight_at_stop = self.exchange.in_flight() as u64;
        self.hand_over_window(true);
        let patience = if stopped_early { self.timeout_ns.min(STOPPED_DRAIN_NS) } else { self.timeout_ns };
        self.drain(stop_at + patience)?;
        let end = self.exchange.clock.max(stop_at);
        let connections = self.exchange.open() as u64;
        let backlog_slope_per_s = backlog.per_second();
        Ok(PhaseEnd { stop_at, end, stopped_early, backlog_slope_per_s, in_flight_at_stop, connections })
    }

    /// Opens connections before the clock of the phase starts.
    fn prepare(&mut self, cap: usize, wanted: usize) -> io::Result<()> {
        let give_up = self.exchange.now() + PREPARE_NS.min(self.timeout_ns);
        // Events of the time between phases first: kept connections may have been closed.
        loop {
            let events = self.exchange.wait(0)?;
            for k in 0..events {
                self.exchange.handle(k);
            }
            if events == 0 {
                break;
            }
        }
        self.exchange.sweep();
        self.exchange.prepare(cap, wanted);
        while self.exchange.is_connecting() && self.exchange.now() < give_up {
            for k in 0..self.exchange.wait(TICK_NS)? {
                self.exchange.handle(k);
            }
        }
        Ok(())
    }

    /// Waits for the last answers.
    fn drain(&mut self, give_up: i64) -> io::Result<()> {
        let mut window_end = self.exchange.clock + SECOND_NS;
        while self.exchange.in_flight() > 0 {
            for k in 0..self.exchange.wait(TICK_NS)? {
                self.exchange.handle(k);
            }
            self.exchange.sweep();
            self.board.tick(&self.exchange);
            if self.exchange.clock >= give_up {
                self.exchange.window.sample(|| "unanswered when the phase ended".to_owned());
                self.exchange.censor();
            }
            if self.exchange.clock >= window_end {
                window_end += SECOND_NS;
                self.hand_over_window(false);
            }
        }
        if self.exchange.window.counts.ended.iter().sum::<u64>() > 0 {
            self.hand_over_window(false);
        }
        self.board.tick(&self.exchange);
        Ok(())
    }

    /// Waits for events until `wake` or `due`, whichever is first; only `due` is worth active waiting.
    fn rest(&mut self, wake: i64, due: i64) -> io::Result<usize> {
        let until = wake.min(due);
        let ahead = until - self.exchange.now();
        if ahead <= 0 {
            return self.exchange.wait(0);
        }
        if due > wake || !self.precise {
            return self.exchange.wait(ahead);
        }
        if ahead > self.spin_ahead_ns {
            let events = self.exchange.wait(ahead - self.spin_ahead_ns)?;
            if events == 0 {
                let overslept = self.exchange.now() - (until - self.spin_ahead_ns);
                // Quick to widen, slow to narrow.
                let wanted = (overslept + overslept / 4).max(self.spin_ahead_ns - self.spin_ahead_ns / 32);
                self.spin_ahead_ns = wanted.clamp(*SPIN_NS.start(), *SPIN_NS.end());
            }
            return Ok(events);
        }
        let began = self.exchange.clock;
        loop {
            let events = self.exchange.wait(0)?;
            if events > 0 || self.exchange.now() >= until {
                self.exchange.window.counts.spin_ns += (self.exchange.now() - began) as u64;
                return Ok(events);
            }
        }
    }

    fn hand_over_window(&mut self, steady: bool) {
        let end = self.exchange.now();
        let in_flight = self.exchange.in_flight() as u64;
        let keep_attempts = self.exchange.window.keep_attempts;
        let mut next = self.spare.try_recv().unwrap_or_else(|_| Box::new(Window::new()));
        next.keep_attempts = keep_attempts;
        next.counts.start = end;
        let mut full = std::mem::replace(&mut self.exchange.window, next);
        let (cpu_ns, run_queue_ns) = self.meter.split();
        let c = &mut full.counts;
        (c.end, c.in_flight, c.steady, c.cpu_ns, c.run_queue_ns) = (end, in_flight, steady, cpu_ns, run_queue_ns);
        let _gone = self.reports.send(Report::Window(full));
    }
}
