//! What a gate can be told of a service that was calibrated: how many answers each class needs, what it takes when it is warm, and how long that may last.

use super::Start;
use crate::Settings;
use stats::describe::quantile;

/// Fewest answers that a class is asked for, or its p95 would be a guess.
const FEWEST: u64 = 100;
/// How much longer than the slowest start another one may take. A choice.
const ROOM: f64 = 1.5;
/// Windows of the longest wait where no start was opened: the 120 s that every service is given, in windows of 5 s. A choice.
const LONGEST_WINDOWS: usize = 24;
/// Share of the warm windows whose p95 lies at or below the reference. A choice: with a lower one a warm service whose windows vary stays closed.
const REACHED: f64 = 0.95;

/// A start that settled.
#[derive(Debug, Clone, Copy)]
pub struct Settled<'a> {
    /// All of it.
    pub start: &'a Start,
    /// Since when it is steady, seconds after the load began.
    pub since_s: f64,
    /// When the gate opened that knew nothing of the service; `None` where it did not.
    pub opened_s: Option<f64>,
}

/// What the gate may be told.
#[derive(Debug, Clone, PartialEq)]
pub struct Recipe {
    /// In the order of the classes.
    pub classes: Vec<ClassRecipe>,
    /// Good answers of all classes together.
    pub answers: u64,
    /// Longest wait, seconds.
    pub longest_s: f64,
}

/// Of one class.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClassRecipe {
    /// Good answers.
    pub answers: u64,
    /// What the 95th percentile of a window reaches when the class is warm, ms: 19 of 20 warm windows of each start lie at or below it. `None` where no whole window
    /// was seen.
    pub warm_p95_ms: Option<f64>,
}

/// From starts: what the slowest of them needed. `None` without a start. `window_s`: length of a window of the gate, whole seconds.
pub fn recipe(starts: &[Settled], window_s: usize) -> Option<Recipe> {
    let classes = starts.iter().map(|s| s.start.classes()).max()?;
    let answers: Vec<Vec<u64>> = starts.iter().map(|s| s.start.answers_until(s.since_s)).collect();
    let class = |class: usize| ClassRecipe {
        answers: rounded(answers.iter().filter_map(|a| a.get(class).copied()).max().unwrap_or(0).max(FEWEST)),
        warm_p95_ms: starts.iter().filter_map(|s| warm_p95(s, class, window_s)).max_by(f64::total_cmp),
    };
    Some(Recipe {
        classes: (0..classes).map(class).collect(),
        answers: rounded(answers.iter().map(|a| a.iter().sum::<u64>()).max().unwrap_or(0).max(FEWEST)),
        longest_s: starts.iter().map(|s| longest(s, window_s)).fold(0.0, f64::max),
    })
}

/// Longest wait for a start like this. Compilers may be at work long after response times are steady: who opened then shows for how long, and where nobody did,
/// what every service is given is not too much.
fn longest(s: &Settled, window_s: usize) -> f64 {
    let Settings { hold, longest_s, .. } = Settings::default();
    // a change over the held windows takes one more, and another is at twice the rate
    let proven = s.since_s + ((hold + 2) * window_s) as f64;
    let tens = |seconds: f64| (ROOM * seconds / 10.0).ceil() * 10.0;
    match s.opened_s {
        Some(opened_s) => tens(proven.max(opened_s)),
        None => tens(proven).max(longest_s).max((LONGEST_WINDOWS * window_s) as f64),
    }
}

/// Up to two digits: no start is like another.
fn rounded(n: u64) -> u64 {
    let unit = 10_u64.pow(n.max(1).ilog10().saturating_sub(1));
    n.div_ceil(unit) * unit
}

/// What the windows' 95th percentiles on the last level reach.
fn warm_p95(s: &Settled, class: usize, window_s: usize) -> Option<f64> {
    let steady: Vec<&Vec<f64>> = s.start.even().filter(|second| second.at_s > s.since_s).filter_map(|s| s.classes.get(class)).collect();
    let p95 = |window: &[&Vec<f64>]| {
        let all: Vec<f64> = window.iter().flat_map(|ms| ms.iter().copied()).collect();
        (!all.is_empty()).then(|| quantile(&all, 0.95))
    };
    let windows: Vec<f64> = steady.chunks_exact(window_s.max(1)).filter_map(p95).collect();
    (!windows.is_empty()).then(|| quantile(&windows, REACHED))
}

#[cfg(test)]
mod tests {
    use super::super::tests::start;
    use super::*;

    fn settled(start: &Start, since_s: f64, opened_s: Option<f64>) -> Settled<'_> {
        Settled { start, since_s, opened_s }
    }

    #[test]
    fn the_start_that_needed_most_says_how_much_is_asked_for() {
        let (one, two) = (start(100, 50, |s| if s < 30 { 20.0 } else { 10.0 }), start(100, 50, |s| if s < 41 { 20.0 } else { 11.0 }));
        let r = recipe(&[settled(&one, 30.0, Some(60.0)), settled(&two, 41.0, Some(60.0))], 5).expect("two starts");
        assert_eq!((r.answers, r.classes[0].answers, r.longest_s), (2_100, 2_100, 100.0));
        let p95 = r.classes[0].warm_p95_ms.expect("it was warm");
        assert!((11.2..11.5).contains(&p95), "{p95}");
    }

    #[test]
    fn who_is_warm_at_once_is_asked_for_a_hundred_answers() {
        let flat = start(60, 50, |_| 10.0);
        let r = recipe(&[settled(&flat, 0.0, Some(30.0))], 5).expect("a start");
        assert_eq!((r.answers, r.classes[0].answers, r.longest_s), (100, 100, 50.0));
        assert_eq!(recipe(&[], 5), None);
    }

    #[test]
    fn the_longest_wait_leaves_time_for_compilers_that_outlast_the_response_times() {
        let flat = start(60, 50, |_| 10.0);
        assert_eq!(longest(&settled(&flat, 10.0, Some(80.0)), 5), 120.0);
        assert_eq!(longest(&settled(&flat, 10.0, None), 5), 120.0);
        assert_eq!(longest(&settled(&flat, 100.0, None), 5), 190.0);
    }

    #[test]
    fn the_longest_wait_has_room_for_all_windows_however_long_they_are() {
        let flat = start(60, 50, |_| 10.0);
        // five windows: 10 s, 25 s, 100 s
        assert_eq!([2, 5, 20].map(|s| longest(&settled(&flat, 40.0, Some(30.0)), s)), [80.0, 100.0, 210.0]);
        assert_eq!([2, 5, 20].map(|s| longest(&settled(&flat, 0.0, None), s)), [120.0, 120.0, 480.0]);
    }

    #[test]
    fn the_reference_is_what_warm_windows_reach_and_not_their_middle() {
        // every third window takes half as long again
        let windows = |window: usize| start(240, 50, move |s| if s / window % 3 == 2 { 15.0 } else { 10.0 });
        for window in [5, 10] {
            let start = windows(window);
            let warm = warm_p95(&settled(&start, 0.0, None), 0, window).expect("whole windows");
            assert!((15.0..16.0).contains(&warm), "{warm}");
        }
        let start = windows(5);
        assert_eq!(warm_p95(&settled(&start, 238.0, None), 0, 5), None, "no whole window");
    }

    #[test]
    fn numbers_go_up_to_two_digits() {
        assert_eq!([1, 99, 100, 101, 4_999, 12_345].map(rounded), [1, 99, 100, 110, 5_000, 13_000]);
    }
}
