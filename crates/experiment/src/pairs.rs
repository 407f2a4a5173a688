//! Is B another than A? Interleaved pairs, a noise floor from A against A, a group-sequential test, and one of four answers.
//!
//! Blocks of two pairs, ABBA or BAAB by the toss of a seeded coin: drift that is straight over a block falls out, and under "no difference"
//! the difference of a pair is symmetric, which the test needs. First six pairs of A against A: their spread says what can be told at all,
//! and a difference there means that the harness itself is at fault. Then pairs of A and B with looks after 6, 8, ... 20. Source: METHODS
//! section 2.3.
//!
//! | repeated confidence interval of the ratio | answer |
//! | --- | --- |
//! | inside 1 +- the smallest effect | same |
//! | excludes 1 | better or worse |
//! | neither, after the last look | inconclusive |

use crate::conduct::Trial;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use stats::gst::{Design, Reading};
use stats::interval::{self, Interval};

/// Pairs of A against A.
pub const NOISE_PAIRS: usize = 6;
/// Share of the pairs that may be left out. Source: METHODS section 2.3 point 1.
const MOST_LEFT_OUT: f64 = 0.2;

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// Answers per second of closed load.
    Throughput,
    /// Mean response.
    Mean,
    /// Median of the response.
    P50,
    /// 95th percentile.
    P95,
    /// 99th percentile.
    P99,
    /// CPU time per request.
    Cpu,
}

impl Metric {
    /// All, as on the command line.
    pub const NAMES: [&'static str; 6] = ["throughput", "mean", "p50", "p95", "p99", "cpu"];

    /// The metric of this name.
    pub fn named(name: &str) -> Option<Self> {
        let all = [Self::Throughput, Self::Mean, Self::P50, Self::P95, Self::P99, Self::Cpu];
        Self::NAMES.iter().position(|n| *n == name).map(|i| all[i])
    }

    /// Its figure in a trial.
    pub fn of(self, t: &Trial) -> f64 {
        match self {
            Self::Throughput => t.per_s,
            Self::Mean => t.mean_ms,
            Self::P50 => t.quantiles_ms.0,
            Self::P95 => t.quantiles_ms.1,
            Self::P99 => t.quantiles_ms.2,
            Self::Cpu => t.cpu_ms,
        }
    }

    /// Whether more is better.
    pub fn more_is_better(self) -> bool {
        self == Self::Throughput
    }

    /// Smallest effect of interest, as a share. Source: METHODS section 2.3 (default MDEs; the mean and p95 stand between p50 and p99).
    pub fn smallest_effect(self) -> f64 {
        match self {
            Self::Throughput | Self::Cpu => 0.03,
            Self::P50 | Self::Mean => 0.05,
            Self::P95 | Self::P99 => 0.10,
        }
    }
}

/// One of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// What it is compared with.
    A,
    /// What is judged.
    B,
}

/// The answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// B is better than A.
    Better,
    /// B is worse than A.
    Worse,
    /// Whatever the difference is, it is smaller than the smallest effect of interest.
    Same,
    /// It could not be told.
    Inconclusive,
}

impl Answer {
    /// One word, as in JSON.
    pub fn name(self) -> &'static str {
        ["better", "worse", "same", "inconclusive"][self as usize]
    }
}

/// Order of the sides in `pairs` pairs (an even number): first and second of each.
pub fn order(pairs: usize, seed: u64) -> Vec<(Side, Side)> {
    let mut rng = StdRng::seed_from_u64(seed);
    let (ab, ba) = ((Side::A, Side::B), (Side::B, Side::A));
    let blocks = [[ab, ba], [ba, ab]];
    (0..pairs.div_ceil(2)).flat_map(|_| blocks.choose(&mut rng).copied().unwrap_or([ab, ba])).take(pairs).collect()
}

/// What A against A showed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Noise {
    /// Standard deviation of a pair's log ratio.
    pub sd: f64,
    /// The smallest share that 20 pairs find in four of five cases.
    pub detectable: f64,
    /// Whether A differs from itself: then nothing that follows can be believed.
    pub broken: bool,
}

/// The noise floor, from log ratios of A against A; `None` when they do not vary.
pub fn noise(logs: &[f64]) -> Option<Noise> {
    let sd = stats::describe::standard_deviation(logs);
    let t = stats::describe::t_statistic(logs)?;
    // The boundary of the first look: t of six pairs.
    let bar = Design::standard().looks().first().map_or(f64::INFINITY, |l| l.t);
    Some(Noise { sd, detectable: stats::gst::detectable(sd).exp_m1(), broken: logs.len() >= NOISE_PAIRS && t.abs() > bar })
}

