//! How many sessions wait for a row, as the server counts them together: all that a role without PROCESS can know of it.

use mysql::Row;
use std::time::Instant;

/// Time that sessions have waited for rows so far, milliseconds; each wait is added when it ends.
pub(super) const QUESTION: &str = "SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_time'";

/// Sessions waiting for rows on average up to which one that works is taken for one. A guess: where a tenth of a session waits, of eight that are busy one in eighty
/// is taken for working and is not.
const MOST_WAITING: f64 = 0.1;

/// What was counted, and when it was last told.
#[derive(Debug, Default)]
pub(super) struct RowWaits {
    last: Option<(Instant, f64)>,
}

impl RowWaits {
    /// Hears the answer to [`QUESTION`]. An error where more sessions than may be overlooked have waited since the last, on average: how many.
    pub(super) fn hear(&mut self, rows: Vec<Row>, now: Instant) -> Result<(), f64> {
        let counted = rows.into_iter().find_map(|r| mysql::from_row_opt::<(String, f64)>(r).ok()).map_or(0.0, |(_, ms)| ms);
        self.counted(counted, now)
    }

    fn counted(&mut self, ms: f64, now: Instant) -> Result<(), f64> {
        let Some((then, before)) = self.last.replace((now, ms)) else { return Ok(()) };
        let passed_ms = now.saturating_duration_since(then).as_secs_f64() * 1e3;
        let waiting = (ms - before) / passed_ms.max(1.0);
        if waiting > MOST_WAITING { Err(waiting) } else { Ok(()) }
    }
}

/// Why sessions are not told any more.
pub(super) fn lost(waiting: f64, grant: &str) -> String {
    format!("{waiting:.1} sessions wait for rows, and which they are only a role with PROCESS is told: {grant}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_few_waits_are_overlooked_and_many_are_told() {
        let mut waits = RowWaits::default();
        let at = |s: u64| Instant::now() + Duration::from_secs(s);
        assert_eq!(waits.counted(5_000.0, at(0)), Ok(()), "what was before says nothing");
        assert_eq!(waits.counted(5_040.0, at(1)), Ok(()));
        let waiting = waits.counted(7_040.0, at(2)).unwrap_err();
        assert!((waiting - 2.0).abs() < 0.1, "{waiting}");
        assert!(lost(waiting, "GRANT").contains("2.0 sessions"));
    }
}
