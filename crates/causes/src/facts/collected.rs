//! Why the virtual machine collected, in its own words (`GCCause` of HotSpot), where that is more than that new objects filled the young part.

use diagnose::level::Level;
use model::{Message, Run, event, message};

diagnose::thresholds! {
    /// Share of the time in collections that one reason must have to be told, and its cure with it. A guess: half.
    MOST_OF_THE_TIME = 0.5;
}

/// Words of the virtual machine, and what they mean. All else is for new objects that filled their part of the heap.
const KNOWN: [(&str, &str); 10] = [
    ("System.gc()", "asked"),
    ("Diagnostic Command", "asked-from-outside"),
    ("JvmtiEnv ForceGarbageCollection", "asked-from-outside"),
    ("Heap Inspection Initiated GC", "looked"),
    ("Heap Dump Initiated GC", "looked"),
    ("Metadata GC Threshold", "metadata"),
    ("Metadata GC Clear Soft References", "metadata"),
    ("G1 Humongous Allocation", "humongous"),
    ("G1 Periodic Collection", "periodic"),
    ("Proactive", "periodic"),
];

/// The reason of most of the time in collections.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Reason<'a> {
    what: &'static str,
    words: &'a str,
    share: f64,
}

impl<'a> Reason<'a> {
    /// Of a level; `None` where it is nothing of these, or not known.
    pub(crate) fn at(run: &'a Run, level: &Level) -> Option<Self> {
        let (from, to) = level.window;
        let within = run.events.iter().filter(|e| e.kind == event::COLLECTION && e.t >= from && e.t < to);
        let all: Vec<(f64, Option<&str>)> = within.map(|e| (e.duration_ns as f64, event::of_collection(&e.detail).1)).collect();
        let whole: f64 = all.iter().map(|(ns, _)| ns).sum();
        let of = |(words, what): &(&str, &'static str)| {
            let same = all.iter().filter(|(_, reason)| *reason == Some(*words));
            let (ns, seen) = same.fold((0.0, None), |(sum, _), (ns, reason)| (sum + ns, *reason));
            Some(Self { what, words: seen?, share: ns / whole })
        };
        let most = KNOWN.iter().filter_map(of).max_by(|x, y| x.share.total_cmp(&y.share))?;
        (most.share >= MOST_OF_THE_TIME.get()).then_some(most)
    }

    /// Whether requests bring it about by the objects that they make.
    pub(crate) fn is_of_new_objects(&self) -> bool {
        self.what == "humongous"
    }

    pub(crate) fn says(&self) -> Message {
        message!("facts/collected-because", share: Share(self.share), why: kind(self.what), words: name(self.words))
    }

    pub(crate) fn fix(&self) -> Message {
        message!("facts/fix-collected-because", why: kind(self.what))
    }
}
