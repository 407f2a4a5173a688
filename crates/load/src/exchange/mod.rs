//! Sends waiting requests over the connections of one core and reads the answers. Knows no schedule and no phase.
//!
//! ```text
//!  plan() -> waiting (FIFO) -> idle connection -> busy -> answer -> idle
//!                  \-> none idle: open one, up to the cap; the wait counts as late
//! ```
//! Closed load is the same with one rule more: whatever ends plans the next request at that moment.

mod answers;
mod connects;

use crate::connection::{Connection, State};
use crate::random::Random;
use crate::scenario::Scenario;
use crate::sys::{self, Epoll, Event};
use crate::tally::Window;
use model::{Outcome, Timestamp};
use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

const EVENTS: usize = 256;
const NEVER: i64 = i64::MAX;

struct Waiting {
    planned: i64,
    /// Sent once on a kept connection that turned out to be closed; goes to a new one next.
    retried: bool,
    /// Whether it was counted as held back.
    counted: bool,
}

/// The connections of one core.
pub(crate) struct Exchange {
    scenario: Arc<Scenario>,
    address: SocketAddr,
    timeout_ns: i64,
    epoll: Epoll,
    events: Vec<Event>,
    buffer: Box<[u8]>,
    slots: Vec<Connection>,
    /// When the slot's connect or request is given up; dense, for the sweep.
    deadlines: Vec<i64>,
    /// Idle slots, the last used on top: few connections stay warm, surplus ones age.
    idle: Vec<u32>,
    free: Vec<u32>,
    resting: Vec<(i64, u32)>,
    waiting: VecDeque<Waiting>,
    random: Random,
    next_row: usize,
    cap: usize,
    connecting: usize,
    busy: usize,
    failures_in_a_row: i64,
    /// Plan the next request when one ends (closed load).
    pub(crate) replan: bool,
    /// The last reading of the clock, nanoseconds.
    pub(crate) clock: i64,
    /// Where everything is counted.
    pub(crate) window: Box<Window>,
}

impl Exchange {
    pub(crate) fn new(scenario: Arc<Scenario>, address: SocketAddr, timeout_ns: i64, seed: u64) -> io::Result<Self> {
        Ok(Self {
            scenario,
            address,
            timeout_ns,
            epoll: Epoll::new()?,
            events: vec![Event { events: 0, u64: 0 }; EVENTS],
            buffer: vec![0; 64 * 1024].into_boxed_slice(),
            slots: Vec::new(),
            deadlines: Vec::new(),
            idle: Vec::new(),
            free: Vec::new(),
            resting: Vec::new(),
            waiting: VecDeque::new(),
            random: Random::new(seed, 2),
            next_row: 0,
            cap: 0,
            connecting: 0,
            busy: 0,
            failures_in_a_row: 0,
            replan: false,
            clock: 0,
            window: Box::new(Window::new()),
        })
    }

    /// Reads the clock.
    pub(crate) fn now(&mut self) -> i64 {
        self.clock = Timestamp::now().ns();
        self.clock
    }

    /// Requests in flight or waiting for a connection.
    pub(crate) fn in_flight(&self) -> usize {
        self.busy + self.waiting.len()
    }

    /// Whether connects are under way.
    pub(crate) fn is_connecting(&self) -> bool {
        self.connecting > 0
    }

    /// Connections that are open or being opened.
    pub(crate) fn open(&self) -> usize {
        self.connecting + self.idle.len() + self.busy
    }

    /// Allows `cap` connections, closes surplus idle ones, and opens up to `wanted`.
    pub(crate) fn prepare(&mut self, cap: usize, wanted: usize) {
        self.cap = cap;
        while self.open() > cap {
            let Some(slot) = self.idle.pop() else { break };
            self.discard(slot);
        }
        while self.open() < wanted.min(cap) && self.connect_one() {}
    }

