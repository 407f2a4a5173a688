//! Parameter `neighbour`: so many processes take part of the service's CPU.
//!
//! The thousands of wake-ups of a loaded service win against a process that only computes, more than their share of weights: measured, 8 % were left
//! for the neighbour where half was due, 0.3 % where the kernel groups processes by session (autogroup) and the generator is of the same one, and
//! anything from nothing to 93 % in a group of four times the weight. So neighbours get a group that is served before others, and a quota that says
//! for how long; and what they got is looked at when the run is over.

use crate::child::{Proc, Streams};
use crate::quota::{self, Quota};
use crate::running::Running;
use crate::spawn::Confine;
use crate::watch::Watch;
use crate::{Error, ErrorKind, Value};
use std::process::Command;
use std::time::{Duration, Instant};

/// Name of the parameter, and how the names of the processes begin.
pub(crate) const NAME: &str = "neighbour";
/// CPUs that each of them takes.
const EACH_CPUS: f64 = 0.35;
/// What was had in less time than this says nothing: a busy machine starts processes late.
const SHORTEST: Duration = Duration::from_secs(2);
/// Share of what is due to them from which the fault is there. A guess: half.
const LEAST_SHARE: f64 = 0.5;

/// Processes that take CPU from the service.
#[derive(Debug)]
pub(crate) struct Neighbours {
    /// CPUs that they are to take.
    due_cpus: f64,
    since: Instant,
}

impl Neighbours {
    /// Starts as many as the parameter says, on `cpus`; `None` where it says nothing.
    pub(crate) fn start(cpus: &[usize], running: &mut Running, watch: Watch<'_>) -> Result<Option<Self>, Error> {
        let count = match running.params.get(NAME) {
            Some(Value::Whole(n)) => *n,
            other => i64::from(other.is_some_and(Value::is_set)),
        };
        if count <= 0 {
            return Ok(None);
        }
        let due_cpus = count as f64 * EACH_CPUS;
        let entrance = match Quota::ahead(NAME, due_cpus) {
            Ok(group) => {
                let entrance = group.entrance();
                // kept first: it is taken away after the processes in it, also where one of them does not start
                running.quotas.push(group);
                Some(entrance)
            }
            Err(e) => {
                watch.say(format!("the neighbours get what the service leaves them: {e}"));
                None
            }
        };
        for n in 1..=count {
            let name = format!("{NAME}-{n}");
            let mut burner = Command::new("nice");
            burner.args(["-n", "-5", "sh", "-c", "while :; do :; done"]);
            let log = running.private().join(format!("{name}.log"));
            let group = entrance.as_ref().map(|e| quota::open(e)).transpose()?;
            running.procs.push(Proc::start(&name, burner, Confine { cpus: cpus.to_owned(), group }, &log, Streams::default())?);
        }
        Ok(Some(Self { due_cpus, since: Instant::now() }))
    }

    /// `Err` when those among `procs` did not get the CPU that was due to them.
    pub(crate) fn check(&self, procs: &[Proc]) -> Result<(), Error> {
        let pids = procs.iter().filter(|p| p.name.starts_with(NAME)).map(Proc::pid);
        let elapsed = self.since.elapsed();
        let used = pids.filter_map(cpu_time_s).sum::<f64>() / elapsed.as_secs_f64();
        if elapsed < SHORTEST || used >= LEAST_SHARE * self.due_cpus {
            return Ok(());
        }
        Err(Error::new(ErrorKind::Launch, "take CPU from the service")
            .seen(format!("its neighbours had {used:.2} CPUs, {:.2} were due: the fault of this variant was not there", self.due_cpus))
            .help("run it as root where control groups may be made"))
    }
}

/// CPU time of a process with one thread, seconds.
fn cpu_time_s(pid: u32) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/schedstat")).ok()?;
    Some(stat.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_that_got_nothing_are_no_fault() {
        let since = Instant::now().checked_sub(2 * SHORTEST).unwrap();
        let none = Neighbours { due_cpus: EACH_CPUS, since };
        assert!(none.check(&[]).unwrap_err().to_string().contains("was not there"));
    }
}
