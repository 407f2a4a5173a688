//! What is kept of a route: how often it was seen, and a sample of its requests, each with how many it stands for.

use crate::random::Random;
use std::fmt;

/// A request as it was seen.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) method: String,
    pub(super) target: String,
}

/// Without the target: it may hold secrets.
impl fmt::Debug for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asked").field("method", &self.method).finish_non_exhaustive()
    }
}

/// A count and a sample: what the kept requests stand for is together what was seen.
#[derive(Debug, Clone, Default)]
pub(super) struct Kept {
    pub(super) seen: u64,
    pub(super) requests: Vec<(Asked, u64)>,
}

impl Kept {
    /// Adds a request that was seen so many times. Where there is no room it and the kept one that stands for the fewest become one, which is either of them by as much
    /// of the chance as it stands for: so each request is expected to be sent as often as it was seen, and where all were seen once it is a random sample.
    pub(super) fn add(&mut self, asked: impl FnOnce() -> Asked, times: u64, most: usize, random: &mut Random) {
        self.seen += times;
        let fewest = if self.requests.len() < most { None } else { self.requests.iter_mut().min_by_key(|(_, stands_for)| *stands_for) };
        match fewest {
            None => self.requests.push((asked(), times)),
            Some((kept, stands_for)) => {
                *stands_for += times;
                if random.below(*stands_for) < times {
                    *kept = asked();
                }
            }
        }
    }

    /// Puts another one into this.
    pub(super) fn join(&mut self, other: Self, most: usize, random: &mut Random) {
        for (asked, stands_for) in other.requests {
            self.add(|| asked, stands_for, most, random);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(name: &str, seen: u64, requests: u64) -> Kept {
        let asked = |i| (Asked { method: name.to_owned(), target: format!("/{i}") }, seen / requests);
        Kept { seen, requests: (0..requests).map(asked).collect() }
    }

    #[test]
    fn of_two_that_are_joined_each_has_its_share_of_the_sample() {
        let (mut a, mut random) = (kept("A", 9_000, 50), Random::new(1, 0));
        a.join(kept("B", 1_000, 50), 50, &mut random);
        let of_b = a.requests.iter().filter(|(r, _)| r.method == "B").count();
        assert_eq!((a.seen, a.requests.len()), (10_000, 50));
        assert!((1..=12).contains(&of_b), "{of_b}");
    }

    #[test]
    fn what_fits_is_kept_and_stands_for_as_many_as_before() {
        let (mut a, mut random) = (kept("A", 300, 3), Random::new(1, 0));
        a.join(kept("B", 2, 2), 50, &mut random);
        assert_eq!((a.seen, a.requests.iter().map(|(_, n)| *n).collect::<Vec<_>>()), (302, vec![100, 100, 100, 1, 1]));
    }

    #[test]
    fn what_is_kept_stands_for_all_that_was_seen_and_is_expected_to_be_sent_as_often() {
        let (mut of_rare, mut random) = (0, Random::new(1, 0));
        for _ in 0..200 {
            let mut all = Kept::default();
            for i in 0..300_u64 {
                let (method, times) = if i % 3 == 0 { ("RARE", 1) } else { ("OFTEN", 2) };
                all.add(|| Asked { method: method.to_owned(), target: format!("/{i}") }, times, 20, &mut random);
            }
            assert_eq!((all.seen, all.requests.len(), all.requests.iter().map(|(_, n)| n).sum::<u64>()), (500, 20, 500));
            of_rare += all.requests.iter().filter(|(a, _)| a.method == "RARE").map(|(_, n)| n).sum::<u64>();
        }
        let share = of_rare as f64 / (200.0 * 500.0);
        assert!((0.18..0.22).contains(&share), "{share}");
    }
}
