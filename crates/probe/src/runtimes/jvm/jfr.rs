//! Reads the profiler's recording: samples with thread, stack and weight, on the host's clock: of all threads by the wall clock, and of those that use the
//! CPU by their CPU time.
//!
//! In async-profiler's files ticks are nanoseconds of CLOCK_MONOTONIC, so nothing is converted. Frames and stacks are interned over the whole
//! run: this probe alone emits them, so their numbers are its own count.

use crate::interner::Interner;
use jfrs::reader::event::Accessor;
use jfrs::reader::value_descriptor::ValueDescriptor;
use jfrs::reader::{Chunk, JfrReader};
use model::{Allocated, Frame, FrameKind, Timestamp, WallSample};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Unreadable events after which a recording is given up.
const GIVE_UP: u64 = 10_000;

/// The handler of the signals by which threads are sampled by the wall clock.
const OTHER_SAMPLER: &str = "WallClock::signalHandler";

/// Stacks of a chunk.
#[derive(Default)]
struct Known {
    /// By their place in its constant pool.
    numbers: HashMap<i64, u32>,
    /// Those in which only the profiler itself was seen.
    of_the_sampler: HashSet<u32>,
}

/// What a recording holds.
#[derive(Debug, Default)]
pub(super) struct Recording {
    pub(super) samples: Vec<WallSample>,
    /// Samples by CPU time.
    pub(super) cpu: Vec<WallSample>,
    pub(super) thread_names: Vec<(u32, String)>,
    /// New objects by stack and class.
    pub(super) allocated: Vec<Allocated>,
    /// Events that could not be read.
    pub(super) unreadable: u64,
}

/// Reads a recording; an unreadable rest is counted, what was read is kept. An error where it cannot be opened, or is garbled: the library trusts
/// the lengths that stand in the file, which the service may have written.
pub(super) fn read(path: &Path, interner: &mut Interner) -> Result<Recording, String> {
    catch_unwind(AssertUnwindSafe(|| read_chunks(path, interner))).unwrap_or_else(|_| Err("the recording is garbled".to_owned()))
}

fn read_chunks(path: &Path, interner: &mut Interner) -> Result<Recording, String> {
    let mut reader = JfrReader::new(File::open(path).map_err(|e| e.to_string())?);
    let mut recording = Recording::default();
    let mut names: HashMap<u32, String> = HashMap::new();
    let mut made: BTreeMap<(u32, String), (u64, u32)> = BTreeMap::new();
    // CPU time by thread of which the stack was not seen: it counts with the next that was
    let mut held: HashMap<u32, u32> = HashMap::new();
    for chunk in reader.chunks() {
        let Ok((mut events, chunk)) = chunk else {
            recording.unreadable += 1;
            break;
        };
        // ids of the constant pool are per chunk
        let mut known = Known::default();
        for event in events.events(&chunk) {
            let Ok(event) = event else {
                recording.unreadable += 1;
                // One bad event does not hide the next, but a reader that cannot go on must not go on for ever.
                if recording.unreadable >= GIVE_UP {
                    break;
                }
                continue;
            };
            if event.class.name().starts_with("jdk.ObjectAllocation") {
                match allocation(&event.value(), interner, &mut known) {
                    Some((stack, class, bytes)) => {
                        let (sum, samples) = made.entry((stack, class)).or_default();
                        *sum = sum.saturating_add(bytes);
                        *samples += 1;
                    }
                    None => recording.unreadable += 1,
                }
                continue;
            }
            let wall = event.class.name() == "profiler.WallClockSample";
            if !wall && event.class.name() != "jdk.ExecutionSample" {
                continue;
            }
            let sample = sample(&event.value(), wall, &chunk, interner, &mut known, &mut names);
            match sample {
                Some(s) if !wall && is_by_cpu_time(&event.value()) => {
                    let late = held.entry(s.tid).or_default();
                    if known.of_the_sampler.contains(&s.stack) {
                        *late += s.weight;
                    } else {
                        recording.cpu.push(WallSample { weight: s.weight + std::mem::take(late), ..s });
                    }
                }
                Some(s) => recording.samples.push(s),
                None => recording.unreadable += 1,
            }
        }
    }
    recording.allocated = made.into_iter().map(|((stack, class), (bytes, samples))| Allocated { stack, class, bytes, samples }).collect();
    recording.thread_names = names.into_iter().collect();
    recording.thread_names.sort();
    Ok(recording)
}

