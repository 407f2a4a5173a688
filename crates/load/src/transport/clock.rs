//! Moments that the kernel notes on its wall clock, brought onto the clock of the run.

use model::Timestamp;
use model::time::unix_now_ns;

/// Readings of which the tightest is taken: an interruption between two readings of the clock shows as a wide one.
const READINGS: usize = 8;

/// `CLOCK_MONOTONIC` minus `CLOCK_REALTIME`, nanoseconds: add it to a moment of the wall clock. Holds until the wall clock is set; a
/// daemon that only slews it moves both alike. Read it again once a second.
pub fn realtime_offset_ns() -> i64 {
    let reading = || {
        let before = Timestamp::now().ns();
        let wall = unix_now_ns();
        let width = Timestamp::now().ns() - before;
        (width, before + width / 2 - wall)
    };
    (0..READINGS).map(|_| reading()).min().map_or(0, |(_, offset)| offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_offset_brings_the_wall_clock_onto_the_clock_of_the_run() {
        let offset = realtime_offset_ns();
        let before = Timestamp::now().ns();
        let shifted = unix_now_ns() + offset;
        let after = Timestamp::now().ns();
        // A reading is wrong by half its width at most, which is far below this unless all eight were interrupted.
        let slack = 100_000;
        assert!(before - slack <= shifted && shifted <= after + slack, "{before} {shifted} {after}");
    }
}
