//! What the events of a recording say: whose sample it was, when, and in which stack.

use super::Recording;
use super::chunk::Chunk;
use super::value::Value;
use crate::interner::Interner;
use model::{Allocated, Frame, FrameKind, Timestamp, WallSample};
use std::collections::{BTreeMap, HashMap, HashSet};

/// The handler of the signals by which threads are sampled by the wall clock.
const OTHER_SAMPLER: &str = "WallClock::signalHandler";

/// A recording that is being read.
pub(super) struct Reading<'i> {
    recording: Recording,
    interner: &'i mut Interner,
    names: HashMap<u32, String>,
    made: BTreeMap<(u32, String), (u64, u32)>,
    /// CPU time by thread of which the stack was not seen: it counts with the next that was.
    held: HashMap<u32, u32>,
}

/// What was seen in a chunk, by the number of its constant there.
#[derive(Default)]
struct Known {
    stacks: HashMap<i64, u32>,
    /// By method, line and how it was compiled.
    frames: HashMap<(i64, i64, i64), Seen>,
    /// Stacks in which only the profiler itself was seen.
    of_the_sampler: HashSet<u32>,
}

/// A frame as far as a stack is judged by it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    pub(super) number: u32,
    pub(super) is_native: bool,
    pub(super) is_handler: bool,
}

impl<'i> Reading<'i> {
    /// Of nothing yet.
    pub(super) fn of(interner: &'i mut Interner) -> Self {
        Self { recording: Recording::default(), interner, names: HashMap::new(), made: BTreeMap::new(), held: HashMap::new() }
    }

    /// Takes in the events of a chunk.
    pub(super) fn read(&mut self, chunk: &Chunk) {
        // numbers of constants are per chunk
        let mut known = Known::default();
        for event in chunk.events() {
            if event.ok().and_then(|e| self.event(e, chunk, &mut known)).is_none() {
                self.recording.unreadable += 1;
            }
        }
    }

    /// Takes in an event; `None` where it cannot be read.
    fn event(&mut self, event: Value, chunk: &Chunk, known: &mut Known) -> Option<()> {
        if event.class().starts_with("jdk.ObjectAllocation") {
            let (stack, class, bytes) = self.allocation(event, chunk, known)?;
            let (sum, samples) = self.made.entry((stack, class)).or_default();
            *sum = sum.saturating_add(bytes);
            *samples += 1;
            return Some(());
        }
        let wall = event.class() == "profiler.WallClockSample";
        if !wall && event.class() != "jdk.ExecutionSample" {
            return Some(());
        }
        let s = self.sample(event, wall, chunk, known)?;
        if wall || !is_by_cpu_time(event) {
            self.recording.samples.push(s);
            return Some(());
        }
        let late = self.held.entry(s.tid).or_default();
        if known.of_the_sampler.contains(&s.stack) {
            *late = late.saturating_add(s.weight);
        } else {
            self.recording.cpu.push(WallSample { weight: s.weight.saturating_add(std::mem::take(late)), ..s });
        }
        Some(())
    }

    fn sample(&mut self, e: Value, wall: bool, chunk: &Chunk, known: &mut Known) -> Option<WallSample> {
        let t = e.number("startTime").filter(|_| chunk.ticks_per_s == 1_000_000_000)?;
        let thread = e.get("sampledThread")?;
        let tid = u32::try_from(thread.number("osThreadId")?).ok()?;
        self.names.entry(tid).or_insert_with(|| {
            let java = thread.text("javaName").filter(|n| !n.is_empty());
            java.or_else(|| thread.text("osName")).unwrap_or_default()
        });
        let stack = self.stack(e, chunk, known)?;
        let weight = if wall { u32::try_from(e.number("samples")?).ok()? } else { 1 };
        chunk.budget().keep(size_of::<WallSample>()).ok()?;
        Some(WallSample { t: Timestamp::from_ns(t), tid, weight: weight.max(1), stack })
    }

    /// Stack, class and bytes of a sample of an allocation. Of one in a new buffer of a thread it stands for all of the buffer.
    fn allocation(&mut self, e: Value, chunk: &Chunk, known: &mut Known) -> Option<(u32, String, u64)> {
        let bytes = ["tlabSize", "weight", "allocationSize"].into_iter().find_map(|field| e.number(field))?;
        let class = e.get("objectClass")?.text("name")?;
        Some((self.stack(e, chunk, known)?, readable(&class), u64::try_from(bytes).ok()?))
    }

