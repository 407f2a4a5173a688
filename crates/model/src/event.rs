//! Things that happened at a moment: pauses, attachments, marks.

use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Kind of the event that says that a database does not count how its tables are read: no count of theirs then means nothing.
pub const TABLES_NOT_COUNTED: &str = "tables-not-counted";

/// Kind of the event that the service, or a process of it, ended while it was watched.
pub const TARGET_DIED: &str = "target-died";

/// Kind of the event of a collection during which the virtual machine stood still; its detail is as [`collection`] writes it.
pub const COLLECTION: &str = "gc-pause";

/// The detail of a collection: the collector (`young`, `old`, `concurrent`), and where it is known why it was made, in the words of the runtime:
/// `old: System.gc()`.
pub fn collection(collector: &str, reason: Option<&str>) -> String {
    reason.map_or_else(|| collector.to_owned(), |reason| format!("{collector}: {reason}"))
}

/// Collector and reason of the detail of a collection.
pub fn of_collection(detail: &str) -> (&str, Option<&str>) {
    detail.split_once(": ").map_or((detail, None), |(collector, reason)| (collector, Some(reason)))
}

/// Kind of the event of a stop of the virtual machine for anything but a collection.
pub const STOP: &str = "safepoint";

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// When it began.
    pub t: Timestamp,
    /// How long it took, nanoseconds; 0 for a moment.
    pub duration_ns: i64,
    /// Kebab-case kind: `heap-walk`, `attached`, `detached`, `gc-pause`, `gauge-gap`, `target-died`, `mark`.
    pub kind: String,
    /// One line of detail, without what may be a secret.
    pub detail: String,
}

impl Event {
    /// A moment without length.
    pub fn now(kind: &str, detail: impl Into<String>) -> Self {
        Self { t: Timestamp::now(), duration_ns: 0, kind: kind.to_owned(), detail: detail.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collection_tells_its_collector_and_why_it_was_made() {
        assert_eq!(of_collection(&collection("old", Some("System.gc()"))), ("old", Some("System.gc()")));
        assert_eq!(of_collection(&collection("young", None)), ("young", None));
    }
}
