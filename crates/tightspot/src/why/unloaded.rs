//! A stretch of the warm-up without load, so that compilers can finish: on a core that is full they get a small part of it, and what they were
//! asked for in seconds takes them minutes.

use super::Session;
use super::compilers::{compiled_s, compilers};
use super::warm::COMPILING;
use crate::interrupt;
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

/// Whether compilers that use so many cores under load may lack them, because the service uses this share of its own.
pub(super) fn is_worth_it(compilers: Option<f64>, used: Option<f64>) -> bool {
    compilers.is_some_and(|c| c >= COMPILING) && used.is_some_and(|u| u >= CROWDED)
}

/// Sends nothing until the compilers are quiet, or for four seconds.
pub(super) fn until_quiet(session: &Session, elapsed_s: f64) {
    let began = Instant::now();
    let processes: Vec<(u32, Runtime)> =
        session.collector.with(|run| run.environment.processes().map(|t| (t.pid, t.runtime.clone())).collect());
    let read = || -> BTreeMap<u32, u64> { processes.iter().flat_map(|(pid, runtime)| compilers(*pid, runtime)).collect() };
    let (mut before, mut at) = (read(), began);
    while began.elapsed() < LONGEST && !interrupt::requested() {
        std::thread::sleep(STEP);
        let (now, then) = (read(), Instant::now());
        let cores = compiled_s(&before, &now) / then.duration_since(at).as_secs_f64();
        (before, at) = (now, then);
        if cores < COMPILING {
            return;
        }
        let elapsed = (elapsed_s + began.elapsed().as_secs_f64()).round();
        session.progress.waits(&message!("why/lets-compile", elapsed: Seconds(elapsed), cores: Cores(cores)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compilers_are_let_alone_where_they_work_on_a_full_core() {
        assert!(is_worth_it(Some(0.15), Some(0.99)));
        for (compilers, used) in [(Some(0.15), Some(0.6)), (Some(0.01), Some(0.99)), (None, Some(0.99)), (Some(0.15), None)] {
            assert!(!is_worth_it(compilers, used), "{compilers:?} {used:?}");
        }
    }
}
