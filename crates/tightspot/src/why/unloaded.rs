//! A stretch of the warm-up without load, so that compilers can finish: on a core that is full they get a small part of it, and what they were
//! asked for in seconds takes them minutes.

use super::Session;
use super::compilers::{compiled_s, compilers};
use crate::interrupt;
use gate::COMPILER_CORES;
use model::{Runtime, message};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Length of one look.
const STEP: Duration = Duration::from_millis(500);
/// Longest stretch. A guess: less than most servers keep a connection that is idle.
const LONGEST: Duration = Duration::from_secs(4);
/// Share of its cores that the service must use for its compilers to lack them. Source: in one queue, who comes waits ten times as long as it
/// works from there on.
const CROWDED: f64 = 0.9;
/// Stretches in a row in which the compilers did not get quiet, after which there are no more: then it is not the requests that keep them
/// from it. A guess.
const IN_VAIN: u32 = 2;

/// Unloaded the load of a warm-up where that helps.
#[derive(Debug, Default)]
pub(super) struct Unloaded {
    in_vain: u32,
}

impl Unloaded {
    /// Whether compilers that use so many cores under load may lack them, because the service uses this share of its own.
    pub(super) fn helps(&self, compilers: Option<f64>, used: Option<f64>) -> bool {
        self.in_vain < IN_VAIN && compilers.is_some_and(|c| c >= COMPILER_CORES) && used.is_some_and(|u| u >= CROWDED)
    }

    /// Sends nothing until the compilers are quiet, for four seconds and `left_s` at most.
    pub(super) fn wait(&mut self, session: &Session, elapsed_s: f64, left_s: f64) {
        let began = Instant::now();
        let processes: Vec<(u32, Runtime)> =
            session.collector.with(|run| run.environment.processes().map(|t| (t.pid, t.runtime.clone())).collect());
        let read = || processes.iter().flat_map(|(pid, runtime)| compilers(*pid, runtime)).collect();
        let goes_on = |cores| {
            let elapsed = (elapsed_s + began.elapsed().as_secs_f64()).round();
            session.progress.waits(&message!("why/lets-compile", elapsed: Seconds(elapsed), cores: Cores(cores)));
            !interrupt::requested()
        };
        let longest = LONGEST.min(Duration::from_secs_f64(left_s.max(0.0)));
        let quiet = until_quiet(read, STEP, longest, goes_on);
        self.in_vain = if quiet { 0 } else { self.in_vain + 1 };
    }
}

/// Reads how long compilers have worked, thread by thread, every `step` until they use fewer cores than are allowed, which it says; for `longest` at
/// most, and as long as what it is told the cores says so.
fn until_quiet(read: impl Fn() -> BTreeMap<u32, u64>, step: Duration, longest: Duration, goes_on: impl Fn(f64) -> bool) -> bool {
    let began = Instant::now();
    let (mut before, mut at) = (read(), began);
    while began.elapsed() < longest {
        std::thread::sleep(step.min(longest.saturating_sub(began.elapsed())));
        let (now, then) = (read(), Instant::now());
        let cores = compiled_s(&before, &now) / then.duration_since(at).as_secs_f64();
        (before, at) = (now, then);
        if cores < COMPILER_CORES {
            return true;
        }
        if !goes_on(cores) {
            return false;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn compilers_are_let_alone_where_they_work_on_a_full_core() {
        let unloaded = Unloaded::default();
        assert!(unloaded.helps(Some(0.15), Some(0.99)));
        for (compilers, used) in [(Some(0.15), Some(0.6)), (Some(0.01), Some(0.99)), (None, Some(0.99)), (Some(0.15), None)] {
            assert!(!unloaded.helps(compilers, used), "{compilers:?} {used:?}");
        }
        assert!(!Unloaded { in_vain: IN_VAIN }.helps(Some(0.15), Some(0.99)), "they do not get quiet anyway");
    }

    #[test]
    fn the_load_goes_on_once_they_are_quiet_or_the_time_is_over() {
        let (step, long) = (Duration::from_millis(1), Duration::from_secs(60));
        // a second of work at each of the first four readings
        let looks = Cell::new(0);
        let read = || {
            looks.set(looks.get() + 1);
            BTreeMap::from([(7, looks.get().min(4) * 1_000_000_000)])
        };
        assert!(until_quiet(read, step, long, |_| true));
        assert_eq!(looks.get(), 5, "the first that has no more than the one before");
        let busy = || {
            BTreeMap::from([(7, {
                looks.set(looks.get() + 1);
                looks.get() * 1_000_000_000
            })])
        };
        assert!(!until_quiet(busy, step, Duration::from_millis(5), |_| true), "the time is over");
        assert!(!until_quiet(busy, step, long, |_| false), "the user ends it");
    }
}
