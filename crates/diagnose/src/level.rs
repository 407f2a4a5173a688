//! One level of load: everything that was measured while it lasted, per request.

use crate::frames::{Part, Place, Stacks, Work};
use crate::language::{Language, ThreadKind};
use model::{Outcome, Phase, Run, Timestamp};
use std::collections::{BTreeMap, BTreeSet};

mod awaited;
mod caches;
mod callbacks;
mod collecting;
mod endpoints;
mod error;
mod event_loop;
mod gauges;
mod loop_activity;
mod machine;
mod opened;
mod scheduler;
mod sensitivity;
mod served;
mod sessions;
mod share;
mod slowed;
mod speed;
mod stacks;
mod stalls;
mod taken;
mod trips;
mod uncounted;
mod uneven;
mod work_site;

pub(crate) use awaited::uncounted_by_stores;
pub use awaited::{FullPeer, HeldBack, LEAST_CALL_MS, PeerUse, STEADY, held_back, peer_uses};
pub use caches::CacheServer;
pub use callbacks::Callbacks;
pub use endpoints::{Endpoint, TOO_MANY, calls_were_watched, endpoints};
pub use event_loop::{Calls, EventLoop, PoolWork, THREAD_POOL_FULL};
pub use gauges::{Database, Pool, Unread, Workers};
pub use loop_activity::{LoopSample, loop_samples};
pub use machine::{Listen, Machine, Neighbour, Throttling};
pub use opened::{OpenedFile, opened_files, opened_for_each_request};
pub use scheduler::{Scheduler, compiler_cores, cpu_utilisation, process_cores, sees_compilers};
pub use sensitivity::Sensitivity;
pub use served::Served;
pub use sessions::{sessions_where, statements_where};
pub(crate) use slowed::Slowed;
pub use speed::Speed;
pub use stacks::{FEWEST_SAMPLES, Samples, SiteShare};
pub use stalls::Stalls;
use taken::Taken;
pub use trips::{database_bytes, others as other_peers, round_trips};
pub use uncounted::Uncounted;
pub(crate) use uncounted::add_uncounted;
pub use uneven::SlowSeconds;
pub(crate) use {
    gauges::{pools, workers},
    machine::machine,
    scheduler::{scheduler, thread_increases, thread_names},
};

/// What one phase showed. Times are milliseconds per request unless the name says otherwise.
#[derive(Debug, Clone)]
pub struct Level {
    /// The phase.
    pub phase: Phase,
    /// From the first plan to the last answer.
    pub window: (Timestamp, Timestamp),
    /// Share of the phase's requests that this is of: less than 1 where the run is the view of one process of several. Their times are those of all.
    pub share: f64,
    /// Answered requests (also those answered with an error).
    pub requests: u64,
    /// Requests that failed in any way.
    pub failed: u64,
    /// Answers per second over the window.
    pub throughput_per_s: f64,
    /// Mean of planned to done, of answered requests.
    pub response_ms: f64,
    /// Mean of planned to sent: time lost in the generator.
    pub late_ms: f64,
    /// Latency figures (planned to done), nanoseconds.
    pub latency: stats::hdr::Summary,
    /// Latency figures without the correction (sent to done), nanoseconds.
    pub service: stats::hdr::Summary,
    /// Sum of response times and number of requests per window of one second (by plan), for joint bootstraps.
    pub seconds: Vec<(f64, f64)>,
    /// What the stacks say, when there are any.
    pub samples: Option<Samples>,
    /// What the scheduler says of the target, when seen.
    pub scheduler: Option<Scheduler>,
    /// What the host says of the target's CPUs, quota and listen queue, when seen.
    pub machine: Option<Machine>,
    /// Connection pools by name.
    pub pools: Vec<Pool>,
    /// What serves the requests.
    pub served: Served,
    /// Threads that run callbacks of event loops, where no thread was seen with a request ([`Served::Unseen`]).
    pub callbacks: Option<Callbacks>,
    /// The database server, when seen.
    pub database: Option<Database>,
    /// Cache servers that were asked how long they take.
    pub caches: Vec<CacheServer>,
    /// Mean extra time by stop-the-world pauses for requests that arrive during one.
    pub pause_exposure_ms: f64,
    /// Share of the window in which the target was stopped at safepoints, when seen.
    pub stopped_share: Option<f64>,
    /// Times without an answer, whatever stopped the service.
    pub stalls: Stalls,
    /// Seconds that are far slower than the others.
    pub slow_seconds: SlowSeconds,
    /// How fast the target's CPUs were, when that was measured.
    pub speed: Option<Speed>,
    /// Requests whose bytes nobody has read, when they were counted.
    pub unread: Option<Unread>,
    /// Classes or modules loaded per request, where they were counted.
    pub loaded: Option<f64>,
}

