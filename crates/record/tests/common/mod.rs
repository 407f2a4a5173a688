//! What the tests of this folder share: a clock in milliseconds, the info of a run, numbered marks.

use model::{Event, Observation, RunInfo, Timestamp};

/// Milliseconds on the run's clock.
pub(crate) fn at(ms: i64) -> Timestamp {
    Timestamp::from_ns(ms * 1_000_000)
}

/// What the run is.
pub(crate) fn info() -> RunInfo {
    RunInfo {
        id: "0badcafe".into(),
        name: "evening".into(),
        started_unix_ns: 1_700_000_000_000_000_000,
        started: at(0),
        tool_version: "0.1.0".into(),
        command: "tightspot why http://localhost:8080/members/{token}".into(),
        url: "http://localhost:8080/members/{token}".into(),
        seed: u64::MAX,
        routes: Vec::new(),
        objectives: Vec::new(),
    }
}

/// A mark with a number, for tests that count.
pub(crate) fn mark(n: u64) -> Observation {
    Observation::Event(Event { t: at(n as i64), duration_ns: 0, kind: "mark".into(), detail: n.to_string() })
}
