//! async-profiler, one recording per phase: started before the load, stopped after the last answer, its threads kept off the service's cores.

use super::attach::Jvm;
use super::dumps::Dumps;
use super::exchange::Exchange;
use super::jfr;
use crate::host::affinity;
use crate::interner::Interner;
use crate::{Context, ProbeError, discover};
use model::{Message, Observation, Phase, Sink as _, Timestamp, WallProfile, message};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Shortest interval, and the one with the sampler on the service's cores. Source: LEDGER section 9 point 1.
const INTERVAL_MS: i64 = 10;
const INTERVAL_SHARED_MS: i64 = 50;
const INTERVAL_MOST_MS: i64 = 200;
/// Threads for each millisecond of the interval: a look at every thread costs the same whether it waits or works. Measured with
/// bench/watching.sh: with 170 threads the sampler's own thread uses 2.5 % of a core at 42 ms.
const THREADS_PER_MS: i64 = 4;
/// Milliseconds of interval for each request in flight: walking a deep stack takes time of the request's own thread. 4 ms each give
/// 2,000 samples in a level of 8 s, however many there are. Measured with bench/watching.sh, with requests of 0.2 ms of CPU on 64 connections: watching
/// takes 2 % more CPU per request, with 2 ms and the longest interval of 100 ms 6 %.
const MS_PER_REQUEST: i64 = 4;
/// CPU time of a thread from one sample of it to the next: a full core gives a hundred a second, which divide it to 2 points in a level of 8 s. Timers of CPU
/// time go off in ticks of the kernel.
const CPU_INTERVAL_MS: i64 = 10;
/// Bytes of new objects from one sample of them to the next. A guess: where half a gigabyte is made each second, 250 stacks a second. What that costs was not
/// measured.
const ALLOCATED_MB: u32 = 2;
/// The same beside samples of time, where the load is heavy. A guess: where half a gigabyte is made each second, 60 stacks a second, 500 in a level of 8 s.
const ALLOCATED_BESIDE_MB: u32 = 8;
/// Sampling ends by itself after this long, in case we are killed. Longer than any phase.
const LEASE_S: u32 = 120;
/// Version that is bundled.
const VERSION: &str = "async-profiler 4.6";
/// Name of the file for the profiler's messages, which would else go to the target's output.
const LOG: &str = "profiler.log";
/// Name of the file for the answer to `status`.
const STATUS: &str = "status";

/// The profiler in the target.
pub(super) struct Profiler {
    library: PathBuf,
    running: Option<Running>,
    /// Shared with the dumps of virtual threads: numbers are those of the run.
    pub(super) interner: Arc<Mutex<Interner>>,
    /// Kernel ids of the profiler's threads.
    pub(super) tids: BTreeSet<u32>,
    /// Whether samples by CPU time were refused: some containers forbid timers of threads.
    cpu_refused: bool,
    /// Whether samples of new objects beside those of time were refused.
    objects_refused: bool,
}

struct Running {
    /// Whether it is new objects that are sampled, not time.
    objects: bool,
    name: String,
    start: Timestamp,
    moved: bool,
    interval_ms: i64,
}

impl Profiler {
    pub(super) fn new(library: PathBuf) -> Self {
        Self { library, running: None, interner: Arc::default(), tids: BTreeSet::new(), cpu_refused: false, objects_refused: false }
    }

    /// Switches sampling on for a phase: fine-grained where the sampler has a core of its own.
    pub(super) fn start(&mut self, jvm: &Jvm, cx: &Context, exchange: &Exchange, phase: &Phase) -> Result<(), ProbeError> {
        if !cx.spare_cpus.is_empty() {
            let threads = tasks(cx.target.pid).len() as i64;
            let by_threads = (threads / THREADS_PER_MS).min(INTERVAL_SHARED_MS);
            let in_flight = match phase.arrival {
                model::Arrival::Closed { connections } => i64::from(connections).min(threads),
                model::Arrival::Open { .. } | model::Arrival::Paced { .. } => 0,
            };
            let interval_ms = by_threads.max(in_flight * MS_PER_REQUEST).clamp(INTERVAL_MS, INTERVAL_MOST_MS);
            self.start_at(interval_ms, jvm, cx, exchange, phase)?;
            if self.running.as_ref().is_some_and(|r| r.moved) {
                return Ok(());
            }
            self.silence(jvm, exchange)?;
        }
        self.start_at(INTERVAL_SHARED_MS, jvm, cx, exchange, phase)
    }

