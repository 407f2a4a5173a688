//! MSER-5: how much of the beginning of a trial to leave out, because it had not settled yet.
//!
//! White 1997; White, Cobb & Spratt 2000. On means of 5 values, cut at `d* = argmin_d (n - d)^-2 sum_{i > d} (Y_i - mean of the rest)^2`. A
//! minimum in the second half means that the trial never settled: it is rejected. The last five means are no candidates, since a few values
//! that happen to agree look perfectly settled. Periodic or drifting series and a single late burst fool it (Wang & Glynn 2016): it trims,
//! it does not prove stationarity.

use crate::describe::mean;

/// Values in a batch.
const BATCH: usize = 5;
/// Batches at the end that are never cut off.
const KEPT: usize = 5;

/// How many values to leave out at the beginning. `None` if the series never settles or is too short to tell (fewer than 10 batches).
///
/// ```
/// let settled: Vec<f64> = (0..200).map(|i| if i < 30 { 9.0 } else { 1.0 + 0.1 * f64::from((i * 7) % 11) }).collect();
/// assert!((30..60).contains(&stats::mser::warm_up(&settled).unwrap()));
/// ```
pub fn warm_up(series: &[f64]) -> Option<usize> {
    let batches: Vec<f64> = series.chunks_exact(BATCH).map(mean).collect();
    let n = batches.len();
    if n < 2 * KEPT {
        return None;
    }
    let candidates = (0..=n - KEPT).map(|d| (d, error(&batches[d..])));
    let (cut, _) = candidates.fold((0, f64::INFINITY), |best, c| if c.1 < best.1 { c } else { best });
    (2 * cut <= n).then_some(cut * BATCH)
}

/// Squared standard error of the mean of what is left.
fn error(rest: &[f64]) -> f64 {
    let m = mean(rest);
    rest.iter().map(|v| (v - m).powi(2)).sum::<f64>() / (rest.len() as f64).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(n: usize) -> Vec<f64> {
        (0..n).map(|i| ((i * 7919 + 13) % 101) as f64 / 100.0).collect()
    }

    #[test]
    fn a_series_that_is_settled_from_the_start_keeps_nearly_all_of_it() {
        assert!(warm_up(&noise(400)).unwrap() <= 100);
    }

    #[test]
    fn one_that_never_settles_is_rejected() {
        let late: Vec<f64> = noise(300).iter().enumerate().map(|(i, v)| v + if i < 200 { 50.0 } else { 0.0 }).collect();
        assert_eq!(warm_up(&late), None);
    }

    #[test]
    fn a_short_series_tells_nothing() {
        assert_eq!(warm_up(&noise(49)), None);
    }
}
