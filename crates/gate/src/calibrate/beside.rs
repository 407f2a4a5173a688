//! What a machine does to a start is taken out by a warm service beside it that was asked the same: each second's answers are divided by how much longer than usual
//! the other's took around it, all routes together.

use super::{Second, Start};
use stats::describe::median;

/// Seconds on each side of one whose medians are put together: the other's own noise is not to come in. A choice.
const AROUND: usize = 2;

impl Start {
    /// As it would have been on a machine that does not vary. `beside`: the other's seconds, one for each of this start's; where it was not seen, nothing changes.
    #[must_use]
    pub fn beside(&self, beside: &[Second]) -> Self {
        let usual: Vec<Option<f64>> = (0..self.classes()).map(|class| middle(beside, class)).collect();
        let seconds = self.seconds.iter().enumerate().map(|(i, s)| {
            let around = beside.get(i.saturating_sub(AROUND)..(i + AROUND + 1).min(beside.len()));
            let times = around.and_then(|around| slower(around, &usual)).unwrap_or(1.0);
            let classes = s.classes.iter().map(|ms| ms.iter().map(|ms| ms / times).collect()).collect();
            Second { classes, ..s.clone() }
        });
        Self { seconds: seconds.collect() }
    }
}

/// How many times as long as usual the answers of these seconds took: the mean over classes by their answers, since a class of few answers says little about the machine.
fn slower(seconds: &[Second], usual: &[Option<f64>]) -> Option<f64> {
    let (mut logs, mut answers) = (0.0, 0.0);
    for (class, usual) in usual.iter().enumerate() {
        let Some((now, usual)) = middle(seconds, class).zip(*usual) else { continue };
        let n = seconds.iter().filter_map(|s| s.classes.get(class)).map(Vec::len).sum::<usize>() as f64;
        logs += n * (now / usual).ln();
        answers += n;
    }
    (answers > 0.0).then(|| (logs / answers).exp())
}

/// Median over seconds of the medians of a class.
fn middle(seconds: &[Second], class: usize) -> Option<f64> {
    let of = |s: &Second| s.classes.get(class).filter(|ms| !ms.is_empty()).map(|ms| median(ms)).filter(|m| *m > 0.0);
    let known: Vec<f64> = seconds.iter().filter_map(of).collect();
    (!known.is_empty()).then(|| median(&known))
}

#[cfg(test)]
mod tests {
    use super::super::tests::start;
    use super::*;

    /// Times what it takes on a machine that is a quarter slower in every other half minute.
    fn machine(s: usize) -> f64 {
        if (s / 30).is_multiple_of(2) { 1.0 } else { 1.25 }
    }

    #[test]
    fn what_the_machine_does_to_both_is_taken_out_and_what_the_start_does_stays() {
        let warms = |s: usize| if s < 40 { 20.0 } else { 10.0 };
        let seen = start(140, 50, |s| warms(s) * machine(s));
        assert_eq!(seen.steady(0.05), None, "the machine never stays on a level");
        let steady = seen.beside(&start(140, 50, |s| 4.0 * machine(s)).seconds).steady(0.05).expect("it settles");
        assert!((38.0..=42.0).contains(&steady[0].since_s), "{steady:?}");
    }

    #[test]
    fn a_route_of_few_answers_gets_the_factor_of_all() {
        let both = |often: Start, seldom: Start| Start {
            seconds: often
                .seconds
                .into_iter()
                .zip(seldom.seconds)
                .map(|(a, b)| Second { classes: [a.classes, b.classes].concat(), ..a })
                .collect(),
        };
        let seen = both(start(140, 50, |s| 10.0 * machine(s)), start(140, 10, |s| 30.0 * machine(s)));
        // one answer a second, of which each second one takes twice as long
        let other = both(start(140, 50, |s| 4.0 * machine(s)), start(140, 1, |s| 9.0 * machine(s) * if s % 3 == 0 { 2.0 } else { 1.0 }));
        let steady = seen.beside(&other.seconds).steady(0.05).expect("both are steady");
        assert!(steady.iter().all(|s| s.since_s == 0.0), "{steady:?}");
    }

    #[test]
    fn seconds_in_which_the_other_was_not_seen_stay_as_they_were() {
        let seen = start(40, 50, |_| 10.0);
        assert_eq!(seen.beside(&[]), seen);
        assert_eq!(seen.beside(&vec![Second::default(); 40]), seen);
    }
}
