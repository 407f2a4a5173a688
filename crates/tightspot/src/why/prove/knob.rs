//! The knob of the command line: `--knob NAME=V1,V2`, or `--apply CMD --doses V0,V1,V2`.

use crate::cli::ProveArgs;
use diagnose::Factor;
use experiment::InterventionError;
use experiment::interventions::Intervention;
use experiment::interventions::command::Hook;
use experiment::interventions::cpu_share::CpuShare;
use experiment::interventions::pool_size::PoolSize;
use experiment::interventions::worker_threads::WorkerThreads;
use model::Target;

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
    hook: Option<(String, String, Option<String>)>,
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
                hook: Some((apply.clone(), restore.clone(), e.check.clone())),
            }));
        }
        let Some(knob) = &e.knob else { return Ok(None) };
        let (name, values) = knob.split_once('=').unwrap_or((knob, ""));
        let factor = factor(name).ok_or_else(|| format!("{name} is no knob: pool-size, worker-threads, cpu-share, remote-delay-ms"))?;
        let values: Result<Vec<f64>, _> = values.split(',').filter(|v| !v.is_empty()).map(str::parse).collect();
        let values = values.map_err(|_| format!("--knob {knob}: values are numbers, such as {name}=15,20"))?;
        Ok(Some(Self { name: name.to_owned(), factor: Some(factor), values, current: None, hook: None }))
    }

    /// What turns it, for a target with one pool or executor.
    pub(in super::super) fn intervention(&self, target: &Target) -> Result<Box<dyn Intervention>, InterventionError> {
        if let Some((apply, restore, check)) = &self.hook {
            return Ok(Box::new(Hook::new(apply, restore, check.as_deref(), self.current.unwrap_or(0.0))?));
        }
        Ok(match self.factor {
            Some(Factor::PoolSize) => Box::new(PoolSize::open(target, "")?),
            Some(Factor::Workers) => Box::new(WorkerThreads::open(target, "")?),
            Some(Factor::Cpu) => Box::new(CpuShare::open(target)?),
            Some(Factor::RemoteTime) | None => {
                return Err(InterventionError::new(format!("turn {}", self.name), "a delay is for `prove`, not for a sweep"));
            }
        })
    }
}

/// The factor of a knob, also by the name of its setting.
fn factor(name: &str) -> Option<Factor> {
    match name {
        "tomcat.threads" | "server.tomcat.threads.max" => Some(Factor::Workers),
        "hikari.maximum-pool-size" | "spring.datasource.hikari.maximum-pool-size" => Some(Factor::PoolSize),
        other => Factor::named(other),
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
    fn what_makes_no_sense_is_said() {
        assert!(knob(&[]).unwrap_err().contains("--knob"));
        assert!(knob(&["--knob", "volume=1,2"]).unwrap_err().contains("no knob"));
        assert!(knob(&["--knob", "pool-size"]).unwrap_err().contains("settings"));
        assert!(knob(&["--knob", "pool-size=ten"]).unwrap_err().contains("numbers"));
        assert!(knob(&["--apply", "x"]).is_err(), "no change without a way back");
    }
}
