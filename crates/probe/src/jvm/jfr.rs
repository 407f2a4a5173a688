//! Reads the profiler's recording: wall-clock samples with thread, stack and weight, on the host's clock.
//!
//! In async-profiler's files ticks are nanoseconds of CLOCK_MONOTONIC, so nothing is converted. Frames and stacks are interned over the whole
//! run: this probe alone emits them, so their numbers are its own count.

use jfrs::reader::event::Accessor;
use jfrs::reader::value_descriptor::ValueDescriptor;
use jfrs::reader::{Chunk, JfrReader};
use model::{Frame, FrameKind, Observation, Timestamp, WallSample};
use std::collections::HashMap;
use std::fs::File;
use std::path::Path;

/// Numbers of frames and stacks that were emitted.
#[derive(Debug, Default)]
pub(super) struct Interner {
    frames: HashMap<Frame, u32>,
    stacks: HashMap<Vec<u32>, u32>,
    new_frames: Vec<Frame>,
    new_stacks: Vec<Vec<u32>>,
}

/// What a recording holds.
#[derive(Debug, Default)]
pub(super) struct Recording {
    pub(super) samples: Vec<WallSample>,
    pub(super) thread_names: Vec<(u32, String)>,
    /// Events that could not be read.
    pub(super) unreadable: u64,
}

impl Interner {
    /// New frames and stacks since the last call, to be told before the samples that use them.
    pub(super) fn take(&mut self) -> Option<Observation> {
        if self.new_frames.is_empty() && self.new_stacks.is_empty() {
            return None;
        }
        Some(Observation::Stacks { frames: std::mem::take(&mut self.new_frames), stacks: std::mem::take(&mut self.new_stacks) })
    }

    fn frame(&mut self, frame: Frame) -> u32 {
        let next = self.frames.len() as u32;
        *self.frames.entry(frame).or_insert_with_key(|f| {
            self.new_frames.push(f.clone());
            next
        })
    }

    fn stack(&mut self, stack: Vec<u32>) -> u32 {
        let next = self.stacks.len() as u32;
        *self.stacks.entry(stack).or_insert_with_key(|s| {
            self.new_stacks.push(s.clone());
            next
        })
    }
}

/// Reads a recording; an unreadable rest is counted, what was read is kept.
pub(super) fn read(path: &Path, interner: &mut Interner) -> Result<Recording, String> {
    let mut reader = JfrReader::new(File::open(path).map_err(|e| e.to_string())?);
    let mut recording = Recording::default();
    let mut names: HashMap<u32, String> = HashMap::new();
    for chunk in reader.chunks() {
        let Ok((mut events, chunk)) = chunk else {
            recording.unreadable += 1;
            break;
        };
        // ids of the constant pool are per chunk
        let mut known: HashMap<i64, u32> = HashMap::new();
        for event in events.events(&chunk) {
            let Ok(event) = event else {
                recording.unreadable += 1;
                break;
            };
            let wall = event.class.name() == "profiler.WallClockSample";
            if !wall && event.class.name() != "jdk.ExecutionSample" {
                continue;
            }
            let sample = sample(&event.value(), wall, &chunk, interner, &mut known, &mut names);
            match sample {
                Some(s) => recording.samples.push(s),
                None => recording.unreadable += 1,
            }
        }
    }
    recording.thread_names = names.into_iter().collect();
    recording.thread_names.sort();
    Ok(recording)
}

fn sample(e: &Accessor, wall: bool, chunk: &Chunk, interner: &mut Interner, known: &mut HashMap<i64, u32>, names: &mut HashMap<u32, String>) -> Option<WallSample> {
    let ticks = number(e, "startTime")?;
    let t = if chunk.header.ticks_per_second == 1_000_000_000 { ticks } else { return None };
    let thread = e.get_field("sampledThread")?;
    let tid = u32::try_from(number(&thread, "osThreadId")?).ok()?;
    names.entry(tid).or_insert_with(|| {
        let java = text(&thread, "javaName").filter(|n| !n.is_empty());
        java.or_else(|| text(&thread, "osName")).unwrap_or_default()
    });
    let id = match e.get_field_raw("stackTrace")?.value {
        ValueDescriptor::ConstantPool { constant_index, .. } => Some(*constant_index),
        _ => None,
    };
    let stack = match id.and_then(|i| known.get(&i)) {
        Some(stack) => *stack,
        None => {
            let stack = stack(&e.get_field("stackTrace")?, interner);
            if let Some(i) = id {
                known.insert(i, stack);
            }
            stack
        }
    };
    let weight = if wall { u32::try_from(number(e, "samples")?).ok()? } else { 1 };
    Some(WallSample { t: Timestamp::from_ns(t), tid, weight: weight.max(1), stack })
}

fn stack(trace: &Accessor, interner: &mut Interner) -> u32 {
    let frames = trace.get_field("frames").and_then(Accessor::as_iter).into_iter().flatten();
    let mut ids: Vec<u32> = frames.filter_map(|f| frame(&f)).map(|f| interner.frame(f)).collect();
    ids.reverse();
    interner.stack(ids)
}

fn frame(f: &Accessor) -> Option<Frame> {
    let method = f.get_field("method")?;
    let class = method.get_field("type").and_then(|t| text(&t, "name")).unwrap_or_default().replace('/', ".");
    let kind = match f.get_field("type").and_then(|t| text(&t, "description")).unwrap_or_default().as_str() {
        "Interpreted" => FrameKind::Interpreted,
        "C1 compiled" => FrameKind::C1,
        "Native" | "C++" => FrameKind::Native,
        "Kernel" => FrameKind::Kernel,
        _ => FrameKind::Compiled,
    };
    // the profiler puts the library's name where Java has the class
    let class = if matches!(kind, FrameKind::Native | FrameKind::Kernel) { String::new() } else { class };
    let line = number(f, "lineNumber").and_then(|l| u32::try_from(l).ok()).unwrap_or(0);
    Some(Frame { class, method: text(&method, "name")?, line, kind })
}

fn number(of: &Accessor, field: &str) -> Option<i64> {
    let v = of.get_field(field)?.value;
    i64::try_from(v).ok().or_else(|| i32::try_from(v).ok().map(i64::from))
}

fn text(of: &Accessor, field: &str) -> Option<String> {
    let v = of.get_field(field)?;
    let plain = <&str>::try_from(v.value).ok().map(str::to_owned);
    plain.or_else(|| v.get_field("string").and_then(|s| <&str>::try_from(s.value).ok().map(str::to_owned)))
}
