//! Which setting of a knob is best? Rounds in random order, a race, the best set, and the most conservative member of it.
//!
//! Every live setting is measured once per round. After rounds 4, 6, 8 and 10 those that have shown to be worse drop out ([`stats::race`]).
//! What is left may be the best, and of that the most conservative member is recommended: the fewest threads, connections, cores. What is
//! claimed of it must come from fresh pairs ([`crate::pairs`]), because the winner of a race looks better than it is. Source: METHODS
//! section 3.2.

use crate::conduct::Trial;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use stats::interval::Interval;
use stats::race::{Race, State};

/// Failing trials after which a setting is out. Source: METHODS section 3.2 point 4.
const UNSTABLE: usize = 2;

/// A sweep under way.
#[derive(Debug, Clone)]
pub struct Sweep {
    settings: Vec<f64>,
    current: usize,
    race: Race,
    rounds: Vec<Vec<Option<Trial>>>,
    most_errors: f64,
    rng: StdRng,
    state: State,
}

/// Largest over smallest throughput up to which a setting is stable. A guess, after the range of 30 % of the mean from which TUNA (Freischuetz et al.,
/// EuroSys 2025) calls configurations unstable.
pub const ALIKE: f64 = 1.3;

/// How a setting held in its rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// Throughputs that are alike ([`ALIKE`]), and no failures.
    Stable,
    /// No failures, but throughputs that differ.
    Unstable,
    /// Too many errors in one round at least.
    Failing,
    /// Not enough rounds to say.
    Unknown,
}

impl Held {
    /// One word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stable => "stable",
            Self::Unstable => "unstable",
            Self::Failing => "failing",
            Self::Unknown => "unknown",
        }
    }
}

/// What is known of a setting.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The setting.
    pub value: f64,
    /// Rounds in which it was measured.
    pub rounds: usize,
    /// Throughput per second: geometric mean and its 95 % interval over the rounds.
    pub per_s: (f64, Interval),
    /// Largest over smallest throughput of its rounds.
    pub spread: f64,
    /// Mean of the 95th percentiles, milliseconds.
    pub p95_ms: f64,
    /// CPU per request, milliseconds.
    pub cpu_ms: f64,
    /// Ratio to the present setting with its 95 % interval, by rounds that have both; `None` for the present one.
    pub against_current: Option<(f64, Interval)>,
    /// How it held in its rounds.
    pub held: Held,
    /// Whether it may be the best.
    pub in_best_set: bool,
    /// Whether it is the one that is there.
    pub is_current: bool,
}

impl Sweep {
    /// A sweep over `settings`, one of which is `current` (it is added when it is not).
    pub fn new(settings: &[f64], current: f64, most_errors: f64, permutations: usize, seed: u64) -> Self {
        let mut settings = settings.to_vec();
        if !settings.contains(&current) {
            settings.push(current);
        }
        let at = settings.iter().position(|s| *s == current).unwrap_or(0);
        let race = Race::new(settings.len(), permutations, seed);
        Self { settings, current: at, race, rounds: Vec::new(), most_errors, rng: StdRng::seed_from_u64(seed), state: State::Running }
    }

    /// Settings in the order in which the next round measures them (number and value); `None` when the race is over. The present setting is
    /// measured in every round: all others are told against it.
    pub fn next_round(&mut self) -> Option<Vec<(usize, f64)>> {
        if self.state != State::Running {
            return None;
        }
        let mut order: Vec<usize> = self.race.live().to_vec();
        if !order.contains(&self.current) {
            order.push(self.current);
        }
        order.shuffle(&mut self.rng);
        self.rounds.push(vec![None; self.settings.len()]);
        Some(order.into_iter().map(|k| (k, self.settings[k])).collect())
    }

    /// Notes a trial of the round that was begun last.
    pub fn note(&mut self, setting: usize, trial: Trial) {
        if let Some(place) = self.rounds.last_mut().and_then(|r| r.get_mut(setting)) {
            *place = Some(trial);
        }
    }

