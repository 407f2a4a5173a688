//! Sends requests over the connections of one core and reads the answers. Knows no schedule and no phase.
//!
//! ```text
//!  plan() -> waiting (FIFO) -> idle connection -> busy -> answer -> idle
//!                  \-> none idle: open one, up to the cap; the wait counts as late
//!                      (open load may have some idle ones ready: see `ready.rs`)
//!                      (its own, where connections are closed after each answer)
//! ```
//! Closed load is the same with one rule more: whatever ends plans the next request at that moment. Users with connections of
//! their own do not share the pool: see `owned.rs`. Over HTTP/2 a slot is a place on a connection that has several: see `http2/mod.rs`.

mod actors;
mod answers;
mod connects;
mod events;
mod flows;
pub(crate) mod http2;
mod owned;
mod ready;
mod sweep;
mod traced;
mod waiting;

use crate::connection::{Connection, State};
use crate::job::WhenFull;
use crate::pacer::Share;
use crate::random::Random;
use crate::scenario::Scenario;
use crate::spacing::Spacing;
use crate::sys::{Epoll, Event};
use crate::tally::Window;
use crate::trace::Tracer;
use crate::transport::{Address, Target, clock};
use crate::users::{NOBODY, Users};
use model::Timestamp;
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

const EVENTS: usize = 256;
const NEVER: i64 = i64::MAX;
/// Connects under way at most: more than a listener's queue takes would be dropped and tried again a second later. Smallest usual
/// queue: 128 (net.core.somaxconn before Linux 5.4).
const CONNECTS: usize = 100;

/// A request that is planned and not sent yet.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Waiting {
    planned: i64,
    /// Whose it is, where iterations have sessions.
    actor: u32,
    /// Sent once on a kept connection that turned out to be closed; goes to a new one next.
    retried: bool,
    /// Whether it was counted as held back.
    counted: bool,
}

/// What is still planned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Planning {
    /// Everything.
    On,
    /// What was due before the end, and steps of iterations under way.
    Steps,
    /// Nobody goes on after the present request.
    Over,
}

/// Whether the service keeps connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keeps {
    /// Nobody has answered yet.
    Unknown,
    /// Its last answer left the connection open, or ended one that had served before.
    Open,
    /// Its last answer ended a connection that had served nobody before.
    One,
}

/// Whether open load has connections ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ready {
    /// Nobody asked for it.
    Never,
    /// It has.
    Kept,
    /// It had, until one could not be used in this phase.
    NoMore,
}

/// The connections of one core.
pub(crate) struct Exchange {
    scenario: Arc<Scenario>,
    target: Target,
    timeout_ns: i64,
    epoll: Epoll,
    events: Vec<Event>,
    buffer: Box<[u8]>,
    slots: Vec<Connection>,
    /// When the slot's connect or request is given up; dense, for the sweep.
    deadlines: Vec<i64>,
    /// Idle slots of the pool, the last used on top: surplus ones age.
    idle: Vec<u32>,
    free: Vec<u32>,
    resting: Vec<(i64, u32)>,
    waiting: VecDeque<Waiting>,
    random: Random,
    /// Of its own: which connection is idle depends on the service, which request is sent must not.
    idle_random: Random,
    next_row: usize,
    /// Rows in order are taken in turn by the threads.
    stride: usize,
    pub(crate) cap: usize,
    connecting: usize,
    /// Of these, opened for one request each.
    reserved: usize,
    /// What the last answer said of connections.
    keeps: Keeps,
    /// Whether open load has connections ready.
    ready: Ready,
    /// Connections of the pool that open load keeps open, busy or not.
    kept_open: usize,
    busy: usize,
    /// Idle connections that have an owner.
    owned_idle: usize,
    failures_in_a_row: i64,
    /// Answers come with the moment of their arrival: how late they are read is not part of their time.
    stamped: bool,
    /// Added to the wall clock of such a stamp gives the monotonic one, nanoseconds.
    stamp_offset_ns: i64,
    /// When the last piece of an answer arrived, nanoseconds.
    arrived: i64,
    /// Closed load: users wanted, and users that have a request out.
    pub(crate) closed_users: usize,
    pub(crate) active_users: usize,
    /// Users with connections of their own.
    pub(crate) users: Option<Users>,
    /// Iterations under way, where they have sessions.
    flows: Option<flows::Flows>,
    /// The connections, where HTTP/2 is spoken.
    http2: Option<Box<http2::Http2>>,
    /// No iteration begins from here on, nanoseconds.
    pub(crate) until: i64,
    planning: Planning,
    /// Requests, or iterations of several, that may still be planned.
    pub(crate) budget: u64,
    pub(crate) when_full: WhenFull,
    /// A request found no connection under the cap, and that ends the phase.
    pub(crate) overflowed: bool,
    /// Bytes of the largest answer of the phase.
    pub(crate) largest_answer: u64,
    /// Gives requests a trace context, where that is asked for.
    pub(crate) tracer: Option<Box<Tracer>>,
    /// How evenly requests leave, where that is measured.
    pub(crate) spacing: Option<Box<Spacing>>,
    /// The last reading of the clock, nanoseconds.
    pub(crate) clock: i64,
    /// Where everything is counted.
    pub(crate) window: Box<Window>,
}

