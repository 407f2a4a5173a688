//! Condition 3: response times no longer change. Shown, and not only unrefuted: the 90 % interval of the change lies within what is asked.
//!
//! Two questions of each class, on logarithms of the ticks' medians. Did the level jump from one window to the next, by more than is asked and more than its
//! noise explains? And does it drift over the stretch that is looked back over? The stretch grows until the drift is known well enough:
//!
//! ```text
//! |  w1  |  w2  |  w3  |  w4  |  w5  |  w6  |        windows, each of some ticks
//!               |--- 4: the shortest ----|           enough where medians hardly vary
//! |----------------- 6: noisy ------------------|    where they do; then twice the change may be left
//! ```
//!
//! The neighbouring windows alone (METHODS 6.2) would not do: a ratio of two windows of five ticks that vary by 8 % is known to 8 % only, and lies within 5 %
//! by luck. And windows whose levels come and go have no drift, which their spread gives away. The interval is the bootstrap of blocks of what is left beside the line, so that neighbours that resemble each other widen it.

use crate::{Reason, Settings};
use stats::block_bootstrap::{block_length, interval};
use stats::describe::{deviation_by_median, mean, median};
use stats::dist::normal_quantile;
use stats::interval::{Interval, margin};

/// Level of the interval: two one-sided tests at 5 %.
const LEVEL: f64 = 0.90;
/// Enough for a quantile of 5 %, known to a twentieth of the width.
const RESAMPLES: usize = 200;
/// How many standard errors beyond what is asked a jump may go. Three windows of three classes pass by chance in 19 of 20 cases where nothing jumps. A choice.
const JUMP_ERRORS: f64 = 2.0;
/// How often levels that do not come and go may be said to. At 0.05 twice as many noisy services are late, and as many that never settle are opened.
const BY_CHANCE: f64 = 0.01;
/// How much of what is asked the best guesses of noisy classes may be, on the average. A choice between opening a service that gets slower by half a percent a second
/// and being late for one that does not.
const TOGETHER: f64 = 0.7;
/// Ticks further from the middle of their window than this many times their noise are outliers: a collection, a checkpoint. A guess.
const OUTLIER: f64 = 4.0;

/// What was shown of a class.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shown {
    /// Its change over the held windows, as a share: the ends of the 90 % interval.
    pub low: f64,
    /// The other end.
    pub high: f64,
    /// Within this.
    pub asked: f64,
    /// Seen in this many windows.
    pub windows: usize,
    /// Spread of the machine's own speed, as a share, where less change could not be shown for it.
    pub varies: Option<f64>,
}

/// What the `windows` of ticks' medians (logarithms) of class `class` show.
pub(crate) fn look(class: usize, windows: &[Vec<f64>], s: &Settings, seed: u64) -> Result<Shown, Reason> {
    let shortest = s.hold + 1;
    if windows.len() < shortest || windows[windows.len() - shortest..].iter().any(|w| w.len() < 2) {
        return Err(Reason::TooShort { windows: windows.len(), asked: shortest });
    }
    let windows = &windows[windows.len() - windows.len().min(s.most_windows)..];
    let noise = noise(windows);
    let windows: &[Vec<f64>] = &windows.iter().map(|w| clipped(w, noise)).collect::<Vec<_>>();
    let held = &windows[windows.len() - shortest..];
    if let Some(jump) = jumps(held, noise, s).max_by(|a, b| a.abs().total_cmp(&b.abs())) {
        return Err(Reason::Jumped { class, share: jump.exp_m1(), asked: s.change });
    }
    let even = even(windows, noise, s);
    let mut shown: Option<Shown> = None;
    let mut open = Interval::EVERYTHING;
    for length in (shortest..=even.len()).step_by(2) {
        let stretch = &even[even.len() - length..];
        let Some(change) = drift(stretch, s.hold, seed) else { continue };
        let (low, high) = (change.low.exp_m1(), change.high.exp_m1());
        // who gets slower was faster before, however short a stretch hides that; who was slower before has warmed up
        let contradicts = change.low > s.change.ln_1p() || (shown.is_none() && change.high < (-s.change).ln_1p());
        if contradicts {
            return Err(Reason::Changing { class, low, high, asked: s.change });
        }
        if shown.is_none() {
            open = change;
            shown = asked(change, length, s).map(|asked| Shown { low, high, asked, windows: length, varies: None });
        }
    }
    let Some(shown) = shown else {
        let asked = if even.len() >= s.noisy_windows { s.noisy_change } else { s.change };
        return Err(Reason::Changing { class, low: open.low.exp_m1(), high: open.high.exp_m1(), asked });
    };
    match uneven(&even[even.len() - shown.windows..], noise, s) {
        Some(spread) => Err(Reason::Uneven { class, spread, asked: 0.5 * s.change }),
        None => Ok(shown),
    }
}