    /// The stack of an event.
    fn stack(&mut self, e: Value, chunk: &Chunk, known: &mut Known) -> Option<u32> {
        let constant = e.constant("stackTrace");
        if let Some(stack) = constant.and_then(|c| known.stacks.get(&c)) {
            return Some(*stack);
        }
        let mut frames = Vec::new();
        for frame in e.get("stackTrace")?.list("frames")? {
            frames.extend(self.frame(frame?, known));
        }
        // once as told, and once as known
        chunk.budget().keep(2 * frames.len() * size_of::<u32>()).ok()?;
        let of_the_sampler = is_of_the_sampler(&frames);
        let stack = self.interner.stack(frames.iter().rev().map(|f| f.number).collect());
        if let Some(c) = constant {
            known.stacks.insert(c, stack);
        }
        if of_the_sampler {
            known.of_the_sampler.insert(stack);
        }
        Some(stack)
    }

    /// A frame of a stack; `None` for one without a name.
    fn frame(&mut self, f: Value, known: &mut Known) -> Option<Seen> {
        let line = f.number("lineNumber").unwrap_or(0);
        let constant = f.constant("method").zip(f.constant("type")).map(|(method, kind)| (method, line, kind));
        if let Some(seen) = constant.and_then(|c| known.frames.get(&c)) {
            return Some(*seen);
        }
        let frame = frame(f, line)?;
        let is_native = frame.kind == FrameKind::Native;
        let is_handler = frame.method == OTHER_SAMPLER;
        let seen = Seen { number: self.interner.frame(frame), is_native, is_handler };
        if let Some(c) = constant {
            known.frames.insert(c, seen);
        }
        Some(seen)
    }

    /// Counts what follows as one event that cannot be read.
    pub(super) fn lose_the_rest(&mut self) {
        self.recording.unreadable += 1;
    }

    /// What was read.
    pub(super) fn done(self) -> Recording {
        let made = self.made.into_iter();
        let allocated = made.map(|((stack, class), (bytes, samples))| Allocated { stack, class, bytes, samples }).collect();
        let mut thread_names: Vec<(u32, String)> = self.names.into_iter().collect();
        thread_names.sort();
        Recording { thread_names, allocated, ..self.recording }
    }
}

/// Whether a sample was taken because its thread had used so much CPU: of those by the wall clock the profiler says what it takes their
/// state to be.
fn is_by_cpu_time(e: Value) -> bool {
    e.get("state").is_some_and(|state| state.is("name", "STATE_DEFAULT"))
}

/// Whether a sample was taken in the handler of the other sampler's signal, beyond which its stack was not walked: a thread that was given
/// its core handles both signals at once.
pub(super) fn is_of_the_sampler(frames: &[Seen]) -> bool {
    frames.iter().any(|f| f.is_handler) && frames.iter().all(|f| f.is_native)
}

fn frame(f: Value, line: i64) -> Option<Frame> {
    let method = f.get("method")?;
    let class = method.get("type").and_then(|t| t.text("name")).unwrap_or_default().replace('/', ".");
    let kind = match f.get("type").and_then(|t| t.text("description")).unwrap_or_default().as_str() {
        "Interpreted" => FrameKind::Interpreted,
        "C1 compiled" => FrameKind::Baseline,
        "Native" | "C++" => FrameKind::Native,
        "Kernel" => FrameKind::Kernel,
        _ => FrameKind::Compiled,
    };
    // the profiler puts the library's name where Java has the class
    let class = if matches!(kind, FrameKind::Native | FrameKind::Kernel) { String::new() } else { class };
    Some(Frame { class, method: method.text("name")?, line: u32::try_from(line).unwrap_or(0), kind })
}

/// `[B` and `[Ljava/lang/Object;` as `byte[]` and `java.lang.Object[]`.
pub(super) fn readable(class: &str) -> String {
    let element = class.trim_start_matches('[');
    let dimensions = "[]".repeat(class.len() - element.len());
    let name = match element {
        _ if dimensions.is_empty() => element,
        "B" => "byte",
        "C" => "char",
        "D" => "double",
        "F" => "float",
        "I" => "int",
        "J" => "long",
        "S" => "short",
        "Z" => "boolean",
        _ => element.strip_prefix('L').and_then(|e| e.strip_suffix(';')).unwrap_or(element),
    };
    format!("{}{dimensions}", name.replace('/', "."))
}
