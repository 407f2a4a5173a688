//! Condition 3 on a machine that varies. Where the CPUs themselves are now faster, now slower, no response time stays within a twentieth for long, and waiting
//! shows nothing more. Work of fixed length beside the service tells such a machine. There it is enough that over all windows that are looked back over nothing gets
//! faster or slower on the whole, as long as levels come and go by no more than such a machine may make them: a sudden step, and levels that differ by far more than the fixed
//! work does, are the service's own.

use crate::steady::{Shown, clipped, drift, noise};
use crate::{Reason, Settings};
use stats::describe::{deviation_by_median, mean, median, standard_deviation};

/// Spread of the CPUs' speed, as a share of the change that is asked, from which on the machine varies. A choice: what windows of a steady service may differ by.
const OF_CHANGE: f64 = 0.5;
/// Share of the windows in which the speed must be known. A guess.
const KNOWN: f64 = 0.75;
/// Two standard deviations: of a change from one window to the next that the machine may have made.
const REACH: f64 = 2.0;
/// How many times the spread of the fixed work the levels of a service may have that the machine makes come and go: it feels the speed with a power of up to two, and more
/// comes and goes than the work shows. A guess, tried on drawn warm-ups (bench/methods/RESULTS.md, Gate).
const FEELS: f64 = 3.0;
/// The power with which a service feels the speed of the machine is at most this. Source: 0.2 to 1.9 in bench/RESULTS.md.
const MOST_POWER: f64 = 2.0;

/// By how much the time of fixed work differs from window to window, as a standard deviation of its logarithm; `None` where it does by no more than half of what response
/// times may change, or is not known. A window or two that stand out are not counted.
pub(crate) fn spread(work_s: &[Option<f64>], s: &Settings) -> Option<f64> {
    let last = &work_s[work_s.len().checked_sub(s.most_windows)?..];
    let logs: Vec<f64> = last.iter().flatten().filter(|w| w.is_finite() && **w > 0.0).map(|w| w.ln()).collect();
    if (logs.len() as f64) < KNOWN * last.len() as f64 {
        return None;
    }
    Some(robust(&logs)).filter(|spread| *spread > OF_CHANGE * s.change)
}

/// Standard deviation by the median distance from the median.
fn robust(values: &[f64]) -> f64 {
    let middle = median(values);
    deviation_by_median(&values.iter().map(|v| (v - middle).abs()).collect::<Vec<_>>())
}

/// What the `windows` of ticks' medians (logarithms) of a class show where the machine varies by `spread`; `None` where there are too few, or where more comes and goes than
/// the machine explains.
/// `fastest` is the lowest level that the class ever had over half as many windows.
pub(crate) fn look(
    class: usize,
    windows: &[Vec<f64>],
    (spread, fastest): (f64, f64),
    s: &Settings,
    seed: u64,
) -> Option<Result<Shown, Reason>> {
    let all = &windows[windows.len().checked_sub(s.most_windows)?..];
    if all.iter().any(|w| w.len() < 2) {
        return None;
    }
    let noise = noise(all);
    let all: Vec<Vec<f64>> = all.iter().map(|w| clipped(w, noise)).collect();
    let levels: Vec<f64> = all.iter().map(|w| mean(w)).collect();
    if standard_deviation(&levels) > FEELS * spread {
        return None;
    }
    let slower = mean(&levels[levels.len() / 2..]) - fastest;
    if slower > FEELS * spread {
        return Some(Err(Reason::Changing { class, low: 0.0, high: slower.exp_m1(), asked: (FEELS * spread).exp_m1() }));
    }
    let most = s.change.ln_1p() + reach(&all);
    let step = levels.windows(2).map(|l| l[1] - l[0]).max_by(|a, b| a.abs().total_cmp(&b.abs())).filter(|step| step.abs() > most);
    if let Some(step) = step {
        return Some(Err(Reason::Jumped { class, share: step.exp_m1(), asked: most.exp_m1() }));
    }
    let change = drift(&all, s.hold, seed)?;
    let (low, high) = (change.low.exp_m1(), change.high.exp_m1());
    if (0.5 * (change.low + change.high)).abs() > s.change.ln_1p() {
        return Some(Err(Reason::Changing { class, low, high, asked: s.change }));
    }
    Some(Ok(Shown { low, high, asked: high.max(-low), windows: all.len(), varies: Some(spread) }))
}

