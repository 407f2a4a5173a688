//! The one document of runs side by side. Every output prints from here, and all arithmetic is done here.
//!
//! `comparison.baseline`, `verdict`, `reason`, `differences` and the figures of `runs[]` are what programs rely on; the rest was added later.

mod change;
mod column;
mod level;
mod like;
mod unlike;

pub(crate) use change::{CauseChange, Change};
pub(crate) use column::Column;
pub(crate) use level::Level;
pub(crate) use like::{Held, Like};
pub(crate) use unlike::{Alone, Cause, Unlike};

use super::{Comparison, Side};
use crate::document::{SCHEMA_VERSION, Words};
use model::{PhaseKind, message};
use serde::Serialize;

/// The document.
#[derive(Debug, Serialize)]
pub(crate) struct Document {
    pub schema_version: &'static str,
    pub comparison: Compared,
}

/// Everything that is said of the runs.
#[derive(Debug, Serialize)]
pub(crate) struct Compared {
    /// The run that the others are held against.
    pub baseline: String,
    /// Always `inconclusive`: see `reason`.
    pub verdict: &'static str,
    /// Why, in English.
    pub reason: String,
    pub reason_message: Words,
    /// What was not asked alike, in English.
    pub differences: Vec<String>,
    pub difference_messages: Vec<Words>,
    /// What changed from the first run to the last, in a sentence.
    pub headline: Words,
    /// What follows it.
    pub lead: Vec<Words>,
    pub change: Change,
    /// The runs, in the order in which they were named.
    pub runs: Vec<Column>,
    /// Levels of load that several runs have alike.
    pub levels: Vec<Like>,
    /// Planned levels that no other run has alike.
    pub alone: Vec<Alone>,
    /// What became of each cause that was found in one of them.
    pub causes: Vec<Cause>,
    /// In what else the runs differ: the machine, the runtime, sizes of pools.
    pub unlike: Vec<Unlike>,
}

impl Document {
    pub(crate) fn of(c: &Comparison) -> Self {
        let runs: Vec<Column> = c.sides.iter().map(Column::of).collect();
        let levels = like::all(&runs);
        let change = Change::of(&c.sides, &runs, &levels);
        let reason = Words::of(&super::reason());
        let differences: Vec<Words> = c.differences.iter().map(Words::of).collect();
        Self {
            schema_version: SCHEMA_VERSION,
            comparison: Compared {
                baseline: runs[0].run().to_owned(),
                verdict: "inconclusive",
                reason: reason.en.clone(),
                reason_message: reason,
                differences: differences.iter().map(|d| d.en.clone()).collect(),
                difference_messages: differences,
                headline: Words::of(&change.headline()),
                lead: change.lead(&runs, &levels).iter().map(Words::of).collect(),
                alone: unlike::alone(&runs, &levels),
                causes: unlike::causes(&c.sides),
                unlike: unlike::all(&c.sides),
                change,
                levels,
                runs,
            },
        }
    }
}

impl Compared {
    /// The figures of a level, as the run has it.
    pub(crate) fn level(&self, held: &Held) -> &Level {
        &self.runs[held.column].levels[held.level]
    }

    /// The run that the headline holds against the first.
    pub(crate) fn last(&self) -> &Column {
        &self.runs[self.runs.len() - 1]
    }

    /// The command that measures what this can only show, for the service of the last run.
    pub(crate) fn command(&self) -> String {
        let url = &self.last().url;
        let url = if url.is_empty() { "URL" } else { url.as_str() };
        let levels = &self.last().levels;
        if !levels.is_empty() && levels.iter().all(|l| l.kind == PhaseKind::StartUp) {
            return format!("tightspot verify {} --from-start --to-a 'START-AS-BEFORE' --to-b 'START-AS-AFTER'", quoted(url));
        }
        format!("tightspot verify {} --against URL-OF-THE-STATE-BEFORE", quoted(url))
    }
}

/// As a shell wants it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c);
    if word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

impl Side {
    pub(super) fn judged(&self) -> Option<&crate::Judged> {
        match self {
            Self::Judged(j) => Some(j),
            Self::Load(_) => None,
        }
    }
}

impl Like {
    /// The load in words.
    pub(crate) fn words(&self) -> model::Message {
        match (self.by, self.offered_per_s, self.connections) {
            ("rate", Some(rate), _) => message!("comparison/at-rate", rate: PerSecond(rate)),
            ("connections", _, Some(n)) => message!("comparison/at-connections", connections: Count(f64::from(n))),
            ("start", ..) => message!("comparison/at-start"),
            ("started", ..) => message!("comparison/after-start"),
            _ => message!("comparison/at-most"),
        }
    }
}
