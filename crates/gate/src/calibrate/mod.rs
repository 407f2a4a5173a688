//! How warm is warm enough for a service: what a start looks like that was loaded past the opening of the gate, and what the gate and simpler rules made of it.
//!
//! The moment from which on a start is steady is told by change points over all of it, with the knowledge of how it went on: the gate never has that, and is
//! measured against it.
//!
//! ```text
//! load  |---- opens? ----|------ opened: the load goes on ------|
//!       ^ begins     ^ steady by change points, known in the end only
//! ```

mod beside;
mod left;
mod recipe;
mod since;

pub use left::{Left, left};
pub use recipe::{ClassRecipe, Recipe, Settled, recipe};
pub use since::{Course, Steady};

/// Most of the seconds that a class has must have good answers for its course to be told.
const SEEN: f64 = 0.8;

/// A second of a start.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Second {
    /// When it ended, seconds after the load began.
    pub at_s: f64,
    /// The rate was doubled: it counts as load, and not for how long answers take.
    pub doubled: bool,
    /// Response of the good answers of each class, ms.
    pub classes: Vec<Vec<f64>>,
}

/// A start from its first second of load on.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Start {
    /// Its seconds, in order.
    pub seconds: Vec<Second>,
}

impl Start {
    /// Since when each class is steady and how it got there; `change` is the share by which levels may differ. `None` where a class has too few answers to tell,
    /// or never stays on a level.
    pub fn steady(&self, change: f64) -> Option<Vec<Steady>> {
        (0..self.classes()).map(|class| since::since(&self.medians(class)?, change)).collect()
    }

    /// Since when all of it is.
    pub fn steady_since(steady: &[Steady]) -> Option<f64> {
        steady.iter().map(|s| s.since_s).max_by(f64::total_cmp)
    }

    /// Good answers of each class up to a moment.
    pub fn answers_until(&self, at_s: f64) -> Vec<u64> {
        let until = || self.seconds.iter().filter(|s| s.at_s <= at_s);
        (0..self.classes()).map(|class| until().filter_map(|s| s.classes.get(class)).map(|ms| ms.len() as u64).sum()).collect()
    }

    /// When so many good answers had come.
    pub fn answered(&self, answers: u64) -> Option<f64> {
        let mut all = 0;
        self.seconds.iter().find_map(|s| {
            all += s.classes.iter().map(|ms| ms.len() as u64).sum::<u64>();
            (all >= answers).then_some(s.at_s)
        })
    }

    fn classes(&self) -> usize {
        self.seconds.iter().map(|s| s.classes.len()).max().unwrap_or(0)
    }

    /// Seconds at the rate.
    fn even(&self) -> impl Iterator<Item = &Second> {
        self.seconds.iter().filter(|s| !s.doubled)
    }

    /// End and median of each second at the rate in which the class had good answers.
    fn medians(&self, class: usize) -> Option<Vec<(f64, f64)>> {
        let of = |s: &Second| {
            let ms = s.classes.get(class).filter(|ms| !ms.is_empty())?;
            Some((s.at_s, stats::describe::median(ms)))
        };
        let medians: Vec<(f64, f64)> = self.even().filter_map(of).collect();
        (medians.len() as f64 >= SEEN * self.even().count() as f64).then_some(medians)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A start of one class with so many answers a second, whose response in ms depends on the second.
    pub(crate) fn start(seconds: usize, per_s: usize, ms: impl Fn(usize) -> f64) -> Start {
        let answer = |second: usize, i: usize| ms(second) * (1.0 + 0.04 * (((second * 31 + i * 7_919) % 101) as f64 / 50.0 - 1.0));
        let second = |s| Second { at_s: s as f64 + 1.0, doubled: false, classes: vec![(0..per_s).map(|i| answer(s, i)).collect()] };
        Start { seconds: (0..seconds).map(second).collect() }
    }

    #[test]
    fn a_jvm_is_steady_after_its_lull_and_not_in_it() {
        let lull = |s: usize| {
            if s < 12 {
                60.0
            } else if s < 50 {
                20.0
            } else {
                10.0
            }
        };
        let start = start(150, 50, lull);
        let steady = start.steady(0.05).expect("it settles");
        let since = Start::steady_since(&steady).expect("one class");
        assert!((48.0..=52.0).contains(&since), "{since}");
        assert_eq!(steady[0].course, Course::Warms);
        assert_eq!((start.answers_until(50.0), start.answered(240)), (vec![2_500], Some(5.0)));
    }

    #[test]
    fn the_latest_class_says_since_when_a_start_is_steady() {
        let (fast, slow) = (start(120, 40, |s| if s < 15 { 20.0 } else { 10.0 }), start(120, 10, |s| if s < 60 { 8.0 } else { 4.0 }));
        let both = fast.seconds.into_iter().zip(slow.seconds).map(|(a, b)| Second { classes: [a.classes, b.classes].concat(), ..a });
        let steady = Start { seconds: both.collect() }.steady(0.05).expect("both settle");
        assert!(steady[0].since_s < 20.0 && (58.0..=62.0).contains(&Start::steady_since(&steady).expect("two")), "{steady:?}");
    }

    #[test]
    fn seconds_at_twice_the_rate_are_no_change_and_a_class_without_answers_tells_nothing() {
        let mut busy = start(120, 40, |s| if (60..65).contains(&s) { 30.0 } else { 10.0 });
        busy.seconds[60..65].iter_mut().for_each(|s| s.doubled = true);
        assert_eq!(busy.steady(0.05).expect("it is steady")[0].course, Course::Flat);
        busy.seconds[..40].iter_mut().for_each(|s| s.classes[0].clear());
        assert_eq!(busy.steady(0.05), None);
    }
}
