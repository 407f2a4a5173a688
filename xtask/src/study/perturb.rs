//! Study: do doses name the limit, and do shares and bounds hold? (METHODS section 4)

use super::figure::{Bar, Figure};
use super::noise::{Drift, Noise};
use stats::dose;
use stats::interval::Interval;
use stats::law::throughput_bound_per_s;
use stats::multiple::holm;
use stats::mva::{Station, solve};

const TIMES: usize = 1_000;
const BLOCKS: usize = 5;
/// Blocks where shares are added up: their errors add up too.
const BLOCKS_FOR_SHARES: usize = 40;
/// Dose as a share of a source's own time. Twice as much halves the noise of a slope at dose zero, and bends it: its interval then covers 83 %.
const DOSE: f64 = 0.1;
/// The same where shares are added up: what bends the chords of four sources adds up as well.
const DOSE_FOR_SHARES: f64 = 0.05;
/// Sum of shares above which chords are taken to bend, and the blocks that are measured then in addition.
const MOST_SUM: f64 = 1.1;
const BLOCKS_MORE: usize = 240;
/// Noise of one trial (share), and of a block.
const TRIAL: f64 = 0.01;
const BLOCK: f64 = 0.02;

/// The figures.
pub(super) fn figures(noise: &mut Noise) -> Vec<Figure> {
    let mut all = tokens(noise);
    all.extend(networks(noise));
    all
}

/// 1 / X over doses in blocks, each trial with its noise. What drifts is the speed of the machine, `inverse` of dose and slowness says what
/// that does: it stretches work, and no delay, which is as long as the clock says.
fn measure(doses: [f64; 3], blocks: usize, noise: &mut Noise, inverse: impl Fn(f64, f64) -> f64) -> Vec<Vec<(f64, f64)>> {
    let mut drift = Drift::new(0.8, BLOCK, noise);
    (0..blocks)
        .map(|_| {
            let slowness = drift.next(noise).exp();
            doses.iter().map(|d| (*d, inverse(*d, slowness) * noise.normal(TRIAL).exp())).collect()
        })
        .collect()
}

/// One of several configured limits binds, and a delay is added to calls inside its hold.
fn tokens(noise: &mut Noise) -> Vec<Figure> {
    let (mut covered, mut named, mut flagged) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..TIMES {
        let limits = [10.0, 20.0, 50.0, 128.0];
        let (c, calls) = (limits[noise.below(4)], 1.0 + noise.below(3) as f64);
        let hold = noise.log_uniform(0.005, 0.1);
        let dose = 0.1 * hold / calls;
        let seen = measure([0.0, dose, 2.0 * dose], BLOCKS, noise, |d, slowness| (hold * slowness + calls * d) / c);
        let Some(e) = dose::effect(&seen) else { continue };
        covered.push(dose::tokens(e.slope, e.interval, calls).is_some_and(|(_, interval)| interval.contains(c)));
        named.push(dose::binding(&e, calls, &limits) == Some(c));
        // Four factors that do nothing, as negative controls.
        let p: Vec<f64> = (0..4)
            .filter_map(|_| Some(dose::effect(&measure([0.0, dose, 2.0 * dose], BLOCKS, noise, |_, slowness| hold * slowness / c))?.p))
            .collect();
        flagged.push(holm(&p).iter().any(|p| *p < 0.05));
    }
    vec![
        Figure::share("number of tokens: the interval covers the limit that binds", covered, Bar::AtLeast(0.93)),
        Figure::share("the configured limit that binds is named (interval of 99 %)", named, Bar::AtLeast(0.95)),
        Figure::share("four doses of something that does nothing: any flagged (Holm)", flagged, Bar::AtMost(0.05)),
    ]
}

/// A closed network: CPU, database, a lock or cache, thinking. Demands in seconds.
struct Network {
    stations: Vec<Station>,
    think_s: f64,
    users: usize,
}

impl Network {
    fn draw(noise: &mut Noise) -> Self {
        let servers = [1 + noise.below(4) as u32, 1 + noise.below(8) as u32, 1];
        let stations = servers.map(|servers| Station { demand_s: noise.log_uniform(0.001, 0.01) * f64::from(servers), servers });
        Self { stations: stations.to_vec(), think_s: noise.uniform(0.0, 0.05), users: 8 + noise.below(57) }
    }

    /// 1 / throughput with `more_s` added to the time of one source (the last is thinking).
    fn inverse(&self, source: usize, more_s: f64) -> f64 {
        let mut stations = self.stations.clone();
        let mut think_s = self.think_s;
        match stations.get_mut(source) {
            Some(s) => s.demand_s += more_s,
            None => think_s += more_s,
        }
        solve(&stations, think_s, self.users).and_then(|mut all| all.pop()).map_or(f64::NAN, |s| 1.0 / s.throughput_per_s)
    }

    fn time(&self, source: usize) -> f64 {
        self.stations.get(source).map_or(self.think_s, |s| s.demand_s)
    }

