//! The engine: virtual time, an event heap, and the state of everything that a service has. Times are milliseconds.

use super::client::Client;
use super::program::{Kind, Op, Program, compile};
use super::service::Service;
use super::sharing::{Key, Owner, PERIOD_MS, Sharing};
use super::time::generator;
use super::tokens::{Queue, Tokens};
use super::watch::Watch;
use super::worker::Worker;
use rand::rngs::SmallRng;
use rand_distr::{Distribution, StandardNormal};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};

/// How often the speed of the machine and the state of the compilers change.
const WEATHER_MS: f64 = 100.0;
/// How much of its deviation the machine's speed keeps per second: bursts of some seconds. A guess for shared virtual machines.
const KEPT_PER_S: f64 = 0.95;
/// Compiler threads of a virtual machine that are busy while all code is cold, one of each tier (HotSpot with few CPUs); fewer as less is left.
const COMPILERS: f64 = 2.0;
/// First retransmission of a connection that was not accepted (Linux, RFC 6298).
pub(super) const SYN_AGAIN_MS: f64 = 1000.0;
/// Step number of draws that belong to a request and to no step.
const REQUEST_STEP: u32 = 0;

/// What happens at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    /// The next planned request of open load.
    Plan,
    /// A request reaches the service.
    Arrive(usize),
    /// A thread's wait is over.
    Resume(usize),
    /// A thread has waited long enough for a token, if it still is the same wait.
    GiveUp(usize, u64),
    /// An answer reaches the client.
    Answer(usize),
    Refill,
    /// The world goes on.
    Resumed,
    Weather,
    Gauges,
    Sessions,
    Snapshot,
    Backlog,
}

/// One request.
#[derive(Debug, Clone, Copy)]
pub(super) struct Request {
    pub(super) planned: f64,
    pub(super) sent: f64,
    /// The generator's own part of the way from plan to send.
    pub(super) lag: f64,
    /// Tells its draws from those of others.
    pub(super) number: u64,
    /// Phase of the load.
    pub(super) phase: u64,
    pub(super) failed: bool,
    pub(super) answered: bool,
}

/// A running service.
pub(super) struct Sim {
    pub(super) service: Service,
    pub(super) program: Program,
    pub(super) seed: u64,
    pub(super) now: f64,
    heap: BinaryHeap<Reverse<(Key, u64, Event)>>,
    next_event: u64,
    pub(super) cpu: Sharing,
    pub(super) database: Sharing,
    pub(super) workers: Vec<Worker>,
    pub(super) idle: VecDeque<usize>,
    pub(super) queue: Queue,
    /// Time that threads have waited for tokens of each kind, milliseconds.
    pub(super) waited: Vec<(Kind, f64)>,
    pub(super) pool: Tokens,
    pub(super) locks: Vec<Tokens>,
    pub(super) servers: Vec<Tokens>,
    pub(super) leases: Vec<Tokens>,
    pub(super) rows: BTreeMap<u32, Tokens>,
    pub(super) requests: Vec<Request>,
    pub(super) client: Client,
    pub(super) watch: Watch,
    pub(super) poller: (f64, f64),
    pub(super) collector_ms: f64,
    pub(super) pauses: u64,
    pub(super) stopped_ms: f64,
    pub(super) served: u64,
    pub(super) overflows: u64,
    pub(super) polling: BTreeMap<usize, (f64, f64)>,
    allocated: f64,
    weather: f64,
    random: SmallRng,
}

impl Sim {
    pub(super) fn new(service: &Service, seed: u64) -> Self {
        let program = compile(service);
        let locks =
            program.ops.iter().filter_map(|o| if let Op::Take(Kind::Lock(k), _) = o { Some(k + 1) } else { None }).max().unwrap_or(0);
        let count = |n: Option<u32>| Tokens::new(n.unwrap_or(u32::MAX));
        let mut sim = Self {
            cpu: Sharing::new(service.cpu.cores, service.cpu.quota),
            database: Sharing::new(service.database.cores, None),
            workers: Vec::new(),
            idle: VecDeque::new(),
            queue: Queue::default(),
            waited: Vec::new(),
            pool: Tokens::new(service.pool),
            locks: vec![Tokens::new(1); locks],
            servers: service.downstreams.iter().map(|d| count(d.servers)).collect(),
            leases: service.downstreams.iter().map(|d| count(d.connections)).collect(),
            rows: BTreeMap::new(),
            requests: Vec::new(),
            client: Client::default(),
            watch: Watch::default(),
            poller: (0.0, 0.0),
            collector_ms: 0.0,
            pauses: 0,
            stopped_ms: 0.0,
            served: 0,
            overflows: 0,
            polling: BTreeMap::new(),
            allocated: 0.0,
            weather: 0.0,
            random: generator(seed, u64::MAX, REQUEST_STEP),
            program,
            seed,
            now: 0.0,
            heap: BinaryHeap::new(),
            next_event: 0,
            service: service.clone(),
        };
        sim.database.contention = service.database.contention;
        sim.cpu.others = service.cpu.neighbours;
        if sim.cpu.has_quota() {
            sim.at(PERIOD_MS, Event::Refill);
        }
        if service.cpu.noise > 0.0 || service.cpu.cold.is_some() {
            sim.change_weather();
        }
        sim
    }