impl Level {
    /// Run queue that may hide in waits, milliseconds per request: a thread whose answer has arrived but has no core still shows the read
    /// (CAUSES section 4 point 4). Threads that lost their core while they computed are seen computing beyond what the scheduler gave
    /// them; that part of the run queue is in no wait.
    pub fn run_queue_in_waits_ms(&self) -> f64 {
        let Some(scheduler) = self.scheduler.as_ref().filter(|_| self.served.waits_hide_the_run_queue()) else { return 0.0 };
        let seen_computing = self.samples.as_ref().map_or(0.0, |s| {
            let given = (scheduler.request_cpu_ms - s.outside_dispatch_cpu_ms()).max(0.0);
            (s.part_ms(Part::Cpu) - given).max(0.0)
        });
        (scheduler.request_run_queue_ms - seen_computing).max(0.0)
    }

    /// Time per request before a worker, or the queue for one, has it, milliseconds, beyond what stops of the virtual machine make of it; `None` where it
    /// was not measured, or where requests may lie in a queue of the server that nobody counts.
    pub fn before_a_worker_ms(&self) -> Option<f64> {
        // workers read the requests that they are given: what is in their queue lies in a socket as well
        Some((self.unread?.ms - self.served.workers()?.queue_ms - self.pause_exposure_ms).max(0.0))
    }

    /// Gathers a phase; `None` when it is not finished or no request was answered.
    pub fn of(run: &Run, phase: &Phase, stacks: &Stacks, request_threads: &BTreeSet<u32>) -> Option<Self> {
        let mut level = Self::of_requests(run, phase)?;
        level.watched(run, stacks, request_threads);
        Some(level)
    }

    /// The same by its requests and its database alone: all that can be said of several processes together.
    pub(crate) fn of_requests(run: &Run, phase: &Phase) -> Option<Self> {
        let end = phase.end?;
        let answered: Vec<_> = run.attempts_of(&phase.id).filter(|a| a.outcome != Outcome::Censored).collect();
        if answered.is_empty() {
            return None;
        }
        let last = answered.iter().map(|a| a.done).max().unwrap_or(end);
        let window = (phase.start, last.max(phase.start.plus_ns(1)));
        let span_s = window.1.seconds_since(window.0);
        let share = share::share(run, window, answered.len())?;
        let all = answered.len() as f64;
        let n = all * share;
        let mut seconds = vec![(0.0, 0.0); span_s.ceil().max(1.0) as usize];
        for a in &answered {
            let i = (a.planned.seconds_since(window.0).max(0.0) as usize).min(seconds.len() - 1);
            seconds[i].0 += a.response_ns() as f64 / 1e6 * share;
            seconds[i].1 += share;
        }
        let failed = run.attempts_of(&phase.id).filter(|a| a.outcome != Outcome::Ok).count() as f64 * share;
        Some(Self {
            phase: phase.clone(),
            window,
            share,
            requests: n.round() as u64,
            failed: failed.round() as u64,
            throughput_per_s: n / span_s,
            response_ms: answered.iter().map(|a| a.response_ns() as f64).sum::<f64>() / all / 1e6,
            late_ms: answered.iter().map(|a| a.late_ns() as f64).sum::<f64>() / all / 1e6,
            latency: stats::hdr::summary_of(answered.iter().map(model::Attempt::response_ns).collect()),
            service: stats::hdr::summary_of(answered.iter().map(model::Attempt::service_ns).collect()),
            seconds,
            samples: None,
            scheduler: None,
            machine: None,
            pools: Vec::new(),
            served: Served::Threads(None),
            callbacks: None,
            database: gauges::database(run, window, n / span_s, share),
            caches: Vec::new(),
            pause_exposure_ms: 0.0,
            stopped_share: None,
            stalls: stalls::stalls(&answered, span_s),
            slow_seconds: uneven::slow_seconds(&answered, window.0, None),
            speed: Speed::of(run, window),
            unread: None,
            loaded: None,
        })
    }

