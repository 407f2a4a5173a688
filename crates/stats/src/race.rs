//! Racing: measure every live setting once per round, in random order, and drop those that have shown to be worse.
//!
//! After rounds 4, 6, 8 and 10 the live settings are compared by [`crate::max_t`] at the nominal level of that look; levels come from the
//! same spending as [`crate::gst`] (`alpha * t^2`), so that the best setting is dropped in at most about 5 % of races. It stops when one is
//! left, when the survivors surely differ by less than the margin, or after the last look. What is shown for the chosen setting must come
//! from fresh data: the winner of a race looks better than it is. Between two settings there are only 2^(rounds - 1) exchanges, so the last
//! comparison falls at round 8 at the earliest. Source: METHODS section 3.2 (racing: Maron & Moore 1997; spending: Kim & DeMets 1987).

use crate::best_set::{Standing, standings};
use crate::dist::normal_cdf;
use crate::gst::boundary;
use crate::max_t;

/// Rounds after which the race looks.
pub const LOOKS: [usize; 4] = [4, 6, 8, 10];
/// Chance to drop the best.
pub const ALPHA: f64 = 0.05;
/// Settings this close (share) count as equally good.
pub const MARGIN: f64 = 0.03;

/// Where a race stands after a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Another round.
    Running,
    /// One setting is left.
    Won,
    /// The survivors surely differ by less than the margin.
    Equal,
    /// The last look is over.
    Exhausted,
}

/// A race between settings.
#[derive(Debug, Clone)]
pub struct Race {
    live: Vec<usize>,
    permutations: usize,
    seed: u64,
    nominal: [f64; 4],
    standings: Vec<Standing>,
}

impl Race {
    /// All of `settings` start. `permutations` is [`max_t::PERMUTATIONS`] unless time matters more than digits.
    pub fn new(settings: usize, permutations: usize, seed: u64) -> Self {
        let z = boundary(&LOOKS.map(|n| n as f64 / LOOKS[3] as f64), ALPHA);
        let nominal = std::array::from_fn(|look| z.get(look).map_or(0.0, |z| 2.0 * normal_cdf(-z)));
        Self { live: (0..settings).collect(), permutations, seed, nominal, standings: Vec::new() }
    }

    /// Settings that are still in, ascending.
    pub fn live(&self) -> &[usize] {
        &self.live
    }

    /// Nominal level of each look.
    pub fn nominal(&self) -> [f64; 4] {
        self.nominal
    }

    /// Standing of the live settings, in their order, as of the last look.
    pub fn standings(&self) -> &[Standing] {
        &self.standings
    }

    /// Takes a setting out for another reason, such as being unstable twice.
    pub fn drop_out(&mut self, setting: usize) {
        self.live.retain(|k| *k != setting);
    }

    /// Looks at all rounds so far, and drops what has shown to be worse. `rounds[r][k]` is the figure of setting `k` in round `r`, the
    /// larger the better, in log units; settings that are out may hold anything. Rounds in which a live setting has no finite figure are
    /// left out of the comparison.
    pub fn look(&mut self, rounds: &[Vec<f64>]) -> State {
        if self.live.len() < 2 {
            return State::Won;
        }
        let Some(look) = LOOKS.iter().position(|n| *n == rounds.len()) else {
            return if rounds.len() > LOOKS[3] { State::Exhausted } else { State::Running };
        };
        let level = self.nominal[look];
        let seed = self.seed.wrapping_add(1_000 * look as u64);
        if let Some(found) = max_t::against_leader(&self.complete(rounds), self.permutations, seed) {
            self.live = self.live.iter().zip(found.p).filter(|(_, p)| *p > level).map(|(k, _)| *k).collect();
        }
        self.standings = standings(&self.complete(rounds), level).unwrap_or_default();
        let surely = |s: &Standing| s.against_best.low >= -MARGIN.ln_1p();
        if self.live.len() == 1 {
            State::Won
        } else if !self.standings.is_empty() && self.standings.iter().all(surely) {
            State::Equal
        } else if look + 1 == LOOKS.len() {
            State::Exhausted
        } else {
            State::Running
        }
    }

    fn complete(&self, rounds: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let of_live = rounds.iter().map(|r| self.live.iter().map(|k| r.get(*k).copied().unwrap_or(f64::NAN)).collect::<Vec<_>>());
        of_live.filter(|r| r.iter().all(|v| v.is_finite())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounds(means: &[f64], scale: f64, n: usize) -> Vec<Vec<f64>> {
        let scatter = |r: usize, k: usize| scale * (((r * 31 + k * 17 + r * k * 7) % 13) as f64 - 6.0) / 4.0;
        (0..n).map(|r| means.iter().enumerate().map(|(k, m)| m + scatter(r, k)).collect()).collect()
    }

    #[test]
    fn a_race_runs_until_one_is_left() {
        let mut race = Race::new(4, 2_000, 1);
        let all = rounds(&[0.0, -0.1, -0.2, -0.5], 0.01, 10);
        let states: Vec<State> = (1..=10).map(|n| race.look(&all[..n])).collect();
        assert_eq!((states[2], race.live()), (State::Running, [0].as_slice()), "{states:?}");
        assert!(states.contains(&State::Won));
    }

    #[test]
    fn settings_that_hardly_differ_are_called_equal() {
        let mut race = Race::new(3, 500, 1);
        let all = rounds(&[0.0, 0.001, 0.0], 0.002, 4);
        assert_eq!(race.look(&all), State::Equal);
        assert_eq!((race.live().len(), race.standings().len()), (3, 3));
    }

    #[test]
    fn a_setting_that_dropped_out_does_not_hold_up_the_others() {
        let mut race = Race::new(3, 500, 1);
        let mut all = rounds(&[0.0, -0.3, 9.0], 0.01, 8);
        all.iter_mut().skip(2).for_each(|r| r[2] = f64::NAN);
        race.drop_out(2);
        assert_eq!((race.look(&all), race.live()), (State::Won, [0].as_slice()));
    }

    #[test]
    fn less_is_spent_early() {
        let nominal = Race::new(2, 10, 1).nominal();
        assert!((nominal[0] - 0.008).abs() < 1e-9 && nominal.windows(2).all(|w| w[0] < w[1]) && nominal[3] < 0.05, "{nominal:?}");
    }
}
