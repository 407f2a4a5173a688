//! The knob of the command line: `--knob NAME=V1,V2`, or `--apply CMD --doses V0,V1,V2`.

use crate::cli::ProveArgs;
use crate::output;
use diagnose::Factor;
use experiment::InterventionError;
use experiment::interventions::command::Hook;
use experiment::interventions::{self, Intervention, Means};
use model::{Message, message};
use probe::sizing::Resizable;

/// What is to be turned, and where to.
#[derive(Debug, Clone)]
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
#[derive(Debug, Clone)]
enum Turned {
    /// By the intervention that has this knob.
    By(&'static interventions::Knob),
    /// By commands of the user: apply, restore, check.
    Commands(String, String, Option<String>),
}

impl Knob {
    /// The knob of a sweep: at least two settings with the present one.
    pub(in super::super) fn of(e: &ProveArgs) -> Result<Self, Message> {
        let knob = Self::asked(e)?.ok_or_else(|| message!("prove/sweep-wants-a-knob"))?;
        if knob.values.is_empty() { Err(message!("prove/knob-wants-settings", knob: name(&knob.name))) } else { Ok(knob) }
    }

    /// The knob that the user asked for, if any.
    pub(in super::super) fn asked(e: &ProveArgs) -> Result<Option<Self>, Message> {
        if let (Some(apply), Some(restore)) = (&e.apply, &e.restore) {
            let given = e.doses.split_first().filter(|(_, d)| !d.is_empty());
            let (current, values) = given.ok_or_else(|| message!("prove/doses-wanted"))?;
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
        let turned = turned(name).ok_or_else(|| no_knob(name))?;
        let values: Result<Vec<f64>, _> = values.split(',').filter(|v| !v.is_empty()).map(str::parse).collect();
        let values = values.map_err(|_| message!("prove/values-are-numbers", asked: name(knob), knob: name(name)))?;
        Ok(Some(Self { name: name.to_owned(), factor: turned.factor, values, current: None, turned: Turned::By(turned) }))
    }

    /// What counts as present where nobody says what is there now: the first setting, with which the others are compared.
    pub(in super::super) fn otherwise(&self) -> f64 {
        self.values.first().copied().unwrap_or_default()
    }

    /// What turns it, for a target with one pool or executor.
    pub(in super::super) fn intervention(&self, means: &Means<'_>) -> Result<Box<dyn Intervention>, InterventionError> {
        match &self.turned {
            Turned::By(knob) => (knob.open)(means),
            Turned::Commands(apply, restore, check) => {
                let hook = Hook::new(apply, restore, check.as_deref(), self.current.unwrap_or(0.0))?;
                Ok(Box::new(hook.until(output::is_to_stop)))
            }
        }
    }
}

/// The knob that users call `name`, also by the name of the setting of their framework.
fn turned(name: &str) -> Option<&'static interventions::Knob> {
    match probe::runtimes::resized_by(name) {
        Some(Resizable::Workers) => interventions::Knob::of(Factor::Workers),
        Some(Resizable::ConnectionPool) => interventions::Knob::of(Factor::PoolSize),
        None => interventions::Knob::named(name),
    }
}

/// There is none of this name; all that there are.
fn no_knob(knob: &str) -> Message {
    let names = |restarts: bool| {
        let of = interventions::Knob::all().filter(move |k| k.restarts == restarts);
        of.map(|k| if k.name.ends_with('.') { format!("{}NAME", k.name) } else { k.name.to_owned() }).collect::<Vec<_>>()
    };
    let (at_once, by_restart) = (names(false).join(", "), names(true).join(", "));
    message!("prove/no-knob", knob: name(knob), at_once: name(at_once), by_restart: name(by_restart))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Cli, Command};
    use clap::Parser as _;
    use experiment::interventions::concurrency_cap::Cap;
    use model::Target;

    fn knob(arguments: &[&str]) -> Result<Knob, String> {
        let cli = Cli::try_parse_from(["tightspot", "sweep", "http://localhost:1/"].iter().chain(arguments)).map_err(|e| e.to_string())?;
        let Command::Sweep(s) = cli.command else { panic!("sweep") };
        Knob::of(&s.why.experiment).map_err(|m| m.to_string())
    }

    fn means<'a>(knob: &'a Knob, target: &'a Target, cap: &'a Cap) -> Means<'a> {
        Means { name: &knob.name, target, service: None, cap, connections: 64, otherwise: knob.otherwise() }
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
            let e = k.intervention(&means(&k, &target, &Cap::default())).err().unwrap();
            assert!(e.seen.to_string().contains("restart") && e.help.to_string().contains("-- CMD"), "{e}");
        }
    }

    #[test]
    fn a_cap_on_concurrency_needs_nothing_of_the_service() {
        let k = knob(&["--knob", "concurrency=8,16"]).unwrap();
        assert_eq!(k.intervention(&means(&k, &Target::default(), &Cap::default())).unwrap().current(), 64.0);
    }

    #[test]
    fn what_makes_no_sense_is_said() {
        let refused = |arguments: &[&str]| knob(arguments).unwrap_err();
        assert_eq!(refused(&[]), "prove/sweep-wants-a-knob");
        let unknown = refused(&["--knob", "volume=1,2"]);
        let (at_once, by_restart) = unknown.split_once("by_restart: ").expect("both are told");
        assert!(at_once.starts_with("prove/no-knob(knob: \"volume\", at_once: ") && at_once.contains("pool-size"), "{unknown}");
        assert!(by_restart.contains("env.NAME"), "{unknown}");
        assert_eq!(refused(&["--knob", "pool-size"]), "prove/knob-wants-settings(knob: \"pool-size\")");
        assert_eq!(refused(&["--knob", "pool-size=ten"]), "prove/values-are-numbers(asked: \"pool-size=ten\", knob: \"pool-size\")");
        assert!(knob(&["--apply", "x"]).is_err(), "no change without a way back");
    }
}
