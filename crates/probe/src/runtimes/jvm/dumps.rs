//! Stacks of virtual threads that no carrier runs, by dumps of all threads: what waits there is on no thread that a profiler of threads could sample.
//!
//! `Thread.dump_to_file` tells since JDK 25 whether a virtual thread waits, could run, or runs. Those that run are left to the profiler, which sees them
//! on their carrier. Source: `jdk.internal.vm.ThreadDumper` of JDK 25; earlier ones tell no state, so what waits there and what only lacks a
//! carrier would look the same.

use super::attach::Jvm;
use super::exchange::Exchange;
use crate::host::affinity;
use crate::interner::Interner;
use crate::process::ticker::Reading;
use crate::{Context, ProbeError, discover};
use model::{Message, Observation, Sink, Timestamp, WallProfile, WallSample, message};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

mod text;

/// Shortest pause between two dumps: up to 80 in a level of 8 s.
const LEAST_GAP: Duration = Duration::from_millis(100);
/// Pause after a dump for each unit of what it took, with the thread that dumps on a core that the target may not use, and on one of the target's:
/// a fifth of that core, a twentieth of the target's. Guesses, as `MS_PER_REQUEST` is.
const PAUSE_PER_COST: u32 = 4;
const PAUSE_PER_COST_SHARED: u32 = 19;
/// Dumps of a phase below which it is said that they are few. A guess: a mean of eight is known to a third.
const FEW: usize = 8;
/// Largest dump that is read, bytes: about ten thousand threads with deep stacks.
const MOST_BYTES: u64 = 64 << 20;
/// Name of the file that dumps are written to, one over the other.
const FILE: &str = "threads.json";
/// The thread of the virtual machine that serves commands from outside.
const LISTENER: &str = "Attach Listener";

/// The virtual threads that no carrier ran at a moment: number and stack.
struct Dump {
    t: Timestamp,
    threads: Vec<(u32, u32)>,
}

/// Dumps of a target, one after the other.
pub(super) struct Dumps {
    jvm: Jvm,
    pid: u32,
    spare_cpus: Vec<u32>,
    command: String,
    ours: PathBuf,
    interner: Arc<Mutex<Interner>>,
    taken: Vec<Dump>,
    /// Between two phases, and at the first and the last moment of one, nothing is dumped: requests are about to come, or gone.
    on: bool,
    switched: Timestamp,
    failed: Option<ProbeError>,
}

impl Dumps {
    /// Takes one dump to see whether the virtual machine tells what is needed.
    pub(super) fn open(jvm: &Jvm, cx: &Context, exchange: &Exchange, interner: Arc<Mutex<Interner>>) -> Result<Self, ProbeError> {
        let command = format!("Thread.dump_to_file -overwrite -format=json \"{}\"", exchange.theirs(FILE).display());
        let mut dumps = Self {
            jvm: jvm.clone(),
            pid: cx.target.pid,
            spare_cpus: cx.spare_cpus.clone(),
            command,
            ours: exchange.ours(FILE),
            interner,
            taken: Vec::new(),
            on: false,
            switched: Timestamp::now(),
            failed: None,
        };
        dumps.take()?;
        dumps.taken.clear();
        Ok(dumps)
    }

    /// Whether to dump from now on.
    pub(super) fn switch(&mut self, on: bool) {
        self.on = on;
        self.switched = Timestamp::now();
    }

    /// One dump.
    fn take(&mut self) -> Result<Duration, ProbeError> {
        let began = (Instant::now(), Timestamp::now());
        let fail = |cause: Message| {
            let old = cause.is("jvm/dumps-without-states") || cause.text().is_some_and(|c| c.contains("Unknown diagnostic command"));
            let help = if old { message!("jvm/newer-or-platform-threads") } else { message!("jvm/platform-threads") };
            ProbeError { name: "threads-not-dumped", operation: message!("jvm/dump", pid: name(self.pid.to_string())), cause, help }
        };
        let said = {
            let _moved = Moved::to(self.pid, &self.spare_cpus);
            self.jvm.command("jcmd", [&self.command, "", ""]).map_err(|e| fail(e.cause))?
        };
        let written_after = began.0.elapsed();
        let length = std::fs::metadata(&self.ours).map_err(|_| fail(said.trim().into()))?.len();
        if length > MOST_BYTES {
            return Err(fail(message!("jvm/dump-too-large", bytes: Bytes(length as f64), most: Bytes(MOST_BYTES as f64))));
        }
        let written = std::fs::read(&self.ours).map_err(|e| fail(e.to_string().into()))?;
        drop(std::fs::remove_file(&self.ours));
        let mut interner = self.interner.lock().unwrap_or_else(PoisonError::into_inner);
        let threads = text::without_carrier(&written).map_err(fail)?;
        let threads = threads.into_iter().map(|(id, frames)| {
            let ids = frames.into_iter().map(|f| interner.frame(f)).collect();
            (WallSample::virtual_tid(id), interner.stack(ids))
        });
        let half = i64::try_from(written_after.as_nanos() / 2).unwrap_or(0);
        self.taken.push(Dump { t: began.1.plus_ns(half), threads: threads.collect() });
        Ok(began.0.elapsed())
    }