    /// Adds a request planned at `planned`.
    pub(crate) fn plan(&mut self, planned: i64) {
        self.window.counts.planned += 1;
        self.waiting.push_back(Waiting { planned, retried: false, counted: false });
    }

    /// Pairs waiting requests with idle connections; opens connections for those that find none.
    pub(crate) fn send_waiting(&mut self) {
        while !self.idle.is_empty() {
            // Retried ones stand in front and want a connection that is new.
            let first = self.waiting.iter().take_while(|w| w.retried).count();
            let Some(w) = self.waiting.remove(first) else { break };
            let Some(slot) = self.idle.pop() else { break };
            self.send(slot, &w);
        }
        if self.waiting.is_empty() {
            return;
        }
        // Those behind `counted` ones were seen by an earlier call: stop at the first from the back.
        for w in self.waiting.iter_mut().rev() {
            if std::mem::replace(&mut w.counted, true) {
                break;
            }
            self.window.counts.waited += 1;
        }
        while self.waiting.len() > self.connecting && self.connect_one() {}
    }

    /// Waits for events at most `timeout_ns` and returns how many there are.
    pub(crate) fn wait(&mut self, timeout_ns: i64) -> io::Result<usize> {
        self.epoll.wait(&mut self.events, timeout_ns)
    }

    /// Handles event `k` of the last wait.
    pub(crate) fn handle(&mut self, k: usize) {
        let event = self.events[k];
        let (flags, token) = (event.events, event.u64);
        let slot = token as u32;
        let c = &self.slots[slot as usize];
        if c.generation != (token >> 32) as u32 {
            return;
        }
        let closing = flags & sys::PEER_CLOSED != 0;
        if c.state == State::Connecting && flags & sys::WRITABLE != 0 {
            self.connected(slot);
            self.send_waiting();
        }
        match self.slots[slot as usize].state {
            State::Busy => {
                if flags & sys::WRITABLE != 0 {
                    self.write(slot);
                }
                if flags & sys::READABLE != 0 && self.slots[slot as usize].state == State::Busy {
                    self.read(slot, closing);
                }
                self.send_waiting();
            }
            State::Idle if flags & sys::READABLE != 0 => {
                // The peer closed a kept connection, or talks unasked: either way it is of no use.
                self.idle.retain(|i| *i != slot);
                if self.slots[slot as usize].served > 0 {
                    self.discard(slot);
                } else {
                    self.unusable(slot, &io::Error::new(io::ErrorKind::ConnectionAborted, "closed by the peer before any request"));
                }
                self.send_waiting();
            }
            _ => {}
        }
    }

    /// Gives up what is overdue and lets rested slots connect again. Call every few milliseconds.
    pub(crate) fn sweep(&mut self) {
        let now = self.now();
        for i in 0..self.deadlines.len() {
            if self.deadlines[i] > now {
                continue;
            }
            if self.slots[i].state == State::Busy {
                self.window.sample(|| "no complete answer within the time-out".to_owned());
                self.end(i as u32, Outcome::Timeout, false);
            } else {
                self.connecting -= 1;
                self.unusable(i as u32, &io::Error::from(io::ErrorKind::TimedOut));
            }
        }
        while self.waiting.front().is_some_and(|w| w.planned + self.timeout_ns <= now) {
            self.window.sample(|| "no free connection within the time-out".to_owned());
            self.end_unsent(Outcome::Timeout);
        }
        let (resting, free) = (&mut self.resting, &mut self.free);
        resting.retain(|(until, slot)| {
            let rests = *until > now;
            if !rests {
                free.push(*slot);
            }
            rests
        });
        self.send_waiting();
    }

    /// Ends everything that is unanswered as censored.
    pub(crate) fn censor(&mut self) {
        self.now();
        for i in 0..self.slots.len() {
            if self.slots[i].state == State::Busy {
                self.end(i as u32, Outcome::Censored, false);
            }
        }
        while !self.waiting.is_empty() {
            self.end_unsent(Outcome::Censored);
        }
    }
}
