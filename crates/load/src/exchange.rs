//! Sends waiting requests over the connections of one core and reads the answers. Knows no schedule and no phase.
//!
//! ```text
//!  plan() -> waiting (FIFO) -> idle connection -> busy -> answer -> idle
//!                  \-> none idle: open one, up to the cap; the wait counts as late
//! ```
//! Closed load is the same with one rule more: whatever ends plans the next request at that moment.

use crate::answer::Progress;
use crate::connection::{Connection, State};
use crate::random::Random;
use crate::scenario::Scenario;
use crate::sys::{self, Epoll, Event};
use crate::tally::Window;
use model::{Attempt, Outcome, Timestamp};
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::SocketAddr;
use std::sync::Arc;

/// After a failed connect the slot rests this long, nanoseconds, growing with failures in a row up to ten times as much. Guess:
/// short against any outage, long against the cost of a connect.
const BACK_OFF_NS: i64 = 10_000_000;
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

    /// Starts a connect in a free slot; false when there is none under the cap.
    fn connect_one(&mut self) -> bool {
        if self.open() + self.resting.len() >= self.cap {
            return false;
        }
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Connection::new());
            self.deadlines.push(NEVER);
            self.slots.len() as u32 - 1
        });
        match self.slots[slot as usize].connect(self.address, slot, &self.epoll) {
            Ok(()) => {
                self.connecting += 1;
                self.deadlines[slot as usize] = self.now() + self.timeout_ns;
                true
            }
            Err(e) => {
                self.unusable(slot, &e);
                false
            }
        }
    }

    /// A connect has ended, well or not.
    fn connected(&mut self, slot: u32) {
        self.connecting -= 1;
        self.deadlines[slot as usize] = NEVER;
        let stream = self.slots[slot as usize].stream.as_ref();
        if let Some(e) = stream.and_then(|s| s.take_error().unwrap_or_else(Some)) {
            self.unusable(slot, &e);
            return;
        }
        self.window.counts.opened += 1;
        self.failures_in_a_row = 0;
        let now = self.now();
        let c = &mut self.slots[slot as usize];
        c.state = State::Idle;
        c.ready = now;
        let retried = self.waiting.front().is_some_and(|w| w.retried);
        match if retried { self.waiting.pop_front() } else { None } {
            Some(w) => self.send(slot, &w),
            None => self.idle.push(slot),
        }
    }

    /// No usable connection came of the slot: it rests, and the first request that waits for one fails with it.
    fn unusable(&mut self, slot: u32, error: &io::Error) {
        self.slots[slot as usize].close();
        self.deadlines[slot as usize] = NEVER;
        self.failures_in_a_row = (self.failures_in_a_row + 1).min(10);
        let until = self.now() + BACK_OFF_NS * self.failures_in_a_row;
        self.resting.push((until, slot));
        self.window.counts.refused += 1;
        let address = self.address;
        self.window.sample(|| format!("connect to {address}: {error}"));
        if !self.waiting.is_empty() {
            self.end_unsent(Outcome::ConnectionError);
        }
    }

    fn discard(&mut self, slot: u32) {
        self.slots[slot as usize].close();
        self.deadlines[slot as usize] = NEVER;
        self.free.push(slot);
    }

    fn send(&mut self, slot: u32, w: &Waiting) {
        let (step, row) = self.scenario.pick(&mut self.random, &mut self.next_row);
        let now = self.now();
        let c = &mut self.slots[slot as usize];
        c.state = State::Busy;
        (c.step, c.row, c.planned) = (step, row, w.planned);
        (c.sent, c.first_byte, c.written) = (now, 0, 0);
        c.answer.expect(self.scenario.steps()[step].is_head());
        self.deadlines[slot as usize] = now + self.timeout_ns;
        self.busy += 1;
        self.window.counts.sent += u64::from(!w.retried);
        self.write(slot);
    }

    /// Writes what is left of the request.
    fn write(&mut self, slot: u32) {
        let c = &mut self.slots[slot as usize];
        let bytes = self.scenario.steps()[c.step].template.request(c.row);
        let Some(stream) = &mut c.stream else { return };
        while c.written < bytes.len() {
            match stream.write(&bytes[c.written..]) {
                Ok(n) => c.written += n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return,
                Err(e) => return self.broken(slot, &e),
            }
        }
    }

    /// Reads until the answer is complete or the socket is empty.
    fn read(&mut self, slot: u32, closing: bool) {
        loop {
            let c = &mut self.slots[slot as usize];
            let Some(stream) = &mut c.stream else { return };
            let n = match stream.read(&mut self.buffer) {
                Ok(0) => {
                    self.now();
                    if self.slots[slot as usize].answer.peer_closed() {
                        return self.answered(slot, false);
                    }
                    return self.broken(slot, &io::Error::new(io::ErrorKind::UnexpectedEof, "closed by the peer before the answer was complete"));
                }
                Ok(n) => n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return,
                Err(e) => return self.broken(slot, &e),
            };
            self.clock = Timestamp::now().ns();
            if c.first_byte == 0 {
                c.first_byte = self.clock;
            }
            match c.answer.feed(&self.buffer[..n]) {
                Ok(Progress::Done(used)) => {
                    let whole = c.written == self.scenario.steps()[c.step].template.request(c.row).len();
                    let reusable = c.answer.keep_alive && used == n && whole && !closing;
                    return self.answered(slot, reusable);
                }
                // A read that did not fill the buffer has emptied the socket; what comes next is a new event.
                Ok(Progress::More) if n < self.buffer.len() && !closing => return,
                Ok(Progress::More) => {}
                Err(e) => {
                    let shown = self.buffer[..n.min(40)].escape_ascii().to_string();
                    self.window.sample(|| format!("{e}; it begins {shown:?}"));
                    return self.end(slot, Outcome::ProtocolError, false);
                }
            }
        }
    }

    fn answered(&mut self, slot: u32, reusable: bool) {
        let c = &self.slots[slot as usize];
        let (step, status) = (&self.scenario.steps()[c.step], c.answer.status);
        let outcome = match status {
            s if step.accepts(s) => Outcome::Ok,
            500.. => Outcome::ServerError,
            _ => Outcome::ClientError,
        };
        if outcome != Outcome::Ok {
            self.window.sample(|| match step.expect.as_slice() {
                [] => format!("status {status} for {}", step.name),
                expected => format!("status {status} for {}, expected {expected:?}", step.name),
            });
        }
        self.end(slot, outcome, reusable);
    }

    /// The connection failed under a request.
    fn broken(&mut self, slot: u32, error: &io::Error) {
        self.now();
        let c = &self.slots[slot as usize];
        let again = c.served > 0 && c.first_byte == 0 && self.scenario.steps()[c.step].is_idempotent();
        if again {
            // A kept connection that the peer had closed while the request was under way (RFC 9112, 9.5): plan kept, sent again on a new one.
            self.waiting.push_front(Waiting { planned: c.planned, retried: true, counted: true });
            self.window.counts.retries += 1;
            self.busy -= 1;
            self.discard(slot);
            return;
        }
        self.window.sample(|| error.to_string());
        self.end(slot, Outcome::ConnectionError, false);
    }

    /// The request on `slot` ended at the last reading of the clock.
    fn end(&mut self, slot: u32, outcome: Outcome, reusable: bool) {
        let now = self.clock;
        let c = &mut self.slots[slot as usize];
        let at = Timestamp::from_ns;
        let first_byte = if c.first_byte == 0 { now } else { c.first_byte };
        let attempt = Attempt { planned: at(c.planned), sent: at(c.sent), first_byte: at(first_byte), done: at(now), outcome };
        self.window.end(&attempt, c.sent - c.planned.max(c.ready));
        self.busy -= 1;
        self.deadlines[slot as usize] = NEVER;
        if reusable {
            c.state = State::Idle;
            c.ready = now;
            c.served += 1;
            self.idle.push(slot);
        } else {
            self.discard(slot);
        }
        if self.replan {
            self.plan(now);
        }
    }

    /// The first waiting request ends without having been sent.
    fn end_unsent(&mut self, outcome: Outcome) {
        let Some(w) = self.waiting.pop_front() else { return };
        let done = Timestamp::from_ns(self.clock);
        self.window.end(&Attempt { planned: Timestamp::from_ns(w.planned), sent: done, first_byte: done, done, outcome }, 0);
        if self.replan {
            self.plan(self.clock);
        }
    }
}
