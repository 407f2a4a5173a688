//! Whether the round trips of a request are one statement again and again, or many different ones.

use diagnose::Analysis;
use diagnose::frames::Part;
use model::{SessionSample, SessionState};
use std::collections::BTreeMap;

diagnose::thresholds! {
    /// Share of a mean round trip from which a statement counts as sent once by each request. A guess: rare statements (a job's, a rare
    /// branch's) take less.
    ONCE = 0.25;
}

/// How many of `trips` round trips per request are the same statement from the same place, at most: the share of the time that waits for
/// the database at the place where most of it does, and the share of the sessions in a transaction whose last statement is the most
/// frequent one, whichever is smaller. Round trips are taken to be about equally long; where one is longer than the others, each other
/// statement that was seen still takes a round trip of its own.
pub(crate) fn repeats(a: &Analysis, trips: f64) -> f64 {
    let (places, statements) = (places(a), statements(a));
    let (all, most) = (statements.values().sum::<f64>(), statements.values().copied().fold(0.0, f64::max));
    let seen = |n: &&f64| **n < most && **n >= all * ONCE.get() / trips.max(1.0);
    let others = statements.values().filter(seen).count() as f64;
    (trips * largest_share(&places).min(largest_share(&statements))).min((trips - others).max(1.0))
}

/// Whether nothing tells the statements of the run apart: no stack waits for the database (an event loop), and its sessions were not seen.
pub(crate) fn repeats_are_unknown(a: &Analysis) -> bool {
    places(a).is_empty() && statements(a).is_empty()
}

/// Samples that wait for the database, by place, over all levels.
fn places<'a>(a: &'a Analysis<'_>) -> BTreeMap<&'a str, f64> {
    let mut places: BTreeMap<&str, f64> = BTreeMap::new();
    for level in &a.levels {
        let waiting = level.samples.iter().flat_map(|s| &s.sites).filter(|s| s.part == Part::Database);
        for site in waiting {
            *places.entry(&site.site).or_default() += site.samples;
        }
    }
    places
}

/// Samples of sessions at work or between two statements of a transaction, by statement, over all levels.
fn statements<'a>(a: &'a Analysis<'_>) -> BTreeMap<&'a str, f64> {
    let measured = |s: &&SessionSample| a.levels.iter().any(|l| s.t >= l.window.0 && s.t <= l.window.1);
    let at_it = |state| matches!(state, SessionState::Active | SessionState::IdleInTransaction);
    let mut found: BTreeMap<&str, f64> = BTreeMap::new();
    for group in a.run.sessions.iter().filter(measured).flat_map(|s| &s.groups) {
        if at_it(group.state) && !group.statement.is_empty() {
            *found.entry(&group.statement).or_default() += f64::from(group.count);
        }
    }
    found
}

/// 1 where nothing was seen: what is not known speaks for nothing.
fn largest_share(of: &BTreeMap<&str, f64>) -> f64 {
    let all: f64 = of.values().sum();
    let most = of.values().copied().fold(0.0, f64::max);
    if all > 0.0 { most / all } else { 1.0 }
}
