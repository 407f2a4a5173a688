//! Rounds of load on two services that differ in one switch.
//!
//! Warm: both are up, and one idles while the other is loaded: with, without, without, with. At the start: each round has a service of its own.

use super::Options;
use super::candidates::Candidate;
use super::warm_up::warm_up;
use crate::bench::tool::{self, Output};
use crate::case::{Case, Variant};
use crate::launch::launch;
use crate::params::Params;
use crate::running::Running;
use crate::watch::Watch;
use crate::{Error, ErrorKind};
use serde::Serialize;

/// Length of a round.
const ROUND_S: f64 = 4.0;

/// What a round of load saw.
#[derive(Debug, Clone, Serialize)]
pub struct Round {
    /// Answers that were no errors.
    pub good_per_s: f64,
    /// Of all answers; absent when there were too few.
    pub p95_ms: Option<f64>,
    /// Share of the requests that failed.
    pub errors: f64,
    /// CPU of the target's process for an answer that was no error, ms, without that of its children; absent where there was none, or the process has gone.
    pub cpu_ms: Option<f64>,
    /// Length of the load, seconds.
    #[serde(skip)]
    pub(super) length_s: f64,
}

/// The rounds of both sides, and the parameters that each had.
#[derive(Debug, Default)]
pub(super) struct Sides {
    pub(super) with: Vec<Round>,
    pub(super) without: Vec<Round>,
    pub(super) params: [Params; 2],
}

/// Both sides warm.
pub(super) fn warm(case: &Case, c: &Candidate<'_>, seed: u64, options: &Options, watch: Watch<'_>) -> Result<Sides, Error> {
    let mut sides = [launch(case, c.with, seed, watch)?, launch(case, &c.without, seed, watch)?];
    for running in &mut sides {
        warm_up(running, options, watch)?;
    }
    let mut seen = Sides { params: [sides[0].params.clone(), sides[1].params.clone()], ..Sides::default() };
    for n in 0..options.rounds {
        // the order changes, so that a drift meets both alike
        for side in if n % 2 == 0 { [0, 1] } else { [1, 0] } {
            let round = round(&mut sides[side], options, watch)?;
            if side == 0 { seen.with.push(round) } else { seen.without.push(round) }
        }
    }
    for running in sides {
        running.stop()?;
    }
    Ok(seen)
}

/// Each round on a service that has just become ready.
pub(super) fn fresh(case: &Case, c: &Candidate<'_>, seed: u64, options: &Options, watch: Watch<'_>) -> Result<Sides, Error> {
    let mut seen = Sides::default();
    let once = |variant: &Variant| {
        let mut running = launch(case, variant, seed, watch)?;
        let round = round(&mut running, options, watch)?;
        let params = running.params.clone();
        running.stop()?;
        Ok::<_, Error>((round, params))
    };
    for _ in 0..options.rounds {
        let (round, params) = once(c.with)?;
        seen.with.push(round);
        seen.params[0] = params;
        let (round, params) = once(&c.without)?;
        seen.without.push(round);
        seen.params[1] = params;
    }
    Ok(seen)
}

pub(super) fn round(running: &mut Running, options: &Options, watch: Watch<'_>) -> Result<Round, Error> {
    let mut arguments = tool::request("load", running);
    let (connections, length) = (options.connections.to_string(), format!("{ROUND_S}s"));
    arguments.extend(["-c", &connections, "-z", &length, "--json", "--store"].map(Into::into));
    arguments.push(running.private().join("runs").into());
    if let Some(rate) = options.rate_per_s {
        arguments.extend(["--rate".into(), rate.to_string().into(), "--poisson".into()]);
    }
    let before = used_s(running.target_pid);
    let answer = tool::run(&options.tool, &arguments, running, Output::Json, watch)?;
    let after = used_s(running.target_pid);
    let round = read(&answer.report?)?;
    let used_s = before.zip(after).map(|(before, after)| after - before);
    Ok(Round { cpu_ms: cpu_ms(used_s, round.good_per_s * round.length_s), ..round })
}

/// The stable part of the JSON of `load`.
pub(super) fn read(report: &serde_json::Value) -> Result<Round, Error> {
    let number = |pointer: &str| {
        let seen = || format!("{pointer} is {}", report.pointer(pointer).unwrap_or(&serde_json::Value::Null));
        let fail = || Error::new(ErrorKind::Tool, "read the JSON of the load").seen(seen());
        report.pointer(pointer).and_then(serde_json::Value::as_f64).ok_or_else(fail)
    };
    let length = number("/load/phases/0/t1_s")? - number("/load/phases/0/t0_s")?;
    let (all, bad) = (number("/requests/total/count")?, number("/requests/total/errors")?);
    Ok(Round {
        good_per_s: (all - bad) / length,
        p95_ms: number("/requests/total/latency_ms/p95").ok(),
        errors: if all > 0.0 { bad / all } else { 0.0 },
        cpu_ms: None,
        length_s: length,
    })
}

/// CPU for one of so many answers.
fn cpu_ms(used_s: Option<f64>, answers: f64) -> Option<f64> {
    used_s.filter(|s| *s > 0.0 && answers > 0.0).map(|s| s * 1e3 / answers)
}

/// CPU time of a process, seconds, with that of threads that have ended.
fn used_s(pid: u32) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    used_of(&stat, ticks_per_s())
}

/// The same by what the kernel says of it: fields 14 and 15, in ticks. The name before them may have blanks. Source: proc_pid_stat(5).
fn used_of(stat: &str, ticks_per_s: f64) -> Option<f64> {
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / ticks_per_s)
}

#[expect(unsafe_code, reason = "the number of ticks in a second is asked of libc")]
fn ticks_per_s() -> f64 {
    // SAFETY: it reads a setting
    (unsafe { libc::sysconf(libc::_SC_CLK_TCK) }) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_is_of_good_answers_where_there_are_any() {
        assert_eq!(cpu_ms(Some(4.0), 800.0), Some(5.0));
        assert_eq!([cpu_ms(Some(4.0), 0.0), cpu_ms(None, 800.0), cpu_ms(Some(-1.0), 800.0)], [None; 3]);
    }

    #[test]
    fn cpu_time_stands_behind_the_name_whatever_that_is() {
        let stat = "42 (a) b) S 1 42 42 0 -1 4194560 100 0 0 0 250 50 0 0 20 0 1 0 100 0 0";
        assert_eq!(used_of(stat, 100.0), Some(3.0));
        assert_eq!(used_of("42 (a", 100.0), None);
        assert!(used_s(std::process::id()).is_some() && used_s(u32::MAX).is_none());
    }
}
