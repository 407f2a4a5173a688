//! Runs phases: starts the generator thread, hands it one phase at a time, and tells the sink what it reports.

use crate::error::LoadError;
use crate::exchange::Exchange;
use crate::generator::{Generator, Job, PhaseEnd, Report};
use crate::live::{Board, Live};
use crate::meter::Meter;
use crate::scenario::Scenario;
use crate::summary::{PhaseSummary, Total, load_second};
use crate::sys;
use crate::tally::Window;
use model::{Arrival, Attempts, Observation, Phase, Sink, Timestamp};
use std::io;
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Descriptors that are not for connections.
const OTHER_DESCRIPTORS: u64 = 64;
/// Expected service time before anything was measured, seconds. Guess; a wrong one costs connects within the first phase only.
const FIRST_SERVICE_S: f64 = 0.01;

/// How load is generated.
#[derive(Debug, Clone)]
pub struct EngineConfig {
    /// What to send.
    pub scenario: Arc<Scenario>,
    /// CPUs the generator thread is bound to; empty: wherever the kernel likes.
    pub cpus: Vec<u32>,
    /// Try to run with real-time priority; [`Engine::is_real_time`] says whether it was granted.
    pub real_time: bool,
    /// Send on time at the price of active waiting; without it the kernel's timer decides.
    pub precise: bool,
    /// A request is given up after this long.
    pub timeout: Duration,
    /// Seed of every random choice.
    pub seed: u64,
}

impl EngineConfig {
    /// The defaults: not bound, normal priority, precise, 30 s time-out, seed 1.
    pub fn new(scenario: Scenario) -> Self {
        let timeout = Duration::from_secs(30);
        Self { scenario: Arc::new(scenario), cpus: Vec::new(), real_time: false, precise: true, timeout, seed: 1 }
    }
}

/// A generator that stands ready. Connections are kept between phases; dropping it closes them.
pub struct Engine {
    channels: Mutex<Option<Channels>>,
    board: Arc<Board>,
    sink: Arc<dyn Sink>,
    address: SocketAddr,
    descriptors: u64,
    real_time: bool,
    seed: u64,
    thread: Option<JoinHandle<()>>,
}

struct Channels {
    jobs: Sender<Job>,
    reports: Receiver<Report>,
    spare: Sender<Box<Window>>,
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

impl Engine {
    /// Resolves the target, chooses the first of its addresses that accepts, and starts the generator thread.
    pub fn start(config: EngineConfig, sink: Arc<dyn Sink>) -> Result<Self, LoadError> {
        let address = choose(&config.scenario.resolve()?);
        let descriptors = sys::raise_descriptor_limit();
        let board = Arc::new(Board::default());
        let (jobs, job_list) = channel();
        let (report_list, reports) = channel();
        let (spare, spare_list) = channel();
        let (ready, became_ready) = channel();
        let seed = config.seed;
        let inner = Arc::clone(&board);
        let body = move || {
            let made = set_up(&config, address).map(|(exchange, real_time)| {
                let generator = Generator {
                    exchange,
                    jobs: job_list,
                    reports: report_list,
                    spare: spare_list,
                    board: inner,
                    timeout_ns: config.timeout.as_nanos() as i64,
                    precise: config.precise,
                    meter: Meter::of_this_thread(),
                    spin_ahead_ns: 50_000,
                };
                (generator, real_time)
            });
            match made {
                Ok((generator, real_time)) => {
                    let _gone = ready.send(Ok(real_time));
                    generator.serve();
                }
                Err(e) => drop(ready.send(Err(e))),
            }
        };
        let failed = |operation: &str, cause| LoadError::System { operation: operation.to_owned(), cause };
        let thread =
            std::thread::Builder::new().name("ts-load-0".to_owned()).spawn(body).map_err(|e| failed("start thread ts-load-0", e))?;
        let real_time = became_ready.recv().map_err(|_| failed("start thread ts-load-0", io::ErrorKind::BrokenPipe.into()))??;
        let channels = Mutex::new(Some(Channels { jobs, reports, spare, service_s: FIRST_SERVICE_S, phases: 0 }));
        Ok(Self { channels, board, sink, address, descriptors, real_time, seed, thread: Some(thread) })
    }

