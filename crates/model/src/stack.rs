//! Wall-clock stack samples: who was where, running or not.

use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// What kind of code a frame is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FrameKind {
    /// Java (or Kotlin, Scala ...), interpreted.
    Interpreted,
    /// Java, compiled by C1.
    C1,
    /// Java, compiled by C2 or inlined, or of unknown tier.
    Compiled,
    /// JavaScript, of any tier.
    #[serde(rename = "javascript")]
    JavaScript,
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
    /// Names of the threads seen: `(tid, name)`.
    pub thread_names: Vec<(u32, String)>,
}