impl Exchange {
    pub(crate) fn new(scenario: Arc<Scenario>, target: Target, timeout_ns: i64, seed: u64, share: Share) -> io::Result<Self> {
        let stamped = target.tls.is_none() && matches!(target.address, Address::Tcp(_));
        let flows = flows::Flows::of(&scenario, share, seed);
        let window = Box::new(Window::new(scenario.routes().len()).with_checks(scenario.counted_checks()));
        Ok(Self {
            scenario,
            target,
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
            random: Random::new(seed, 2 + (u64::from(share.index) << 32)),
            idle_random: Random::new(seed, 3 + (u64::from(share.index) << 32)),
            next_row: share.index as usize,
            stride: share.count as usize,
            cap: 0,
            connecting: 0,
            reserved: 0,
            keeps: Keeps::Unknown,
            ready: Ready::Never,
            kept_open: 0,
            busy: 0,
            owned_idle: 0,
            failures_in_a_row: 0,
            stamped,
            stamp_offset_ns: clock::realtime_offset_ns(),
            arrived: 0,
            closed_users: 0,
            active_users: 0,
            users: None,
            flows,
            http2: None,
            until: i64::MAX,
            planning: Planning::On,
            budget: u64::MAX,
            when_full: WhenFull::Queue,
            overflowed: false,
            largest_answer: 0,
            tracer: None,
            spacing: None,
            clock: 0,
            window,
        })
    }

    /// Reads the clock.
    pub(crate) fn now(&mut self) -> i64 {
        self.clock = Timestamp::now().ns();
        self.clock
    }

    /// Requests in flight or waiting for a connection.
    pub(crate) fn in_flight(&self) -> usize {
        self.busy + self.waiting.len() + self.reserved + self.pending_users()
    }

    /// Whether connects are under way.
    pub(crate) fn is_connecting(&self) -> bool {
        self.connecting > 0
    }

    /// Whether a request waits for something that an answer or a connect would give it.
    pub(crate) fn is_waiting(&self) -> bool {
        !self.waiting.is_empty() || self.connecting > 0
    }

    /// Whether answers may wait in the kernel: nothing waits for them, they are stamped there, and they are small.
    pub(crate) fn may_read_later(&self, bytes: u64) -> bool {
        self.stamped && !self.is_waiting() && self.pending_users() == 0 && self.largest_answer <= bytes
    }

    /// Connections that are open or being opened.
    pub(crate) fn connections(&self) -> usize {
        self.http2.as_ref().map_or_else(|| self.open(), |h| h.connections())
    }

    /// Places for requests, there or to come: connections, over HTTP/1.1.
    fn open(&self) -> usize {
        self.connecting + self.idle.len() + self.owned_idle + self.busy
    }

    /// Makes the exchange as it was before any phase, connections apart; surplus ones are closed.
    pub(crate) fn reset(&mut self, cap: usize) {
        self.closed_users = 0;
        self.active_users = 0;
        self.users = None;
        self.budget = u64::MAX;
        self.when_full = WhenFull::Queue;
        self.overflowed = false;
        self.planning = Planning::On;
        self.until = i64::MAX;
        if let Some(flows) = &mut self.flows {
            flows.reset();
        }
        self.largest_answer = 0;
        self.spacing = None;
        self.cap = cap;
        self.kept_open = 0;
        if self.ready == Ready::NoMore {
            self.ready = Ready::Kept;
        }
        for slot in 0..self.slots.len() as u32 {
            let c = &mut self.slots[slot as usize];
            if c.user != NOBODY && c.state == State::Idle {
                c.user = NOBODY;
                self.owned_idle -= 1;
                self.idle.push(slot);
            }
        }
        while self.open() > cap {
            let Some(slot) = self.idle.pop() else { break };
            self.discard(slot);
        }
    }

    /// Opens shared connections, up to `wanted` in all; false while that is not done.
    pub(crate) fn open_ahead(&mut self, wanted: usize) -> bool {
        while self.open() < wanted.min(self.cap) && self.connect_one() {}
        self.connecting == 0 && self.open() >= wanted.min(self.cap)
    }
}
