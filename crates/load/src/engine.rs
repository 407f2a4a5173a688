//! Runs phases: starts the generator threads, hands them one phase at a time, and tells the sink what they report.

mod check;
mod config;
mod control;
mod gather;
mod start;

pub use config::{EngineConfig, Way};
pub use control::{Control, Stopper};
pub(crate) use start::targets;

use crate::error::LoadError;
use crate::generator::{Begin, Order, PhaseEnd, Report};
use crate::job::Job;
use crate::live::{Board, Live};
use crate::protocol::Protocol;
use crate::scenario::Scenario;
use crate::summary::{PhaseSummary, Total, load_second};
use crate::tally::Window;
use crate::transport::Address;
use gather::Gather;
use model::{Attempts, Carried, Observation, Phase, Sink, Timestamp};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Expected service time before anything was measured, seconds. Guess; a wrong one costs connects within the first phase only.
const FIRST_SERVICE_S: f64 = 0.01;
/// With several threads the first request is planned this long after the last of them was ready: time for the word to get round.
const START_AHEAD_NS: i64 = 200_000;

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
    first_route: u16,
    threads: Vec<JoinHandle<()>>,
}

struct Channels {
    /// One for each thread.
    orders: Vec<Sender<Order>>,
    starts: Vec<Sender<Begin>>,
    spare: Vec<Sender<Box<Window>>>,
    reports: Receiver<(u32, Report)>,
    /// Mean service time of the last phase with answers, seconds.
    service_s: f64,
    phases: u64,
}

impl Engine {
    /// Runs one phase as a run of levels needs it; see [`Engine::run_job`].
    pub fn run(&self, phase: &Phase, duration: Duration, keep_attempts: bool) -> Result<PhaseSummary, LoadError> {
        self.run_job(phase, Job { keep_attempts, ..Job::new(phase.arrival.into(), duration) })
    }

    /// Runs one phase and returns when its last request has ended. `phase.start` and `phase.end` are not read: the engine
    /// sets them in what it tells the sink. How requests arrive is taken from `job`, `phase.arrival` is its description for the record.
    pub fn run_job(&self, phase: &Phase, job: Job) -> Result<PhaseSummary, LoadError> {
        self.run_when(phase, job, |several| Begin::now(if several { START_AHEAD_NS } else { 0 }))
    }

    /// The same; when all threads are ready, `begin` says when they are to begin. It is told whether there are several, and may wait.
    pub(crate) fn run_when(&self, phase: &Phase, job: Job, begin: impl FnOnce(bool) -> Begin) -> Result<PhaseSummary, LoadError> {
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
        let start = Timestamp::from_ns(channels.begin_together(begin).ok_or_else(gone)?.at);
        self.sink.observe(Observation::PhaseStarted(Phase { start, end: None, ..phase.clone() }));
        let (mut total, mut gather) = (Total::of(&self.scenario), Gather::new(channels.orders.len()));
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
        let end = gather.into_end();
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

    fn tell(&self, phase: &Phase, start: Timestamp, window: &Window) {
        self.sink.observe(Observation::LoadSecond(load_second(&phase.id, window, self.first_route)));
        if !window.attempts.is_empty() {
            let mut batch = Attempts::new(&phase.id, start);
            for (attempt, carried) in &window.attempts {
                let route = carried.route.and_then(|r| r.checked_add(self.first_route));
                batch.push_carried(attempt, &Carried { route, ..*carried });
            }
            self.sink.observe(Observation::Attempts(batch));
        }
    }
}

impl Channels {
    /// Waits until all threads are ready and lets them begin at the moment that `begin` then names; `None` when one has gone.
    fn begin_together(&self, begin: impl FnOnce(bool) -> Begin) -> Option<Begin> {
        let mut ready = 0;
        while ready < self.orders.len() {
            if let (_, Report::Ready) = self.reports.recv().ok()? {
                ready += 1;
            }
        }
        let begin = begin(self.orders.len() > 1);
        self.starts.iter().all(|s| s.send(begin).is_ok()).then_some(begin)
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
