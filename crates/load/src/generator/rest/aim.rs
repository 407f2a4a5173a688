//! How much ahead of a planned moment a sleep is to end, so that waking up falls on it.
//!
//! ```text
//!  sleeps until   |                            planned
//!                 |<-------- aim -------->|
//!  wakes up       |---------(late)--------|------------> usually here or later: what it is late beyond the aim is send lag
//!                 |---(late)--- spin -----|              now and then here: the rest is waited for actively
//! ```

/// The share of wake-ups that may come too early. Few, because waiting actively is what is to be saved.
const EARLY: f64 = 0.1;
/// How far one wake-up moves the aim, up and down together, nanoseconds. Guess: at a thousand wake-ups a second a change of the machine's ways
/// is followed within a second.
const STEP_NS: f64 = 1_000.0;
/// The aim at most, nanoseconds: a sleep that is late by more is late for another reason.
const MOST_NS: f64 = 50_000.0;

/// Follows a low quantile of how late wake-ups are, by stochastic approximation (Robbins and Monro, 1951): up a little after each that is later
/// than the aim, down by more after each that is earlier, balanced where a share [`EARLY`] is earlier.
#[derive(Debug, Default)]
pub(super) struct Aim(f64);

impl Aim {
    /// Nanoseconds.
    pub(super) fn ns(&self) -> i64 {
        self.0 as i64
    }

    /// A sleep ended so late, nanoseconds after the moment that it was aimed at.
    pub(super) fn learn(&mut self, overslept_ns: i64) {
        let early = (overslept_ns as f64) < self.0;
        let by = if early { EARLY - 1.0 } else { EARLY };
        self.0 = (self.0 + by * STEP_NS).clamp(0.0, MOST_NS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Wake-ups late by `least` and up to `spread` more, evenly; the share of the last thousand that came before the planned moment.
    fn early(aim: &mut Aim, least: i64, spread: u64) -> f64 {
        let mut random = Random::new(1, 9);
        let mut early = 0;
        for k in 0..5_000 {
            let overslept = least + (random.next() % spread) as i64;
            early += u32::from(k >= 4_000 && overslept < aim.ns());
            aim.learn(overslept);
        }
        f64::from(early) / 1_000.0
    }

    #[test]
    fn one_wake_up_in_ten_comes_too_early_and_the_others_are_late_by_little() {
        let mut aim = Aim::default();
        let share = early(&mut aim, 30_000, 20_000);
        assert!((0.05..=0.15).contains(&share), "{share}");
        assert!((30_000..=34_000).contains(&aim.ns()), "{aim:?}");
    }

    #[test]
    fn a_machine_that_wakes_up_sooner_is_followed_down_and_one_that_stalls_is_not_aimed_at() {
        let mut aim = Aim::default();
        early(&mut aim, 40_000, 5_000);
        early(&mut aim, 1_000, 2_000);
        assert!(aim.ns() < 4_000, "{aim:?}");
        early(&mut aim, 10_000_000, 1_000);
        assert!(aim.ns() <= 50_000, "{aim:?}");
    }
}
