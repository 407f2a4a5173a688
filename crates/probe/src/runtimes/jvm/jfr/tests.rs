//! A recorded recording, read as another reader of the format reads it, and recordings whose numbers lie.

mod made;

use super::reading::{Seen, is_of_the_sampler, readable};
use super::*;
use jfrs::reader::JfrReader;
use jfrs::reader::event::Accessor;
use made::{LENGTHS, Made};
use model::{Frame, FrameKind, Timestamp};
use std::fs::File;
use std::path::PathBuf;

const RECORDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/runtimes/jvm/tests/recorded/testapp.jfr");

/// Numbers that are no length of anything here: the most of 31, 32, 40, 63 bits, and -1.
const LIES: [u64; 5] = [i32::MAX as u64, u32::MAX as u64, 1 << 40, i64::MAX as u64, u64::MAX];

fn recorded() -> Vec<u8> {
    std::fs::read(RECORDED).expect("in the repository")
}

fn garbled() -> Message {
    message!("jvm/recording-garbled")
}

/// Why a recording is refused; `None` where it is read.
fn refused(bytes: &[u8]) -> Option<Message> {
    parse(bytes, &mut Interner::default()).err()
}

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

/// When, which thread, how many times, and the methods of the stack with their lines, the innermost first.
type Row = (i64, u32, u32, Vec<String>);

fn as_the_library_reads() -> Vec<Row> {
    fn number(of: &Accessor, field: &str) -> i64 {
        let value = of.get_field(field).expect("the field").value;
        i64::try_from(value).or_else(|()| i32::try_from(value).map(i64::from)).expect("a number")
    }
    fn method(frame: &Accessor) -> String {
        let name = frame.get_field("method").and_then(|m| m.get_field("name")?.get_field("string")).expect("a name");
        format!("{}:{}", <&str>::try_from(name.value).expect("a text"), number(frame, "lineNumber").max(0))
    }
    let mut reader = JfrReader::new(File::open(RECORDED).expect("in the repository"));
    let mut rows = Vec::new();
    for chunk in reader.chunks() {
        let (mut events, chunk) = chunk.expect("readable");
        for event in events.events(&chunk) {
            let event = event.expect("readable");
            if event.class.name() != "profiler.WallClockSample" {
                continue;
            }
            let e = event.value();
            let tid = number(&e.get_field("sampledThread").expect("a thread"), "osThreadId") as u32;
            let frames = e.get_field("stackTrace").and_then(|s| s.get_field("frames")).and_then(Accessor::as_iter).expect("frames");
            rows.push((number(&e, "startTime"), tid, number(&e, "samples") as u32, frames.map(|f| method(&f)).collect()));
        }
    }
    rows
}

#[test]
fn the_library_that_knows_the_whole_format_reads_the_same() {
    let mut interner = Interner::default();
    let r = parse(&recorded(), &mut interner).expect("readable");
    let Some(model::Observation::Stacks { frames, stacks }) = interner.take() else { panic!("stacks") };
    let method = |f: &u32| format!("{}:{}", frames[*f as usize].method, frames[*f as usize].line);
    let rows = r.samples.iter().map(|s| (s.t.ns(), s.tid, s.weight, stacks[s.stack as usize].iter().rev().map(method).collect()));
    assert_eq!(rows.collect::<Vec<Row>>(), as_the_library_reads());
    assert_eq!(r.samples.len(), 157);
}

#[test]
fn a_sample_in_the_handler_of_the_other_sampler_is_known_by_its_frames() {
    let seen = |is_handler, is_native| Seen { number: 0, is_native, is_handler };
    let handler = [seen(true, true), seen(false, true)];
    assert!(is_of_the_sampler(&handler));
    let walked = [handler.to_vec(), vec![seen(false, false)]].concat();
    assert!(!is_of_the_sampler(&walked) && !is_of_the_sampler(&[seen(false, true)]));
}

#[test]
fn classes_are_told_as_the_language_writes_them() {
    let names = ["java/lang/String", "[B", "[[I", "[Lcom/example/Ticket;", "byte[]"].map(readable);
    assert_eq!(names, ["java.lang.String", "byte[]", "int[][]", "com.example.Ticket[]", "byte[]"]);
}

