//! The knob of the command line: `--knob NAME=V1,V2`, or `--apply CMD --doses V0,V1,V2`.

use crate::cli::ProveArgs;
use diagnose::Factor;
use experiment::InterventionError;
use experiment::interventions::Intervention;
use experiment::interventions::command::Hook;
use experiment::interventions::concurrency_cap::{Cap, ConcurrencyCap};
use experiment::interventions::cpu_share::CpuShare;
use experiment::interventions::heap_size::HeapSize;
use experiment::interventions::pool_size::PoolSize;
use experiment::interventions::variable::Variable;
use experiment::interventions::worker_threads::WorkerThreads;
use experiment::service::Shared;
use model::Target;
use probe::sizing::Resizable;

/// Beginning of the name of a knob that is a variable.
const VARIABLE: &str = "env.";
const HEAP: &str = "heap-mb";
const CONCURRENCY: &str = "concurrency";

/// What is to be turned, and where to.
#[derive(Debug, Clone, PartialEq)]
pub(in super::super) struct Knob {
    /// As the user calls it.
    pub(in super::super) name: String,
    /// What it is, where that is known.
    pub(in super::super) factor: Option<Factor>,
    /// Settings to try.
    pub(in super::super) values: Vec<f64>,
    /// The present setting, where the user says it.
    pub(in super::super) current: Option<f64>,
    turned: Turned,
}

/// How a knob is turned.
#[derive(Debug, Clone, PartialEq)]
enum Turned {
    /// In the running service.
    Live,
    /// By commands of the user: apply, restore, check.
    Commands(String, String, Option<String>),
    /// This variable, by restarts.
    Variable(String),
    /// The heap, by restarts.
    Heap,
    /// In front of the service.
    Concurrency,
}

/// What a knob may be turned with.
pub(in super::super) struct Means<'a> {
    pub(in super::super) target: &'a Target,
    /// The service, where this run has started it.
    pub(in super::super) service: Option<&'a Shared>,
    pub(in super::super) cap: &'a Cap,
    /// Connections of the load.
    pub(in super::super) connections: u32,
}

impl Knob {
    /// The knob of a sweep: at least two settings with the present one.
    pub(in super::super) fn of(e: &ProveArgs) -> Result<Self, String> {
        let knob = Self::asked(e)?.ok_or("a sweep wants --knob NAME=V1,V2,... or --apply CMD --restore CMD --doses V0,V1,...")?;
        if knob.values.is_empty() {
            Err(format!("--knob {} wants settings, such as {}=200,100,50", knob.name, knob.name))
        } else {
            Ok(knob)
        }
    }

    /// The knob that the user asked for, if any.
    pub(in super::super) fn asked(e: &ProveArgs) -> Result<Option<Self>, String> {
        if let (Some(apply), Some(restore)) = (&e.apply, &e.restore) {
            let (current, values) =
                e.doses.split_first().filter(|(_, d)| !d.is_empty()).ok_or("--doses wants the present dose and at least one other")?;
            return Ok(Some(Self {
                name: e.means.clone().unwrap_or_else(|| "value".to_owned()),
                factor: e.means.as_deref().and_then(Factor::named),
                values: values.to_vec(),
                current: Some(*current),
                turned: Turned::Commands(apply.clone(), restore.clone(), e.check.clone()),
            }));
        }
        let Some(knob) = &e.knob else { return Ok(None) };
        let (name, values) = knob.split_once('=').unwrap_or((knob, ""));
        let (factor, turned) = turned(name).ok_or_else(|| {
            format!(
                "{name} is no knob: pool-size, worker-threads, cpu-share, remote-delay-ms, concurrency; with -- CMD env.NAME and heap-mb"
            )
        })?;
        let values: Result<Vec<f64>, _> = values.split(',').filter(|v| !v.is_empty()).map(str::parse).collect();
        let values = values.map_err(|_| format!("--knob {knob}: values are numbers, such as {name}=15,20"))?;
        Ok(Some(Self { name: name.to_owned(), factor, values, current: None, turned }))
    }