/// Within what the change lies, where it is shown to lie within what is asked.
fn asked(change: Interval, windows: usize, s: &Settings) -> Option<f64> {
    let middle = 0.5 * (change.low + change.high);
    let noisy = windows >= s.noisy_windows && middle.abs() <= s.change && change.within(margin(s.noisy_change));
    if change.within(margin(s.change)) { Some(s.change) } else { noisy.then_some(s.noisy_change) }
}

/// The class that changes most by its best guess, where the classes are noisy and their best guesses together say that they change: a slow drift passes each class
/// by luck sooner or later, and all of them seldom. What the machine does it does to all of them.
pub(crate) fn drifts_together(shown: &[Shown], s: &Settings) -> Option<usize> {
    let guesses: Vec<f64> = shown.iter().map(|s| 0.5 * (s.low + s.high)).collect();
    let noisy = shown.iter().any(|shown| shown.asked > s.change) && shown.iter().all(|shown| shown.varies.is_none());
    let most = (0..guesses.len()).max_by(|a, b| guesses[*a].abs().total_cmp(&guesses[*b].abs()))?;
    (noisy && mean(&guesses).abs() > TOGETHER * s.change).then_some(most)
}

/// The last windows of which none lies a jump from its neighbour.
fn even<'a>(windows: &'a [Vec<f64>], noise: f64, s: &Settings) -> &'a [Vec<f64>] {
    let usable = |pair: &[Vec<f64>]| pair.iter().all(|w| w.len() >= 2) && jumps(pair, noise, s).next().is_none();
    let first = (1..windows.len()).rev().find(|i| !usable(&windows[i - 1..=*i])).unwrap_or(0);
    &windows[first..]
}

/// Jumps between neighbours, as differences of their levels.
fn jumps(windows: &[Vec<f64>], noise: f64, s: &Settings) -> impl Iterator<Item = f64> {
    let most = s.change.ln_1p();
    windows.windows(2).filter_map(move |pair| {
        let error = noise * (1.0 / pair[0].len() as f64 + 1.0 / pair[1].len() as f64).sqrt();
        let jump = mean(&pair[1]) - mean(&pair[0]);
        (jump.abs() > most + JUMP_ERRORS * error).then_some(jump)
    })
}

/// Spread of the windows' levels where it is more than their noise, or half of what is asked, explains: levels that come and go have no drift.
fn uneven(windows: &[Vec<f64>], noise: f64, s: &Settings) -> Option<f64> {
    let levels: Vec<f64> = windows.iter().map(|w| mean(w)).collect();
    let ticks = mean(&windows.iter().map(|w| w.len() as f64).collect::<Vec<_>>());
    let expected = (noise * noise / ticks).max((0.5 * s.change).powi(2));
    let middle = mean(&levels);
    let squares: f64 = levels.iter().map(|l| (l - middle).powi(2)).sum();
    let df = levels.len() as f64 - 1.0;
    (squares / expected > chi_square(df, BY_CHANCE)).then(|| (squares / df).sqrt())
}

/// What a sum of `df` squares of standard normal values exceeds by this chance (Wilson & Hilferty 1931).
fn chi_square(df: f64, chance: f64) -> f64 {
    let part = 2.0 / (9.0 * df);
    df * (1.0 - part + normal_quantile(1.0 - chance) * part.sqrt()).powi(3)
}

/// By how much the level of `now` lies from that of the windows before, and how much of that noise may explain; logarithms. `None` where one has too few answers.
pub(crate) fn beside(before: &[Vec<f64>], now: &[f64]) -> Option<(f64, f64)> {
    let all: usize = before.iter().map(Vec::len).sum();
    if all < 2 || now.is_empty() {
        return None;
    }
    let noise = noise(before);
    let levels = before.iter().map(|w| clipped(w, noise)).collect::<Vec<_>>().concat();
    let error = noise * (1.0 / all as f64 + 1.0 / now.len() as f64).sqrt();
    Some((mean(&clipped(now, noise)) - mean(&levels), JUMP_ERRORS * error))
}

/// Standard deviation of a tick about its neighbours, by the median of their differences: a jump in between does not widen it.
pub(crate) fn noise(windows: &[Vec<f64>]) -> f64 {
    let steps: Vec<f64> = windows.iter().flat_map(|w| w.windows(2)).map(|t| (t[1] - t[0]).abs()).collect();
    if steps.is_empty() { 0.0 } else { deviation_by_median(&steps) / std::f64::consts::SQRT_2 }
}

/// Change over `hold` windows, as far as the stretch shows it.
pub(crate) fn drift(stretch: &[Vec<f64>], hold: usize, seed: u64) -> Option<Interval> {
    let ticks = stretch.concat();
    let over = (ticks.len() * hold) as f64 / stretch.len() as f64;
    let slope = slope(&ticks);
    let middle = mean(&ticks);
    let centre = (ticks.len() - 1) as f64 / 2.0;
    let rest: Vec<f64> = ticks.iter().enumerate().map(|(i, t)| t - middle - slope * (i as f64 - centre)).collect();
    // a line through them takes up two values
    let wider = (ticks.len() as f64 / (ticks.len() as f64 - 2.0)).sqrt();
    let by_chance = interval(&rest, block_length(&rest), self::slope, LEVEL, RESAMPLES, seed)?;
    Some(Interval { low: over * (slope + wider * by_chance.low), high: over * (slope + wider * by_chance.high) })
}

