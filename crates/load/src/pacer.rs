//! When requests are planned: an absolute schedule, computed and never slept.
//!
//! ```text
//!  even       |    |    |    |    |       the k-th where the area under the rate is k
//!  poisson    | ||      |  |     ||       gaps of that area drawn from the exponential distribution, mean 1
//! ```
//! A generator that falls behind sends late, against the same plan: the plan knows nothing of sending. Threads that share a
//! plan take its requests in turn, so that an even plan stays even over all of them.

use crate::profile::Profile;
use crate::random::Random;

/// Which part of a load a thread takes: number `index` of `count`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// From 0.
    pub index: u32,
    /// At least 1.
    pub count: u32,
}

impl Share {
    /// All of it.
    pub const ALL: Self = Self { index: 0, count: 1 };

    /// The thread's part of `n` things.
    pub fn of(self, n: u64) -> u64 {
        let (index, count) = (u64::from(self.index), u64::from(self.count));
        n / count + u64::from(index < n % count)
    }

    /// The same where things go in groups of `size` (at least 1), the last of which may be smaller: no thread gets more groups than it must.
    pub fn of_groups(self, n: u64, size: u64) -> u64 {
        let (whole, rest) = (n / size, n % size);
        self.of(whole) * size + if u64::from(self.index) == whole % u64::from(self.count) { rest } else { 0 }
    }
}

/// A schedule: offsets from the start of a phase, in nanoseconds, ascending.
#[derive(Debug, Clone)]
pub struct Pacer {
    rate: Profile,
    /// When `rate` began, nanoseconds after the start of the phase.
    since_ns: i64,
    share: Share,
    gaps: Gaps,
}

#[derive(Debug, Clone)]
enum Gaps {
    /// The request that comes next, of all threads.
    Even { k: u64 },
    /// The area at the last request.
    Poisson { area: f64, random: Random },
}

impl Pacer {
    /// Requests evenly spaced along `rate` (per second); the first where the rate begins.
    pub fn even(rate: Profile, share: Share) -> Self {
        Self { rate, since_ns: 0, share, gaps: Gaps::Even { k: u64::from(share.index) } }
    }

    /// Independent arrivals at `rate` (per second) on average.
    pub fn poisson(rate: Profile, share: Share, seed: u64) -> Self {
        let random = Random::new(seed, 1 + (u64::from(share.index) << 32));
        Self { rate, since_ns: 0, share, gaps: Gaps::Poisson { area: 0.0, random } }
    }

    /// The next planned moment, nanoseconds after the start; `None` when the rate has run out.
    pub fn next_ns(&mut self) -> Option<i64> {
        let area = match &mut self.gaps {
            Gaps::Even { k } => {
                // Counted, not summed up: rounding never accumulates.
                let at = *k as f64;
                *k += u64::from(self.share.count);
                at
            }
            Gaps::Poisson { area, random } => {
                *area += random.exponential() * f64::from(self.share.count);
                *area
            }
        };
        self.rate.when(area).map(|at| self.since_ns + at)
    }

    /// Requests per second at `t_ns` after the start, of this thread.
    pub fn own_rate_at(&self, t_ns: i64) -> f64 {
        self.rate.value_at((t_ns - self.since_ns).max(0)) / f64::from(self.share.count)
    }

    /// Everything that is not drawn yet happens `by_ns` later.
    pub fn shift(&mut self, by_ns: i64) {
        self.since_ns += by_ns;
    }

