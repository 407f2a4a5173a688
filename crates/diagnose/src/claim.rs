//! A statement that carries a hypothesis: a figure, and where and when it was read, so that a page can draw what lies behind it.

use crate::frames::Part;
use crate::level::Level;
use model::{Labels, Message, Role, Run, Series, Timestamp, signal};

/// [`Source::name`] of what requests told: their times, outcomes, rates.
pub const REQUESTS: &str = "requests";
/// The same of sampled stacks.
pub const STACKS: &str = "stacks";
/// The same of what the kernel's scheduler told of each thread.
pub const THREADS: &str = "threads";
/// The same of the database's sessions.
pub const SESSIONS: &str = "sessions";

/// Where a figure was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Name of a signal ([`model::signal`]), or of one of the kinds above.
    pub name: &'static str,
    /// Labels of the series that were read; all series of the signal when there are none.
    pub labels: Labels,
}

impl Source {
    /// Whether `run` has it: a signal that was never read is no source of anything.
    fn is_in(&self, run: &Run) -> bool {
        let meant = |s: &Series| !s.t.is_empty() && self.labels.iter().all(|(label, value)| s.label(label) == value);
        [REQUESTS, STACKS, THREADS, SESSIONS].contains(&self.name) || run.series_of(self.name).any(meant)
    }
}

/// A statement with its number.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// One line, lower case, no full stop.
    pub text: Message,
    /// Name of the figure.
    pub metric: String,
    /// The figure.
    pub value: f64,
    /// Its unit.
    pub unit: &'static str,
    /// Phase in which it was seen.
    pub phase: String,
    /// From when to when it was read.
    pub window: (Timestamp, Timestamp),
    /// What it was read from: several where it is worked out from several.
    pub series: Vec<Source>,
}

impl Claim {
    /// A figure of a level, read over all of it.
    pub fn at(level: &Level, metric: &str, value: f64, unit: &'static str, text: impl Into<Message>) -> Self {
        let (from, to) = level.window;
        let to = level.phase.end.map_or(to, |end| end.min(to));
        Self::over(&level.phase.id, (from, to), metric, value, unit, text)
    }

    /// A figure that was read between two moments in `phase`, or at rest after it.
    pub fn over(
        phase: &str,
        window: (Timestamp, Timestamp),
        metric: &str,
        value: f64,
        unit: &'static str,
        text: impl Into<Message>,
    ) -> Self {
        Self { text: text.into(), metric: metric.to_owned(), value, unit, phase: phase.to_owned(), window, series: Vec::new() }
    }

    /// Says what it was read from.
    #[must_use]
    pub fn from(mut self, names: &[&'static str]) -> Self {
        self.series.extend(names.iter().map(|name| Source { name, labels: Labels::new() }));
        self
    }

    /// Says of which series of the signals: those with `label` = `value`. Nothing is said by an empty value.
    #[must_use]
    pub fn from_labelled(mut self, names: &[&'static str], label: &str, value: &str) -> Self {
        let labels: Labels = (!value.is_empty()).then(|| (label.to_owned(), value.to_owned())).into_iter().collect();
        self.series.extend(names.iter().map(|name| Source { name, labels: labels.clone() }));
        self
    }

    /// Leaves out what the run does not have: what a cause would have read of some services only.
    pub(crate) fn keep_what_is_in(&mut self, run: &Run) {
        self.series.retain(|s| s.is_in(run));
    }
}

impl Level {
    /// What [`Level::part_ms`] is read from.
    pub fn part_series(&self, part: Part) -> &'static [&'static str] {
        if self.served.stacks_show_waits() {
            return &[STACKS];
        }
        let is_uncounted = |of_database: bool| {
            let mut all = self.served.event_loop().into_iter().flat_map(|l| &l.uncounted);
            all.any(|u| (u.role == Role::Database) == of_database)
        };
        match part {
            Part::PoolWait => &[signal::POOL_PENDING],
            Part::Database if is_uncounted(true) => &[signal::PEER_CONNECTIONS_AWAITED],
            Part::Remote if is_uncounted(false) => &[signal::REMOTE_CALL_TIME, signal::PEER_CONNECTIONS_AWAITED],
            Part::Database => &[signal::POOL_STATEMENTS],
            Part::Remote => &[signal::REMOTE_CALL_TIME],
            Part::Cache => &[signal::CLIENT_COMMANDS, signal::CACHE_ROUND_TRIP],
            Part::ClientPoolWait => &[signal::REMOTE_QUEUE_TIME],
            _ => &[STACKS],
        }
    }
}