/// The `windows` of a class with what the speed of the machine makes of them taken out, as far as they are seen to go with it from one to the next.
pub(crate) fn evened(windows: &[Vec<f64>], work_s: &[Option<f64>]) -> Vec<Vec<f64>> {
    let work: Vec<Option<f64>> = work_s.iter().map(|w| w.filter(|w| w.is_finite() && *w > 0.0).map(f64::ln)).collect();
    let levels: Vec<Option<f64>> = windows.iter().map(|w| (!w.is_empty()).then(|| mean(w))).collect();
    let steps = |of: &[Option<f64>]| of.windows(2).map(|l| Some(l[1]? - l[0]?)).collect::<Vec<_>>();
    let both: Vec<(f64, f64)> = steps(&work).into_iter().zip(steps(&levels)).filter_map(|(x, y)| x.zip(y)).collect();
    let squares: f64 = both.iter().map(|(x, _)| x * x).sum();
    let power = if squares > 0.0 { (both.iter().map(|(x, y)| x * y).sum::<f64>() / squares).clamp(0.0, MOST_POWER) } else { 0.0 };
    let known: Vec<f64> = work.iter().flatten().copied().collect();
    let usual = if known.is_empty() { 0.0 } else { median(&known) };
    let by = |w: &Option<f64>| w.map_or(0.0, |w| power * (w - usual));
    windows.iter().zip(&work).map(|(window, w)| window.iter().map(|t| t - by(w)).collect()).collect()
}

/// The level of the last windows, half as many as are looked back over; `None` where there are fewer.
pub(crate) fn level(windows: &[Vec<f64>], s: &Settings) -> Option<f64> {
    let last = &windows[windows.len().checked_sub((s.most_windows / 2).max(1))?..];
    last.iter().all(|w| !w.is_empty()).then(|| mean(&last.iter().map(|w| mean(w)).collect::<Vec<_>>()))
}

