//! Wall-clock stack samples: who was where, running or not.

use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What kind of code a frame is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FrameKind {
    /// Code of the runtime, interpreted.
    Interpreted,
    /// Compiled quickly, not yet optimised (C1 of HotSpot).
    Baseline,
    /// Compiled, inlined, or of unknown tier.
    Compiled,
    /// Native code.
    Native,
    /// Kernel code.
    Kernel,
}

/// One frame.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Frame {
    /// Class with package, dots (`org.postgresql.core.PGStream`); for JavaScript the module: `npm:pg/lib/client.js` of a package,
    /// `node:internal/fs` of Node, else the path; empty for native code.
    pub class: String,
    /// Method or native symbol.
    pub method: String,
    /// Source line, 0 when unknown.
    pub line: u32,
    /// Kind of code.
    pub kind: FrameKind,
}

/// Frames and stacks of a run, interned. A stack lists frame ids from the outermost to the leaf.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct StackTable {
    /// Frames by id.
    pub frames: Vec<Frame>,
    /// Stacks by id, outermost frame first.
    pub stacks: Vec<Vec<u32>>,
}

impl StackTable {
    /// Frames of stack `id`, outermost first; empty for an unknown id.
    pub fn frames_of(&self, id: u32) -> impl DoubleEndedIterator<Item = &Frame> + '_ {
        self.stacks.get(id as usize).into_iter().flatten().filter_map(|f| self.frames.get(*f as usize))
    }
}

/// One sample (or a run of equal ones) of one thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WallSample {
    /// When the (first) sample was taken.
    pub t: Timestamp,
    /// Kernel thread id.
    pub tid: u32,
    /// Number of equal samples merged into this one, `interval` apart.
    pub weight: u32,
    /// Stack id in the run's [`StackTable`].
    pub stack: u32,
}

/// Virtual threads have no kernel id: their own number, above all that the kernel gives (`PID_MAX_LIMIT` is 2^22).
const VIRTUAL: u32 = 1 << 31;

impl WallSample {
    /// What stands in [`tid`](Self::tid) for the virtual thread of this number.
    pub fn virtual_tid(number: u64) -> u32 {
        VIRTUAL | (number as u32 & (VIRTUAL - 1))
    }

    /// Whether the thread is a virtual one, seen by a dump.
    pub fn is_virtual(&self) -> bool {
        self.tid & VIRTUAL != 0
    }

    /// How often the thread was seen there: a dump looks once for many intervals.
    pub fn sightings(&self) -> f64 {
        if self.is_virtual() { 1.0 } else { f64::from(self.weight) }
    }
}

/// New objects of one class from one place, as samples of allocations tell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allocated {
    /// Stack id in the run's [`StackTable`].
    pub stack: u32,
    /// Class of the objects: `com.example.Ticket`, `byte[]`; empty where the runtime does not tell.
    pub class: String,
    /// Bytes for which its samples stand.
    pub bytes: u64,
    /// Number of samples.
    pub samples: u32,
}

/// The wall-clock profile of one phase.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct WallProfile {
    /// Phase id.
    pub phase: String,
    /// Who sampled: `async-profiler 4.6`.
    pub sampler: String,
    /// Sampling was on from here ...
    pub start: Timestamp,
    /// ... to here.
    pub end: Timestamp,
    /// Interval that was asked for, nanoseconds. The effective one is span / samples of a thread alive throughout.
    pub nominal_interval_ns: i64,
    /// Whether the sampling threads were kept off the target's cores.
    pub sampler_moved: bool,
    /// Samples of all threads, in the order of the source.
    pub samples: Vec<WallSample>,
    /// Samples of threads while they use the CPU: each stands for [`cpu_interval_ns`](Self::cpu_interval_ns) of CPU time of its thread. Empty where
    /// nobody takes these; a thread that waits for a core is in none of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cpu: Vec<WallSample>,
    /// CPU time for which one of these stands, nanoseconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cpu_interval_ns: i64,
    /// Where new objects were made, where that was sampled; `samples` and `cpu` may be empty then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allocated: Vec<Allocated>,
    /// Names of the threads seen: `(tid, name)`.
    pub thread_names: Vec<(u32, String)>,
    /// Whose they are, where several processes are watched; else 0.
    #[serde(default, skip_serializing_if = "crate::environment::is_the_only_one")]
    pub process: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_zero(n: &i64) -> bool {
    *n == 0
}

impl WallProfile {
    /// Under what a run keeps it: its phase, and whose it is where there are several.
    pub fn key(&self) -> String {
        if self.process == 0 { self.phase.clone() } else { crate::view::of(&self.phase, self.process) }
    }

    /// Interval between two samples of a thread, milliseconds: a sampler that lacks a core keeps a longer one than was asked for. Threads that lived all
    /// through have the most samples; the median of the top eight is robust against one odd one. `None` without samples. Source: LEDGER section 3 point 1
    /// and section 9 point 3.
    pub fn effective_interval_ms(&self) -> Option<f64> {
        let mut per_thread: BTreeMap<u32, u64> = BTreeMap::new();
        for s in &self.samples {
            *per_thread.entry(s.tid).or_default() += u64::from(s.weight);
        }
        let mut counts: Vec<u64> = per_thread.into_values().collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        let top = &counts[..counts.len().min(8)];
        let samples = *top.get(top.len() / 2)?;
        (samples > 0).then(|| self.end.ns_since(self.start) as f64 / 1e6 / samples as f64)
    }
}
