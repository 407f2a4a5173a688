//! Why the virtual machine collected, in its own words (`GCCause` of HotSpot), where that is more than that new objects filled the young
//! part.

use diagnose::Analysis;
use diagnose::level::Level;
use model::{Message, Run, event, message};
use std::collections::BTreeMap;

diagnose::thresholds! {
    /// Share of the time in collections that one reason must have to be told, and its cure with it. A guess: half.
    MOST_OF_THE_TIME = 0.5;
}

/// What asks for collections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Why {
    Asked,
    AskedFromOutside,
    Looked,
    Metadata,
    Humongous,
    Periodic,
}

/// Words of the virtual machine, and what they mean. All else is for new objects that filled their part of the heap.
const KNOWN: [(&str, Why); 9] = [
    ("System.gc()", Why::Asked),
    ("Diagnostic Command", Why::AskedFromOutside),
    ("JvmtiEnv ForceGarbageCollection", Why::AskedFromOutside),
    ("Heap Inspection Initiated GC", Why::Looked),
    ("Heap Dump Initiated GC", Why::Looked),
    ("Metadata GC Threshold", Why::Metadata),
    ("Metadata GC Clear Soft References", Why::Metadata),
    ("G1 Humongous Allocation", Why::Humongous),
    ("G1 Periodic Collection", Why::Periodic),
];

/// The reason of most of the time in collections.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Reason {
    why: Why,
    words: &'static str,
    share: f64,
}

impl Reason {
    /// Of the collections of a level that are by collectors that `counts`; `None` where it is nothing of these, or not known.
    pub(crate) fn at(run: &Run, level: &Level, counts: impl Fn(&str) -> bool) -> Option<Self> {
        let (from, to) = level.window;
        let (mut whole, mut by_why) = (0.0, BTreeMap::<Why, BTreeMap<&str, f64>>::new());
        for e in run.events.iter().filter(|e| e.kind == event::COLLECTION && e.t >= from && e.t < to) {
            let ((collector, reason), ns) = (event::of_collection(&e.detail), e.duration_ns as f64);
            if !counts(collector) {
                continue;
            }
            whole += ns;
            if let Some((words, why)) = KNOWN.iter().find(|(words, _)| reason == Some(*words)) {
                *by_why.entry(*why).or_default().entry(words).or_default() += ns;
            }
        }
        let (why, words) = by_why.into_iter().max_by(|x, y| sum(&x.1).total_cmp(&sum(&y.1)))?;
        let share = sum(&words) / whole;
        let (words, _) = words.into_iter().max_by(|x, y| x.1.total_cmp(&y.1))?;
        (share >= MOST_OF_THE_TIME.get()).then_some(Self { why, words, share })
    }

    /// Of all collections under the heaviest load, where new objects are not the reason.
    pub(crate) fn beside_objects(a: &Analysis) -> Option<Self> {
        Self::at(a.run, a.heavy()?, |_| true).filter(|r| r.why != Why::Humongous)
    }

    pub(crate) fn says(&self) -> Message {
        message!("facts/collected-because", share: Share(self.share), why: kind(self.id()), words: name(self.words))
    }

    pub(crate) fn fix(&self) -> Message {
        message!("facts/fix-collected-because", why: kind(self.id()))
    }

    fn id(&self) -> &'static str {
        match self.why {
            Why::Asked => "asked",
            Why::AskedFromOutside => "asked-from-outside",
            Why::Looked => "looked",
            Why::Metadata => "metadata",
            Why::Humongous => "humongous",
            Why::Periodic => "periodic",
        }
    }
}

fn sum(by_words: &BTreeMap<&str, f64>) -> f64 {
    by_words.values().sum()
}
