//! Rows of data for virtual users: in which order they are taken, by whom, and what happens when there are no more.
//!
//! Several threads share a feeder without talking to each other: thread `i` of `n` takes the places `i`, `i + n`, `i + 2n`, ... of one
//! common order. So a unique row is taken once in the whole run, and a shuffled round has each row once whatever the number of threads.

use crate::data::Table;
use crate::random::Random;
use std::sync::Arc;

/// In which order rows of data are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RowOrder {
    /// Seeded, with replacement: hot and cold keys mix.
    #[default]
    Random,
    /// From the first row on, round and round, over all phases.
    Sequential,
    /// Each row once in a seeded order, then all again in another one.
    Shuffled,
    /// From the first row on, each at most once.
    Unique,
}

impl RowOrder {
    /// The words of the scenario file.
    pub(crate) const WORDS: [(&'static str, Self); 4] =
        [("random", Self::Random), ("sequential", Self::Sequential), ("shuffled", Self::Shuffled), ("unique", Self::Unique)];
}

/// A named source of rows.
#[derive(Debug, Clone)]
pub(crate) struct Feeder {
    /// Empty for the only feeder of a file.
    pub(crate) name: String,
    pub(crate) table: Arc<Table>,
    pub(crate) order: RowOrder,
    /// After the last unique row: begin again instead of ending.
    pub(crate) recycle: bool,
    /// A virtual user keeps its row over all its iterations.
    pub(crate) per_user: bool,
    /// Made by `{{pick file.column}}`; its columns have no short names.
    pub(crate) is_pick: bool,
}

impl Feeder {
    /// The only feeder of a scenario.
    pub(crate) fn only(table: Arc<Table>, order: RowOrder) -> Self {
        Self { name: String::new(), table, order, recycle: false, per_user: false, is_pick: false }
    }
}

/// Which rows one thread has taken so far.
#[derive(Debug, Clone)]
pub struct Draws {
    shard: u64,
    shards: u64,
    seed: u64,
    random: Random,
    taken: Vec<u64>,
}

impl Draws {
    pub(crate) fn new(feeders: usize, shard: usize, shards: usize, seed: u64) -> Self {
        let (shard, shards) = (shard as u64, shards.max(1) as u64);
        Self { shard, shards, seed, random: Random::new(seed, 0x0F33_D000 + shard), taken: vec![0; feeders] }
    }

    /// The next row of feeder `index`; `None` when its unique rows are used up.
    pub(crate) fn take(&mut self, index: usize, feeder: &Feeder) -> Option<u32> {
        let rows = feeder.table.rows.len() as u64;
        let place = self.shard + self.taken[index] * self.shards;
        let row = match feeder.order {
            RowOrder::Random => self.random.below(rows),
            RowOrder::Shuffled => {
                let key = Random::new(self.seed ^ index as u64, place / rows).next();
                shuffled(place % rows, rows, key)
            }
            RowOrder::Unique if place >= rows && !feeder.recycle => return None,
            RowOrder::Sequential | RowOrder::Unique => place % rows,
        };
        self.taken[index] += 1;
        Some(row as u32)
    }
}

/// Where place `at` of `0..n` goes in the permutation `key`: a small Feistel cipher that walks until it is inside. No list to keep, and
/// no pause to shuffle a million rows when a round ends.
fn shuffled(at: u64, n: u64, key: u64) -> u64 {
    let half = (64 - (n - 1).leading_zeros()).div_ceil(2).max(1);
    let mask = (1_u64 << half) - 1;
    let mut x = at;
    loop {
        let (mut left, mut right) = (x >> half, x & mask);
        for round in 0..6 {
            let mixed = Random::new(key ^ right, round).next() >> 20;
            (left, right) = (right, left ^ (mixed & mask));
        }
        x = (left << half) | right;
        if x < n {
            return x;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feeder(rows: usize, order: RowOrder, recycle: bool) -> Feeder {
        let table = Table { columns: vec!["a".to_owned()], rows: vec![vec![String::new()]; rows], holes: Vec::new() };
        Feeder { recycle, ..Feeder::only(Arc::new(table), order) }
    }

    /// What threads `0..shards` take together, `each` rows each.
    fn all(feeder: &Feeder, shards: usize, each: usize) -> Vec<u32> {
        let take = |shard| {
            let mut draws = Draws::new(1, shard, shards, 7);
            (0..each).map_while(move |_| draws.take(0, feeder)).collect::<Vec<_>>()
        };
        (0..shards).flat_map(take).collect()
    }

    #[test]
    fn unique_rows_are_taken_once_over_all_threads_and_then_there_are_none() {
        for shards in 1..5 {
            let mut rows = all(&feeder(10, RowOrder::Unique, false), shards, 100);
            rows.sort_unstable();
            assert_eq!(rows, (0..10).collect::<Vec<_>>(), "{shards} threads");
        }
        assert_eq!(all(&feeder(3, RowOrder::Unique, true), 1, 7), [0, 1, 2, 0, 1, 2, 0], "recycled");
    }

    #[test]
    fn sequential_rows_interleave_between_threads() {
        assert_eq!(all(&feeder(5, RowOrder::Sequential, false), 2, 5), [0, 2, 4, 1, 3, 1, 3, 0, 2, 4]);
    }

    #[test]
    fn a_shuffled_round_has_every_row_once_for_any_number_of_rows_and_threads() {
        for (rows, shards) in [(1, 1), (2, 2), (3, 1), (60, 4), (1000, 5)] {
            let mut drawn = all(&feeder(rows, RowOrder::Shuffled, false), shards, rows / shards);
            drawn.sort_unstable();
            assert_eq!(drawn, (0..rows as u32).collect::<Vec<_>>(), "{rows} rows, {shards} threads");
        }
        let two_rounds = all(&feeder(100, RowOrder::Shuffled, false), 1, 200);
        assert_ne!(two_rounds[..100], two_rounds[100..], "each round has an order of its own");
        assert_ne!(two_rounds[..100], (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn random_rows_differ_between_threads_and_repeat_with_the_seed() {
        let f = feeder(1000, RowOrder::Random, false);
        let both = all(&f, 2, 50);
        assert_ne!(both[..50], both[50..]);
        assert_eq!(both, all(&f, 2, 50));
    }
}