    /// Doses of a source, by its own time.
    fn measure(&self, source: usize, dose: f64, blocks: usize, noise: &mut Noise) -> Vec<Vec<(f64, f64)>> {
        let dose = dose * self.time(source);
        let truth = [0.0, dose, 2.0 * dose].map(|d| self.inverse(source, d));
        // a dose of these sources is more work, which a slow machine stretches like the rest
        measure([0.0, dose, 2.0 * dose], blocks, noise, |d, slowness| slowness * truth[(d / dose).round() as usize])
    }
}

struct Shares {
    sum: f64,
    without_largest: f64,
    more_blocks: bool,
    /// Mean error of a single share.
    error: f64,
    covered: bool,
}

fn networks(noise: &mut Noise) -> Vec<Figure> {
    let mut shares = Vec::new();
    let (mut sure, mut plain) = (Vec::new(), Vec::new());
    for _ in 0..TIMES {
        let network = Network::draw(noise);
        shares.extend(add_up(&network, noise));
        // What halving the largest demand gives, against the bound.
        let largest = (0..3).fold(0, |best, s| if network.time(s) > network.time(best) { s } else { best });
        let saved = network.time(largest) / 2.0;
        let after = 1.0 / network.inverse(largest, -saved);
        let seen = network.measure(largest, DOSE, BLOCKS, noise);
        let Some((at_least, e)) = dose::predict(&seen, -saved).zip(dose::effect(&seen)) else {
            continue;
        };
        sure.push(at_least.1.low > 0.0 && after > 1.0 / at_least.1.low);
        plain.push(after > throughput_bound_per_s(1.0 / network.inverse(largest, 0.0), e.slope, saved));
    }
    let sums: Vec<f64> = shares.iter().map(|s| s.sum).collect();
    let rest: Vec<f64> = shares.iter().map(|s| s.without_largest).collect();
    vec![
        Figure::mean("shares of all time sources: mean sum", &sums, Bar::Between(0.9, 1.1)),
        Figure::share("shares of all time sources sum to 0.9 to 1.1", sums.iter().map(|s| (0.9..=1.1).contains(s)), Bar::AtLeast(0.95)),
        Figure::share("experiments of shares that took more blocks", shares.iter().map(|s| s.more_blocks), Bar::None),
        Figure::mean("a single share: mean absolute error", &shares.iter().map(|s| s.error).collect::<Vec<_>>(), Bar::None),
        Figure::share("without the largest the sum is below 0.8", rest.iter().map(|s| *s < 0.8), Bar::AtLeast(0.95)),
        Figure::share(
            "slope at dose zero, small doses, 40 or 280 blocks: the interval covers",
            shares.iter().map(|s| s.covered),
            Bar::AtLeast(0.93),
        ),
        Figure::share("what-if bound from the interval of the slope: violated", sure, Bar::AtMost(0.05)),
        Figure::share("for comparison: bound from the slope alone: violated", plain, Bar::None),
    ]
}

fn add_up(network: &Network, noise: &mut Noise) -> Option<Shares> {
    let sources: Vec<usize> = (0..4).filter(|s| network.time(*s) > 0.0).collect();
    let mut seen: Vec<_> = sources.iter().map(|s| network.measure(*s, DOSE_FOR_SHARES, BLOCKS_FOR_SHARES, noise)).collect();
    let elasticities =
        |seen: &[Vec<_>]| -> Option<Vec<_>> { sources.iter().zip(seen).map(|(s, b)| dose::elasticity(b, network.time(*s))).collect() };
    let mut all: Vec<f64> = elasticities(&seen)?.iter().map(|e| e.chord.0).collect();
    // chords that add up to more bend: what they are without a dose takes more blocks (METHODS section 4.2 point 2)
    let more_blocks = all.iter().sum::<f64>() > MOST_SUM;
    if more_blocks {
        for (source, seen) in sources.iter().zip(&mut seen) {
            seen.extend(network.measure(*source, DOSE_FOR_SHARES, BLOCKS_MORE, noise));
        }
        all = elasticities(&seen)?.iter().map(|e| e.tangent.map(|(share, _)| share)).collect::<Option<_>>()?;
    }
    let sum: f64 = all.iter().sum();
    let largest = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let tangent = |source: usize| {
        let step = 1e-4 * network.time(source);
        (network.inverse(source, step) - network.inverse(source, -step)) / (2.0 * step)
    };
    let exact = |source: usize| tangent(source) * network.time(source) / network.inverse(source, 0.0);
    let error = sources.iter().zip(&all).map(|(s, share)| (share - exact(*s)).abs()).sum::<f64>() / sources.len() as f64;
    let everything = (0.0, Interval::EVERYTHING);
    let covered = dose::effect(&seen[0])?.tangent.unwrap_or(everything).1.contains(tangent(sources[0]));
    Some(Shares { sum, without_largest: sum - largest, more_blocks, error, covered })
}