    /// Samples where new objects are made, for no longer than sampling lasts by itself.
    pub(super) fn start_with_objects(&mut self, jvm: &Jvm, exchange: &Exchange, phase: &Phase) -> Result<(), ProbeError> {
        let name = recording_of(phase);
        let options = format!(
            "start,jfr,alloc={ALLOCATED_MB}m,clock=monotonic,timeout={LEASE_S},file={},log={}",
            exchange.theirs(&name).display(),
            exchange.theirs(LOG).display()
        );
        jvm.load(&self.library, &options)?;
        self.running = Some(Running { objects: true, name, start: Timestamp::now(), moved: false, interval_ms: 0 });
        Ok(())
    }

    fn start_at(&mut self, interval_ms: i64, jvm: &Jvm, cx: &Context, exchange: &Exchange, phase: &Phase) -> Result<(), ProbeError> {
        let before = tasks(cx.target.pid);
        let name = recording_of(phase);
        // The clock is said, because a JVM that counts in TSC ticks would have them in its recordings too.
        let options = |more: &str| {
            format!(
                "start,jfr,{more}wall={interval_ms}ms,clock=monotonic,timeout={LEASE_S},file={},log={}",
                exchange.theirs(&name).display(),
                exchange.theirs(LOG).display()
            )
        };
        // timers of each thread's CPU time need no privilege, and show no stack of the kernel
        let cpu = format!("event=ctimer,interval={CPU_INTERVAL_MS}ms,");
        let is_heavy = phase.is_measured() && matches!(phase.arrival, model::Arrival::Closed { .. });
        let mut has_begun = false;
        if is_heavy && !self.objects_refused {
            let objects = format!("{}alloc={ALLOCATED_BESIDE_MB}m,", if self.cpu_refused { "" } else { &cpu });
            let begun = jvm.load(&self.library, &options(&objects));
            has_begun = begun.is_ok();
            if let Err(e) = begun {
                self.objects_refused = true;
                cx.sink.observe(Observation::warning("allocations-unseen", message!("jvm/allocations-unseen", why: (e.said()))));
            }
        }
        if !has_begun && !self.cpu_refused {
            has_begun = jvm.load(&self.library, &options(&cpu)).is_ok();
            self.cpu_refused = !has_begun;
            if self.cpu_refused {
                cx.sink.observe(Observation::warning("cpu-samples-refused", message!("jvm/cpu-samples-refused")));
            }
        }
        if !has_begun {
            jvm.load(&self.library, &options("")).map_err(|e| {
                let said = exchange.take_text(LOG);
                let cause =
                    if said.trim().is_empty() { e.cause } else { message!("jvm/and-said", cause: (e.cause), said: name(said.trim())) };
                ProbeError { name: "stacks-not-readable", cause, ..e }
            })?;
        }
        let start = Timestamp::now();
        let new = tasks(cx.target.pid).difference(&before).copied().filter(|tid| is_helper(cx.target.pid, *tid)).collect::<BTreeSet<u32>>();
        let moved =
            !cx.spare_cpus.is_empty() && !new.is_empty() && new.iter().all(|tid| affinity::pin_thread(*tid, &cx.spare_cpus).is_ok());
        for tid in &new {
            // an improvement, not a need
            let _raised = affinity::raise_priority_of(*tid).is_ok();
        }
        self.tids = new;
        self.running = Some(Running { objects: false, name, start, moved, interval_ms });
        Ok(())
    }

    /// Switches sampling off and tells what was sampled, together with what dumps saw of virtual threads.
    pub(super) fn stop(
        &mut self,
        jvm: &Jvm,
        cx: &Context,
        exchange: &Exchange,
        phase: &str,
        dumps: Option<&mut Dumps>,
    ) -> Result<(), ProbeError> {
        let Some(running) = self.running.take() else { return Ok(()) };
        let mut end = Timestamp::now();
        match jvm.load(&self.library, &format!("stop,log={}", exchange.theirs(LOG).display())) {
            Ok(()) => {}
            // It has stopped by itself: the recording is whole up to there.
            Err(e) if e.name == "agent-failed" => {
                end = running.start.plus_ns(i64::from(LEASE_S) * 1_000_000_000).min(end);
                if running.objects {
                    // as long as they are sampled
                    return self.tell(cx, exchange, phase, (running, end), None);
                }
                let text = message!("jvm/stacks-cut-short", phase: name(phase), after: Seconds(f64::from(LEASE_S)));
                cx.sink.observe(Observation::warning("stacks-cut-short", text));
            }
            Err(e) => return Err(e),
        }
        self.tell(cx, exchange, phase, (running, end), dumps)
    }

