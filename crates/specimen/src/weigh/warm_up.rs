//! When a specimen is warm enough for its rounds to be weighed.
//!
//! A round that follows another like it is not warm yet where compilers have a queue: on a core that requests fill they get little of it, and the rate
//! rises by less than a tenth a round for minutes. So nothing is sent after a round until the process is quiet, as in `why` (ADR 35), and
//! what it still did then counts.

use super::rounds::{Round, round};
use super::{Options, ends};
use crate::Error;
use crate::running::Running;
use crate::watch::Watch;
use std::time::{Duration, Instant};

/// Rounds at most.
const MOST_ROUNDS: usize = 30;
/// By how much the last three rounds may differ. Source: as in `why`.
const STEADY: f64 = 0.10;
/// Seconds of CPU that a process may still use before it is quiet, after each of the last three rounds. A guess: 3 % of a round.
const LEFT_S: f64 = 0.12;
/// Share of a core below which a process is quiet. Source: ADR 35.
const QUIET: f64 = 0.05;
/// How long one reading of it takes, how many there are at most after a round, and in all: what works all the time is never quiet.
const READING: Duration = Duration::from_millis(500);
const MOST_READINGS: usize = 40;
const MOST_IN_ALL: usize = 240;

/// A round, and seconds of CPU that the process used after it until it was quiet.
struct Seen {
    rate: f64,
    left_s: f64,
}

/// Loads the specimen until it is warm, or as often as is allowed; says so where it is not warm then.
pub(super) fn warm_up(running: &mut Running, options: &Options, watch: Watch<'_>) -> Result<(), Error> {
    let (mut seen, mut left) = (Vec::new(), MOST_IN_ALL);
    while seen.len() < MOST_ROUNDS && !is_warm(&seen) {
        let Round { good_per_s, .. } = round(running, options, watch)?;
        let (left_s, readings) = until_quiet(running.target_pid, left.clamp(1, MOST_READINGS), watch)?;
        left = left.saturating_sub(readings);
        seen.push(Seen { rate: good_per_s, left_s });
    }
    if !is_warm(&seen) {
        watch.say(format!(
            "not warm after {MOST_ROUNDS} rounds: the last three are more than {:.0} % apart, or the process still works after them",
            STEADY * 1e2
        ));
    }
    Ok(())
}

fn is_warm(seen: &[Seen]) -> bool {
    let last = &seen[seen.len().saturating_sub(3)..];
    let steady = ends(last.iter().map(|s| s.rate)).is_some_and(|(low, high)| high > 0.0 && (high - low) / high <= STEADY);
    last.len() == 3 && steady && last.iter().all(|s| s.left_s <= LEFT_S)
}

/// Seconds of CPU that the process used before a reading in which it was quiet, or in `most` readings; and how many there were.
fn until_quiet(pid: u32, most: usize, watch: Watch<'_>) -> Result<(f64, usize), Error> {
    let mut left_s = 0.0;
    for n in 1..=most {
        let (before, began) = (cpu_s(pid), Instant::now());
        watch.until(began + READING, || Ok(None::<()>))?;
        let used = (cpu_s(pid) - before).max(0.0);
        if used < QUIET * began.elapsed().as_secs_f64() {
            return Ok((left_s, n));
        }
        left_s += used;
    }
    Ok((left_s, most))
}

/// CPU time of the threads of a process that run, seconds.
fn cpu_s(pid: u32) -> f64 {
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let of = |thread: std::fs::DirEntry| {
        let stat = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        stat.split_whitespace().next()?.parse::<f64>().ok()
    };
    threads.filter_map(of).sum::<f64>() / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warm_is_steady_with_nothing_left_to_do() {
        let warm = |rounds: &[(f64, f64)]| is_warm(&rounds.iter().map(|&(rate, left_s)| Seen { rate, left_s }).collect::<Vec<_>>());
        assert!(!warm(&[]) && !warm(&[(100.0, 0.0), (100.0, 0.0)]));
        assert!(warm(&[(50.0, 3.0), (100.0, 0.1), (98.0, 0.0), (104.0, 0.05)]));
        assert!(!warm(&[(85.0, 0.0), (90.0, 0.0), (100.0, 0.0)]), "it still gets faster");
        assert!(!warm(&[(98.0, 0.0), (99.0, 2.0), (100.0, 0.0)]), "compilers still had work");
        assert!(!warm(&[(0.0, 0.0), (0.0, 0.0), (0.0, 0.0)]), "nothing was answered");
    }

    #[test]
    fn a_process_that_works_is_not_quiet() {
        let mut child = std::process::Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap();
        let began = Instant::now();
        let start = cpu_s(child.id());
        while cpu_s(child.id()) - start < 0.05 {
            assert!(began.elapsed() < Duration::from_secs(60), "a loop used no CPU");
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(cpu_s(child.id()), 0.0);
    }
}
