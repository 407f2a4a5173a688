//! Means over the sampled sessions of a window. Each server is sampled at its own pace, so the means of all servers are added, and those of the processes
//! to which sessions belong as well. Sessions that are not told apart by process are those of all: the view of one of them has its share.

use model::{Run, SessionGroup, SessionSample, Timestamp};
use std::collections::BTreeMap;

pub(super) fn within(run: &Run, (from, to): (Timestamp, Timestamp)) -> impl Iterator<Item = &SessionSample> {
    run.sessions.iter().filter(move |s| s.t >= from && s.t <= to)
}

/// Mean number of the target's sessions that `pick` chooses; `None` when no session was sampled in the window.
pub fn sessions_where(run: &Run, window: (Timestamp, Timestamp), pick: impl Fn(&SessionGroup) -> bool) -> Option<f64> {
    let mut by_source: BTreeMap<(&str, u32), (u64, f64)> = BTreeMap::new();
    for sample in within(run, window) {
        let (counted, samples) = by_source.entry(source(sample)).or_default();
        *counted += u64::from(sample.count(&pick));
        *samples += 1.0;
    }
    by_source.into_iter().map(|(of, (counted, samples))| part(run, window, of) * counted as f64 / samples).reduce(|a, b| a + b)
}

/// Where a sample is from: the server, and the process whose sessions it has.
fn source(sample: &SessionSample) -> (&str, u32) {
    (&sample.store, sample.process)
}

/// What of the sessions from a source the run is of: all, but in the view of one process its share of those that may be anybody's.
fn part(run: &Run, window: (Timestamp, Timestamp), (_, process): (&str, u32)) -> f64 {
    if process == 0 { run.share(window.0, window.1).unwrap_or(1.0) } else { 1.0 }
}

/// Mean number of the sessions that `pick` chooses, by statement.
pub fn statements_where(run: &Run, window: (Timestamp, Timestamp), pick: impl Fn(&SessionGroup) -> bool) -> BTreeMap<String, f64> {
    let mut samples: BTreeMap<(&str, u32), f64> = BTreeMap::new();
    for sample in within(run, window) {
        *samples.entry(source(sample)).or_default() += 1.0 / part(run, window, source(sample));
    }
    let mut found: BTreeMap<&str, f64> = BTreeMap::new();
    for sample in within(run, window) {
        for group in sample.groups.iter().filter(|g| pick(g)) {
            *found.entry(&group.statement).or_default() += f64::from(group.count) / samples[&source(sample)];
        }
    }
    found.into_iter().map(|(statement, n)| (statement.to_owned(), n)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{SessionState, Wait};

    fn sample(ms: i64, store: &str, count: u32) -> SessionSample {
        let group =
            SessionGroup { state: SessionState::Active, wait: Wait::None, statement: "select ?".into(), count, ..Default::default() };
        SessionSample { t: Timestamp::from_ns(ms * 1_000_000), store: store.into(), groups: vec![group], process: 0 }
    }

    #[test]
    fn servers_that_are_sampled_at_different_paces_are_added_and_not_averaged() {
        let sessions = vec![sample(1, "a", 2), sample(2, "a", 4), sample(2, "b", 10), sample(3, "a", 3), sample(99, "b", 1000)];
        let run = Run { sessions, ..Run::default() };
        let window = (Timestamp::from_ns(0), Timestamp::from_ns(10_000_000));
        assert_eq!(sessions_where(&run, window, |_| true), Some(13.0));
        assert_eq!(statements_where(&run, window, |_| true), BTreeMap::from([("select ?".to_owned(), 13.0)]));
        assert_eq!(sessions_where(&run, window, |g| g.wait == Wait::Io), Some(0.0));
        assert_eq!(sessions_where(&Run::default(), window, |_| true), None);
    }
}