    /// Runs one phase and returns when its last request has ended. `phase.start` and `phase.end` are not read: the engine
    /// sets them in what it tells the sink. With `keep_attempts` every request is told, in batches of a second.
    pub fn run(&self, phase: &Phase, duration: Duration, keep_attempts: bool) -> Result<PhaseSummary, LoadError> {
        let mut guard = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        let gone = || LoadError::GeneratorGone { phase: phase.id.clone() };
        let channels = guard.as_mut().ok_or_else(gone)?;
        let expected_connections = self.check(phase, duration, channels.service_s)?;
        self.board.reset();
        channels.phases += 1;
        let job = Job {
            arrival: phase.arrival,
            duration_ns: duration.as_nanos() as i64,
            keep_attempts,
            seed: self.seed.wrapping_add(channels.phases),
            expected_connections,
        };
        channels.jobs.send(job).map_err(|_| gone())?;
        let mut total = Total::new();
        let mut start = Timestamp::default();
        loop {
            match channels.reports.recv().map_err(|_| gone())? {
                Report::Started(at) => {
                    start = Timestamp::from_ns(at);
                    self.sink.observe(Observation::PhaseStarted(Phase { start, end: None, ..phase.clone() }));
                }
                Report::Window(mut window) => {
                    self.tell(phase, start, &window);
                    total.add(&window);
                    self.board.window(&window);
                    window.clear();
                    let _gone = channels.spare.send(window);
                }
                Report::Ended(end) => {
                    self.sink.observe(Observation::PhaseEnded { id: phase.id.clone(), end: Timestamp::from_ns(end.end) });
                    return Ok(finish(total, phase, start, end, channels));
                }
            }
        }
    }

    /// A snapshot of the running phase; cheap, from any thread.
    pub fn live(&self) -> Live {
        self.board.snapshot()
    }

    /// A handle that stops phases early.
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.board))
    }

    /// The address that is loaded.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Whether real-time priority was granted.
    pub fn is_real_time(&self) -> bool {
        self.real_time
    }

    /// Refuses what cannot be sent; returns how many connections to open ahead.
    fn check(&self, phase: &Phase, duration: Duration, service_s: f64) -> Result<usize, LoadError> {
        let bad = |what, seen: String, allowed| Err(LoadError::BadPhase { phase: phase.id.clone(), what, seen, allowed });
        if duration.is_zero() {
            return bad("duration", "0 s".to_owned(), "more than 0 s");
        }
        let (connections, expected) = match phase.arrival {
            Arrival::Closed { connections } => (connections, f64::from(connections)),
            Arrival::Open { rate_per_s, max_connections, .. } => {
                if !(rate_per_s > 0.0 && rate_per_s <= 10_000_000.0) {
                    return bad("rate_per_s", rate_per_s.to_string(), "above 0, at most 10,000,000");
                }
                (max_connections, rate_per_s * service_s * 1.5 + 4.0)
            }
        };
        if connections == 0 {
            return bad("connections", "0".to_owned(), "1 or more");
        }
        let needed = u64::from(connections);
        if needed + OTHER_DESCRIPTORS > self.descriptors {
            return Err(LoadError::Descriptors { needed, address: self.address, limit: self.descriptors });
        }
        Ok(expected.min(f64::from(connections)) as usize)
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

impl Drop for Engine {
    fn drop(&mut self) {
        self.board.set_stopped(true);
        // Without its job list the generator ends.
        *self.channels.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

fn finish(total: Total, phase: &Phase, start: Timestamp, end: PhaseEnd, channels: &mut Channels) -> PhaseSummary {
    let summary = total.finish(&phase.id, phase.arrival, start, end);
    if summary.answered() > 0 {
        channels.service_s = summary.service.mean_ns / 1e9;
    }
    summary
}

/// The first address that accepts a connection, or the first.
fn choose(addresses: &[SocketAddr]) -> SocketAddr {
    let accepts = |a: &&SocketAddr| TcpStream::connect_timeout(a, Duration::from_secs(1)).is_ok();
    match addresses {
        [only] => *only,
        several => *several.iter().find(accepts).unwrap_or(&several[0]),
    }
}

/// On the generator thread: places it and makes what it owns.
fn set_up(config: &EngineConfig, address: SocketAddr) -> Result<(Exchange, bool), LoadError> {
    let failed = |operation: String| move |cause| LoadError::System { operation, cause };
    if !config.cpus.is_empty() {
        sys::pin(&config.cpus).map_err(failed(format!("pin ts-load-0 to cpus {:?}", config.cpus)))?;
    }
    sys::exact_timers();
    let real_time = config.real_time && sys::real_time().is_ok();
    let timeout_ns = config.timeout.as_nanos() as i64;
    let exchange =
        Exchange::new(Arc::clone(&config.scenario), address, timeout_ns, config.seed).map_err(failed("make epoll".to_owned()))?;
    Ok((exchange, real_time))
}