#[test]
fn stacks_told_once_are_not_told_again() {
    let mut interner = Interner::default();
    let first = parse(&recorded(), &mut interner).expect("readable");
    assert!(interner.take().is_some());
    let second = parse(&recorded(), &mut interner).expect("readable");
    assert!(interner.take().is_none());
    assert_eq!(first.samples, second.samples);
}

#[test]
fn a_recording_cut_short_is_counted_not_hidden() {
    let whole = recorded();
    let half = &whole[..whole.len() / 2];
    assert_eq!(refused(half), Some(garbled()), "nothing of it can be read");
    let r = parse(&[&whole[..], half].concat(), &mut Interner::default()).expect("readable");
    assert_eq!((r.samples.len(), r.unreadable), (157, 1));
    assert_eq!(refused(&[]), Some(garbled()));
}

#[test]
fn what_lies_in_its_place_may_be_no_file() {
    let link = std::env::temp_dir().join(format!("tightspot-link-{}.jfr", std::process::id()));
    std::os::unix::fs::symlink("/dev/zero", &link).expect("a link");
    let not_such = message!("jvm/recording-not-such", most: Bytes(MOST as f64));
    for path in [link.clone(), PathBuf::from("/dev/zero"), std::env::temp_dir()] {
        assert_eq!(read(&path, &mut Interner::default()).err(), Some(not_such.clone()), "{}", path.display());
    }
    std::fs::remove_file(link).expect("ours");
}

#[test]
fn a_made_recording_is_read() {
    let mut interner = Interner::default();
    let r = parse(&Made::default().bytes(), &mut interner).expect("readable");
    let Some(model::Observation::Stacks { frames, stacks }) = interner.take() else { panic!("stacks") };
    assert_eq!(r.samples, [WallSample { t: Timestamp::from_ns(70), tid: 421, weight: 3, stack: 0 }]);
    assert_eq!((r.unreadable, r.thread_names), (0, vec![(421, "main".to_owned())]));
    let frame = Frame { class: "com.example.App".to_owned(), method: "run".to_owned(), line: 12, kind: FrameKind::Compiled };
    assert_eq!((frames, stacks), (vec![frame], vec![vec![0, 0]]));
}

#[test]
fn a_length_that_lies_is_refused_whichever_it_is() {
    for length in LENGTHS {
        for lie in LIES {
            let bytes = Made { lie: Some((length, lie)), ..Made::default() }.bytes();
            match parse(&bytes, &mut Interner::default()) {
                Err(why) => assert_eq!(why, garbled(), "{length} {lie}"),
                // events before it were read
                Ok(r) => assert_eq!((length, r.samples.len(), r.unreadable), ("event", 0, 1), "{lie}"),
            }
        }
    }
}

#[test]
fn an_event_without_length_is_no_event_without_end() {
    let r = parse(&Made { lie: Some(("event", 0)), ..Made::default() }.bytes(), &mut Interner::default()).expect("the rest is read");
    assert_eq!((r.samples.len(), r.unreadable), (0, 1));
}

#[test]
fn classes_that_go_round_or_take_no_byte_are_refused() {
    for frame in ["a frame in itself", "nothing"] {
        assert_eq!(refused(&Made { frame, ..Made::default() }.bytes()), Some(garbled()), "{frame}");
    }
}

#[test]
fn elements_nested_without_end_are_refused() {
    assert_eq!(refused(&Made { nested: 100_000, ..Made::default() }.bytes()), Some(garbled()));
}

#[test]
fn pools_that_go_round_are_refused() {
    assert_eq!(refused(&Made { pools_go_round: true, ..Made::default() }.bytes()), Some(garbled()));
}

#[test]
fn a_recording_changed_anywhere_is_read_or_refused() {
    let whole = recorded();
    // 2^31 - 1 and 2^32 - 1, packed, in each place
    for (at, last) in (8..whole.len() - 5).step_by(61).flat_map(|at| [(at, 0x07), (at, 0x0f)]) {
        let mut changed = whole.clone();
        changed[at..at + 5].copy_from_slice(&[0xff, 0xff, 0xff, 0xff, last]);
        if let Ok(r) = parse(&changed, &mut Interner::default()) {
            assert!(r.samples.len() <= 157, "at {at}");
        }
    }
}
