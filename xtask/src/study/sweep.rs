//! Study: is the best setting of a knob kept, and is what is recommended good? (METHODS section 3.2)

use super::figure::{Bar, Figure};
use super::noise::{Drift, Noise};
use stats::best_set::recommend;
use stats::gst::Design;
use stats::race::{LOOKS, MARGIN, Race, State};

const TIMES: usize = 500;
/// Fewer permutations than a real race has, for time; p values are then known to 0.003.
const PERMUTATIONS: usize = 1_500;

/// Five settings, the most conservative first; figures in log units, the larger the better.
struct Knob {
    truth: Vec<f64>,
    sd: Vec<f64>,
}

impl Knob {
    /// A best setting anywhere, neighbours that lose up to 5 %, others that lose more. An overloaded setting is three times as noisy.
    fn draw(noise: &mut Noise) -> Self {
        let best = noise.below(5) as i32;
        let near = noise.uniform(0.0, 0.05);
        let far = noise.uniform(0.02, 0.3);
        let truth: Vec<f64> = (0..5)
            .map(|k: i32| if k == best { 0.0 } else { -near - far * f64::from((k - best).abs() - 1) - noise.uniform(0.0, 0.01) })
            .collect();
        let sd = (0..5).map(|k| if k == 4 { 0.045 } else { 0.015 }).collect();
        Self { truth, sd }
    }

    /// Settings without any difference: the hardest case for the race.
    fn level() -> Self {
        Self { truth: vec![0.0; 5], sd: vec![0.015; 5] }
    }

    fn best(&self) -> f64 {
        self.truth.iter().copied().fold(f64::NEG_INFINITY, f64::max)
    }

    fn round(&self, drift: &mut Drift, noise: &mut Noise) -> Vec<f64> {
        let mut order: Vec<usize> = (0..self.truth.len()).collect();
        noise.shuffle(&mut order);
        let mut figures = vec![0.0; order.len()];
        for k in order {
            figures[k] = self.truth[k] + drift.next(noise) + noise.normal(self.sd[k]);
        }
        figures
    }
}

struct Sweep {
    best_kept: bool,
    recommended_loss: f64,
    most_conservative_loss: f64,
    looks_better_by: f64,
    rounds: f64,
    confirmed: bool,
}

/// The figures.
pub(super) fn figures(noise: &mut Noise) -> Vec<Figure> {
    let sweeps: Vec<Sweep> = (0..TIMES).filter_map(|_| sweep(&Knob::draw(noise), noise)).collect();
    let equal: Vec<Sweep> = (0..TIMES).filter_map(|_| sweep(&Knob::level(), noise)).collect();
    let of = |f: fn(&Sweep) -> f64| sweeps.iter().map(f).collect::<Vec<f64>>();
    vec![
        Figure::share("the truly best setting is in the best set", sweeps.iter().map(|s| s.best_kept), Bar::AtLeast(0.95)),
        Figure::share("the recommended setting loses at most 3 %", sweeps.iter().map(|s| s.recommended_loss <= MARGIN), Bar::AtLeast(0.95)),
        Figure::share(
            "for comparison: the most conservative of the best set loses at most 3 %",
            sweeps.iter().map(|s| s.most_conservative_loss <= MARGIN),
            Bar::None,
        ),
        Figure::share("interval of the confirmation on fresh data covers", sweeps.iter().map(|s| s.confirmed), Bar::AtLeast(0.93)),
        Figure::mean("the winner looks better than it is by (log)", &of(|s| s.looks_better_by), Bar::AtLeast(0.0)),
        Figure::mean("rounds", &of(|s| s.rounds), Bar::None),
        Figure::share("five equal settings: a given one is kept", equal.iter().map(|s| s.best_kept), Bar::AtLeast(0.95)),
    ]
}

fn sweep(knob: &Knob, noise: &mut Noise) -> Option<Sweep> {
    let mut race = Race::new(knob.truth.len(), PERMUTATIONS, noise.seed());
    let mut drift = Drift::new(0.9, 0.03, noise);
    let mut rounds: Vec<Vec<f64>> = Vec::new();
    while rounds.len() < LOOKS[3] {
        rounds.push(knob.round(&mut drift, noise));
        if race.look(&rounds) != State::Running {
            break;
        }
    }
    let live = race.live();
    let order: Vec<usize> = (0..live.len()).collect();
    let recommended = live[recommend(race.standings(), &order, MARGIN.ln_1p()).unwrap_or(0)];
    let mean = |k: usize| rounds.iter().map(|r| r[k]).sum::<f64>() / rounds.len() as f64;
    let winner = live.iter().copied().max_by(|a, b| mean(*a).total_cmp(&mean(*b)))?;
    let overall = (0..5).map(mean).sum::<f64>() / 5.0;
    let truly = knob.truth.iter().sum::<f64>() / 5.0;
    let best = knob.truth.iter().position(|t| *t == knob.best())?;
    Some(Sweep {
        best_kept: live.contains(&best),
        recommended_loss: knob.best() - knob.truth[recommended],
        most_conservative_loss: knob.best() - knob.truth[live[0]],
        looks_better_by: (mean(winner) - overall) - (knob.truth[winner] - truly),
        rounds: rounds.len() as f64,
        confirmed: confirm(knob, recommended, noise),
    })
}

/// Recommended against current (the last setting), in fresh pairs.
fn confirm(knob: &Knob, recommended: usize, noise: &mut Noise) -> bool {
    let design = Design::standard();
    let truth = knob.truth[recommended] - knob.truth[4];
    let pair = |noise: &mut Noise| {
        let (ours, current) = (noise.normal(knob.sd[recommended]), noise.normal(knob.sd[4]));
        truth + if recommended == 4 { noise.normal(0.02) } else { ours - current }
    };
    let values: Vec<f64> = (0..20).map(|_| pair(noise)).collect();
    let readings: Vec<_> = design.looks().iter().filter_map(|l| design.read(&values[..l.pairs])).collect();
    readings.iter().find(|r| r.crossed()).or(readings.last()).is_some_and(|r| r.interval.contains(truth))
}
