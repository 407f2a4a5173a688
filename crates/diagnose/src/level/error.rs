//! By how much figures of a level may be wrong because they were read from so many samples and seconds, and no more.

use super::Level;

/// Fewest whole seconds that tell how much seconds differ. A choice: of two, one decides.
const FEWEST_SECONDS: usize = 3;

impl Level {
    /// Standard error of a share of the time of requests that was read from samples, if it is `share` (0 to 1), in the same unit. Each sample is a look of
    /// its own, but no more than one of each request: a wait that is met by ten samples is one wait. 0 without samples. Source: a proportion of so
    /// many independent looks, sqrt(p (1 - p) / n).
    pub fn share_error(&self, share: f64) -> f64 {
        let samples = self.samples.as_ref().map_or(0.0, |s| s.per_second.iter().sum());
        let looks = f64::min(samples, self.requests as f64);
        if looks >= 1.0 { (share * (1.0 - share) / looks).max(0.0).sqrt() } else { 0.0 }
    }

    /// Standard error of the rate of answers, as a share of it: by how much the whole seconds of the level differ. 0 where there are too few of them, and in an
    /// open load, whose rate is chosen.
    pub fn rate_error(&self) -> f64 {
        let (_, whole) = self.seconds.split_last().unwrap_or((&(0.0, 0.0), &[]));
        let rates: Vec<f64> = whole.iter().map(|(_, n)| *n).collect();
        let mean = stats::describe::mean(&rates);
        if self.phase.is_open() || rates.len() < FEWEST_SECONDS || mean <= 0.0 {
            0.0
        } else {
            stats::describe::standard_error(&rates) / mean
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Analysis;
    use testkit::RunBuilder;

    #[test]
    fn a_share_is_known_by_samples_and_by_requests_whichever_are_fewer() {
        let run = RunBuilder::new().usual_levels(100.0, |_, l| l).build();
        let a = Analysis::of(&run);
        let mut level = a.heavy().expect("a level").clone();
        let samples = level.samples.as_mut().expect("samples");
        samples.per_second = vec![200.0, 200.0];
        level.requests = 100;
        assert!((level.share_error(0.5) - 0.05).abs() < 1e-9, "a hundred requests: {}", level.share_error(0.5));
        level.requests = 10_000;
        assert!((level.share_error(0.5) - 0.025).abs() < 1e-9, "four hundred samples: {}", level.share_error(0.5));
        assert!(level.share_error(1.0).abs() < 1e-9, "the whole is the whole");
        level.samples = None;
        assert!(level.share_error(0.5).abs() < 1e-9, "nothing was read from samples");
    }

    #[test]
    fn a_rate_is_known_by_how_much_its_seconds_differ() {
        let run = RunBuilder::new().usual_levels(100.0, |_, l| l).build();
        let a = Analysis::of(&run);
        let mut level = a.heavy().expect("a level").clone();
        level.seconds = vec![(0.0, 90.0), (0.0, 110.0), (0.0, 90.0), (0.0, 110.0), (0.0, 3.0)];
        // sd of 90, 110, 90, 110 is 11.547; of the mean of four half of it
        assert!((level.rate_error() - 0.057_735).abs() < 1e-5, "the last second is a part of one: {}", level.rate_error());
        level.seconds.truncate(3);
        assert!(level.rate_error().abs() < 1e-9, "two seconds");
    }
}