    /// Ends a round: what is unstable or has shown to be worse drops out.
    pub fn end_round(&mut self) -> State {
        for k in 0..self.settings.len() {
            if self.failures(k) >= UNSTABLE {
                self.race.drop_out(k);
            }
        }
        self.state = self.race.look(&self.logs());
        self.state
    }

    /// Settings that are still in.
    pub fn live(&self) -> Vec<f64> {
        self.race.live().iter().map(|k| self.settings[*k]).collect()
    }

    fn held(&self, k: usize, rounds: usize, spread: f64) -> Held {
        match rounds {
            _ if self.failures(k) > 0 => Held::Failing,
            0 | 1 => Held::Unknown,
            _ if spread > ALIKE => Held::Unstable,
            _ => Held::Stable,
        }
    }

    fn failures(&self, k: usize) -> usize {
        self.of(k).filter(|t| t.errors > self.most_errors).count()
    }

    fn of(&self, k: usize) -> impl Iterator<Item = &Trial> + '_ {
        self.rounds.iter().filter_map(move |r| r.get(k)?.as_ref())
    }

    /// Log throughputs by round; what failed or was not measured is not finite.
    fn logs(&self) -> Vec<Vec<f64>> {
        let log = |t: &Option<Trial>| t.filter(|t| t.errors <= self.most_errors && t.per_s > 0.0).map_or(f64::NAN, |t| t.per_s.ln());
        self.rounds.iter().map(|r| r.iter().map(log).collect()).collect()
    }

    /// The table, in the order of the settings.
    pub fn rows(&self) -> Vec<Row> {
        let logs = self.logs();
        (0..self.settings.len()).map(|k| self.row(k, &logs)).collect()
    }

    fn row(&self, k: usize, logs: &[Vec<f64>]) -> Row {
        let own: Vec<f64> = logs.iter().map(|r| r[k]).filter(|v| v.is_finite()).collect();
        let pairs: Vec<f64> = logs.iter().map(|r| r[k] - r[self.current]).filter(|v| v.is_finite()).collect();
        let (mean, interval) = with_interval(&own);
        let largest = own.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let smallest = own.iter().copied().fold(f64::INFINITY, f64::min);
        let mean_of = |f: fn(&Trial) -> f64| {
            let all: Vec<f64> = self.of(k).map(f).collect();
            if all.is_empty() { 0.0 } else { stats::describe::mean(&all) }
        };
        let spread = if own.is_empty() { 1.0 } else { (largest - smallest).exp() };
        Row {
            value: self.settings[k],
            rounds: self.of(k).count(),
            per_s: (mean.exp(), interval.exp()),
            spread,
            p95_ms: mean_of(|t| t.quantiles_ms.1),
            cpu_ms: mean_of(|t| t.cpu_ms),
            against_current: (k != self.current && pairs.len() >= 2).then(|| {
                let (mean, interval) = with_interval(&pairs);
                (mean.exp(), interval.exp())
            }),
            held: self.held(k, own.len(), spread),
            in_best_set: self.best_set().contains(&k),
            is_current: k == self.current,
        }
    }

    /// Numbers of the settings that may be the best: those in the race that its last look leaves in the best set.
    fn best_set(&self) -> Vec<usize> {
        let live = self.race.live();
        let standings = self.race.standings();
        if standings.len() != live.len() {
            return live.to_vec();
        }
        live.iter().zip(standings).filter(|(_, s)| s.in_best_set).map(|(k, _)| *k).collect()
    }

    /// The setting to take: the smallest value of the best set, as long as it surely loses less than the margin, else the one that may lose
    /// least. `None` before the first look.
    pub fn recommended(&self) -> Option<f64> {
        let live = self.race.live();
        let standings = self.race.standings();
        if live.len() == 1 || standings.len() != live.len() {
            return (live.len() == 1).then(|| self.settings[live[0]]);
        }
        let mut conservative: Vec<usize> = (0..live.len()).collect();
        conservative.sort_by(|a, b| self.settings[live[*a]].total_cmp(&self.settings[live[*b]]));
        stats::best_set::recommend(standings, &conservative, stats::race::MARGIN).map(|i| self.settings[live[i]])
    }

    /// Whether the recommended setting is the smallest or largest that was tried: the best may lie beyond.
    pub fn at_edge(&self) -> bool {
        let ends = self.settings.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), s| (l.min(*s), h.max(*s)));
        self.recommended().is_some_and(|r| r == ends.0 || r == ends.1)
    }
}

