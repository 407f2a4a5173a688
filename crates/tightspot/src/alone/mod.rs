//! Whether another tool is at work on this machine. Two spoil each other's figures: each measures the load of the other, and an experiment
//! takes what the other does for the effect of its own change.
//!
//! ```text
//!                          nobody is there   another measures       another experiments
//!  sweep, prove, verify    goes on           is refused             is refused
//!  why                     goes on           goes on and is told    goes on and is told
//! ```
//! Whoever is there has a lock on one file that every user of the machine sees ([`place`]): an experiment by itself, those that measure
//! together. The kernel takes it back however a tool ends, and no child of a tool has it. Containers may have a file of their own each;
//! then nobody knows of the other.
//!
//! `load` and `warm` take no part. A load is what its user asked for, also several side by side, and `warm` runs beside each service of a
//! machine that starts; neither says of anything that it is the cause. That they are there is seen by a diagnosis as work of others.
//!
//! `TIGHTSPOT_LOCK` names another file: with it a tool goes on beside one that has this machine, and its user answers for the figures.

mod holders;
mod place;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use model::{Observation, Sink, message};
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// What a tool does to this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// Loads a service and watches.
    Measurement,
    /// Compares what it does itself with what was before: nobody else may do anything.
    Experiment,
}

/// This machine, for as long as the value lives.
#[derive(Debug)]
pub(crate) struct Alone {
    /// `None` where it could not be opened or locked.
    file: Option<Arc<File>>,
    /// Who was there first, or why that is not known.
    told: Option<Observation>,
}

/// Takes this machine, or says who has it: an experiment is refused then, a measurement is told.
pub(crate) fn take(work: Work) -> Result<Alone, Failure> {
    take_at(&place::path(), work)
}

fn take_at(path: &Path, work: Work) -> Result<Alone, Failure> {
    match place::lock(path, work) {
        Ok((file, true)) => Ok(Alone { file: Some(Arc::new(file)), told: None }),
        Ok((file, false)) if work == Work::Experiment => Err(refused(&file)),
        Ok((file, false)) => {
            let who = holders::said(&holders::of(&file));
            let told = Observation::warning("another-tool-runs", message!("alone/beside", who: (who)));
            Ok(Alone { file: Some(stand_in_line(file)), told: Some(told) })
        }
        // a machine without a folder for it is no reason not to work on it
        Err(e) => Ok(Alone { file: None, told: Some(unknown(path, &e)) }),
    }
}

fn refused(file: &File) -> Failure {
    Failure::new(Exit::CannotObserve, "another-tool-runs", message!("alone/refused"))
        .why(holders::said(&holders::of(file)))
        .help(message!("alone/wait"))
        .help(message!("alone/go-on-beside", variable: name(place::VARIABLE)))
}

fn unknown(path: &Path, e: &io::Error) -> Observation {
    let says = message!("alone/unknown", file: name(path.display().to_string()), error: name(e.to_string()));
    Observation::warning("lock-not-taken", says)
}

/// Waits for the lock for as long as the tool runs: so those who come later see that it is there, and the one that has it now sees that
/// somebody waits.
fn stand_in_line(file: File) -> Arc<File> {
    let file = Arc::new(file);
    let waiting = Arc::clone(&file);
    // the lock is that of the open file, so that it stays when the thread has ended; without a thread nobody is told
    drop(std::thread::Builder::new().name("ts-lock".to_owned()).spawn(move || drop(waiting.lock_shared())));
    file
}

impl Alone {
    /// Tells in the run, and the user, who was there first.
    pub(crate) fn tell(&self, sink: &dyn Sink) {
        if let Some(told) = &self.told {
            say(told, Some(sink));
        }
    }

    /// Tells who has come since and is there still: at the end of the load, in the run as well where there is still one.
    pub(crate) fn look_again(&self, sink: Option<&dyn Sink>) {
        let Some(file) = self.file.as_ref().filter(|_| self.told.is_none()) else { return };
        let others = holders::of(file);
        if !others.is_empty() {
            let says = message!("alone/has-come", who: (holders::said(&others)));
            say(&Observation::warning("another-tool-runs", says), sink);
        }
    }

    /// The same at the end of a command, which this is the result of.
    pub(crate) fn after<T>(&self, result: T) -> T {
        self.look_again(None);
        result
    }
}

fn say(told: &Observation, sink: Option<&dyn Sink>) {
    if let Observation::Warning(w) = told {
        output::warning(&w.text);
    }
    if let Some(sink) = sink {
        sink.observe(told.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is told of it.
    fn code(alone: &Alone) -> Option<&str> {
        match &alone.told {
            Some(Observation::Warning(w)) => Some(&w.code),
            _ => None,
        }
    }

    #[test]
    fn an_experiment_has_the_machine_for_itself() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("lock");
        let first = take_at(&path, Work::Experiment).expect("nobody is there");
        let refused = take_at(&path, Work::Experiment).expect_err("another experiments");
        assert_eq!((refused.name.as_str(), refused.exit), ("another-tool-runs", Exit::CannotObserve));
        let beside = take_at(&path, Work::Measurement).expect("it is told");
        assert_eq!((code(&first), code(&beside)), (None, Some("another-tool-runs")));
    }

    #[test]
    fn those_that_measure_are_told_of_each_other_and_keep_experiments_out() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("lock");
        let first = take_at(&path, Work::Measurement).expect("nobody is there");
        let second = take_at(&path, Work::Measurement).expect("it is told");
        assert_eq!((code(&first), code(&second)), (None, Some("another-tool-runs")));
        assert!(take_at(&path, Work::Experiment).is_err());
    }

    #[test]
    fn the_machine_is_given_up_with_the_value() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("lock");
        for work in [Work::Experiment, Work::Measurement, Work::Experiment] {
            let alone = take_at(&path, work).expect("nobody is there");
            assert_eq!(code(&alone), None, "{work:?}");
        }
    }

    #[test]
    fn a_machine_without_a_place_for_the_lock_is_worked_on_and_that_is_told() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for work in [Work::Experiment, Work::Measurement] {
            let alone = take_at(&folder.path().join("none/lock"), work).expect("no reason to refuse");
            assert_eq!(code(&alone), Some("lock-not-taken"));
        }
    }
}