    /// What turns it, for a target with one pool or executor.
    pub(in super::super) fn intervention(&self, means: &Means<'_>) -> Result<Box<dyn Intervention>, InterventionError> {
        let own = || {
            means.service.ok_or_else(|| InterventionError {
                help: format!("tightspot sweep URL --knob {}=... -- CMD    starts the service, and again for each setting", self.name),
                ..InterventionError::new(format!("change {}", self.name), "it takes a restart, and the service was not started by this run")
            })
        };
        // where nobody says what is there now, the first setting is what the others are compared with
        let otherwise = self.values.first().copied().unwrap_or_default();
        Ok(match &self.turned {
            Turned::Commands(apply, restore, check) => Box::new(Hook::new(apply, restore, check.as_deref(), self.current.unwrap_or(0.0))?),
            Turned::Variable(name) => Box::new(Variable::open(own()?, name, otherwise)?),
            Turned::Heap => Box::new(HeapSize::open(own()?, means.target, otherwise)?),
            Turned::Concurrency => Box::new(ConcurrencyCap::new(means.cap, means.connections)),
            Turned::Live => match self.factor {
                Some(Factor::PoolSize) => Box::new(PoolSize::open(means.target, "")?),
                Some(Factor::Workers) => Box::new(WorkerThreads::open(means.target, "")?),
                Some(Factor::Cpu) => Box::new(CpuShare::open(means.target)?),
                Some(Factor::RemoteTime) | None => {
                    return Err(InterventionError::new(format!("turn {}", self.name), "a delay is for `prove`, not for a sweep"));
                }
            },
        })
    }
}

/// What a knob means, and how it is turned.
fn turned(name: &str) -> Option<(Option<Factor>, Turned)> {
    match name {
        HEAP => Some((None, Turned::Heap)),
        CONCURRENCY => Some((None, Turned::Concurrency)),
        other => match other.strip_prefix(VARIABLE) {
            Some(variable) => Some((None, Turned::Variable(variable.to_owned()))),
            None => factor(other).map(|f| (Some(f), Turned::Live)),
        },
    }
}

/// The factor of a knob, also by the name of its setting.
fn factor(name: &str) -> Option<Factor> {
    match probe::runtimes::resized_by(name) {
        Some(Resizable::Workers) => Some(Factor::Workers),
        Some(Resizable::ConnectionPool) => Some(Factor::PoolSize),
        None => Factor::named(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Cli, Command};
    use clap::Parser as _;

    fn knob(arguments: &[&str]) -> Result<Knob, String> {
        let cli = Cli::try_parse_from(["tightspot", "sweep", "http://localhost:1/"].iter().chain(arguments)).map_err(|e| e.to_string())?;
        let Command::Sweep(s) = cli.command else { panic!("sweep") };
        Knob::of(&s.why.experiment)
    }

    #[test]
    fn knobs_have_the_names_of_their_settings_too() {
        let k = knob(&["--knob", "tomcat.threads=200,100,50"]).unwrap();
        assert_eq!((k.factor, k.values.as_slice(), k.current), (Some(Factor::Workers), [200.0, 100.0, 50.0].as_slice(), None));
    }

    #[test]
    fn commands_come_with_the_present_dose_first() {
        let k = knob(&["--apply", "x {value}", "--restore", "y", "--doses", "10,20,30"]).unwrap();
        assert_eq!((k.factor, k.values.as_slice(), k.current), (None, [20.0, 30.0].as_slice(), Some(10.0)));
    }

    #[test]
    fn what_takes_a_restart_wants_a_command_that_starts_the_service() {
        let target = Target::default();
        for (argument, name) in [("env.UV_THREADPOOL_SIZE=4,8", "env.UV_THREADPOOL_SIZE"), ("heap-mb=256,512", "heap-mb")] {
            let k = knob(&["--knob", argument]).unwrap();
            assert_eq!((k.name.as_str(), k.factor, k.values.len()), (name, None, 2));
            let means = Means { target: &target, service: None, cap: &Cap::default(), connections: 64 };
            let e = k.intervention(&means).err().unwrap();
            assert!(e.seen.contains("restart") && e.help.contains("-- CMD"), "{e}");
        }
    }

    #[test]
    fn a_cap_on_concurrency_needs_nothing_of_the_service() {
        let k = knob(&["--knob", "concurrency=8,16"]).unwrap();
        let means = Means { target: &Target::default(), service: None, cap: &Cap::default(), connections: 64 };
        assert_eq!(k.intervention(&means).unwrap().current(), 64.0);
    }

    #[test]
    fn what_makes_no_sense_is_said() {
        assert!(knob(&[]).unwrap_err().contains("--knob"));
        assert!(knob(&["--knob", "volume=1,2"]).unwrap_err().contains("no knob"));
        assert!(knob(&["--knob", "pool-size"]).unwrap_err().contains("settings"));
        assert!(knob(&["--knob", "pool-size=ten"]).unwrap_err().contains("numbers"));
        assert!(knob(&["--apply", "x"]).is_err(), "no change without a way back");
    }
}
