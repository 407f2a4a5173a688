//! How often each level of evidence was right on live services: bench/judge/CALIBRATION.md, and the same figures for the report.

use super::kept::Run;
use super::table::Table;
use serde::Serialize;
use std::collections::BTreeMap;

pub(super) const PAGE: &str = "bench/judge/CALIBRATION.md";
/// What the report says of its own verdicts.
pub(super) const FIGURES: &str = "crates/report/src/calibration.json";

/// Verdicts of one kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
struct Counted {
    right: u64,
    of: u64,
}

impl Counted {
    fn add(&mut self, right: bool) {
        self.of += 1;
        self.right += u64::from(right);
    }

    fn share(self) -> String {
        let (low, high) = stats::proportion::wilson(self.right, self.of);
        let right = self.right as f64 / self.of.max(1) as f64;
        format!("{:.1} % ({:.1} to {:.1})", right * 100.0, low * 100.0, high * 100.0)
    }
}

/// Kinds of verdicts by their names in the figures, with how often they were right.
fn counted(runs: &[Run]) -> BTreeMap<String, Counted> {
    let mut all: BTreeMap<String, Counted> = BTreeMap::new();
    for run in runs {
        let kind = match (&run.cause, run.verdict.as_deref(), run.evidence_level) {
            (Some(_), _, Some(level)) => format!("found-e{level}"),
            (None, Some("none"), _) => "none".to_owned(),
            _ => continue,
        };
        all.entry(kind).or_default().add(run.correct);
    }
    all
}

/// The page.
pub(super) fn page(runs: &[Run]) -> String {
    let mut table = Table::new(&["verdict", "live runs", "right", "share, 95 % interval"]);
    for (kind, c) in counted(runs) {
        let words = match kind.strip_prefix("found-e") {
            Some(level) => format!("a cause is named, E{level}"),
            None => "nothing is at fault".to_owned(),
        };
        table.row(vec![words, c.of.to_string(), c.right.to_string(), c.share()]);
    }
    format!(
        "# How often verdicts are right\n\nMade by `cargo xtask results` from all kept runs of specimens ([results](../RESULTS.md)), also those by which rules were mended. A verdict is right \
         when it is the truth that was\nmeasured by switching the fault. The specimens are ours: on services of others the shares may be lower. Intervals are Wilson's.\n\n{table}"
    )
}

/// The figures of the report.
pub(super) fn figures(runs: &[Run]) -> String {
    let text = serde_json::to_string_pretty(&counted(runs)).expect("counts are plain");
    format!("{text}\n")
}

#[cfg(test)]
mod tests {
    use super::super::kept::tests::run;
    use super::*;

    #[test]
    fn levels_are_counted_apart_and_abstentions_not_at_all() {
        let runs = [run("row-locked", Some("row-locked")), run("none", Some("row-locked")), run("none", None)];
        let c = counted(&runs);
        assert_eq!(c["found-e2"], Counted { right: 1, of: 2 });
        assert!(page(&runs).contains("| a cause is named, E2 | 2 | 1 | 50.0 % ("), "{}", page(&runs));
    }
}
