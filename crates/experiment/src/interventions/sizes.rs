//! What live pool sizes and live worker threads share: a size in a running process, set and read back.

use super::Restored;
use crate::InterventionError;
use model::Target;
use probe::runtimes;
use probe::sizing::{Resizable, Size, Sizing};
use serde::{Deserialize, Serialize};

/// The size of a pool or executor before it was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SizeBefore {
    /// Process.
    pub pid: u32,
    /// Its start, in clock ticks since boot: tells it from a later process of the same id.
    pub start_ticks: u64,
    /// Name of the pool or executor.
    pub name: String,
    /// Most connections or threads.
    pub max: u32,
    /// Connections kept idle, or core threads.
    pub min: u32,
}

/// A pool or executor that is resized.
pub(super) struct Resized {
    sizing: Box<dyn Sizing>,
    of: Resizable,
    before: SizeBefore,
    /// Whether connections are replaced at each change.
    renew: bool,
}

impl Resized {
    /// Attaches and notes the present size. An empty name means the only one there is.
    pub(super) fn open(target: &Target, of: Resizable, name: &str, renew: bool) -> Result<Self, InterventionError> {
        let sizing = runtimes::sizing(target)?;
        let all: Vec<Size> = sizing.read()?.into_iter().filter(|s| s.of == of).collect();
        let named: Vec<&Size> = all.iter().filter(|s| name.is_empty() || s.name == name).collect();
        let [one] = named[..] else {
            let names: Vec<&str> = all.iter().map(|s| s.name.as_str()).collect();
            let seen = format!("{} of {} fit, there are: {}", named.len(), all.len(), names.join(", "));
            return Err(InterventionError::new(format!("find what to resize in pid {}", target.pid), seen));
        };
        let before = SizeBefore { pid: target.pid, start_ticks: target.start_ticks, name: one.name.clone(), max: one.max, min: one.min };
        Ok(Self { sizing, of, before, renew })
    }

    pub(super) fn before(&self) -> &SizeBefore {
        &self.before
    }

    /// Reads it once more.
    pub(super) fn is_as_before(&self) -> Result<bool, InterventionError> {
        let b = &self.before;
        Ok(self.sizing.read()?.iter().any(|s| s.of == self.of && s.name == b.name && (s.max, s.min) == (b.max, b.min)))
    }

    /// Makes `dose` the maximum. One of fixed size (minimum = maximum) stays of fixed size.
    pub(super) fn apply(&self, dose: f64) -> Result<f64, InterventionError> {
        let b = &self.before;
        if !(1.0..=100_000.0).contains(&dose) {
            return Err(InterventionError::new(format!("resize {:?}", b.name), format!("{dose} is not a size: it takes 1 or more")));
        }
        let max = dose.round() as u32;
        let min = least(b, max);
        let now = self.sizing.set(&Size { of: self.of, name: b.name.clone(), max, min, total: 0 }, self.renew)?;
        Ok(f64::from(now.max))
    }
}

/// The minimum that goes with a maximum.
fn least(before: &SizeBefore, max: u32) -> u32 {
    if before.min == before.max { max } else { before.min.min(max) }
}

/// Sets the size back, to the very values that were there, and reads it again.
pub(super) fn restore(before: &SizeBefore, of: Resizable, renew: bool) -> Result<Restored, InterventionError> {
    let target = Target { pid: before.pid, start_ticks: before.start_ticks, ..Target::default() };
    if !probe::discover::is_alive(&target) {
        return Ok(Restored::Gone);
    }
    let what = || format!("see that {:?} of pid {} is as it was", before.name, before.pid);
    let mut target = probe::discover::by_pid(before.pid, None).map_err(|e| InterventionError::new(what(), e.cause))?;
    // the lowest port that it listens on: of the service, or of an inspector that is to be found
    target.port = 0;
    let sizing = runtimes::sizing(&target)?;
    let is_it = |s: &Size| s.of == of && s.name == before.name;
    let as_it_was = |s: &Size| (s.max, s.min) == (before.max, before.min);
    // a change that was noted and then refused has changed nothing
    if sizing.read()?.iter().any(|s| is_it(s) && as_it_was(s)) {
        return Ok(Restored::AsBefore);
    }
    sizing.set(&Size { of, name: before.name.clone(), max: before.max, min: before.min, total: 0 }, renew)?;
    let all = sizing.read()?;
    match all.iter().find(|s| is_it(s)) {
        Some(now) if as_it_was(now) => Ok(Restored::AsBefore),
        Some(now) => {
            let seen = format!("{} (at least {}), it was {} (at least {})", now.max, now.min, before.max, before.min);
            Err(InterventionError::new(what(), seen))
        }
        None => Err(InterventionError::new(what(), "there is none of this name any more")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_of_fixed_size_stays_so_and_another_keeps_its_minimum() {
        let before = |min| SizeBefore { pid: 1, start_ticks: 1, name: String::new(), max: 10, min };
        assert_eq!((least(&before(10), 30), least(&before(10), 4)), (30, 4));
        assert_eq!((least(&before(5), 30), least(&before(5), 4)), (5, 4));
    }

    #[test]
    fn of_a_process_that_is_gone_nothing_is_left_to_restore() {
        // no process has this start time
        let before = SizeBefore { pid: std::process::id(), start_ticks: 1, name: "x".to_owned(), max: 1, min: 1 };
        assert_eq!(restore(&before, Resizable::ConnectionPool, true), Ok(Restored::Gone));
    }
}
