//! Single stops of the virtual machine with their begin and end: each collection, and each stop for anything else.
//!
//! The virtual machine notes when a collector was last entered and left (`lastEntryTime`, `lastExitTime`), in ticks since it started, and
//! sums up what its stops took. The file is read a hundred times a second, at a few places only. When the ticks began is not told: it is bounded by
//! each reading that sees a new exit, which lies between that reading and the one before, and soon known to a fraction of a millisecond. Of two
//! collections between two readings the first is not seen; a stop that is no collection has its end where it is seen. Why it collected is what
//! it keeps as the reason of the last collection (`sun.gc.lastCause`): where the next is under way already, that is not known.

use super::counters::{MOST, places, text_place};
use crate::discover;
use crate::process::ticker::Reading;
use model::{Event, Observation, Sink, Timestamp, event};
use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::sync::Arc;
use std::time::Duration;

const INTERVAL: Duration = Duration::from_millis(10);
/// Shortest stop that is told, nanoseconds. A choice: what is shorter makes no request slow.
const SHORTEST_NS: i64 = 1_000_000;
/// Letters of a reason. The virtual machine keeps 80.
const LONGEST_REASON: usize = 80;
const COLLECTORS: [&str; 3] = ["young", "old", "concurrent"];

/// Reads them from the counters of one JVM.
pub(super) struct Pauses {
    file: File,
    collectors: Vec<Collector>,
    /// Places of the number of stops and of the time that they took.
    stops: Option<(usize, usize)>,
    /// Place and length of the reason of the last collection.
    reason: Option<(usize, usize)>,
    seen_stops: Option<(i64, i64)>,
    clock: Clock,
    last: Option<Timestamp>,
    sink: Arc<dyn Sink>,
}

struct Collector {
    name: &'static str,
    entry: usize,
    exit: usize,
    /// Ticks of the last reading.
    seen: Option<(i64, i64)>,
}

impl Pauses {
    /// Of the open `file`; `None` where it cannot be read, or its ticks are no nanoseconds (before JDK 9).
    pub(super) fn open(file: File, sink: Arc<dyn Sink>) -> Option<Self> {
        let bytes = discover::contents(&file, MOST).ok()?;
        let places = places(&bytes).ok()?;
        let place = |name: &str| places.get(name).copied();
        (value(&file, place("sun.os.hrt.frequency")?)? == 1_000_000_000).then_some(())?;
        let collector = |(i, name): (usize, &'static str)| {
            let (entry, exit) = (format!("sun.gc.collector.{i}.lastEntryTime"), format!("sun.gc.collector.{i}.lastExitTime"));
            Some(Collector { name, entry: place(&entry)?, exit: place(&exit)?, seen: None })
        };
        let collectors = COLLECTORS.into_iter().enumerate().filter_map(collector).collect();
        let stops = place("sun.rt.safepoints").zip(place("sun.rt.safepointTime"));
        let reason = text_place(&bytes, "sun.gc.lastCause");
        Some(Self { file, collectors, stops, reason, seen_stops: None, clock: Clock::default(), last: None, sink })
    }
}

impl Reading for Pauses {
    fn read(&mut self) -> Option<Duration> {
        let before = self.last;
        let mut collected_ns = 0;
        for c in &mut self.collectors {
            let exit = value(&self.file, c.exit)?;
            let entry = value(&self.file, c.entry)?;
            let seen = c.seen.replace((entry, exit));
            let now = Timestamp::now();
            let Some((entered, left)) = seen.filter(|(_, left)| *left != exit) else { continue };
            if let Some(before) = before {
                self.clock.bound(exit, before, now);
            }
            // where the next has begun already, this one is what was under way at the last reading, if it was seen
            let begin = if entry <= exit { entry } else { entered };
            if begin > left && begin <= exit {
                collected_ns += exit - begin;
                let reason = self.reason.and_then(|place| text(&self.file, place));
                tell(
                    &*self.sink,
                    event::COLLECTION,
                    &event::collection(c.name, reason.as_deref()),
                    self.clock.at(begin, exit, now),
                    exit - begin,
                );
            }
        }
        let now = Timestamp::now();
        if let Some((count, time)) = self.stops {
            let (count, time) = (value(&self.file, count)?, value(&self.file, time)?);
            if let Some((_, before)) = self.seen_stops.replace((count, time)).filter(|(n, _)| *n != count) {
                let other_ns = time - before - collected_ns;
                tell(&*self.sink, event::STOP, "", now.plus_ns(-other_ns), other_ns);
            }
        }
        self.last = Some(now);
        Some(INTERVAL)
    }
}