    /// Adds what was seen of the process.
    fn watched(&mut self, run: &Run, stacks: &Stacks, request_threads: &BTreeSet<u32>) {
        let (window, per_s, span_s) = (self.window, self.throughput_per_s, self.span_s());
        let n = self.requests as f64;
        self.pools = gauges::pools(run, window, per_s);
        self.served = Served::Threads(gauges::workers(run, window, per_s));
        self.loaded = run.increase(model::signal::CODE_LOADED, window.0, window.1).map(|n| n / self.requests as f64);
        // who shares its port shares what lies there unread
        self.unread = gauges::unread(run, window, if share::port_is_shared(run) { per_s / self.share } else { per_s });
        self.samples = stacks::samples(run, self, stacks);
        self.scheduler = scheduler::scheduler(run, window, n, request_threads);
        self.caches = caches::caches(run, window, n);
        let of_loop = event_loop::Window {
            phase: &self.phase.id,
            from: window.0,
            to: window.1,
            requests: n,
            pools: &self.pools,
            scheduler: self.scheduler.as_ref(),
            caches: &self.caches,
            server_ms: self.database.as_ref().map_or(0.0, Database::server_ms),
        };
        if let Some(l) = event_loop::event_loop(run, &of_loop) {
            self.served = Served::Loop(Box::new(l));
        } else if self.samples.as_ref().is_some_and(Samples::is_of_tasks) {
            self.served = Served::Tasks(self.served.workers().cloned());
        } else if self.samples.is_some() && self.served.workers().is_none() && (request_threads.is_empty() || stacks.in_pieces()) {
            self.served = Served::Unseen;
            self.callbacks = callbacks::callbacks(run, self, stacks);
        }
        if self.slow_seconds.added > 0.0
            && let Some(taken) = Taken::of(run, self, stacks, request_threads)
        {
            let answered: Vec<_> = run.attempts_of(&self.phase.id).filter(|a| a.outcome != Outcome::Censored).collect();
            self.slow_seconds = uneven::slow_seconds(&answered, window.0, Some(&taken));
        }
        let own_cores = self.scheduler.as_ref().map_or(0.0, |s| s.process_cores);
        self.machine = machine::machine(run, window, own_cores + scheduler::brothers_cores(run, window));
        if let (Some(count), Some(total)) =
            (run.increase(model::signal::STOP_COUNT, window.0, window.1), run.increase(model::signal::STOP_TIME, window.0, window.1))
        {
            // users that wait for an answer send nothing into a stop, in which nobody gets one
            self.pause_exposure_ms = if self.phase.is_open() { stats::law::pause_exposure_s(count, total, span_s) * 1e3 } else { 0.0 };
            self.stopped_share = Some(total / span_s);
        }
    }

    /// Length of the window, seconds.
    pub fn span_s(&self) -> f64 {
        self.window.1.seconds_since(self.window.0)
    }

    /// Time per request in `part`, all sites, milliseconds; zero without stacks. On an event loop waits are counted, not sampled: nobody
    /// stands in them.
    pub fn part_ms(&self, part: Part) -> f64 {
        let sampled = || self.samples.as_ref().map_or(0.0, |s| s.part_ms(part));
        self.served.counted_ms(part, &self.pools).unwrap_or_else(sampled)
    }

    /// Time per request that waits for the answer of anybody but the database, milliseconds: another service's, a cache's.
    pub fn elsewhere_ms(&self) -> f64 {
        self.part_ms(Part::Remote) + self.part_ms(Part::Cache)
    }

    /// Calls to other services on their way at once, where they were counted.
    pub(crate) fn calls(&self) -> Option<Calls> {
        self.served.event_loop()?.calls
    }

    /// The pool with the largest share of its connections busy.
    pub fn busiest_pool(&self) -> Option<&Pool> {
        self.pools.iter().max_by(|a, b| a.utilisation().total_cmp(&b.utilisation()))
    }
}

/// Kernel ids of threads that were seen serving requests, or whose name says that they do.
pub fn request_threads(run: &Run, stacks: &Stacks) -> BTreeSet<u32> {
    let language = Language::of(run);
    let mut tids = BTreeSet::new();
    for profile in run.wall.values() {
        for s in &profile.samples {
            if stacks.class(s.stack).is_some_and(|c| !matches!(c.place, Place::Elsewhere)) {
                tids.insert(s.tid);
            }
        }
        let serves = |name: &str| language.thread_kind(name) == ThreadKind::Request;
        tids.extend(profile.thread_names.iter().filter(|(_, n)| serves(n)).map(|(t, _)| *t));
    }
    tids
}

/// Those that may serve: the `seen` ones, and where none was seen with a whole request any that is of no other kind, as on event loops of a JVM
/// ([`Served::Unseen`]).
pub fn may_serve(run: &Run, stacks: &Stacks, seen: BTreeSet<u32>) -> BTreeSet<u32> {
    if !seen.is_empty() && !stacks.in_pieces() {
        return seen;
    }
    let names = thread_names(run);
    let sampled = run.wall.values().flat_map(|w| w.samples.iter().chain(&w.cpu)).map(|s| s.tid);
    sampled.filter(|tid| stacks.language.thread_kind(names.get(tid).copied().unwrap_or("")) == ThreadKind::Other).collect()
}

/// CPU work by purpose, for shares.
pub type WorkShares = BTreeMap<Work, f64>;
