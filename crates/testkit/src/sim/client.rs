//! The load generator: closed and open load, connections, its own CPU, and what it writes down about each request.

use super::engine::{Event, Request, Sim};
use super::time::generator;
use rand::rngs::SmallRng;
use rand_distr::{Distribution, Exp1};
use std::collections::VecDeque;

/// How long the generator waits for the last answers: the time-out of `tightspot why`.
const PATIENCE_MS: f64 = 10_000.0;

/// How requests arrive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Load {
    /// Users that send the next request when the last is answered.
    Closed(u32),
    /// Planned at this rate per second, at random moments; at most so many connections.
    Poisson(f64, u32),
    /// Planned at this rate per second, evenly; at most so many connections.
    Constant(f64, u32),
}

/// One request as the generator wrote it down, milliseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seen {
    /// When it was to be sent.
    pub planned: f64,
    /// When it was.
    pub sent: f64,
    /// The generator's own part of the delay.
    pub lag: f64,
    /// When it was answered.
    pub done: f64,
    /// Whether it was answered with an error.
    pub failed: bool,
}

/// State of the generator.
#[derive(Debug)]
pub(super) struct Client {
    load: Load,
    pub(super) end: f64,
    pub(super) in_flight: u32,
    waiting: VecDeque<f64>,
    pub(super) seen: Vec<Seen>,
    pub(super) backlog: Vec<(f64, f64)>,
    random: SmallRng,
    /// Until when the generator's core is busy.
    busy_until: f64,
    pub(super) cpu_ms: f64,
    next_number: u64,
    pub(super) phase: u64,
}

impl Default for Client {
    fn default() -> Self {
        Self {
            load: Load::Closed(0),
            end: 0.0,
            in_flight: 0,
            waiting: VecDeque::new(),
            seen: Vec::new(),
            backlog: Vec::new(),
            random: generator(0, 0, 0),
            busy_until: 0.0,
            cpu_ms: 0.0,
            next_number: 0,
            phase: 0,
        }
    }
}

impl Sim {
    /// Begins a phase of load that plans requests for `length_ms`.
    pub(super) fn load(&mut self, load: Load, length_ms: f64) {
        let c = &mut self.client;
        c.load = load;
        c.end = self.now + length_ms;
        c.seen.clear();
        c.backlog.clear();
        // who is not answered by now never will be, as far as the generator is concerned
        c.in_flight = 0;
        c.waiting.clear();
        c.phase += 1;
        c.random = generator(self.seed, c.phase, 1);
        self.at(self.now + 100.0, Event::Backlog);
        match load {
            Load::Closed(users) => {
                for _ in 0..users {
                    self.send(self.now);
                }
            }
            Load::Poisson(..) | Load::Constant(..) => self.plan_next(),
        }
    }

    fn plan_next(&mut self) {
        let gap = match self.client.load {
            Load::Poisson(per_s, _) => {
                let x: f64 = Exp1.sample(&mut self.client.random);
                x * 1e3 / per_s
            }
            Load::Constant(per_s, _) => 1e3 / per_s,
            Load::Closed(_) => return,
        };
        if self.now + gap < self.client.end {
            self.at(self.now + gap, Event::Plan);
        }
    }

    /// A planned moment is there.
    pub(super) fn plan(&mut self) {
        let cap = match self.client.load {
            Load::Poisson(_, cap) | Load::Constant(_, cap) => cap,
            Load::Closed(n) => n,
        };
        if self.client.in_flight < cap {
            self.send(self.now);
        } else {
            self.client.waiting.push_back(self.now);
        }
        self.plan_next();
    }

    fn send(&mut self, planned: f64) {
        let (cost, network) = (self.service.overheads.generator, self.service.overheads.network);
        let c = &mut self.client;
        let began = c.busy_until.max(self.now);
        c.busy_until = began + cost / 2.0;
        c.cpu_ms += cost / 2.0;
        c.in_flight += 1;
        let (sent, number) = (c.busy_until, c.next_number);
        c.next_number += 1;
        let lag = sent - planned.max(self.now);
        let phase = c.phase;
        self.requests.push(Request { planned, sent, lag, number, phase, failed: false, answered: false });
        let r = self.requests.len() - 1;
        self.at(sent + network / 2.0, Event::Arrive(r));
    }

    /// An answer is there: the generator reads it when it has time, and sends the next.
    pub(super) fn answered(&mut self, r: usize) {
        let cost = self.service.overheads.generator;
        let request = self.requests[r];
        let c = &mut self.client;
        if request.phase != c.phase {
            return;
        }
        c.busy_until = c.busy_until.max(self.now) + cost / 2.0;
        c.cpu_ms += cost / 2.0;
        c.in_flight -= 1;
        self.requests[r].answered = true;
        c.seen.push(Seen { planned: request.planned, sent: request.sent, lag: request.lag, done: c.busy_until, failed: request.failed });
        if let Some(planned) = c.waiting.pop_front() {
            self.send(planned);
        } else if matches!(c.load, Load::Closed(_)) && self.now < c.end {
            let at = self.client.busy_until;
            self.send(at.max(self.now));
        }
    }

    /// Notes how many are under way, for the slope of the backlog.
    pub(super) fn read_backlog(&mut self) {
        let under_way = f64::from(self.client.in_flight) + self.client.waiting.len() as f64;
        self.client.backlog.push((self.now / 1e3, under_way));
        if self.now + 100.0 < self.client.end {
            self.at(self.now + 100.0, Event::Backlog);
        }
    }

    /// Whether the phase is over and everything answered.
    pub(super) fn is_drained(&self) -> bool {
        let all = self.client.in_flight == 0 && self.client.waiting.is_empty();
        self.now >= self.client.end && (all || self.now >= self.client.end + PATIENCE_MS)
    }
}

/// Slope of the backlog, requests per second (least squares).
pub(super) fn slope(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    if n < 2.0 {
        return 0.0;
    }
    let (mx, my) = (points.iter().map(|p| p.0).sum::<f64>() / n, points.iter().map(|p| p.1).sum::<f64>() / n);
    let (sxy, sxx) = points.iter().fold((0.0, 0.0), |(a, b), (x, y)| (a + (x - mx) * (y - my), b + (x - mx).powi(2)));
    if sxx > 0.0 { sxy / sxx } else { 0.0 }
}