fn with_interval(values: &[f64]) -> (f64, Interval) {
    if values.len() < 2 {
        return (values.first().copied().unwrap_or(f64::NAN), Interval::EVERYTHING);
    }
    let half = stats::dist::t_quantile(0.975, values.len() as f64 - 1.0) * stats::describe::standard_error(values);
    (stats::describe::mean(values), Interval::around(stats::describe::mean(values), half))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a sweep to its end with these true throughputs and 1 % of scatter.
    fn sweep(settings: &[f64], current: f64, truth: impl Fn(f64) -> f64, failing: Option<f64>) -> Sweep {
        let mut s = Sweep::new(settings, current, 0.2, 2_000, 7);
        let mut round = 0;
        while let Some(order) = s.next_round() {
            for (k, value) in order {
                let scatter = 0.01 * (((round * 31 + k * 17 + round * k * 7) % 13) as f64 - 6.0) / 6.0;
                let errors = if Some(value) == failing { 0.5 } else { 0.0 };
                s.note(k, Trial { per_s: truth(value) * f64::exp(scatter), errors, ..Trial::default() });
            }
            s.end_round();
            round += 1;
        }
        s
    }

    #[test]
    fn too_many_threads_are_worse_and_the_fewest_of_the_best_are_recommended() {
        let truth = |v: f64| match v as u32 {
            200 => 500.0,
            100 => 800.0,
            50 => 1_290.0,
            _ => 1_300.0,
        };
        let s = sweep(&[200.0, 100.0, 50.0, 30.0, 20.0], 200.0, truth, None);
        let rows = s.rows();
        assert!(!rows[0].in_best_set && !rows[1].in_best_set && rows[3].in_best_set, "{rows:#?}");
        let r = s.recommended().unwrap();
        assert!([20.0, 30.0, 50.0].contains(&r), "{r}");
        let (gain, interval) = rows[3].against_current.unwrap();
        assert!((gain - 2.6).abs() < 0.1 && interval.low > 2.4, "{gain} {interval:?}");
        assert!(rows[0].is_current && rows[0].against_current.is_none() && rows[0].rounds >= 4);
    }

    #[test]
    fn what_fails_twice_is_out_and_said_to_be_unstable() {
        let s = sweep(&[200.0, 50.0, 20.0], 50.0, |_| 100.0, Some(200.0));
        let rows = s.rows();
        assert!(rows[0].held == Held::Failing && !rows[0].in_best_set && rows[0].rounds == 2, "{rows:#?}");
        assert_eq!(rows[1].held, Held::Stable);
    }

    #[test]
    fn rounds_that_differ_by_more_than_three_tenths_are_not_stable() {
        let mut s = Sweep::new(&[200.0, 50.0], 50.0, 0.2, 200, 7);
        for round in 0..2 {
            s.next_round().unwrap();
            for (k, per_s) in [(0, [900.0, 2300.0]), (1, [1000.0, 1200.0])] {
                s.note(k, Trial { per_s: per_s[round], ..Trial::default() });
            }
        }
        let rows = s.rows();
        assert!(rows[0].held == Held::Unstable && rows[0].spread > 2.5, "{:?}", rows[0]);
        assert_eq!(rows[1].held, Held::Stable);
    }

    #[test]
    fn the_present_setting_is_measured_to_the_end_even_when_it_lost() {
        let s = sweep(&[10.0, 20.0, 21.0], 10.0, |v| if v == 10.0 { 50.0 } else { 100.0 }, None);
        let rows = s.rows();
        assert_eq!(rows[0].rounds, rows[1].rounds);
        assert!(!rows[0].in_best_set);
    }

    #[test]
    fn the_present_setting_is_added_and_an_edge_is_told() {
        let s = sweep(&[5.0, 20.0], 10.0, |v| v * 10.0, None);
        assert_eq!(s.rows().len(), 3);
        assert_eq!((s.recommended(), s.at_edge()), (Some(20.0), true));
    }
}
