//! Running ahead of all others, within what a core that others use as well can spare.
//!
//! A generator that waits for a core sends late. Ahead of all others it does not, and takes from them no more than it would take anyway: its
//! work is the same. Where it becomes much, it stands back, second by second: a service that shares the core is to keep the larger part of it.

use crate::sys;

/// Whether a generator thread runs ahead of all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Priority {
    /// As any other thread.
    #[default]
    Usual,
    /// Ahead of all, where the system grants it: for a core that nobody else uses.
    RealTime,
    /// Ahead of all while it needs less than half of its core: for a core that the service may use as well.
    RealTimeWhileLight,
}

/// Share of a core up to which a generator may run ahead of others who want that core. A guess: half, so that they keep the larger part.
const MOST: f64 = 0.5;

/// Whether the system lets a generator run ahead of all others; tried on a thread that ends with it.
pub fn may_go_first() -> bool {
    std::thread::spawn(|| sys::real_time().is_ok()).join().unwrap_or(false)
}

/// The priority of the calling thread, and how it changes.
#[derive(Debug)]
pub(crate) struct Duty {
    limited: bool,
    real_time: bool,
}

impl Duty {
    /// Must be called on the thread that it is about. What the system does not grant is not asked for again.
    pub(crate) fn begin(priority: Priority) -> Self {
        let real_time = priority != Priority::Usual && sys::real_time().is_ok();
        Self { limited: priority == Priority::RealTimeWhileLight && real_time, real_time }
    }

    pub(crate) fn is_real_time(&self) -> bool {
        self.real_time
    }

    /// Takes note of the CPU time of a stretch, nanoseconds both, and stands back or comes to the front again.
    pub(crate) fn worked(&mut self, cpu_ns: u64, of_ns: i64) {
        if !self.limited || of_ns <= 0 {
            return;
        }
        let wanted = cpu_ns as f64 <= MOST * of_ns as f64;
        if wanted != self.real_time {
            let changed = if wanted { sys::real_time() } else { sys::usual_priority() };
            self.real_time = if changed.is_ok() { wanted } else { self.real_time };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The scheduling policy of the calling thread, as the kernel has it.
    fn policy() -> String {
        let stat = std::fs::read_to_string("/proc/thread-self/stat").expect("Linux has it");
        let fields = stat.rsplit_once(')').expect("the name ends").1;
        fields.split_whitespace().nth(38).expect("41 fields at least").to_owned()
    }

    #[test]
    #[expect(clippy::print_stderr, reason = "a skip is told")]
    fn much_work_stands_back_and_little_comes_to_the_front_again() {
        let thread = std::thread::spawn(|| {
            let mut d = Duty::begin(Priority::RealTimeWhileLight);
            if !d.is_real_time() {
                eprintln!("SKIPPED (1): real-time priority is not granted here");
                return;
            }
            assert_eq!(policy(), "1");
            d.worked(600_000_000, 1_000_000_000);
            assert_eq!((d.is_real_time(), policy().as_str()), (false, "0"));
            d.worked(400_000_000, 1_000_000_000);
            assert_eq!((d.is_real_time(), policy().as_str()), (true, "1"));
        });
        thread.join().expect("no assertion fails");
    }

    #[test]
    fn a_core_of_its_own_is_kept_whatever_the_work() {
        let thread = std::thread::spawn(|| {
            let mut d = Duty::begin(Priority::RealTime);
            let granted = d.is_real_time();
            d.worked(990_000_000, 1_000_000_000);
            assert_eq!(d.is_real_time(), granted);
        });
        thread.join().expect("no assertion fails");
    }
}
