//! What is kept of a route: how often it was seen, and a sample of its requests (a reservoir, Vitter 1985).

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

/// A count and a sample.
#[derive(Debug, Clone, Default)]
pub(super) struct Kept {
    pub(super) seen: u64,
    pub(super) requests: Vec<Asked>,
}

impl Kept {
    /// Adds a request that was seen so many times.
    pub(super) fn add(&mut self, asked: impl FnOnce() -> Asked, times: u64, most: usize, random: &mut Random) {
        self.seen += times;
        if self.requests.len() < most {
            self.requests.push(asked());
        } else if random.below(self.seen.max(1)) < times.saturating_mul(most as u64) {
            let place = random.below(most as u64) as usize;
            self.requests[place] = asked();
        }
    }

    /// Puts another one into this: of each side as much is kept as it has seen.
    pub(super) fn join(&mut self, mut other: Self, most: usize, random: &mut Random) {
        let (mine, theirs) = (self.seen, other.seen);
        self.seen += theirs;
        if self.requests.len() + other.requests.len() <= most {
            return self.requests.append(&mut other.requests);
        }
        let mut all = Vec::with_capacity(most);
        while all.len() < most && !(self.requests.is_empty() && other.requests.is_empty()) {
            let from_mine = random.below((mine + theirs).max(1)) < mine;
            let side = if (from_mine && !self.requests.is_empty()) || other.requests.is_empty() {
                &mut self.requests
            } else {
                &mut other.requests
            };
            let place = random.below(side.len() as u64) as usize;
            all.push(side.swap_remove(place));
        }
        self.requests = all;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(name: &str, seen: u64, requests: usize) -> Kept {
        let asked = |i| Asked { method: name.to_owned(), target: format!("/{i}") };
        Kept { seen, requests: (0..requests).map(asked).collect() }
    }

    #[test]
    fn of_two_that_are_joined_each_has_its_share_of_the_sample() {
        let (mut a, mut random) = (kept("A", 9_000, 50), Random::new(1, 0));
        a.join(kept("B", 1_000, 50), 50, &mut random);
        let of_b = a.requests.iter().filter(|r| r.method == "B").count();
        assert_eq!((a.seen, a.requests.len()), (10_000, 50));
        assert!((1..=12).contains(&of_b), "{of_b}");
    }

    #[test]
    fn what_fits_is_kept_as_it_is() {
        let (mut a, mut random) = (kept("A", 3, 3), Random::new(1, 0));
        a.join(kept("B", 2, 2), 50, &mut random);
        assert_eq!((a.seen, a.requests.len()), (5, 5));
    }
}