fn tell(sink: &dyn Sink, kind: &str, detail: &str, t: Timestamp, duration_ns: i64) {
    if duration_ns >= SHORTEST_NS {
        sink.observe(Observation::Event(Event { t, duration_ns, kind: kind.to_owned(), detail: detail.to_owned() }));
    }
}

fn value(file: &File, at: usize) -> Option<i64> {
    let mut bytes = [0; 8];
    file.read_exact_at(&mut bytes, at as u64).ok()?;
    Some(i64::from_le_bytes(bytes))
}

/// A text of the virtual machine's; `None` where it is empty or no text.
fn text(file: &File, (at, length): (usize, usize)) -> Option<String> {
    let mut bytes = vec![0; length.min(LONGEST_REASON)];
    file.read_exact_at(&mut bytes, at as u64).ok()?;
    let text = std::str::from_utf8(bytes.split(|b| *b == 0).next()?).ok()?;
    // what is under way has none yet
    (!text.is_empty() && text != "No GC" && !text.contains(char::is_control)).then(|| text.to_owned())
}

/// When the ticks began, on the host's clock: between two bounds, in nanoseconds.
#[derive(Debug, Default, Clone, Copy)]
struct Clock {
    bounds: Option<(i64, i64)>,
}

impl Clock {
    /// An exit at `tick` was seen at `now` and not yet at `before`.
    fn bound(&mut self, tick: i64, before: Timestamp, now: Timestamp) {
        let new = (before.ns() - tick, now.ns() - tick);
        let joint = self.bounds.map(|(low, high)| (low.max(new.0), high.min(new.1))).filter(|(low, high)| low <= high);
        self.bounds = Some(joint.unwrap_or(new));
    }

    /// Where `begin` lies, of a stop that was left at `exit` and seen to be by `now`.
    fn at(self, begin: i64, exit: i64, now: Timestamp) -> Timestamp {
        match self.bounds {
            Some((low, high)) => Timestamp::from_ns(low.midpoint(high) + begin),
            None => now.plus_ns(begin - exit),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_of_the_ticks_is_known_the_better_the_more_exits_are_seen() {
        let mut clock = Clock::default();
        let t = Timestamp::from_ns;
        // ticks began at 1,000,000: seen at even readings of 10,000
        for tick in [103_000, 217_500, 391_100] {
            let exit = 1_000_000 + tick;
            let before = exit / 10_000 * 10_000;
            clock.bound(tick, t(before), t(before + 10_000));
        }
        let (low, high) = clock.bounds.expect("bounds");
        assert!(low <= 1_000_000 && 1_000_000 <= high && high - low < 7_000, "{low} {high}");
        let began = clock.at(500_000, 520_000, t(0)).ns();
        assert!((began - 1_500_000).abs() < 7_000, "{began}");
    }

    #[test]
    fn a_clock_that_contradicts_what_was_known_begins_anew() {
        let mut clock = Clock::default();
        clock.bound(100, Timestamp::from_ns(1_000), Timestamp::from_ns(1_100));
        clock.bound(100, Timestamp::from_ns(9_000), Timestamp::from_ns(9_100));
        assert_eq!(clock.bounds, Some((8_900, 9_000)));
    }

    #[test]
    fn why_it_collected_is_read_from_its_file() {
        use std::io::Write as _;
        let recorded = include_bytes!("tests/recorded/hsperfdata-jdk17");
        let place = text_place(recorded, "sun.gc.lastCause").expect("the reason of the last collection");
        let read = |reason: &[u8]| {
            let mut bytes = recorded.to_vec();
            bytes[place.0..][..reason.len()].copy_from_slice(reason);
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(&bytes).unwrap();
            text(&file, place)
        };
        assert_eq!(read(b"No GC\0"), None);
        assert_eq!(read(b"System.gc()\0").as_deref(), Some("System.gc()"));
        assert_eq!(read(b"\xff\xfe\0"), None);
        assert_eq!(text_place(recorded, "sun.gc.collector.0.lastEntryTime"), None, "a number is no text");
    }
}