/// Whether a sample was taken because its thread had used so much CPU: of those by the wall clock the profiler says what it takes their state to be.
fn is_by_cpu_time(e: &Accessor) -> bool {
    e.get_field("state").and_then(|state| text(&state, "name")).is_some_and(|name| name == "STATE_DEFAULT")
}

fn sample(
    e: &Accessor,
    wall: bool,
    chunk: &Chunk,
    interner: &mut Interner,
    known: &mut Known,
    names: &mut HashMap<u32, String>,
) -> Option<WallSample> {
    let ticks = number(e, "startTime")?;
    let t = if chunk.header.ticks_per_second == 1_000_000_000 { ticks } else { return None };
    let thread = e.get_field("sampledThread")?;
    let tid = u32::try_from(number(&thread, "osThreadId")?).ok()?;
    names.entry(tid).or_insert_with(|| {
        let java = text(&thread, "javaName").filter(|n| !n.is_empty());
        java.or_else(|| text(&thread, "osName")).unwrap_or_default()
    });
    let stack = stack_of(e, interner, known)?;
    let weight = if wall { u32::try_from(number(e, "samples")?).ok()? } else { 1 };
    Some(WallSample { t: Timestamp::from_ns(t), tid, weight: weight.max(1), stack })
}

/// The stack of an event; `known` are those of its chunk.
fn stack_of(e: &Accessor, interner: &mut Interner, known: &mut Known) -> Option<u32> {
    let id = match e.get_field_raw("stackTrace")?.value {
        ValueDescriptor::ConstantPool { constant_index, .. } => Some(*constant_index),
        _ => None,
    };
    if let Some(stack) = id.and_then(|i| known.numbers.get(&i)) {
        return Some(*stack);
    }
    let frames = frames(&e.get_field("stackTrace")?);
    let of_the_sampler = is_of_the_sampler(&frames);
    let stack = number_of(frames, interner);
    if let Some(i) = id {
        known.numbers.insert(i, stack);
    }
    if of_the_sampler {
        known.of_the_sampler.insert(stack);
    }
    Some(stack)
}

/// Stack, class and bytes of a sample of an allocation. Of one in a new buffer of a thread it stands for all of the buffer.
fn allocation(e: &Accessor, interner: &mut Interner, known: &mut Known) -> Option<(u32, String, u64)> {
    let bytes = ["tlabSize", "weight", "allocationSize"].into_iter().find_map(|field| number(e, field))?;
    let class = text(&e.get_field("objectClass")?, "name")?;
    Some((stack_of(e, interner, known)?, readable(&class), u64::try_from(bytes).ok()?))
}

