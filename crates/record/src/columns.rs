//! What the types of observations do not hold: columns that stand side by side are of one length. A file may say otherwise, and whoever
//! reads a row of it would fall off the end of the shortest.
//!
//! Columns of what requests carried are left alone: these may be known of some requests of a batch only, which their readers know.

use model::{Attempts, Observation, Series};

/// Longest part of a name in an error, characters.
const NAME: usize = 60;

/// What is wrong with the first observation that has columns of different lengths.
pub(crate) fn check(all: &[Observation]) -> Result<(), String> {
    all.iter().try_for_each(|o| match o {
        Observation::Attempts(batch) => attempts(batch),
        Observation::Series(series) => points(series),
        _ => Ok(()),
    })
}

fn attempts(a: &Attempts) -> Result<(), String> {
    let others =
        [("late_us", a.late_us.len()), ("wait_us", a.wait_us.len()), ("receive_us", a.receive_us.len()), ("outcome", a.outcome.len())];
    match others.into_iter().find(|(_, length)| *length != a.len()) {
        None => Ok(()),
        Some((name, length)) => Err(format!("requests of phase {:?}: {} of planned_us, {length} of {name}", short(&a.phase), a.len())),
    }
}

fn points(s: &Series) -> Result<(), String> {
    if s.t.len() == s.v.len() {
        return Ok(());
    }
    Err(format!("series {:?}: {} moments, {} readings", short(&s.signal), s.t.len(), s.v.len()))
}

fn short(name: &str) -> String {
    name.chars().take(NAME).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::LIVE;
    use crate::{Damage, frame, writer};
    use model::{Attempt, Labels, Outcome, RunInfo, Timestamp};

    fn batch() -> Attempts {
        let at = Timestamp::from_ns;
        let mut all = Attempts::new("saturation", at(0));
        for n in 0..3 {
            all.push(&Attempt { planned: at(n), sent: at(n), first_byte: at(n), done: at(n + 5_000), outcome: Outcome::Ok });
        }
        all
    }

    fn series() -> Series {
        let mut s = Series::new("process.memory", Labels::new());
        (0..3).for_each(|n| s.push(Timestamp::from_ns(n), 1.0));
        s
    }

    /// The same with one column changed.
    fn with<T>(mut of: T, change: impl FnOnce(&mut T)) -> T {
        change(&mut of);
        of
    }

    /// What is wrong, and an observation of which that is so.
    fn uneven() -> Vec<(&'static str, Observation)> {
        let a = |change: fn(&mut Attempts)| Observation::Attempts(with(batch(), change));
        let s = |change: fn(&mut Series)| Observation::Series(with(series(), change));
        vec![
            ("requests of phase \"saturation\": 3 of planned_us, 2 of late_us", a(|b| b.late_us.truncate(2))),
            ("requests of phase \"saturation\": 3 of planned_us, 0 of wait_us", a(|b| b.wait_us.clear())),
            ("requests of phase \"saturation\": 3 of planned_us, 1 of receive_us", a(|b| b.receive_us.truncate(1))),
            ("requests of phase \"saturation\": 3 of planned_us, 2 of outcome", a(|b| b.outcome.truncate(2))),
            ("requests of phase \"saturation\": 2 of planned_us, 3 of late_us", a(|b| b.planned_us.truncate(2))),
            ("series \"process.memory\": 3 moments, 2 readings", s(|s| s.v.truncate(2))),
            ("series \"process.memory\": 0 moments, 3 readings", s(|s| s.t.clear())),
        ]
    }

    #[test]
    fn columns_of_one_length_pass_also_where_little_is_known_of_what_was_carried() {
        let some = with(batch(), |b| b.route.push(1));
        assert_eq!(check(&[Observation::Attempts(batch()), Observation::Attempts(some), Observation::Series(series())]), Ok(()));
    }

    #[test]
    fn a_frame_with_short_columns_ends_the_reading_and_is_named() {
        let info = RunInfo { name: "evening".to_owned(), ..RunInfo::default() };
        let good = writer::encode(&[Observation::Info(info), Observation::Attempts(batch())], LIVE).unwrap();
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("run.tsr");
        for (wrong, observation) in uneven() {
            let bad = writer::encode(&[Observation::Series(series()), observation], LIVE).unwrap();
            std::fs::write(&path, [&frame::file_header()[..], &good, &bad].concat()).unwrap();
            let (run, report) = crate::read(&path).unwrap();
            let offset = frame::FILE_HEADER + good.len() as u64;
            assert_eq!(report.damage, Damage::Corrupt { offset, cause: wrong.to_owned() });
            assert_eq!((report.frames, report.truncated_bytes), (1, bad.len() as u64), "{wrong}");
            assert_eq!((run.info.name.as_str(), run.attempts_of("saturation").count(), run.series.len()), ("evening", 3, 0), "{wrong}");
            assert_eq!(crate::summary(&path).unwrap().info.name, "evening");
        }
    }

    #[test]
    fn what_is_said_of_a_name_without_end_is_short() {
        let long = with(series(), |s| (s.signal, s.v) = ("x".repeat(1 << 20), Vec::new()));
        assert!(check(&[Observation::Series(long)]).unwrap_err().len() < 200);
    }
}