/// How far the level of a window may lie from that of the one before, as a logarithm, where the machine alone makes them differ. One step of the service's own does not widen it.
pub(crate) fn reach(windows: &[Vec<f64>]) -> f64 {
    let levels: Vec<f64> = windows.iter().filter(|w| !w.is_empty()).map(|w| mean(w)).collect();
    let steps: Vec<f64> = levels.windows(2).map(|l| (l[1] - l[0]).abs()).collect();
    if steps.len() < 2 { 0.0 } else { REACH * deviation_by_median(&steps) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Twelve windows of five ticks; `of` gives a level for each tick, which comes and goes by a sixth with the machine.
    fn windows(of: impl Fn(f64) -> f64) -> Vec<Vec<f64>> {
        let machine = |t: f64| 0.16 * (t * 0.31).sin();
        let noise = |i: usize| 0.06 * (((i * 7_919 + 13) % 101) as f64 / 29.0 - 1.724);
        (0..12).map(|w| (0..5).map(|t| 5 * w + t).map(|i| of(i as f64).ln() + machine(i as f64) + noise(i)).collect()).collect()
    }

    /// What is shown; `Err(None)` where it is left to what is asked elsewhere.
    fn seen(of: impl Fn(f64) -> f64) -> Result<Shown, Option<Reason>> {
        let (windows, s) = (windows(of), Settings::default());
        let fastest = level(&windows, &s).expect("twelve windows");
        look(0, &windows, (0.06, fastest), &s, 1).ok_or(None)?.map_err(Some)
    }

    #[test]
    fn a_machine_varies_where_fixed_work_does_by_more_than_half_of_what_is_asked() {
        let of = |by: f64| (0..12).map(|i| Some(5e-5 * (1.0 + by * f64::from(i % 3 - 1)))).collect::<Vec<_>>();
        let s = Settings::default();
        assert_eq!(spread(&of(0.015), &s), None);
        assert!(spread(&of(0.08), &s).is_some_and(|v| (0.06..0.13).contains(&v)));
        assert_eq!(spread(&of(0.08)[..11], &s), None, "less than is looked back over");
        let hidden: Vec<_> = of(0.08).into_iter().enumerate().map(|(i, w)| w.filter(|_| i % 2 == 0)).collect();
        assert_eq!(spread(&hidden, &s), None, "too little is known");
    }

    #[test]
    fn levels_that_come_and_go_with_the_machine_are_enough_and_what_is_shown_is_told() {
        let shown = seen(|_| 10.0).expect("nothing gets faster");
        assert!(shown.low < 0.0 && shown.high > 0.0 && shown.asked >= shown.high && shown.varies == Some(0.06), "{shown:?}");
    }

    #[test]
    fn who_still_gets_faster_or_slower_stays_closed() {
        for per_s in [-0.006_f64, 0.006] {
            assert!(matches!(seen(|t| 10.0 * (per_s * t).exp()), Err(Some(Reason::Changing { .. }))), "{per_s}");
        }
        assert!(seen(|t| if t < 30.0 { 20.0 } else { 10.0 }).is_err(), "halved in the middle");
    }

    #[test]
    fn a_step_and_levels_that_differ_by_far_more_than_the_work_are_the_services_own() {
        assert!(seen(|t| if t < 55.0 { 14.0 } else { 10.0 }).is_err(), "faster a window ago");
        let wave = |t: f64| 10.0 * (0.45 * (t * 0.31).sin()).exp();
        assert_eq!(seen(wave), Err(None));
    }

    #[test]
    fn who_was_far_faster_before_gets_slower_however_long_that_takes() {
        let (windows, s) = (windows(|_| 10.0), Settings::default());
        let before = level(&windows, &s).expect("twelve windows") - 0.3;
        assert!(matches!(look(0, &windows, (0.06, before), &s, 1), Some(Err(Reason::Changing { high, .. })) if high > 0.2));
        assert_eq!(level(&windows[..5], &s), None);
    }

    #[test]
    fn what_goes_with_the_machine_is_taken_out_and_what_does_not_stays() {
        let speed = |i: usize| 0.1 * (i as f64 * 1.3).sin();
        let work: Vec<Option<f64>> = (0..12).map(|i| Some(5e-5 * speed(i).exp())).collect();
        let spread = |windows: &[Vec<f64>]| standard_deviation(&windows.iter().map(|w| mean(w)).collect::<Vec<_>>());
        let goes: Vec<Vec<f64>> = (0..12).map(|i| vec![2.0 + 1.5 * speed(i); 5]).collect();
        assert!(spread(&goes) > 0.08 && spread(&evened(&goes, &work)) < 1e-9);
        let against: Vec<Vec<f64>> = (0..12).map(|i| vec![2.0 - speed(i); 5]).collect();
        assert_eq!(evened(&against, &work), against, "no service gets faster where the machine gets slower");
        assert_eq!(evened(&goes, &[None; 12]), goes);
    }

    #[test]
    fn windows_reach_as_far_as_they_differ() {
        let levels = |by: f64| (0..6).map(|i| vec![by * f64::from(i % 2); 5]).collect::<Vec<_>>();
        assert_eq!((reach(&levels(0.0)), reach(&levels(0.1)[..2])), (0.0, 0.0));
        assert!((0.25..0.65).contains(&reach(&levels(0.1))));
        let one_step: Vec<Vec<f64>> = (0..12).map(|i| vec![if i < 6 { 0.7 } else { 0.0 }; 5]).collect();
        assert_eq!(reach(&one_step), 0.0, "of the service's own");
    }

    proptest! {
        #[test]
        fn what_is_multiplied_is_said_the_same_of(by in 0.01..100.0_f64) {
            let of = |by: f64| seen(|_| by).map(|s| (s.low * 1e9).round());
            prop_assert_eq!(of(1.0), of(by));
        }
    }
}