/// A window with its outliers at the bound beyond which they are such.
pub(crate) fn clipped(window: &[f64], noise: f64) -> Vec<f64> {
    if window.is_empty() {
        return Vec::new();
    }
    let (middle, width) = (median(window), OUTLIER * noise);
    window.iter().map(|t| t.clamp(middle - width, middle + width)).collect()
}

/// Of the line through values at 0, 1, 2 and so on.
fn slope(values: &[f64]) -> f64 {
    let centre = (values.len() as f64 - 1.0) / 2.0;
    let (products, squares) = values.iter().enumerate().fold((0.0, 0.0), |(products, squares), (i, v)| {
        let x = i as f64 - centre;
        (products + x * v, squares + x * x)
    });
    products / squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Windows of five ticks at a level that `of` gives for each, which vary by `noise`.
    fn windows(n: usize, noise: f64, of: impl Fn(f64) -> f64) -> Vec<Vec<f64>> {
        let tick = |i: usize| of(i as f64).ln() + noise * (((i * 7_919 + 13) % 101) as f64 / 29.0 - 1.724);
        (0..n).map(|w| (0..5).map(|t| tick(5 * w + t)).collect()).collect()
    }

    fn seen(windows: &[Vec<f64>]) -> Result<Shown, Reason> {
        look(0, windows, &Settings::default(), 1)
    }

    #[test]
    fn four_windows_are_enough_where_medians_hardly_vary() {
        assert!(matches!(seen(&windows(4, 0.01, |_| 10.0)), Ok(Shown { windows: 4, asked: 0.05, .. })));
        assert_eq!(seen(&windows(3, 0.01, |_| 10.0)), Err(Reason::TooShort { windows: 3, asked: 4 }));
    }

    #[test]
    fn medians_that_vary_take_longer_and_show_less() {
        assert!(matches!(seen(&windows(4, 0.12, |_| 10.0)), Err(Reason::Changing { .. })));
        assert!(seen(&windows(12, 0.08, |_| 10.0)).is_ok_and(|s| s.windows >= 6));
    }

    #[test]
    fn a_level_that_halved_two_windows_ago_is_a_jump() {
        let halved = |t: f64| if t < 15.0 { 10.0 } else { 5.0 };
        assert!(matches!(seen(&windows(5, 0.03, halved)), Err(Reason::Jumped { share, .. }) if (share + 0.5).abs() < 0.05));
    }

    #[test]
    fn a_drift_of_a_fiftieth_a_window_is_seen_over_three_and_not_from_one_to_the_next() {
        let slower = |t: f64| 10.0 * (0.02 * t / 5.0).exp();
        assert!(matches!(seen(&windows(8, 0.01, slower)), Err(Reason::Changing { low, .. }) if low > 0.03));
    }

    #[test]
    fn one_wild_tick_does_not_hide_that_nothing_changes() {
        let mut all = windows(6, 0.01, |_| 10.0);
        all[4][2] += 1.5;
        assert!(seen(&all).is_ok(), "{:?}", seen(&all));
    }

    #[test]
    fn levels_that_come_and_go_have_no_drift_and_are_uneven() {
        // each change is halved by the window in which it lies, and lost in the noise of two
        let wave = |t: f64| 10.0 * (0.16 * (t * 0.42).sin()).exp();
        let seen = seen(&windows(12, 0.02, wave));
        assert!(matches!(seen, Err(Reason::Uneven { .. } | Reason::Jumped { .. })), "{seen:?}");
    }

    #[test]
    fn who_was_faster_before_is_getting_slower_and_who_was_slower_has_warmed_up() {
        let bent = |by: f64| move |t: f64| 10.0 * (by * (25.0 - t).max(0.0)).exp();
        assert!(seen(&windows(9, 0.01, bent(0.009))).is_ok());
        assert!(matches!(seen(&windows(9, 0.01, bent(-0.009))), Err(Reason::Changing { low, .. }) if low > 0.05));
    }

    #[test]
    fn few_sums_of_squares_are_beyond() {
        // R: qchisq(0.99, c(3, 11)) is 11.345, 24.725
        assert!((chi_square(3.0, 0.01) - 11.345).abs() < 0.06 && (chi_square(11.0, 0.01) - 24.725).abs() < 0.06);
    }

    proptest! {
        #[test]
        fn what_is_multiplied_changes_as_much_as_before(by in 0.01..100.0_f64, n in 4..10_usize, noise in 0.001..0.03_f64) {
            let (plain, times) = (seen(&windows(n, noise, |_| 1.0)), seen(&windows(n, noise, |_| by)));
            match (plain, times) {
                (Ok(a), Ok(b)) => prop_assert!((a.low - b.low).abs() < 1e-6 && a.windows == b.windows),
                (a, b) => prop_assert_eq!(a.is_err(), b.is_err()),
            }
        }
    }
}
