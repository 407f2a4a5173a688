//! Do events explain spikes? Exposure to events against spikes, with the null distribution from turning the event train round.
//!
//! A slow request overlaps any event more often just because it is long. So exposure has one fixed length for all: a request is exposed if
//! an event is active within `reach` (the usual latency) after its planned arrival, or if it arrives while the backlog of an event drains
//! (`pause x rho / (1 - rho)`). Effect sizes: risk ratio RR = P(slow | exposed) / P(slow | not), and the attributable fraction P(exposed |
//! slow) (1 - 1 / RR) (Miettinen 1974). The null: shift the train of events round the clock of the phase against the series, which keeps
//! the rhythm of both and breaks what joins them; p = (1 + shifts with RR at least as high) / (1 + shifts). Source: METHODS section 5.2.
//!
//! Time is cut into bins; counts are requests (or spikes) by planned arrival. Works within one stationary phase. Two equally periodic
//! trains leave few really different shifts; a train driven by the load is no cause, and only the order in time tells ([`before_onset`]).

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Shifts of the event train.
pub const SHIFTS: usize = 2_000;
/// Fewest events, and fewest spikes, for a verdict.
pub const FEWEST: (usize, usize) = (10, 15);

/// What exposure to events does to the risk of being slow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Association {
    /// P(slow | exposed) / P(slow | not exposed); infinite when nothing unexposed is slow.
    pub risk_ratio: f64,
    /// Share of the slow ones that the events account for; negative when exposure protects.
    pub attributable: f64,
    /// One-sided p that the events have nothing to do with it.
    pub p: f64,
}

/// Which bins of a phase are exposed. `events` are `(start_s, end_s)` from the start of the phase, `reach_s` the usual latency, `load` the
/// utilisation (0 to 1) that makes the recovery tail.
pub fn exposed(events: &[(f64, f64)], reach_s: f64, load: f64, bin_s: f64, bins: usize) -> Vec<bool> {
    let recovery = load.clamp(0.0, 0.99) / (1.0 - load.clamp(0.0, 0.99));
    let mut exposed = vec![false; bins];
    for (start, end) in events {
        let (from, to) = (start - reach_s, end + (end - start) * recovery);
        // A bin counts by its middle.
        let first = (from / bin_s - 0.5).ceil().max(0.0) as usize;
        let last = (to / bin_s - 0.5).floor();
        (first..bins).take_while(|b| *b as f64 <= last).for_each(|b| exposed[b] = true);
    }
    exposed
}

/// The half second before each onset: exposure that no cause can have. More slow ones there mean that the event is a consequence, or that
/// both have a cause.
pub fn before_onset(events: &[(f64, f64)], ahead_s: f64, reach_s: f64, bin_s: f64, bins: usize) -> Vec<bool> {
    let ahead: Vec<(f64, f64)> = events.iter().map(|(start, _)| (start - reach_s - ahead_s, start - reach_s - bin_s)).collect();
    exposed(&ahead, 0.0, 0.0, bin_s, bins)
}

/// Tests exposure against slowness. `slow[b]` and `all[b]` count the slow ones and all of them by bin; shifts are at least `min_shift` bins
/// (twice the longest exposure). `None` when nothing is slow, all or nothing is exposed, lengths differ, or the phase is too short to
/// shift.
pub fn test(slow: &[u32], all: &[u32], exposed: &[bool], min_shift: usize, shifts: usize, seed: u64) -> Option<Association> {
    let bins = exposed.len();
    if slow.len() != bins || all.len() != bins || bins <= 2 * min_shift || min_shift == 0 {
        return None;
    }
    let total = Counts { slow: sum(slow), all: sum(all) };
    let windows = windows(exposed);
    let (slow, all) = (cumulative(slow), cumulative(all));
    let at = |by: usize| Counts { slow: inside(&windows, &slow, by), all: inside(&windows, &all, by) };
    let seen = at(0);
    let risk_ratio = risk_ratio(seen, total)?;
    let attributable = seen.slow / total.slow * (1.0 - 1.0 / risk_ratio);
    let mut rng = StdRng::seed_from_u64(seed);
    let beyond = (0..shifts).filter(|_| {
        let shifted = at(rng.random_range(min_shift..=bins - min_shift));
        self::risk_ratio(shifted, total).is_some_and(|r| r >= risk_ratio)
    });
    let p = (1 + beyond.count()) as f64 / (1 + shifts) as f64;
    Some(Association { risk_ratio, attributable: if attributable.is_nan() { f64::NEG_INFINITY } else { attributable }, p })
}

#[derive(Clone, Copy)]
struct Counts {
    slow: f64,
    all: f64,
}

