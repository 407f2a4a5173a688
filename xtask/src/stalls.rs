//! `cargo xtask stalls`: whether this machine loses its cores for milliseconds at a time. A figure measured meanwhile says little, and a
//! diagnosis that abstains is right to.

use std::time::{Duration, Instant};

/// A moment every millisecond, for as long.
const EVERY: Duration = Duration::from_millis(1);
const MOMENTS: u32 = 10_000;
/// Lateness at the 99th percentile above which the machine stalls. Source: METHODS section 1.3 (hiccups of the generator).
const ALLOWED: Duration = Duration::from_millis(1);

/// 99th percentile of how late a sleeping thread wakes, and whether that is too late. Takes ten seconds.
pub(crate) fn look() -> (Duration, bool) {
    let start = Instant::now();
    let mut late: Vec<Duration> = (1..=MOMENTS)
        .map(|k| {
            let planned = start + EVERY * k;
            std::thread::sleep(planned.saturating_duration_since(Instant::now()));
            planned.elapsed()
        })
        .collect();
    late.sort_unstable();
    let p99 = late[late.len() * 99 / 100];
    (p99, p99 > ALLOWED)
}