/// Where the pairs stand.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// The answer, when there is one.
    pub answer: Option<Answer>,
    /// Pairs that count.
    pub pairs: usize,
    /// Ratio of B to A with its repeated confidence interval; before the first look the interval says nothing.
    pub ratio: f64,
    /// The interval.
    pub interval: Interval,
    /// Hodges-Lehmann estimate of the ratio, which one wild pair hardly moves.
    pub robust_ratio: f64,
    /// Exact p of the sign-flip test.
    pub sign_flip_p: f64,
    /// Whether t and sign-flip agree; if not, look at the pairs.
    pub tests_agree: bool,
}

/// Reads the pairs so far. `logs` are log ratios B to A of the pairs that count; `left_out` were excluded by rules that know nothing of the
/// outcome; `last` when there will be no more.
pub fn read(logs: &[f64], left_out: usize, metric: Metric, smallest_effect: f64, last: bool) -> Standing {
    let reading = Design::standard().read(logs);
    let noisy = left_out as f64 > MOST_LEFT_OUT * (logs.len() + left_out) as f64;
    let answer = reading.and_then(|r| answer(&r, metric, smallest_effect)).filter(|_| !noisy).or(last.then_some(Answer::Inconclusive));
    let mean = if logs.is_empty() { 0.0 } else { stats::describe::mean(logs) };
    let p = stats::sign_flip::test(logs, 1).p;
    Standing {
        answer,
        pairs: logs.len(),
        ratio: mean.exp(),
        interval: reading.map_or(Interval::EVERYTHING, |r| r.interval).exp(),
        robust_ratio: stats::hodges_lehmann::centre(logs, 0.95).map_or(1.0, |c| c.estimate.exp()),
        sign_flip_p: p,
        tests_agree: reading.is_none_or(|r| r.crossed() == (p < 0.05)),
    }
}

fn answer(r: &Reading, metric: Metric, smallest_effect: f64) -> Option<Answer> {
    match interval::judge(r.interval, smallest_effect) {
        interval::Outcome::NoMaterialEffect => Some(Answer::Same),
        interval::Outcome::Effect if (r.mean > 0.0) == metric.more_is_better() => Some(Answer::Better),
        interval::Outcome::Effect => Some(Answer::Worse),
        interval::Outcome::Open => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn logs(effect: f64, noise: f64, n: usize) -> Vec<f64> {
        (0..n).map(|i| effect + noise * (((i * 7 + 3) % 11) as f64 / 5.0 - 1.0)).collect()
    }

    #[test]
    fn pairs_come_in_blocks_that_cancel_drift() {
        let all = order(20, 4);
        for block in all.chunks(2) {
            assert_ne!(block[0], block[1], "ABBA or BAAB");
        }
        assert!(all.chunks(2).any(|b| b != &all[..2]), "the coin is tossed for each block");
    }

    #[test]
    fn the_answers_by_table() {
        let of = |effect: f64, noise: f64, n: usize, m: Metric| read(&logs(effect, noise, n), 0, m, 0.03, n == 20).answer;
        assert_eq!(of(0.30, 0.01, 6, Metric::Throughput), Some(Answer::Better));
        assert_eq!(of(-0.30, 0.01, 6, Metric::Throughput), Some(Answer::Worse));
        assert_eq!(of(-0.30, 0.01, 6, Metric::P95), Some(Answer::Better));
        assert_eq!(of(0.0, 0.004, 6, Metric::Throughput), Some(Answer::Same));
        assert_eq!(of(0.01, 0.2, 8, Metric::Throughput), None, "go on");
        assert_eq!(of(0.01, 0.2, 20, Metric::Throughput), Some(Answer::Inconclusive));
        assert_eq!(of(0.30, 0.01, 7, Metric::Throughput), None, "nobody looks between the looks");
    }

    #[test]
    fn too_many_pairs_left_out_make_no_answer() {
        let s = read(&logs(0.3, 0.01, 6), 3, Metric::Throughput, 0.03, true);
        assert_eq!(s.answer, Some(Answer::Inconclusive));
    }

    #[test]
    fn a_harness_that_finds_a_difference_in_nothing_is_broken() {
        let n = noise(&logs(0.2, 0.005, 6)).unwrap();
        assert!(n.broken);
        let n = noise(&logs(0.0, 0.02, 6)).unwrap();
        assert!(!n.broken && n.detectable > 0.0 && n.detectable < 0.05, "{n:?}");
        assert_eq!(noise(&[0.0; 6]), None);
    }

    #[test]
    fn names_of_metrics_are_those_of_the_command_line() {
        assert!(Metric::NAMES.iter().all(|n| Metric::named(n).is_some()) && Metric::named("p98").is_none());
    }
}