    /// From `now_ns` after the start on: `rate_per_s`, evenly or at random as before.
    pub fn set_rate(&mut self, now_ns: i64, rate_per_s: f64) {
        self.rate = Profile::constant(rate_per_s);
        self.since_ns = now_ns;
        match &mut self.gaps {
            Gaps::Even { k } => *k = u64::from(self.share.index),
            Gaps::Poisson { area, .. } => *area = 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_not_torn_but_for_the_last() {
        let split = |n, size, count| (0..count).map(|index| Share { index, count }.of_groups(n, size)).collect::<Vec<_>>();
        assert_eq!(split(500, 10, 4), [130, 130, 120, 120]);
        assert_eq!(split(123, 10, 5), [30, 30, 23, 20, 20]);
        assert_eq!(split(7, 10, 3), [7, 0, 0]);
        for (n, count) in [(0, 1), (5, 3), (17, 4)] {
            assert_eq!(split(n, 1, count), (0..count).map(|index| Share { index, count }.of(n)).collect::<Vec<_>>());
        }
    }
    use crate::profile::{Shape, Stage};
    use proptest::prelude::*;

    const S: i64 = 1_000_000_000;

    fn planned_within(mut pacer: Pacer, end_ns: i64) -> Vec<i64> {
        std::iter::from_fn(|| pacer.next_ns()).take_while(|t| *t < end_ns).collect()
    }

    fn even(rate: f64) -> Pacer {
        Pacer::even(Profile::constant(rate), Share::ALL)
    }

    fn poisson(rate: f64, seed: u64) -> Pacer {
        Pacer::poisson(Profile::constant(rate), Share::ALL, seed)
    }

    #[test]
    fn even_gaps_never_drift() {
        let plan = planned_within(even(3000.0), 30 * S);
        assert_eq!(plan[0], 0);
        assert!((plan[60_000] - 20 * S).abs() <= 1);
        assert!(plan.windows(2).all(|w| (333_332..=333_334).contains(&(w[1] - w[0]))));
    }

    #[test]
    fn poisson_gaps_have_the_mean_and_the_variance_of_the_exponential() {
        let plan = planned_within(poisson(1000.0, 42), 100 * S);
        let gaps: Vec<f64> = plan.windows(2).map(|w| (w[1] - w[0]) as f64 / 1e6).collect();
        let n = gaps.len() as f64;
        let mean = gaps.iter().sum::<f64>() / n;
        let variance = gaps.iter().map(|g| (g - mean).powi(2)).sum::<f64>() / n;
        // 100,000 gaps of mean 1 ms: four standard errors are 0.013 for the mean and 0.036 for the variance.
        assert!((mean - 1.0).abs() < 0.013, "mean gap {mean} ms");
        assert!((variance - 1.0).abs() < 0.036, "variance {variance} ms2");
    }

    #[test]
    fn poisson_plans_repeat_with_their_seed() {
        let plan = |seed| planned_within(poisson(500.0, seed), 2 * S);
        assert_eq!(plan(1), plan(1));
        assert_ne!(plan(1), plan(2));
        assert!(plan(1).is_sorted());
    }

    #[test]
    fn a_new_rate_holds_from_its_moment_on() {
        let mut p = even(10.0);
        for _ in 0..10 {
            p.next_ns();
        }
        p.set_rate(S, 1000.0);
        assert_eq!((p.next_ns(), p.next_ns()), (Some(S), Some(S + 1_000_000)));
        p.set_rate(2 * S, 0.0);
        assert_eq!(p.next_ns(), None);
    }

    fn any_profile() -> impl Strategy<Value = (Profile, i64)> {
        let stage = (1_i64..15, 0.0..2000.0_f64, any::<bool>());
        (0.0..2000.0_f64, prop::collection::vec(stage, 1..6)).prop_map(|(first, raw)| {
            let shape = |ramp| if ramp { Shape::Ramp } else { Shape::Step };
            let stages: Vec<Stage> =
                raw.into_iter().map(|(s, target, ramp)| Stage { duration_ns: s * S, target, shape: shape(ramp) }).collect();
            let p = Profile::stages(first, &stages);
            let end = p.length_ns();
            (p, end)
        })
    }

    proptest! {
        #[test]
        fn what_is_planned_is_what_the_rate_integrates_to((profile, end) in any_profile(), threads in 1_u32..5, seed in any::<u64>()) {
            let shares = (0..threads).map(|index| Share { index, count: threads });
            let mut plan: Vec<i64> = shares.clone().flat_map(|s| planned_within(Pacer::even(profile.clone(), s), end)).collect();
            plan.sort_unstable();
            let whole = planned_within(Pacer::even(profile.clone(), Share::ALL), end);
            prop_assert_eq!(&plan, &whole, "threads in turn make the whole plan");
            let wanted = profile.area_to(end);
            prop_assert!((whole.len() as f64 - wanted).abs() <= 1.0, "even: {} of {wanted}", whole.len());
            let random: usize = shares.map(|s| planned_within(Pacer::poisson(profile.clone(), s, seed), end).len()).sum();
            // Five standard deviations of the Poisson distribution, and a little for small numbers.
            prop_assert!((random as f64 - wanted).abs() <= 5.0 * wanted.sqrt() + 5.0, "poisson: {random} of {wanted}");
        }
    }
}
