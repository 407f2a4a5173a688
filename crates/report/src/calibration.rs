//! How often verdicts were right on live services whose truth is known, by kind: what `cargo xtask results` counted (bench/judge/CALIBRATION.md). The
//! services are ours; on those of others the shares may be lower, and the page says so.

use diagnose::{Verdict, VerdictStatus};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Verdicts of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
pub(crate) struct Counted {
    pub right: u64,
    pub of: u64,
}

impl Counted {
    /// The 95 % interval of the share that was right.
    pub(crate) fn interval(self) -> (f64, f64) {
        stats::proportion::wilson(self.right, self.of)
    }
}

/// What was counted. Pages that tests compare have figures of their own, which no kept round changes.
const TEXT: &str = if cfg!(test) { r#"{"found-e2": {"right": 291, "of": 300}, "none": {"right": 72, "of": 80}}"# } else { COUNTED_TEXT };
const COUNTED_TEXT: &str = include_str!("calibration.json");

static COUNTED: LazyLock<BTreeMap<String, Counted>> = LazyLock::new(|| read(TEXT));

fn read(text: &str) -> BTreeMap<String, Counted> {
    serde_json::from_str(text).expect("a test holds that it is what was counted")
}

/// Of verdicts like this one; `None` for those that say nothing of the service, and for kinds that were never seen.
pub(crate) fn of(v: &Verdict) -> Option<Counted> {
    let kind = match v.status {
        VerdictStatus::Found => format!("found-e{}", v.evidence.number()),
        VerdictStatus::None => v.status.name().to_owned(),
        VerdictStatus::Inconclusive | VerdictStatus::GeneratorLimited => return None,
    };
    COUNTED.get(&kind).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn verdicts_that_were_counted_know_how_often_they_were_right() {
        let found = of(&fixture::found().diagnosis.verdict).expect("E2 was seen");
        let (low, high) = found.interval();
        assert!(found.of > 100 && low < found.right as f64 / found.of as f64 && high > low);
        assert_eq!(of(&fixture::inconclusive().diagnosis.verdict), None);
        assert!(read(COUNTED_TEXT)["found-e2"].of > 200);
    }
}
