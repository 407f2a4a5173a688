//! Requests that failed alike, counted.

use model::{LoadSecond, Outcome, Phase, Run, Timestamp};
use std::collections::BTreeMap;

/// How a request failed: its outcome, its status (0 where it is not known), and whether it was never sent.
pub(super) type Kind = (u8, u16, bool);

/// Those of one kind.
#[derive(Debug, Default)]
pub(super) struct Group {
    /// Phases with one, by their place among the phases.
    pub(super) phases: Vec<usize>,
    pub(super) count: u64,
    /// From when to when so many of them ended: each by itself, or those of a second where single requests were not kept.
    pub(super) ends: Vec<(Timestamp, Timestamp, u64)>,
    /// From plan to end, milliseconds, in all.
    pub(super) total_ms: f64,
    /// From send to end, milliseconds.
    pub(super) service_ms: Vec<f64>,
    /// When the first and the last of them ended, by requests or by seconds.
    pub(super) between: Option<(Timestamp, Timestamp)>,
}

/// Requests of one phase.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) sent: u64,
    pub(super) good: u64,
    pub(super) good_ms: f64,
}

/// All of a run.
#[derive(Debug)]
pub(super) struct Tallied<'a> {
    pub(super) phases: &'a [&'a Phase],
    pub(super) tallies: Vec<Tally>,
    pub(super) groups: BTreeMap<Kind, Group>,
}

impl<'a> Tallied<'a> {
    pub(super) fn of(run: &Run, phases: &'a [&'a Phase]) -> Self {
        let mut all = Self { phases, tallies: phases.iter().map(|_| Tally::default()).collect(), groups: BTreeMap::new() };
        for (i, p) in phases.iter().enumerate() {
            all.requests(run, i, p);
        }
        for (i, p) in phases.iter().enumerate() {
            all.seconds(run, i, p);
        }
        all
    }

    fn requests(&mut self, run: &Run, i: usize, phase: &Phase) {
        let tally = &mut self.tallies[i];
        for (a, carried) in run.carried_of(&phase.id) {
            let service_ms = a.service_ns() as f64 / 1e6;
            tally.sent += 1;
            if a.outcome == Outcome::Ok {
                tally.good += 1;
                tally.good_ms += service_ms;
                continue;
            }
            let g = self.groups.entry((a.outcome as u8, carried.map_or(0, |c| c.status), a.service_ns() <= 0)).or_default();
            g.total_ms += a.response_ns() as f64 / 1e6;
            g.service_ms.push(service_ms);
            g.seen(i, (a.done, a.done), 1);
        }
    }

    /// What seconds say of a phase of which single requests were not kept: what is new there, and that a kind that is known of requests was seen before.
    fn seconds(&mut self, run: &Run, i: usize, phase: &Phase) {
        if self.tallies[i].sent > 0 {
            return;
        }
        let seconds: Vec<&LoadSecond> = run.seconds_of(&phase.id).collect();
        self.tallies[i].sent = seconds.iter().map(|s| s.ok + s.errors.values().sum::<u64>()).sum();
        for s in seconds {
            for (outcome, count) in &s.errors {
                let Some(outcome) = (0..Outcome::COUNT as u8).find(|o| Outcome::from_u8(*o).is_some_and(|o| o.name() == outcome)) else {
                    continue;
                };
                let alike: Vec<_> = self.groups.keys().filter(|(o, ..)| *o == outcome).copied().collect();
                match alike[..] {
                    [] | [(_, 0, false)] => self.groups.entry((outcome, 0, false)).or_default().seen(i, (s.start, s.end), *count),
                    [kind] => self.groups.entry(kind).or_default().seen(i, (s.start, s.end), *count),
                    // which of several it was is not known
                    _ => {}
                }
            }
        }
    }
}

impl Group {
    fn seen(&mut self, phase: usize, (from, to): (Timestamp, Timestamp), count: u64) {
        self.count += count;
        self.ends.push((from, to, count));
        if !self.phases.contains(&phase) {
            self.phases.push(phase);
            self.phases.sort_unstable();
        }
        let (first, last) = self.between.unwrap_or((from, to));
        self.between = Some((first.min(from), last.max(to)));
    }

    /// How many of them ended within a window.
    pub(super) fn ended_in(&self, (from, to): (Timestamp, Timestamp)) -> u64 {
        self.ends.iter().filter(|(_, end, _)| (from..=to).contains(end)).map(|(.., n)| n).sum()
    }

    /// Mean time from plan to end, milliseconds, of those that were kept.
    pub(super) fn mean_ms(&self) -> Option<f64> {
        (!self.service_ms.is_empty()).then(|| self.total_ms / self.service_ms.len() as f64)
    }

    /// The same from send to end.
    pub(super) fn service_mean_ms(&self) -> f64 {
        self.service_ms.iter().sum::<f64>() / self.service_ms.len().max(1) as f64
    }

    /// Times from send to end within which eight in ten lie, milliseconds.
    pub(super) fn spread_ms(&self) -> (f64, f64) {
        let mut sorted = self.service_ms.clone();
        sorted.sort_by(f64::total_cmp);
        let at = |share: f64| sorted.get((sorted.len() as f64 * share) as usize).copied().unwrap_or(0.0);
        (at(0.1), at(0.9))
    }
}