    /// Puts an event into the future.
    pub(super) fn at(&mut self, t: f64, event: Event) {
        self.next_event += 1;
        self.heap.push(Reverse((Key(t), self.next_event, event)));
    }

    /// Compiler threads that are busy.
    pub(super) fn compilers(&self) -> f64 {
        self.cpu.helpers
    }

    /// Lets time pass until `done` says that it is enough, or nothing will ever happen again.
    pub(super) fn run(&mut self, mut done: impl FnMut(&Self) -> bool) {
        while !done(self) && self.step() {}
    }

    /// Lets this much time pass, milliseconds.
    pub(super) fn pass(&mut self, ms: f64) {
        let until = self.now + ms;
        self.run(|s| s.now >= until);
        self.now = self.now.max(until);
    }

    fn step(&mut self) -> bool {
        let (cpu, database) = (self.cpu.next(), self.database.next());
        let event = self.heap.peek().map_or(f64::INFINITY, |Reverse((Key(t), _, _))| *t);
        let next = cpu.min(database).min(event);
        if !next.is_finite() {
            return false;
        }
        self.now = self.now.max(next);
        if event <= next {
            if let Some(Reverse((_, _, e))) = self.heap.pop() {
                self.handle(e);
            }
        } else if cpu <= next {
            match self.cpu.pop(self.now) {
                Some(Owner::Thread(w)) => self.off_cpu(w),
                Some(Owner::Poller(r)) => self.polled(r),
                None => {}
            }
        } else if let Some(Owner::Thread(w)) = self.database.pop(self.now) {
            self.proceed(w);
        }
        true
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Plan => self.plan(),
            Event::Arrive(r) => self.arrive(r),
            Event::Resume(w) => self.proceed(w),
            Event::GiveUp(w, wait) => self.give_up(w, wait),
            Event::Answer(r) => self.answered(r),
            Event::Refill => {
                self.cpu.refill(self.now);
                self.at(self.now + PERIOD_MS, Event::Refill);
            }
            Event::Resumed => {
                self.cpu.advance(self.now);
                self.cpu.stopped = false;
            }
            Event::Weather => self.change_weather(),
            Event::Gauges => self.read_gauges(),
            Event::Sessions => self.read_sessions(),
            Event::Snapshot => self.read_counters(),
            Event::Backlog => self.read_backlog(),
        }
    }

    /// A worker has taken a request: memory is used, and at times collected.
    pub(super) fn allocate(&mut self) {
        let Some(c) = self.service.collector else { return };
        self.allocated += 1.0;
        if self.allocated < c.every_requests || self.cpu.stopped {
            return;
        }
        self.allocated = 0.0;
        self.pauses += 1;
        let length = c.pause.draw(self.seed, self.pauses);
        let used = length * c.threads.min(self.service.cpu.cores);
        self.collector_ms += used;
        self.stopped_ms += length;
        self.cpu.advance(self.now);
        self.cpu.charge(used);
        self.cpu.stopped = true;
        self.watch.stopped(self.now, length);
        self.at(self.now + length, Event::Resumed);
    }

    fn change_weather(&mut self) {
        self.cpu.advance(self.now);
        let kept = KEPT_PER_S.powf(WEATHER_MS / 1e3);
        let z: f64 = StandardNormal.sample(&mut self.random);
        self.weather = kept * self.weather + (1.0 - kept * kept).sqrt() * self.service.cpu.noise * z;
        let mut speed = self.weather.exp();
        if let Some((slower, requests)) = self.service.cpu.cold {
            let left = (-(self.served as f64) / requests).exp();
            speed /= 1.0 + slower * left;
            self.cpu.helpers = if left > 0.05 { COMPILERS * left } else { 0.0 };
        }
        self.cpu.speed = speed;
        self.at(self.now + WEATHER_MS, Event::Weather);
    }
}
