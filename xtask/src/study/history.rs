//! Study: are regressions found in a history of runs, and only those? (METHODS section 7) And is the beginning of a trial cut off where it
//! settled?

use super::figure::{Bar, Figure};
use super::noise::{Drift, Noise};
use stats::e_divisive::{ALPHA, PERMUTATIONS, changes};
use stats::mser;

const TIMES: usize = 400;
const RUNS: usize = 50;
/// Standard deviation of a run (log).
const SD: f64 = 0.02;
/// Smallest step of interest (log).
const SMALLEST: f64 = 0.02;

/// The figures.
pub(super) fn figures(noise: &mut Noise) -> Vec<Figure> {
    let mut all = Vec::new();
    for memory in [0.0, 0.3] {
        let alarms = (0..TIMES).map(|_| !detect(&history(memory, None, noise), noise).is_empty());
        let bar = if memory == 0.0 { Bar::AtMost(0.01) } else { Bar::None };
        all.push(Figure::share(format!("50 runs without a step, memory {memory}: any change called"), alarms.collect::<Vec<_>>(), bar));
        let (mut right, mut called) = (Vec::new(), Vec::new());
        for sds in [2.0, 3.0, 5.0] {
            let mut found = Vec::new();
            for _ in 0..TIMES {
                let at = 7 + noise.below(RUNS - 13);
                let seen = detect(&history(memory, Some((at, sds * SD)), noise), noise);
                found.push(seen.iter().any(|c| c.abs_diff(at) <= 5));
                called.extend(seen.iter().map(|c| c.abs_diff(at) <= 5));
            }
            right.extend(found.iter().copied());
            all.push(Figure::share(format!("step of {sds} sd, memory {memory}: found within 5 runs"), found, Bar::AtLeast(0.80)));
        }
        // As many histories without a step as with one.
        for _ in 0..3 * TIMES {
            called.extend(detect(&history(memory, None, noise), noise).iter().map(|_| false));
        }
        all.push(Figure::share(
            format!("memory {memory}: changes called that are one (every other history has a step)"),
            called,
            Bar::AtLeast(0.90),
        ));
    }
    all.extend(warm_up(noise));
    all
}

fn history(memory: f64, step: Option<(usize, f64)>, noise: &mut Noise) -> Vec<f64> {
    let mut drift = Drift::new(memory, SD, noise);
    (0..RUNS).map(|i| drift.next(noise) + step.map_or(0.0, |(at, by)| if i >= at { by } else { 0.0 })).collect()
}

fn detect(series: &[f64], noise: &mut Noise) -> Vec<usize> {
    changes(series, SMALLEST, ALPHA, PERMUTATIONS, noise.seed()).into_iter().map(|c| c.at).collect()
}

/// Trials whose response time comes down exponentially: what is left of the bias after the cut, in standard deviations of a value.
fn warm_up(noise: &mut Noise) -> Vec<Figure> {
    let (mut before, mut after, mut kept) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..TIMES {
        let fade = noise.uniform(10.0, 60.0);
        let mut drift = Drift::new(0.5, 1.0, noise);
        let series: Vec<f64> = (0..600).map(|i| 8.0 * (-f64::from(i) / fade).exp() + drift.next(noise)).collect();
        before.push(stats::describe::mean(&series));
        if let Some(cut) = mser::warm_up(&series) {
            after.push(stats::describe::mean(&series[cut..]));
            kept.push(1.0 - cut as f64 / 600.0);
        }
    }
    vec![
        Figure::mean("MSER-5: bias of the mean without a cut (sd of a value)", &before, Bar::None),
        Figure::mean("MSER-5: bias of the mean after the cut", &after, Bar::Between(-0.1, 0.1)),
        Figure::mean("MSER-5: share of the trial that is kept", &kept, Bar::None),
    ]
}
