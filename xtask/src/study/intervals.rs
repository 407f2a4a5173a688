//! Study: how often do intervals cover the truth? (issue: at least 93 %)

use super::figure::{Bar, Figure};
use super::noise::{Drift, Noise};
use stats::describe::{mean, median};
use stats::{bca, block_bootstrap, hodges_lehmann, shift, sign_flip, theil_sen};

const TIMES: usize = 2_000;
const RESAMPLES: usize = 1_000;

/// The figures.
pub(super) fn figures(noise: &mut Noise) -> Vec<Figure> {
    let mut all = centres(noise);
    all.extend(bootstraps(noise));
    all.extend(series(noise));
    all
}

fn draw(n: usize, mut one: impl FnMut() -> f64) -> Vec<f64> {
    (0..n).map(|_| one()).collect()
}

fn centres(noise: &mut Noise) -> Vec<Figure> {
    let mut all = Vec::new();
    for n in [6, 12, 20] {
        let covered = (0..TIMES)
            .map(|_| hodges_lehmann::centre(&draw(n, || noise.contaminated(1.0)), 0.95).is_some_and(|c| c.interval.contains(0.0)));
        all.push(Figure::share(format!("Hodges-Lehmann, {n} values, one in ten wild"), covered.collect::<Vec<_>>(), Bar::AtLeast(0.93)));
    }
    let alarms = (0..TIMES).map(|_| sign_flip::test(&draw(12, || noise.contaminated(1.0)), 1).p <= 0.05);
    all.push(Figure::share("sign-flip test, 12 values: false alarms at 5 %", alarms.collect::<Vec<_>>(), Bar::AtMost(0.05)));
    all
}

fn bootstraps(noise: &mut Noise) -> Vec<Figure> {
    let mut all = Vec::new();
    for n in [10, 20, 40] {
        let mut covers = |one: fn(&mut Noise) -> f64, statistic: fn(&[f64]) -> f64, truth: f64| -> Vec<bool> {
            let once = |_| {
                let values = draw(n, || one(noise));
                bca::interval(&values, statistic, 0.95, RESAMPLES, noise.seed()).is_some_and(|i| i.contains(truth))
            };
            (0..TIMES).map(once).collect()
        };
        let normal = covers(|n| n.normal(1.0), mean, 0.0);
        let centre = covers(|n| n.normal(1.0), median, 0.0);
        let skewed = covers(|n| n.normal(0.5).exp(), mean, (0.125_f64).exp());
        all.push(Figure::share(format!("BCa of the mean, {n} normal values"), normal, Bar::AtLeast(0.93)));
        all.push(Figure::share(format!("BCa of the median, {n} normal values"), centre, Bar::AtLeast(0.93)));
        all.push(Figure::share(format!("BCa of the mean, {n} lognormal values (sigma 0.5)"), skewed, Bar::None));
    }
    for n in [6, 10, 20] {
        let once = |_| {
            // Quantiles of one pair move together, the tail more than the middle.
            let pairs: Vec<Vec<f64>> = (0..n)
                .map(|_| {
                    let common = noise.normal(0.02);
                    (0..6).map(|q| common + noise.normal(0.01 + 0.01 * f64::from(q))).collect()
                })
                .collect();
            shift::shifts(&pairs, 0.95, 500, noise.seed()).is_some_and(|s| s.iter().all(|s| s.band.contains(0.0)))
        };
        all.push(Figure::share(
            format!("shift function, {n} pairs: the band covers all of 6 quantiles"),
            (0..TIMES / 2).map(once).collect::<Vec<_>>(),
            Bar::AtLeast(0.93),
        ));
    }
    all
}

fn series(noise: &mut Noise) -> Vec<Figure> {
    let mut all = Vec::new();
    for (phi, n) in [(0.3, 60), (0.6, 120), (0.6, 400), (0.9, 400)] {
        let once = |_| {
            let mut drift = Drift::new(phi, 1.0, noise);
            let values = draw(n, || drift.next(noise));
            let block = block_bootstrap::block_length(&values);
            block_bootstrap::interval(&values, block, mean, 0.95, RESAMPLES / 2, noise.seed()).is_some_and(|i| i.contains(0.0))
        };
        all.push(Figure::share(
            format!("block bootstrap of the mean, {n} values with memory {phi}"),
            (0..TIMES / 2).map(once).collect::<Vec<_>>(),
            Bar::None,
        ));
    }
    let once = |_| {
        let points: Vec<(f64, f64)> = (0..30).map(|i| (f64::from(i), 0.1 * f64::from(i) + noise.contaminated(1.0))).collect();
        theil_sen::trend(&points, 0.95).is_some_and(|t| t.interval.contains(0.1))
    };
    all.push(Figure::share("Theil-Sen slope, 30 points, one in ten wild", (0..TIMES).map(once).collect::<Vec<_>>(), Bar::AtLeast(0.93)));
    all
}