fn risk_ratio(exposed: Counts, total: Counts) -> Option<f64> {
    let rest = Counts { slow: total.slow - exposed.slow, all: total.all - exposed.all };
    let possible = total.slow > 0.0 && exposed.all > 0.0 && rest.all > 0.0;
    possible.then(|| (exposed.slow / exposed.all) / (rest.slow / rest.all))
}

fn sum(counts: &[u32]) -> f64 {
    counts.iter().map(|c| f64::from(*c)).sum()
}

/// Stretches of exposed bins, `start..end`.
fn windows(exposed: &[bool]) -> Vec<(usize, usize)> {
    let mut windows: Vec<(usize, usize)> = Vec::new();
    for (b, _) in exposed.iter().enumerate().filter(|(_, e)| **e) {
        match windows.last_mut() {
            Some(w) if w.1 == b => w.1 = b + 1,
            _ => windows.push((b, b + 1)),
        }
    }
    windows
}

/// Counts up to each bin over two rounds of the clock, so that a shifted window never has to be cut.
fn cumulative(counts: &[u32]) -> Vec<f64> {
    let twice = counts.iter().chain(counts);
    std::iter::once(0.0)
        .chain(twice.scan(0.0, |sum, c| {
            *sum += f64::from(*c);
            Some(*sum)
        }))
        .collect()
}

fn inside(windows: &[(usize, usize)], cumulative: &[f64], by: usize) -> f64 {
    let bins = (cumulative.len() - 1) / 2;
    windows
        .iter()
        .map(|(start, end)| {
            let from = (start + by) % bins;
            cumulative[from + end - start] - cumulative[from]
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 60 s in bins of 100 ms, 20 requests each; a pause of 300 ms at uneven times makes 15 of the 20 in its bins slow; every 50th bin has
    /// one more slow one.
    fn phase() -> (Vec<(f64, f64)>, Vec<u32>, Vec<u32>) {
        let events: Vec<(f64, f64)> =
            (0..12).map(|i| (3.0 + 4.7 * f64::from(i) + 0.1 * f64::from((i * i) % 7), 0.0)).map(|(s, _)| (s, s + 0.3)).collect();
        let paused = exposed(&events, 0.0, 0.0, 0.1, 600);
        let slow = paused.iter().enumerate().map(|(b, e)| if *e { 15 } else { u32::from(b % 50 == 0) }).collect();
        (events, slow, vec![20; 600])
    }

    #[test]
    fn events_that_make_requests_slow_account_for_them() {
        let (events, slow, all) = phase();
        let a = test(&slow, &all, &exposed(&events, 0.0, 0.0, 0.1, 600), 10, 500, 1).unwrap();
        assert!(a.attributable > 0.9 && a.risk_ratio > 100.0 && a.p < 0.01, "{a:?}");
    }

    #[test]
    fn a_train_of_its_own_is_not_blamed() {
        let (_, slow, all) = phase();
        let decoy: Vec<(f64, f64)> = (0..12).map(|i| (0.9 + 4.9 * f64::from(i), 1.3 + 4.9 * f64::from(i))).collect();
        let a = test(&slow, &all, &exposed(&decoy, 0.0, 0.0, 0.1, 600), 10, 500, 1).unwrap();
        assert!(a.p > 0.05, "{a:?}");
    }

    #[test]
    fn the_backlog_of_a_pause_is_part_of_it() {
        //  0.8 load: a pause of 0.2 s is felt for 0.8 s more; reach 0.1 s before
        let e = exposed(&[(1.0, 1.2)], 0.1, 0.8, 0.1, 40);
        assert_eq!(e.iter().filter(|e| **e).count(), 11);
        assert!(!e[8] && e[9] && e[19] && !e[20]);
    }

    #[test]
    fn before_the_onset_nothing_of_the_event_is_seen() {
        let events = [(2.0, 2.5)];
        let (before, during) = (before_onset(&events, 0.5, 0.1, 0.1, 40), exposed(&events, 0.1, 0.5, 0.1, 40));
        assert!(before.iter().zip(&during).all(|(b, d)| !(*b && *d)) && before.iter().filter(|b| **b).count() >= 3);
    }

    #[test]
    fn without_anything_slow_or_unexposed_there_is_no_answer() {
        assert_eq!(test(&[0; 100], &[5; 100], &[false; 100], 5, 10, 1), None);
        assert_eq!(test(&[1; 100], &[5; 100], &[true; 100], 5, 10, 1), None);
        assert_eq!(test(&[1; 8], &[5; 8], &[true, false, true, false, true, false, true, false], 5, 10, 1), None);
    }
}