    /// Adds what was seen to the profile of a phase, each dump for the time around it, and forgets it. Fails when dumps ended before the phase did.
    pub(super) fn add_to(&mut self, profile: &mut WallProfile, sink: &dyn Sink) -> Result<(), ProbeError> {
        let taken = std::mem::take(&mut self.taken);
        profile.sampler.push_str(", dumps of virtual threads");
        if let Some(interval_ms) = profile.effective_interval_ms() {
            // the load may have ended before a dump did
            profile.samples.extend(weighted(&taken, (profile.start, profile.end.min(self.switched)), interval_ms));
        }
        if taken.len() < FEW && self.failed.is_none() {
            let text = message!("jvm/dumps-few", dumps: Count(taken.len() as f64), phase: name(&profile.phase));
            sink.observe(Observation::warning("dumps-few", text));
        }
        self.failed.take().map_or(Ok(()), Err)
    }
}

/// Samples as the profiler would have had them: each dump stands for the time that is nearer to it than to another one.
fn weighted(taken: &[Dump], (from, to): (Timestamp, Timestamp), interval_ms: f64) -> Vec<WallSample> {
    let middle = |a: &Dump, b: &Dump| a.t.plus_ns(b.t.ns_since(a.t) / 2);
    let mut samples = Vec::new();
    // what rounding left over
    let mut rest = 0.0;
    for (i, dump) in taken.iter().enumerate() {
        let begin = if i == 0 { from } else { middle(&taken[i - 1], dump) };
        let end = taken.get(i + 1).map_or(to, |next| middle(dump, next));
        let exact = rest + end.ns_since(begin).max(0) as f64 / 1e6 / interval_ms;
        let weight = exact.round().max(0.0);
        rest = exact - weight;
        if weight >= 1.0 {
            samples.extend(dump.threads.iter().map(|(tid, stack)| WallSample {
                t: begin,
                tid: *tid,
                weight: weight as u32,
                stack: *stack,
            }));
        }
    }
    samples
}

impl Reading for Dumps {
    fn read(&mut self) -> Option<Duration> {
        if !self.on {
            return Some(LEAST_GAP / 2);
        }
        let per_cost = if self.spare_cpus.is_empty() { PAUSE_PER_COST_SHARED } else { PAUSE_PER_COST };
        match self.take() {
            // the next is due so long after this one was, not after it has ended
            Ok(cost) => Some(cost + (cost * per_cost).max(LEAST_GAP)),
            Err(e) => {
                self.failed = Some(e);
                None
            }
        }
    }
}

/// Keeps the thread that writes the dump off the target's cores for as long as it writes.
struct Moved(Option<u32>);

impl Moved {
    fn to(pid: u32, cpus: &[u32]) -> Self {
        // an improvement, not a need
        Self((!cpus.is_empty() && move_to(pid, cpus)).then_some(pid))
    }
}

impl Drop for Moved {
    fn drop(&mut self) {
        if let Some(pid) = self.0 {
            move_back(pid);
        }
    }
}

/// Lets the thread that writes dumps run where its process may: after a dump, and after a tool that was killed while it dumped.
pub(super) fn move_back(pid: u32) {
    let cpus = discover::allowed_cpus(pid);
    if !cpus.is_empty() {
        move_to(pid, &cpus);
    }
}

fn move_to(pid: u32, cpus: &[u32]) -> bool {
    let is_listener =
        |tid: &u32| discover::text(&discover::file(pid, &format!("task/{tid}/comm"))).is_some_and(|c| c.trim_end() == LISTENER);
    let listener = discover::numbers(&discover::file(pid, "task")).unwrap_or_default().into_iter().find(is_listener);
    listener.is_some_and(|tid| affinity::pin_thread(tid, cpus).is_ok())
}

#[cfg(test)]
mod tests;
