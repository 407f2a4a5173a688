//! Runs phases: starts the generator threads, hands them one phase at a time, and tells the sink what they report.

mod gather;
mod start;

pub(crate) use start::targets;

use crate::error::LoadError;
use crate::flow::Shared;
use crate::generator::{Order, PhaseEnd, Report};
use crate::job::{Job, Pattern};
use crate::live::{Board, Live};
use crate::protocol::Protocol;
use crate::scenario::Scenario;
use crate::summary::{PhaseSummary, Total, load_second};
use crate::tally::Window;
use crate::transport::{Address, ConnectTo, TlsOptions};
use gather::Gather;
use model::{Attempts, Observation, Phase, Sink, Timestamp};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Descriptors that are not for connections.
const OTHER_DESCRIPTORS: u64 = 64;
/// Expected service time before anything was measured, seconds. Guess; a wrong one costs connects within the first phase only.
const FIRST_SERVICE_S: f64 = 0.01;
/// With several threads the first request is planned this long after the last of them was ready: time for the word to get round.
const START_AHEAD_NS: i64 = 200_000;

/// How load is generated.
#[derive(Debug, Clone)]
pub struct EngineConfig {
    /// What to send.
    pub scenario: Arc<Scenario>,
    /// How to get to the target.
    pub way: Way,
    /// What setup left for all users.
    pub shared: Option<Shared>,
    /// Generator threads, at least 1.
    pub threads: u32,
    /// CPUs the generator threads are bound to; empty: wherever the kernel likes.
    pub cpus: Vec<u32>,
    /// Try to run with real-time priority; [`Engine::is_real_time`] says whether it was granted.
    pub real_time: bool,
    /// Send on time and read answers as they come, at the price of active waiting and more wake-ups; without it pacing is economical.
    pub precise: bool,
    /// A request is given up after this long.
    pub timeout: Duration,
    /// Seed of every random choice.
    pub seed: u64,
}

impl EngineConfig {
    /// The defaults: one thread, not bound, normal priority, precise, 30 s time-out, seed 1.
    pub fn new(scenario: Scenario) -> Self {
        Self::of(Arc::new(scenario))
    }

    /// The same for a scenario that others use too.
    pub fn of(scenario: Arc<Scenario>) -> Self {
        let timeout = Duration::from_secs(30);
        Self {
            scenario,
            way: Way::default(),
            shared: None,
            threads: 1,
            cpus: Vec::new(),
            real_time: false,
            precise: true,
            timeout,
            seed: 1,
        }
    }
}

/// How to get to a target, apart from its URL.
#[derive(Debug, Clone, Default)]
pub struct Way {
    /// What to make of certificates, where the URL says https.
    pub tls: TlsOptions,
    /// Detours; the first that applies decides.
    pub connect_to: Vec<ConnectTo>,
    /// The path of a Unix socket, in place of host and port.
    pub unix: Option<Address>,
    /// What is spoken there.
    pub protocol: Protocol,
}

/// A generator that stands ready. Connections are kept between phases; dropping it closes them.
pub struct Engine {
    channels: Mutex<Option<Channels>>,
    board: Arc<Board>,
    sink: Arc<dyn Sink>,
    scenario: Arc<Scenario>,
    address: Address,
    descriptors: u64,
    protocol: Protocol,
    real_time: bool,
    seed: u64,
    threads: Vec<JoinHandle<()>>,
}

struct Channels {
    /// One for each thread.
    orders: Vec<Sender<Order>>,
    starts: Vec<Sender<i64>>,
    spare: Vec<Sender<Box<Window>>>,
    reports: Receiver<(u32, Report)>,
    /// Mean service time of the last phase with answers, seconds.
    service_s: f64,
    phases: u64,
}

/// Stops the present phase, and those that come, from any thread (or a signal handler: it is one atomic store).
#[derive(Debug, Clone)]
pub struct Stopper(Arc<Board>);

impl Stopper {
    /// No request is planned from here on.
    pub fn stop(&self) {
        self.0.set_stopped(true);
    }

    /// Lets phases run again.
    pub fn clear(&self) {
        self.0.set_stopped(false);
    }

    /// Whether phases are stopped.
    pub fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

/// Changes the running phase from any thread, within 20 ms. The next phase begins without these changes.
#[derive(Debug, Clone)]
pub struct Control(Arc<Board>);

impl Control {
    /// Open load: this many requests per second from now on, for the rest of the phase.
    pub fn set_rate(&self, rate_per_s: f64) {
        self.0.wish(|w| w.rate_per_s = Some(rate_per_s.max(0.0)));
    }

    /// Closed or paced load: this many users from now on, for the rest of the phase.
    pub fn set_users(&self, users: u32) {
        self.0.wish(|w| w.users = Some(users));
    }

    /// Nothing is planned until [`Control::resume`]; the end of the phase stays where it is.
    pub fn pause(&self) {
        self.0.wish(|w| w.paused = true);
    }

    /// The plan goes on where it was paused.
    pub fn resume(&self) {
        self.0.wish(|w| w.paused = false);
    }
}

impl Engine {
    /// Runs one phase as a run of levels needs it; see [`Engine::run_job`].
    pub fn run(&self, phase: &Phase, duration: Duration, keep_attempts: bool) -> Result<PhaseSummary, LoadError> {
        self.run_job(phase, Job { pattern: phase.arrival.into(), duration, requests: None, keep_attempts })
    }