    /// Tells what was sampled up to `end`.
    fn tell(
        &mut self,
        cx: &Context,
        exchange: &Exchange,
        phase: &str,
        (running, end): (Running, Timestamp),
        dumps: Option<&mut Dumps>,
    ) -> Result<(), ProbeError> {
        let dumps = dumps.filter(|_| !running.objects);
        let file = exchange.ours(&running.name);
        let mut interner = self.interner.lock().unwrap_or_else(PoisonError::into_inner);
        let recording = jfr::read(&file, &mut interner).map_err(|cause| ProbeError {
            name: "stacks-not-readable",
            operation: message!("jvm/read-recording", phase: name(phase)),
            cause,
            help: Message::default(),
        })?;
        drop(fs::remove_file(&file));
        if let Some(stacks) = interner.take() {
            cx.sink.observe(stacks);
        }
        drop(interner);
        if recording.unreadable > 0 {
            let text = message!("jvm/samples-unreadable", samples: Count(recording.unreadable as f64), phase: name(phase));
            cx.sink.observe(Observation::warning("samples-unreadable", text));
        }
        let mut profile = WallProfile {
            phase: phase.to_owned(),
            sampler: VERSION.to_owned(),
            start: running.start,
            end,
            nominal_interval_ns: running.interval_ms * 1_000_000,
            sampler_moved: running.moved,
            samples: recording.samples,
            // of a thread that carries tasks it says whose stack it was only to those who know what it carried then
            cpu: if dumps.is_some() { Vec::new() } else { recording.cpu },
            allocated: recording.allocated,
            cpu_interval_ns: if running.objects || self.cpu_refused || dumps.is_some() { 0 } else { CPU_INTERVAL_MS * 1_000_000 },
            thread_names: recording.thread_names,
            ..WallProfile::default()
        };
        // a profile that lacks those who wait would tell that nobody does
        dumps.map_or(Ok(()), |d| d.add_to(&mut profile, cx.sink.as_ref()))?;
        cx.sink.observe(Observation::Wall(profile));
        Ok(())
    }

    /// Makes sure that this library does not sample, and that it holds no file open.
    pub(super) fn silence(&mut self, jvm: &Jvm, exchange: &Exchange) -> Result<(), ProbeError> {
        self.running = None;
        match jvm.load(&self.library, &format!("stop,log={}", exchange.theirs(LOG).display())) {
            // It was not sampling.
            Err(e) if e.name != "agent-failed" => return Err(e),
            _ => {}
        }
        // A command without `log` closes the log; the answer to this one goes to a file.
        status(jvm, &self.library, exchange).map(drop)
    }

    /// Refuses where a profiler samples that this tool did not bring: two would share one signal.
    pub(super) fn is_alone(&self, jvm: &Jvm, pid: u32, exchange: &Exchange) -> Result<(), ProbeError> {
        for library in profilers_mapped(pid).into_iter().filter(|l| *l != self.library && !is_of_this_tool(l)) {
            let said = status(jvm, &library, exchange)?;
            if said.contains("is running") {
                return Err(ProbeError {
                    name: "profiler-busy",
                    operation: message!("jvm/sample", pid: name(pid.to_string())),
                    cause: message!("jvm/another-profiler", library: name(library.to_string_lossy()), said: name(said.trim())),
                    help: message!("jvm/stop-the-profiler"),
                });
            }
        }
        Ok(())
    }
}

/// Name of the file of a phase's recording.
fn recording_of(phase: &Phase) -> String {
    format!("{}.jfr", phase.id.replace(['/', ',', '%'], "-"))
}

fn status(jvm: &Jvm, library: &Path, exchange: &Exchange) -> Result<String, ProbeError> {
    jvm.load(library, &format!("status,file={}", exchange.theirs(STATUS).display()))?;
    Ok(exchange.take_text(STATUS))
}

/// Libraries of async-profiler that a process has mapped, whoever brought them.
fn profilers_mapped(pid: u32) -> BTreeSet<PathBuf> {
    let maps = discover::text(&discover::file(pid, "maps")).unwrap_or_default();
    let paths = maps.lines().filter_map(|l| l.find('/').map(|at| &l[at..]));
    paths.filter(|p| p.to_ascii_lowercase().contains("asyncprofiler") && !p.ends_with(" (deleted)")).map(PathBuf::from).collect()
}

fn is_of_this_tool(library: &Path) -> bool {
    let path = library.to_string_lossy();
    path.contains("/tightspot/lib/") || path.contains("/tightspot-lib-")
}

/// A thread is the profiler's when it says so, or when it still has the name of the thread that handles our command and started it.
/// The service starts threads of its own in the same moment: those must stay where they are.
fn is_helper(pid: u32, tid: u32) -> bool {
    let comm = discover::text(&discover::file(pid, &format!("task/{tid}/comm"))).unwrap_or_default();
    comm.starts_with("Async-profiler") || comm.trim_end() == "Attach Listener"
}

/// Kernel ids of all threads of a process.
fn tasks(pid: u32) -> BTreeSet<u32> {
    discover::numbers(&discover::file(pid, "task")).unwrap_or_default().into_iter().collect()
}
