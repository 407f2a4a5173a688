//! How many sessions wait for a row, as the server counts them together: all that a role without PROCESS can know of it.

use mysql::Row;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Sessions that wait for a row now, and time that sessions have waited so far, milliseconds: each wait is added when it ends.
pub(super) const QUESTION: &str = "SHOW GLOBAL STATUS WHERE Variable_name IN ('Innodb_row_lock_current_waits', 'Innodb_row_lock_time')";

/// Sessions waiting for rows on average up to which one that works is taken for one. A guess: where a tenth of a session waits, of eight that are busy one in eighty
/// is taken for working and is not.
const MOST_WAITING: f64 = 0.1;
/// Over which time that is. A guess: longer than most waits, so that those which end now and then are not taken for none.
const OVER: Duration = Duration::from_secs(3);

/// What was counted within [`OVER`].
#[derive(Debug, Default)]
pub(super) struct RowWaits {
    counted: VecDeque<Counted>,
    /// More sessions have waited than may be overlooked: how many.
    too_many: Option<f64>,
}

#[derive(Debug, Clone, Copy)]
struct Counted {
    at: Instant,
    /// Sessions that wait.
    now: f64,
    /// Time that was waited so far, milliseconds.
    ms: f64,
}

impl RowWaits {
    /// Hears the answer to [`QUESTION`]. An error from the moment on at which more sessions than may be overlooked wait: how many, on average.
    pub(super) fn hear(&mut self, rows: Vec<Row>, at: Instant) -> Result<(), f64> {
        let told: Vec<(String, f64)> = rows.into_iter().filter_map(|r| mysql::from_row_opt(r).ok()).collect();
        let value = |name: &str| told.iter().find(|(n, _)| n == name).map_or(0.0, |(_, v)| *v);
        self.add(Counted { at, now: value("Innodb_row_lock_current_waits"), ms: value("Innodb_row_lock_time") })
    }

    fn add(&mut self, c: Counted) -> Result<(), f64> {
        self.counted.push_back(c);
        // the last before the window stays: time is counted from it on
        while self.counted.get(1).is_some_and(|second| c.at.saturating_duration_since(second.at) >= OVER) {
            self.counted.pop_front();
        }
        let waiting = self.by_number().max(self.by_time());
        if waiting > MOST_WAITING {
            self.too_many.get_or_insert(waiting);
        }
        self.too_many.map_or(Ok(()), Err)
    }

    /// Of a few readings nothing is said: one that met a wait is one of many. The last before the window, or before a pause, is none of them.
    fn by_number(&self) -> f64 {
        let mut readings = self.counted.iter().skip(1);
        let span_s =
            readings.clone().next().zip(self.counted.back()).map_or(0.0, |(f, l)| l.at.saturating_duration_since(f.at).as_secs_f64());
        if span_s < OVER.as_secs_f64() / 2.0 {
            return 0.0;
        }
        let number = readings.len() as f64;
        readings.by_ref().map(|c| c.now).sum::<f64>() / number
    }

    /// Waits that have ended.
    fn by_time(&self) -> f64 {
        let (Some(first), Some(last)) = (self.counted.front(), self.counted.back()) else { return 0.0 };
        (last.ms - first.ms) / 1e3 / self.span_s().max(OVER.as_secs_f64())
    }

    fn span_s(&self) -> f64 {
        let (first, last) = (self.counted.front(), self.counted.back());
        first.zip(last).map_or(0.0, |(f, l)| l.at.saturating_duration_since(f.at).as_secs_f64())
    }
}

/// Why sessions are not told any more.
pub(super) fn lost(waiting: f64, grant: &str) -> String {
    format!("{waiting:.1} sessions wait for rows, and which they are only a role with PROCESS is told: {grant}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said after readings each 150 ms for six seconds: of how many wait at each, and how much time was waited so far.
    fn after(now: impl Fn(u32) -> f64, ms: impl Fn(u32) -> f64) -> Result<(), f64> {
        let (mut waits, begin) = (RowWaits::default(), Instant::now());
        let reading = |i: u32| Counted { at: begin + Duration::from_millis(150) * i, now: now(i), ms: ms(i) };
        (0..40).map(|i| waits.add(reading(i))).last().unwrap()
    }

    #[test]
    fn a_few_waits_are_overlooked() {
        assert_eq!(after(|_| 0.0, |_| 9e6), Ok(()), "what was before says nothing");
        // 40 ms a second, one reading in forty meets it
        assert_eq!(after(|i| if i == 20 { 1.0 } else { 0.0 }, |i| f64::from(i) * 6.0), Ok(()));
    }

    #[test]
    fn the_first_readings_after_a_pause_are_few() {
        let (mut waits, begin) = (RowWaits::default(), Instant::now());
        for (at_s, now) in [(0, 0.0), (10, 0.0), (10, 1.0), (11, 0.0)] {
            assert_eq!(waits.add(Counted { at: begin + Duration::from_secs(at_s), now, ms: 0.0 }), Ok(()), "one of a few met a wait");
        }
    }

    #[test]
    fn many_short_waits_are_told_by_their_time() {
        // two sessions wait all the time, and no reading meets one
        let waiting = after(|_| 0.0, |i| f64::from(i) * 300.0).unwrap_err();
        assert!(waiting > MOST_WAITING && lost(waiting, "GRANT").contains("sessions wait for rows"), "{waiting}");
    }

    #[test]
    fn long_waits_are_told_by_their_number_before_they_end_and_stay_told() {
        assert!(after(|_| 3.0, |_| 0.0).is_err());
        // three sessions wait for two seconds, and none after that
        assert!(after(|i| if i < 14 { 3.0 } else { 0.0 }, |_| 0.0).is_err(), "what was sampled meanwhile is in the run");
    }

    #[test]
    fn waits_that_end_once_a_second_are_told_between_their_ends() {
        // one session waits a second each time: readings see it, its time jumps
        assert!(after(|_| 1.0, |i| f64::from(i * 150 / 1000) * 1e3).is_err());
    }
}