/// `[B` and `[Ljava/lang/Object;` as `byte[]` and `java.lang.Object[]`.
fn readable(class: &str) -> String {
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

/// The frames of a stack, the innermost first.
fn frames(trace: &Accessor) -> Vec<Frame> {
    trace.get_field("frames").and_then(Accessor::as_iter).into_iter().flatten().filter_map(|f| frame(&f)).collect()
}

fn number_of(frames: Vec<Frame>, interner: &mut Interner) -> u32 {
    let ids = frames.into_iter().rev().map(|f| interner.frame(f)).collect();
    interner.stack(ids)
}

/// Whether a sample was taken in the handler of the other sampler's signal, beyond which its stack was not walked: a thread that was given its core handles both
/// signals at once.
fn is_of_the_sampler(frames: &[Frame]) -> bool {
    frames.iter().any(|f| f.method == OTHER_SAMPLER) && frames.iter().all(|f| f.kind == FrameKind::Native)
}

fn frame(f: &Accessor) -> Option<Frame> {
    let method = f.get_field("method")?;
    let class = method.get_field("type").and_then(|t| text(&t, "name")).unwrap_or_default().replace('/', ".");
    let kind = match f.get_field("type").and_then(|t| text(&t, "description")).unwrap_or_default().as_str() {
        "Interpreted" => FrameKind::Interpreted,
        "C1 compiled" => FrameKind::Baseline,
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

#[cfg(test)]
mod tests {
    use super::*;

    const RECORDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/runtimes/jvm/tests/recorded/testapp.jfr");

    #[test]
    fn a_recording_becomes_samples_of_named_threads_on_the_hosts_clock() {
        let mut interner = Interner::default();
        let r = read(Path::new(RECORDED), &mut interner).expect("readable");
        assert_eq!(r.unreadable, 0);
        let Some(model::Observation::Stacks { frames, stacks }) = interner.take() else { panic!("stacks") };
        let workers: Vec<u32> = r.thread_names.iter().filter(|(_, n)| n.starts_with("http-nio-8080-exec-")).map(|(tid, _)| *tid).collect();
        assert_eq!(workers.len(), 4);
        // A second at 50 ms, in each thread.
        for tid in workers {
            let weight: u32 = r.samples.iter().filter(|s| s.tid == tid).map(|s| s.weight).sum();
            assert!((17..=22).contains(&weight), "{weight} samples");
        }
        let span = r.samples.iter().map(|s| s.t).max().expect("some").seconds_since(r.samples.iter().map(|s| s.t).min().expect("some"));
        assert!(span < 1.2, "{span} s");
        // The outermost frame first: a Java thread's `run` stands before what it called.
        let place = |of: &[u32], method: &str| of.iter().position(|f| frames[*f as usize].method == method);
        let hold = stacks.iter().find(|s| place(s, "hold").is_some()).expect("a worker that holds a connection");
        assert!(place(hold, "runWorker") < place(hold, "hold"));
        let frame = &frames[hold[place(hold, "hold").expect("found above")] as usize];
        assert_eq!((frame.class.as_str(), frame.line > 0), ("TestApp", true));
    }

    #[test]
    fn a_sample_in_the_handler_of_the_other_sampler_is_known_by_its_frames() {
        let frame = |method: &str, kind| Frame { class: String::new(), method: method.into(), line: 0, kind };
        let handler = [frame(OTHER_SAMPLER, FrameKind::Native), frame("__restore_rt", FrameKind::Native)];
        assert!(is_of_the_sampler(&handler));
        let walked = [handler.to_vec(), vec![frame("key", FrameKind::Compiled)]].concat();
        assert!(!is_of_the_sampler(&walked) && !is_of_the_sampler(&[frame("__poll", FrameKind::Native)]));
    }

    #[test]
    fn classes_are_told_as_the_language_writes_them() {
        let names = ["java/lang/String", "[B", "[[I", "[Lcom/example/Ticket;", "byte[]"].map(readable);
        assert_eq!(names, ["java.lang.String", "byte[]", "int[][]", "com.example.Ticket[]", "byte[]"]);
    }

    #[test]
    fn stacks_told_once_are_not_told_again() {
        let mut interner = Interner::default();
        let first = read(Path::new(RECORDED), &mut interner).expect("readable");
        assert!(interner.take().is_some());
        let second = read(Path::new(RECORDED), &mut interner).expect("readable");
        assert!(interner.take().is_none());
        assert_eq!(first.samples, second.samples);
    }

    /// The number of texts of a chunk stands behind the head of its metadata, as the sixth number there; each is written in up to nine bytes, of which all but
    /// the last have their highest bit set.
    #[test]
    fn a_recording_that_claims_a_negative_number_of_texts_is_refused() {
        let mut bytes = std::fs::read(RECORDED).expect("in the repository");
        let mut at = u64::from_be_bytes(bytes[24..32].try_into().expect("eight bytes")) as usize;
        for _ in 0..5 {
            at += bytes[at..].iter().position(|b| b & 0x80 == 0).expect("it ends") + 1;
        }
        // -1
        bytes[at..at + 5].copy_from_slice(&[0xff, 0xff, 0xff, 0xff, 0x0f]);
        let changed = std::env::temp_dir().join(format!("tightspot-negative-{}.jfr", std::process::id()));
        std::fs::write(&changed, &bytes).expect("written");
        let refused = read(&changed, &mut Interner::default());
        drop(std::fs::remove_file(changed));
        assert_eq!(refused.map(|r| r.samples.len()), Err("the recording is garbled".to_owned()));
    }

    #[test]
    fn a_recording_cut_short_is_counted_not_hidden() {
        let whole = std::fs::read(RECORDED).expect("in the repository");
        let cut = std::env::temp_dir().join(format!("tightspot-cut-{}.jfr", std::process::id()));
        std::fs::write(&cut, &whole[..whole.len() / 2]).expect("written");
        let r = read(&cut, &mut Interner::default()).expect("opened");
        drop(std::fs::remove_file(cut));
        assert!(r.unreadable > 0);
    }
}
