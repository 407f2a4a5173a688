//! How long a virtual user waits after a step, and how often it starts over.

use crate::random::Random;

/// The wait after a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Think {
    /// None.
    #[default]
    None,
    /// Always as long, in nanoseconds.
    Fixed(i64),
    /// Anything from the first to the second is as likely, in nanoseconds.
    Uniform(i64, i64),
    /// Exponential with this mean, in nanoseconds: as if what follows came by itself.
    Exponential(i64),
}

impl Think {
    /// A sample, nanoseconds.
    pub(crate) fn sample(self, random: &mut Random) -> i64 {
        match self {
            Self::None => 0,
            Self::Fixed(ns) => ns,
            Self::Uniform(from, to) => from + random.below((to - from) as u64 + 1) as i64,
            Self::Exponential(mean) => (random.exponential() * mean as f64) as i64,
        }
    }
}

/// The next iteration of a virtual user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NextStart {
    /// Its planned moment, on the clock of what was passed in; latency counts from here.
    pub planned_ns: i64,
    /// When it can begin: not before the iteration before is done.
    pub start_ns: i64,
    /// The iteration before took longer than the period.
    pub late: bool,
}

/// The iteration after one that was planned at `planned_ns` and is done at `done_ns`. The plan does not slip: a late one begins at once, and
/// the next is planned as if it had not been late.
pub(crate) fn next_start(every_ns: Option<i64>, planned_ns: i64, done_ns: i64) -> NextStart {
    let planned = every_ns.map_or(done_ns, |every| planned_ns + every);
    NextStart { planned_ns: planned, start_ns: planned.max(done_ns), late: planned < done_ns }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_have_the_mean_and_the_bounds_of_their_law() {
        let mut random = Random::new(1, 2);
        let mut mean = |think: Think| {
            let all: Vec<i64> = (0..20_000).map(|_| think.sample(&mut random)).collect();
            assert!(all.iter().all(|ns| *ns >= 0));
            if let Think::Uniform(from, to) = think {
                assert!(all.iter().all(|ns| (from..=to).contains(ns)));
            }
            all.iter().sum::<i64>() as f64 / all.len() as f64
        };
        assert_eq!(mean(Think::None), 0.0);
        assert_eq!(mean(Think::Fixed(7)), 7.0);
        assert_eq!(mean(Think::Uniform(5, 5)), 5.0);
        // Four standard errors: 400 / sqrt(12) / sqrt(20,000) * 4 and 1,000 / sqrt(20,000) * 4.
        assert!((mean(Think::Uniform(100, 500)) - 300.0).abs() < 3.3);
        assert!((mean(Think::Exponential(1000)) - 1000.0).abs() < 28.3);
    }

    #[test]
    fn a_period_is_kept_and_a_late_start_is_at_once_against_the_same_plan() {
        let next = |every, done| {
            let n = next_start(every, 1000, done);
            (n.planned_ns, n.start_ns, n.late)
        };
        assert_eq!(next(Some(100), 1030), (1100, 1100, false));
        assert_eq!(next(Some(100), 1100), (1100, 1100, false));
        assert_eq!(next(Some(100), 1250), (1100, 1250, true));
        assert_eq!(next(None, 1030), (1030, 1030, false));
    }
}
