//! The end of a run, whatever ended it: detach, close the file, judge, print.

use super::follow::Own;
use super::{Session, Stop, start};
use crate::cli::{Cli, WhyArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Files;
use crate::{commands, interrupt, output};
use diagnose::VerdictStatus;
use model::{Message, Observation, Run, RunStatus, Sink as _, Timestamp, message};
use report::load::Gate;
use report::{Judged, TextOptions};
use std::path::Path;

/// Detaches, closes the file, judges and prints. Whatever happened before, this happens; what went wrong is in the report as well.
pub(super) fn finish(
    cli: &Cli,
    args: &WhyArgs,
    files: &Files<Judged>,
    mut session: Session,
    stop: Option<&Stop>,
    failure: Option<Failure>,
) -> Result<Exit, Failure> {
    session.progress.clear();
    session.watch.detach(&session.progress);
    let status = match stop {
        None => RunStatus::Complete,
        Some(Stop::Interrupted) => RunStatus::Partial,
        Some(_) => RunStatus::Aborted,
    };
    let path = session.writer.path().to_owned();
    session.collector.observe(Observation::Ended { status, at: Timestamp::now() });
    if let Err(e) = session.writer.finish(status) {
        output::warning(&e.to_string().into());
    }
    if interrupt::at_once() {
        return Ok(Exit::Interrupted);
    }
    drop(session.engine);
    let run = session.collector.take();
    let diagnosis = diagnose::diagnose(&run, causes::ALL);
    let failure = failure.or_else(|| failure_of(stop?, &run, session.own.as_ref(), args));
    let (status, gate) = (diagnosis.verdict.status, report::objectives::gate(&run, &diagnosis));
    if let Some(failure) = print(cli, args, files, Judged::new(run, diagnosis), &path, failure) {
        return Err(failure);
    }
    Ok(match (stop, gate) {
        (Some(_), _) => Exit::Interrupted,
        (None, Gate::Passed) if args.strict && is_open(status) => Exit::Inconclusive,
        (None, gate) => Exit::of_gate(gate),
    })
}

/// Whether it could not be told why the service is slow.
fn is_open(status: VerdictStatus) -> bool {
    matches!(status, VerdictStatus::Inconclusive | VerdictStatus::GeneratorLimited)
}

/// Prints what there is of a run in which nothing was measured: its document where one was asked for. Returns what the command ends with.
pub(super) fn unmeasured(cli: &Cli, args: &WhyArgs, files: &Files<Judged>, mut judged: Judged, failure: Failure) -> Failure {
    judged.error = Some(failure.json());
    let look = commands::text_options(cli, None, &judged.diagnosis);
    if let Err(unwritten) = files.write(&judged, &look, cli, &format!("report {}", judged.run.info.id)) {
        output::note(&unwritten.to_string());
    }
    if args.form() == "json" {
        // what cannot be printed is told by the end of the command
        drop(commands::output_named("json", &report::OUTPUTS).and_then(|o| commands::print(o, &judged, &look)));
    }
    failure
}

/// What the user has to be told of a load that stopped by itself; `None` when the user stopped it.
fn failure_of(stop: &Stop, run: &Run, own: Option<&Own>, args: &WhyArgs) -> Option<Failure> {
    let lines = || own.map(|o| o.service.lock().last_lines()).unwrap_or_default();
    let failure = |name, what: Message| Failure::new(Exit::Target, name, what);
    Some(match stop {
        Stop::Interrupted => return None,
        Stop::TargetDied => {
            let died = failure("target-died", message!("why/target-died", who: name(ended(run)))).why(message!("why/kept-and-reported"));
            start::last_lines(died, &lines()).help(message!("why/look-at-its-log", run: name(&run.info.id)))
        }
        Stop::TooManyErrors(why) => {
            let failed = start::last_lines(failure("too-many-errors", why.clone()), &lines());
            // a port that is open says nothing about a service that is not ready yet
            let early = own.is_some() && args.ready.is_none();
            let failed = if early { failed.help(message!("why/say-when-ready")) } else { failed };
            failed.help(message!("why/look-at-the-answers"))
        }
        Stop::Load(why) => failure("load-stopped", why.clone()),
    })
}

/// `pid 421`: of several processes those that are gone.
fn ended(run: &Run) -> String {
    let gone = |t: &&model::Target| run.environment.replicas.is_empty() || !probe::discover::is_alive(t);
    run.environment.processes().filter(gone).map(|t| format!("pid {}", t.pid)).collect::<Vec<_>>().join(", ")
}

/// Writes the files, then prints; a file that cannot be written costs nothing but itself. Returns what the command ends with, if it is an error.
fn print(cli: &Cli, args: &WhyArgs, files: &Files<Judged>, mut judged: Judged, path: &Path, failure: Option<Failure>) -> Option<Failure> {
    let look = TextOptions { ledger: args.ledger, ..commands::text_options(cli, Some(path), &judged.diagnosis) };
    judged.error = failure.as_ref().map(Failure::json);
    let unwritten =
        files.write(&judged, &TextOptions { ledger: false, ..look.clone() }, cli, &format!("report {}", judged.run.info.id)).err();
    if let (Some(_), Some(unwritten)) = (&failure, &unwritten) {
        output::note(&unwritten.to_string());
    }
    let failure = failure.or(unwritten);
    judged.error = failure.as_ref().map(Failure::json);
    let printed = commands::output_named(args.form(), &report::OUTPUTS);
    let printed = printed.and_then(|o| if files.take(o) { Ok(()) } else { commands::print(o, &judged, &look) });
    failure.or(printed.err())
}