    /// Runs one phase and returns when its last request has ended. `phase.start` and `phase.end` are not read: the engine
    /// sets them in what it tells the sink. How requests arrive is taken from `job`, `phase.arrival` is its description for the record.
    pub fn run_job(&self, phase: &Phase, job: Job) -> Result<PhaseSummary, LoadError> {
        let mut guard = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        let gone = || LoadError::GeneratorGone { phase: phase.id.clone() };
        let channels = guard.as_mut().ok_or_else(gone)?;
        let expected_connections = self.check(phase, &job, channels.service_s)?;
        self.board.reset();
        channels.phases += 1;
        let order = Order { job, seed: self.seed.wrapping_add(channels.phases), expected_connections };
        for orders in &channels.orders {
            orders.send(order.clone()).map_err(|_| gone())?;
        }
        let start = channels.begin_together().ok_or_else(gone)?;
        self.sink.observe(Observation::PhaseStarted(Phase { start, end: None, ..phase.clone() }));
        let (mut total, mut gather) = (Total::new(self.scenario.routes().len()), Gather::new(channels.orders.len()));
        while !gather.is_over() {
            match channels.reports.recv().map_err(|_| gone())? {
                (_, Report::Ready) => {}
                (thread, Report::Window(window)) => gather.window(thread, window),
                (thread, Report::Ended(end)) => gather.ended(thread, end),
            }
            while let Some(mut parts) = gather.next_whole() {
                let (first, others) = parts.split_first_mut().expect("a whole window has parts");
                for (_, w) in others.iter() {
                    first.1.add(w);
                }
                self.tell(phase, start, &first.1);
                total.add(&first.1);
                self.board.window(&first.1);
                for (thread, mut window) in parts {
                    window.clear();
                    let _gone = channels.spare[thread as usize].send(window);
                }
            }
        }
        let end = gather.end();
        self.sink.observe(Observation::PhaseEnded { id: phase.id.clone(), end: Timestamp::from_ns(end.end) });
        let streams = self.streams(&order.job.pattern);
        let summary = total.finish(&phase.id, order.job.pattern, channels.orders.len() as u32, start, end);
        let summary = PhaseSummary { streams, ..summary };
        if summary.answered() > 0 {
            channels.service_s = summary.service.mean_ns / 1e9;
        }
        Ok(summary)
    }

    /// A snapshot of the running phase; cheap, from any thread.
    pub fn live(&self) -> Live {
        self.board.snapshot()
    }

    /// A handle that stops phases early.
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.board))
    }

    /// A handle that changes the running phase.
    pub fn control(&self) -> Control {
        Control(Arc::clone(&self.board))
    }

    /// The address that is loaded.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Whether real-time priority was granted.
    pub fn is_real_time(&self) -> bool {
        self.real_time
    }

    /// Refuses what cannot be sent; returns how many connections to open ahead.
    fn check(&self, phase: &Phase, job: &Job, service_s: f64) -> Result<usize, LoadError> {
        let bad = |what, seen: String, allowed| Err(LoadError::BadPhase { phase: phase.id.clone(), what, seen, allowed });
        if job.duration.is_zero() {
            return bad("duration", "0 s".to_owned(), "more than 0 s");
        }
        let connections = job.pattern.connections();
        if connections == 0 {
            return bad("connections", "0".to_owned(), "1 or more");
        }
        let mut expected = f64::from(connections);
        match &job.pattern {
            Pattern::Open { rate, .. } => {
                let peak = rate.peak();
                if !(peak > 0.0 && peak <= 10_000_000.0) {
                    return bad("rate_per_s", peak.to_string(), "above 0, at most 10,000,000");
                }
                expected = rate.value_at(0) * service_s * 1.5 + 4.0;
            }
            Pattern::Paced { every_ns, .. } if *every_ns < 1_000 => return bad("every", format!("{every_ns} ns"), "1 us or more"),
            _ => {}
        }
        let needed = u64::from(connections.div_ceil(self.streams(&job.pattern)));
        if needed + OTHER_DESCRIPTORS > self.descriptors {
            return Err(LoadError::Descriptors { needed, address: self.address.to_string(), limit: self.descriptors });
        }
        Ok(expected.min(f64::from(connections)) as usize)
    }

    /// Requests at a time on one connection, at most.
    fn streams(&self, pattern: &Pattern) -> u32 {
        if matches!(pattern, Pattern::Paced { .. }) { 1 } else { self.protocol.streams() }
    }

    fn tell(&self, phase: &Phase, start: Timestamp, window: &Window) {
        self.sink.observe(Observation::LoadSecond(load_second(&phase.id, window)));
        if !window.attempts.is_empty() {
            let mut batch = Attempts::new(&phase.id, start);
            for a in &window.attempts {
                batch.push(a);
            }
            self.sink.observe(Observation::Attempts(batch));
        }
    }
}

impl Channels {
    /// Waits until all threads are ready and lets them begin at one moment; `None` when one has gone.
    fn begin_together(&self) -> Option<Timestamp> {
        let mut ready = 0;
        while ready < self.orders.len() {
            if let (_, Report::Ready) = self.reports.recv().ok()? {
                ready += 1;
            }
        }
        let ahead = if self.orders.len() > 1 { START_AHEAD_NS } else { 0 };
        let start = Timestamp::now().ns() + ahead;
        self.starts.iter().all(|s| s.send(start).is_ok()).then_some(Timestamp::from_ns(start))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.board.set_stopped(true);
        // Without its orders a generator ends.
        *self.channels.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
        for thread in self.threads.drain(..) {
            drop(thread.join());
        }
    }
}
